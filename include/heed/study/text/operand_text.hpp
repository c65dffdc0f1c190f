// SPDX-License-Identifier: BSL-1.0
// Writes operands and elementwise formulas of a step with the names of the loops around them.
#pragma once

#include <heed/study/text/formula.hpp>
#include <heed/tensor/indexing.hpp>

#include <cstddef>

namespace heed::detail {

/// The name of a loop: that of its axis, else a letter. A prime distinguishes two loops over axes of the same name.
struct loop_name {
    const char* words = "";
    bool primed = false;
    bool single = false;      ///< a single iteration: no index
    std::size_t divisor = 1;  ///< this many consecutive iterations have the same index
};

template <class Text>
constexpr void add_name(Text& out, const loop_name& name) {
    out.add(name.words).add(name.primed ? "'" : "");
    if (name.divisor > 1) out.add(" / ").add(name.divisor);
}

constexpr bool same_words(const char* a, const char* b) { return std::string_view(a) == b; }

constexpr loop_name name_of(const extent& e, const char* letter) {
    return {.words = e.name != nullptr ? e.name->name : letter, .single = e.size == 1};
}

/// The loops that the indices of an operand follow: leading axes, rows and columns.
struct loop_names {
    static_vector<loop_name, max_rank> batch{};
    loop_name row{};
    loop_name col{};
};

/// Leading axes without a name are h, b, n, m, as in heed::index.
constexpr loop_names names_of_batch(const shape& batch) {
    constexpr const char* letters[] = {"h", "b", "n", "m"};
    loop_names names;
    for (std::size_t a = 0; a < batch.rank; ++a)
        names.batch.push_back(name_of(batch[a], letters[(batch.rank - 1 - a) % 4]));
    return names;
}

constexpr loop_names with(loop_names names, const loop_name& row, const loop_name& col) {
    names.row = row;
    names.col = col;
    return names;
}

template <class Text>
class operand_writer {
public:
    constexpr operand_writer(Text& out, const study_view& v) : out_(out), v_(v) {}

    /// A(query, d_k), with indices in the order of memory. If only a part of a tensor is read, its name includes the
    /// begin of the part.
    constexpr void operand(const slot& s, const loop_names& loops, int around = 0) {
        switch (s.place) {
            case slot::number: add_leaf(out_, v_.leaves[s.id]); return;
            case slot::exact: exact(v_.steps.constants[s.id], around); return;
            case slot::index: index(s, loops); return;
            default: break;
        }
        name(s);
        indices(s, loops);
    }

    /// Including the begin of the part that is read.
    constexpr void name(const slot& s) {
        const std::size_t offset = s.offset - (s.place == slot::buffer ? v_.steps.buffers[s.id].offset : 0);
        if (offset != 0) out_.add('(');
        if (s.place == slot::leaf) add_leaf(out_, v_.leaves[s.id]);
        if (s.place == slot::buffer) out_.add('t').add(s.id + 1);
        if (s.place == slot::result) {
            out_.add("result");
            if (v_.form.results.size() > 1) out_.add(s.id + 1);
        }
        if (offset == 0) return;
        std::size_t known = offset;
        for (const std::size_t addend : s.offsets_of_lengths) {
            out_.add(" + ").add(addend);
            known -= addend;
        }
        if (known != 0) out_.add(" + ").add(known);
        out_.add(')');
    }

