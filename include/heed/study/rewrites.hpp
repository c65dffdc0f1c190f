// SPDX-License-Identifier: BSL-1.0
// Which parts of a formula were rewritten on the way to its loops, which were not, and why. Found by comparing the
// graph with its canonical form and its roles.
#pragma once

#include <heed/meta/sized_list.hpp>
#include <heed/study/cost_table.hpp>
#include <heed/study/text/correspondence.hpp>
#include <heed/study/text/likeness.hpp>
#include <heed/study/text/score_tiles.hpp>

#include <heed/tensor/indexing.hpp>

#include <cstddef>

namespace heed {

namespace detail {

template <class Text>
class rewrites_writer {
public:
    constexpr rewrites_writer(Text& out, const study_view& v)
        : out_(out), v_(v), became_(v.written, v.form), written_(group_written(v.written)), form_(group_form()) {}

    constexpr void run() {
        for (node_id id = 0; id < v_.written.nodes.size(); ++id)
            if (written_[id] > 0) rewritten(id);
        for (node_id id = 0; id < v_.form.nodes.size(); ++id) fused(id);
        if (out_.size() == 0) out_.add("none\n");
    }

    constexpr void run_not_applied() {
        const std::size_t before = out_.size();
        for (node_id id = 0; id < v_.form.nodes.size(); ++id) kept(id);
        if (out_.size() == before) out_.add("none\n");
    }

private:
    static constexpr int shown_depth = 4;

    /// Nodes that are reported together, at the first of them.
    using groups = sized_list<std::size_t>;  ///< how many, at the first of them; else 0
    /// In the formula: parts that differ only in their leaves.
    static constexpr groups group_written(const graph_view& g) {
        const likeness like(g);
        groups found(g.nodes.size());
        for (node_id id = 0; id < g.nodes.size(); ++id) ++found[like.first(id)];
        return found;
    }
    /// In the canonical form: parts that were also treated the same.
    constexpr groups group_form() const {
        const likeness like(v_.form);
        groups found(v_.form.nodes.size());
        for (node_id id = 0; id < v_.form.nodes.size(); ++id) {
            node_id first = id;
            for (node_id other = 0; other < id; ++other)
                if (found[other] != 0 && like.alike(other, id) && same_fate(other, id)) first = other;
            ++found[first];
        }
        return found;
    }
    constexpr bool same_fate(node_id a, node_id b) const {
        const node_role &r = v_.node_roles[a], &s = v_.node_roles[b];
        return r.what == s.what && r.why == s.why && is_tile(a) == is_tile(b);
    }
    constexpr bool is_tile(node_id id) const {
        for (const buffer& b : v_.steps.buffers)
            if (b.node == id) return b.tile;
        return false;
    }

    constexpr void written(node_id id) { add_formula(out_, v_.written, v_.leaves, id, shown_depth); }
    constexpr void form(node_id id, int depth = shown_depth) { add_formula(out_, v_.form, v_.leaves, id, depth); }
    constexpr void because(const char* why, std::size_t times = 1) {
        out_.add("\n    ").add(why);
        if (times > 1) out_.add(" (").add(times).add(" times)");
        out_.add('\n');
    }

    constexpr void rewritten(node_id id) {
        const node& n = v_.written[id];
        const counterpart& c = became_[id];
        if (c.form == no_node || n.operand_count == 0) return;
        const std::size_t times = written_[id];
        if (n.kind == node_kind::view) moved(id, times);
        if (n.kind == node_kind::reshape) return reshaped(id, times);
        if (n.kind == node_kind::elementwise) exact(id, times);
        if (c.exchanged && !c.below_view) {
            change(id);
            because(
                "a transposed product is that of its transposed operands in reverse: in the order in which the result "
                "is read, weights to the left",
                times);
        }
        if (n.kind == node_kind::normalise && n.axis + 1 != n.dims.rank && v_.form[c.form].kind == n.kind) {
            change(id);
            because("the axis of a softmax or a norm goes last, where rows are", times);
        }
        if (v_.node_roles[c.form].is_written_beside) {
            written(id);
            out_.add("  ->  written by the loop of the softmax");
            because("it has the sums of the same rows", times);
        }
        if (n.kind == node_kind::concat && v_.form[c.form].kind != node_kind::concat) {
            change(id);
            because("only this part of the concatenation is read", times);
        }
        if (c.copied) {
            written(id);
            out_.add("  ->  written to a place of its own");
            because("it is read from there as it lies", times);
        }
    }
    constexpr void change(node_id id) {
        written(id);
        out_.add("  ->  ");
        form(became_[id].form);
    }

    /// What became of a view.
    constexpr void moved(node_id id, std::size_t times) {
        const node_id inner = v_.written.operand(id, 0), now = became_[id].form;
        if (v_.written[id].dims.rank != v_.written[inner].dims.rank) return;  // axes of size 1: no elements move
        written(id);
        out_.add("  ->  ");
        if (v_.form[now].kind == node_kind::view) {
            by_strides(now);
            const bool leaf = v_.form[v_.form.operand(now, 0)].kind == node_kind::leaf;
            because(
                leaf ? "nothing moves: the leaf is read in another order" : "what is stored is read in another order",
                times);
            return;
        }
        form(now);
        switch (v_.written[inner].kind) {
            case node_kind::product:
                because("a transposed product is that of its transposed operands in reverse: nothing moves", times);
                return;
            case node_kind::elementwise: because("each leaf is read in another order instead", times); return;
            case node_kind::view: because("two views are one", times); return;
            case node_kind::leaf: because("its order is undone by what reads it: it is read as it lies", times); return;
            default: because("the order of axes changes, no element moves", times); return;
        }
    }
    /// The cost of a reshape.
    constexpr void reshaped(node_id id, std::size_t times) {
        const node_id now = became_[id].form, source = behind_names(v_.form, now);
        written(id);
        if (became_[id].copied) {
            const node_id from = behind_names(v_.form, v_.form.operand(source, 0));
            out_.add("  ->  a copy");
            because(v_.form[from].kind == node_kind::leaf && v_.form[from].strided
                        ? "its strides do not say that two axes are adjacent in memory"
                        : "axes that become one are no neighbours in memory",
                    times);
        } else if (v_.form[now].kind == node_kind::view) {
            out_.add("  ->  ");
            by_strides(now);
            because("nothing moves: an axis that is split or repeated is read by strides", times);
        } else if (v_.form[source].operand_count == 0) {
            out_.add("  ->  the same memory");
            because("nothing moves: the elements lie in this order", times);
        } else {
            out_.add("  ->  ");
            form(source);
            because("it is computed into the order in which it is read: nothing is copied", times);
        }
    }
    /// The leaf or stored value behind a view, with the stride of each axis.
    constexpr void by_strides(node_id view) {
        const node_id inner = v_.form.operand(view, 0);
        const node &n = v_.form[view], &source = v_.form[inner];
        form(inner, 2);
        if (source.kind == node_kind::leaf && source.strided) {
            out_.add(" by its strides");
            return;
        }
        const strides dense = contiguous_strides(source.dims);
        std::size_t offset = 0;
        out_.add(" by strides (");
        for (std::size_t o = 0; o < n.dims.rank; ++o) {
            std::size_t along = 0;
            for (std::size_t a = 0; a < n.map.rank; ++a)
                if (n.map.from[a] == static_cast<signed char>(o)) along += dense[a];
            std::size_t divisor = 1;
            for (const index_link& link : n.map.links) {
                if (link.outer != static_cast<signed char>(o)) continue;
                along += link.factor * dense[static_cast<std::size_t>(link.inner)];
                divisor = link.divisor;
            }
            out_.add(o == 0 ? "" : ", ").add(along);
            if (divisor > 1) out_.add(" every ").add(divisor);
        }
        out_.add(')');
        const char* before = " from ";
        const auto begins = [&](std::size_t addend) {
            if (addend == 0) return;
            out_.add(before).add(addend);
            before = " + ";
        };
        for (std::size_t a = 0; a < n.map.rank; ++a) {
            const std::size_t addend = n.map.offset[a] * dense[a];
            const bool is_known = is_known_size<typename Text::numbers>(addend);
            offset += is_known ? addend : 0;
            if (!is_known) begins(addend);
        }
        begins(offset);
    }