    /// The elementwise formula of a kernel; `core` is the value that its loop computes.
    constexpr void terms(const step& s, std::size_t root, const loop_names& loops, const char* core, int around = 0) {
        const kernel& k = v_.steps.kernels[s.kernel];
        const term& t = v_.steps.terms[k.first_term + root];
        if (t.kind == term::core) {
            const bool compound = around > 0 && std::string_view(core).find(' ') != std::string_view::npos;
            out_.add(compound ? "(" : "").add(core).add(compound ? ")" : "");
            return;
        }
        if (t.kind == term::load) {
            operand(v_.steps.slot_at(s, t.slot), loops, around);
            return;
        }
        if (t.kind == term::look_up) {
            looked_up(s, t, loops, core);
            return;
        }
        if (is_choice(s, k, t)) {
            const term &a = term_of(k, t.operands[0]), &b = term_of(k, t.operands[1]);
            const std::size_t cases[] = {a.operands[0], a.operands[1], b.operands[1]};
            call(s, "where", cases, 3, loops, core);
            return;
        }
        const function_traits f = traits_of(t.f);
        const int binding = t.f == function::multiply ? tightness_of_product : f.tightness;
        if (f.operands == 2 && binding < tightness_of_word) {
            out_.add(around > binding ? "(" : "");
            terms(s, t.operands[0], loops, core, binding);
            out_.add(' ').add(t.f == function::multiply ? "*" : f.name).add(' ');
            terms(s, t.operands[1], loops, core, binding + 1);
            out_.add(around > binding ? ")" : "");
        } else if (t.f == function::copy) {
            terms(s, t.operands[0], loops, core, around);
        } else if (t.f == function::negate || t.f == function::is_zero) {
            out_.add(t.f == function::negate ? '-' : '!');
            terms(s, t.operands[0], loops, core, tightness_of_word);
        } else {
            call(s, f.name, t.operands, static_cast<std::size_t>(f.operands), loops, core);
        }
    }

private:
    constexpr const term& term_of(const kernel& k, std::size_t id) const { return v_.steps.terms[k.first_term + id]; }
    constexpr bool read_same(slot a, const slot& b) const {
        const bool are_leaves = (a.place == slot::leaf || a.place == slot::number) && a.place == b.place;
        if (are_leaves && !may_be_same(v_.leaves[a.id], v_.leaves[b.id])) return false;
        if (are_leaves) a.id = b.id;
        return a == b;
    }
    /// Whether two terms compute the same.
    constexpr bool are_same(const step& s, const kernel& k, std::size_t a, std::size_t b) const {
        term x = term_of(k, a);
        const term& y = term_of(k, b);
        if (x.kind != y.kind || operand_count_of(x) != operand_count_of(y)) return false;
        if (x.kind == term::load) return read_same(v_.steps.slot_at(s, x.slot), v_.steps.slot_at(s, y.slot));
        for (std::size_t i = 0; i < operand_count_of(x); ++i) {
            if (!are_same(s, k, x.operands[i], y.operands[i])) return false;
            x.operands[i] = y.operands[i];
        }
        return x == y;
    }
    /// Whether a term is where(condition, a, b): keep(condition, a) + keep(!condition, b).
    constexpr bool is_choice(const step& s, const kernel& k, const term& t) const {
        if (t.f != function::add) return false;
        const term &a = term_of(k, t.operands[0]), &b = term_of(k, t.operands[1]);
        if (a.kind != term::apply || b.kind != term::apply || a.f != function::keep || b.f != function::keep)
            return false;
        const term& otherwise = term_of(k, b.operands[0]);
        return otherwise.kind == term::apply && otherwise.f == function::is_zero &&
               are_same(s, k, otherwise.operands[0], a.operands[0]);
    }
    constexpr void call(const step& s, const char* name, const std::size_t* operands, std::size_t count,
                        const loop_names& loops, const char* core) {
        out_.add(name);
        for (std::size_t i = 0; i < count; ++i) {
            out_.add(i == 0 ? "(" : ", ");
            terms(s, operands[i], loops, core);
        }
        out_.add(')');
    }
    /// Distinguishes a length from the index with the same name.
    constexpr void exact(const surd& value, int around) {
        const bool is_length = value.numerator > 0 && value.denominator == 1 && value.radicand == 1 &&
                               !is_known_size<typename Text::numbers>(static_cast<std::size_t>(value.numerator));
        out_.add(is_length ? "size(" : "");
        add_exact(out_, value, is_length ? 0 : around);
        out_.add(is_length ? ")" : "");
    }
    /// A(query, B(query)): a lookup index is written in the place of its axis.
    constexpr void looked_up(const step& s, const term& t, const loop_names& loops, const char* core) {
        const slot& read = v_.steps.slot_at(s, t.slot);
        name(read);
        out_.add('(');
        std::size_t next = 0;
        bool first = true;
        const auto found_before = [&](std::size_t stride) {
            for (; next < t.found && read.found_stride[next] >= stride; ++next) {
                out_.add(first ? "" : ", ");
                terms(s, t.operands[next], loops, core);
                first = false;
            }
        };
        for_each_index(read, loops, [&](const followed& axis) {
            found_before(axis.stride);
            out_.add(first ? "" : ", ");
            add_name(out_, axis.name);
            first = false;
        });
        found_before(0);
        out_.add(')');
    }