    constexpr void exact(node_id id, std::size_t times) {
        const node& n = v_.written[id];
        const node& now = v_.form[became_[id].form];
        if (now.kind == node_kind::constant) {
            change(id);
            because("products of exact scalars are exact", times);
        } else if (n.apply == function::divide && now.kind == node_kind::elementwise &&
                   now.apply == function::multiply) {
            change(id);
            because("division by an exact scalar is multiplication by its inverse, exact too", times);
        }
    }

    constexpr void fused(node_id id) {
        const std::size_t times = form_[id];
        if (times == 0) return;
        const node& n = v_.form[id];
        const node_role& r = v_.node_roles[id];
        if (n.kind == node_kind::normalise && r.what == role::streamed) {
            form(id);
            times_right_operand(id);
            add_blocks_of_keys(out_, n.dims.from_right(0).size);
            because("its weights are used once, by a product: they exist a tile at a time", times);
        }
        if (n.kind == node_kind::concat && r.what == role::streamed) {
            form(id, 2);
            const node_id right = times_right_operand(id);
            out_.add("  ->  ").add(n.operand_count).add(" products that add up, each part times its rows");
            if (right != no_node) {
                out_.add(" of ");
                form(right, 2);
            }
            because("a product of a concatenation is a sum: the concatenation never exists", times);
        }
        if (n.kind == node_kind::concat && r.what == role::stored) {
            form(id, 2);
            out_.add("  ->  each part is computed into its place");
            because("parts lie side by side in the whole: nothing is copied", times);
        }
        if (r.what == role::stored && n.kind == node_kind::elementwise) elementwise(id, times);
        mask_of(id, times);
    }
    /// " * V": the right operand of the product whose left operand is the node.
    constexpr node_id times_right_operand(node_id left) {
        for (node_id id = 0; id < v_.form.nodes.size(); ++id) {
            if (v_.form[id].kind != node_kind::product || v_.form.operand(id, 0) != left) continue;
            const node_id right = v_.form.operand(id, 1);
            const bool compound =
                v_.form[right].kind == node_kind::product || v_.form[right].kind == node_kind::elementwise;
            out_.add(compound ? " * (" : " * ");
            form(right, 2);
            out_.add(compound ? ")" : "");
            return right;
        }
        return no_node;
    }
    constexpr void elementwise(node_id id, std::size_t times) {
        const node_role& r = v_.node_roles[id];
        std::size_t inlined = 0;
        count_inlined(id, r.core, inlined);
        if (r.core == no_node && inlined < 2) return;
        form(id);
        if (r.core != no_node) {
            out_.add("  ->  part of the loop of the ").add(loop_words(v_.form[r.core]));
            because("it is applied to each number before it is written", times);
        } else {
            out_.add("  ->  one loop for ").add(inlined).add(" operations");
            because("elements do not depend on each other", times);
        }
    }
    static constexpr const char* loop_words(const node& core) {
        if (core.kind == node_kind::reduce) return name_of(core.reduce);
        return core.kind == node_kind::normalise ? name_of(core.weights) : "product";
    }
    constexpr void count_inlined(node_id id, node_id core, std::size_t& n) const {
        if (id == core || v_.form[id].kind != node_kind::elementwise) return;
        ++n;
        for (std::size_t k = 0; k < v_.form[id].operand_count; ++k)
            if (v_.node_roles[v_.form.operand(id, k)].what == role::inlined)
                count_inlined(v_.form.operand(id, k), core, n);
    }
    constexpr void mask_of(node_id id, std::size_t times) {
        for (const nest& n : v_.steps.nests)
            for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
                const step& at = v_.steps.steps[s];
                if (at.target != id || !is_masked_kernel(v_.steps, v_.steps.kernels[at.kernel])) continue;
                form(v_.node_roles[id].scores);
                out_.add("  ->  ");
                if (!knows_score_tiles<typename Text::numbers>(n, v_.kernel_of(at))) {
                    out_.add("tiles are skipped, or run without the mask, where it decides all of one");
                    because("the mask is evaluated on intervals of indices, for the lengths that there are", times);
                    continue;
                }
                const score_tile_counts tiles = count_score_tiles(v_.steps, n, at);
                add_fate(out_, tiles);
                because(tiles.skipped + tiles.full > 0 ? "the mask is evaluated on intervals of indices"
                                                       : "tiles that indices alone do not decide are asked at run time",
                        times);
            }
    }