    struct followed {
        std::size_t stride = 0;
        loop_name name{};
    };

    constexpr void index(const slot& s, const loop_names& loops) {
        bool first = true;
        const auto part = [&](std::size_t stride, const loop_name& name) {
            if (stride == 0 || name.single) return;
            out_.add(first ? "" : " + ");
            if (stride != 1) out_.add(stride).add(" * ");
            add_name(out_, name);
            first = false;
        };
        for (std::size_t a = 0; a < loops.batch.size(); ++a) part(s.batch_stride[a], batch_name(s, a, loops));
        part(s.row_stride, loops.row);
        part(s.col_stride, loops.col);
        if (first || s.offset != 0) out_.add(first ? "" : " + ").add(s.offset);
    }

    constexpr void indices(const slot& s, const loop_names& loops) {
        bool first = true;
        for_each_index(s, loops, [&](const followed& axis) {
            out_.add(first ? "(" : ", ");
            add_name(out_, axis.name);
            first = false;
        });
        if (!first) out_.add(')');
    }
    /// In the order of memory.
    template <class F>
    constexpr void for_each_index(const slot& s, const loop_names& loops, const F& f) {
        static_vector<followed, 2 * max_rank> axes;
        if (s.strided) {
            for (std::size_t a = 0; a < s.map.rank; ++a) {
                for (const index_link& link : s.map.links)
                    if (link.inner == static_cast<signed char>(a))
                        axes.push_back({0, name_at(static_cast<std::size_t>(link.outer), s, loops)});
                if (s.map.from[a] != index_map::fixed && s.map.from[a] < static_cast<signed char>(s.loop_rank))
                    axes.push_back({0, name_at(static_cast<std::size_t>(s.map.from[a]), s, loops)});
            }
        } else {
            for (std::size_t a = 0; a < loops.batch.size(); ++a)
                if (s.batch_stride[a] != 0 && !loops.batch[a].single)
                    axes.push_back({s.batch_stride[a], batch_name(s, a, loops)});
            if (s.row_stride != 0 && !loops.row.single) axes.push_back({s.row_stride, loops.row});
            if (s.col_stride != 0 && !loops.col.single) axes.push_back({s.col_stride, loops.col});
            for (std::size_t i = 1; i < axes.size(); ++i)
                for (std::size_t k = i; k > 0 && axes[k - 1].stride < axes[k].stride; --k) {
                    const followed larger = axes[k];
                    axes[k] = axes[k - 1];
                    axes[k - 1] = larger;
                }
        }
        for (const followed& axis : axes) f(axis);
    }
    static constexpr loop_name name_at(std::size_t axis, const slot& s, const loop_names& loops) {
        return axis + 1 == s.loop_rank ? loops.col : axis + 2 == s.loop_rank ? loops.row : batch_name(s, axis, loops);
    }
    static constexpr loop_name batch_name(const slot& s, std::size_t axis, const loop_names& loops) {
        loop_name name = loops.batch[axis];
        if (axis == s.divided_axis) name.divisor = s.divisor;
        return name;
    }

    Text& out_;
    const study_view& v_;
};

}  // namespace heed::detail