    constexpr void kept(node_id id) {
        const node& n = v_.form[id];
        const std::size_t times = form_[id];
        if (n.operand_count == 0 || times == 0) return;
        for (const buffer& b : v_.steps.buffers) {
            if (b.node != id) continue;
            form(id);
            out_.add(b.tile ? "  is stored, a tile of rows at a time: " : "  is stored whole: ");
            add_shape(out_, n.dims);
            because(words_of(b.why), times);
        }
        if (n.kind == node_kind::normalise && !has_epsilon(n.weights) && v_.node_roles[id].what != role::streamed) {
            form(id);
            out_.add("  does not stream");
            because(n.weights == normalisation::log_softmax
                        ? "online softmax is for weights times values, not for logarithms"
                        : why_kept(v_.node_roles[id]),
                    times);
        }
        if (n.kind == node_kind::elementwise && n.apply == function::divide &&
            v_.form[v_.form.operand(id, 1)].kind == node_kind::leaf && v_.form[v_.form.operand(id, 1)].dims.rank == 0) {
            form(id);
            out_.add("  stays a division");
            because(
                "the number is known at run time only; an exact one (3_c, dim<1>(K)) would be multiplied by its "
                "inverse",
                times);
        }
    }
    /// A stored softmax has a reason; one inside of another loop is not multiplied by values.
    static constexpr const char* why_kept(const node_role& r) {
        return r.what == role::stored ? words_of(r.why == reason::none ? reason::weights_kept : r.why)
                                      : words_of(reason::weights_kept);
    }

    Text& out_;
    const study_view& v_;
    correspondence became_;
    groups written_;
    groups form_;
};

template <class E>
inline constexpr std::size_t rewrites_capacity = 1024 + 320 * study_subject<E>::passes::form.nodes.size();

}  // namespace detail

namespace study {

/// What was rewritten on the way to the loops: before -> after, with the reason below; equal parts are shown once.
/// example std::cout << study::rewrites(softmax(S) * A);
template <detail::evaluable E>
constexpr auto rewrites() {
    detail::study_text<E, detail::rewrites_capacity<E>> out;
    const auto view = detail::study_view_of<E>();
    detail::rewrites_writer(out, view).run();
    return out;
}
template <detail::evaluable E>
constexpr auto rewrites(const E&) {
    return rewrites<E>();
}

/// What is stored or was not rewritten, and why.
/// example std::cout << study::not_applied(softmax(S) * A);
template <detail::evaluable E>
constexpr auto not_applied() {
    detail::study_text<E, detail::rewrites_capacity<E>> out;
    const auto view = detail::study_view_of<E>();
    detail::rewrites_writer(out, view).run_not_applied();
    return out;
}
template <detail::evaluable E>
constexpr auto not_applied(const E&) {
    return not_applied<E>();
}

}  // namespace study
}  // namespace heed
