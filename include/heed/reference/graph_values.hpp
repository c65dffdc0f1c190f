// SPDX-License-Identifier: BSL-1.0
// Evaluates the nodes of a graph one by one: every value is stored, nothing is fused. T is any number type or an
// enclosure. Boxes of elements can be evaluated instead of whole nodes.
#pragma once

#include <heed/graph/definition.hpp>
#include <heed/graph/region.hpp>
#include <heed/meta/buffer.hpp>
#include <heed/reference/access.hpp>
#include <heed/reference/enclosed_steps.hpp>
#include <heed/reference/inverse_values.hpp>
#include <heed/reference/node_elements.hpp>
#include <heed/reference/row_values.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail::reference {

/// Stores every element of every node except views, which are read from their operand.
template <class T, std::size_t Capacity>
class graph_values {
public:
    constexpr explicit graph_values(const graph<Capacity>& g)
        : g_(g), elements_(g), row_(2 * longest_row()), supports_(nullptr) {}

    /// The elements of a node that is not a view, row-major.
    constexpr T* of(node_id id) { return elements_.of(id); }
    constexpr const T* of(node_id id) const { return elements_.of(id); }

    constexpr const shape& dims_of(node_id id) const { return g_[id].dims; }

    /// An element of any node.
    constexpr const T& element(node_id id, const region& at) const {
        const place p = resolve(id);
        std::size_t position = p.where.base;
        for (std::size_t a = 0; a < at.rank; ++a) position += at.begin[a] * p.where.step[a];
        return of(p.node)[position];
    }

    /// Evaluates everything except leaves, which the caller has filled, and constants, which have no operands.
    constexpr void evaluate_all() { evaluate_all(0, g_.nodes.size()); }
    constexpr void evaluate_all(node_id begin, node_id end) {
        for (node_id id = begin; id < end; ++id) evaluate(id, whole_of(g_[id].dims));
    }

    /// Evaluates a box of one node from the stored values of its operands. With supports, operands are zero outside of
    /// them.
    constexpr void evaluate(node_id id, const region& box, const region* supports = nullptr) {
        if (box.empty()) return;
        supports_ = supports;
        const node& n = g_[id];
        count_work(n, box);
        switch (n.kind) {
            case node_kind::leaf:
            case node_kind::view: break;
            case node_kind::index: index(id, box); break;
            case node_kind::constant: *of(id) = exact_value<T>(n.value); break;
            case node_kind::elementwise:
                n.operand_count == 1 ? elementwise(id, box, n.apply, g_.operand(id, 0))
                                     : elementwise(id, box, n.apply, g_.operand(id, 0), g_.operand(id, 1));
                break;
            case node_kind::product: product(id, box); break;
            case node_kind::reduce: reduce(id, box); break;
            case node_kind::normalise:
                if (is_defined_by_others(n)) fail("heed: internal: this operation is evaluated by its definition");
                normalise(id, read_by(g_, id, 0, box));
                break;
            case node_kind::concat: concat(id, box); break;
            case node_kind::reshape: reshape(id, box); break;
            case node_kind::scatter: scatter(id, box); break;
            case node_kind::inverse: invert(id, read_by(g_, id, 0, box)); break;
            case node_kind::lookup: look_up(id, box); break;
        }
    }

    constexpr void clear(node_id id, const region& box) {
        const access places[] = {dense(g_[id].dims)};
        T* const y = of(id);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) y[at[0] + j] = T();
        });
    }

    /// An estimate of the steps that a compiler has taken.
    constexpr std::size_t work() const { return work_; }

    /// The positions of the elements of a node by its own index. The elements of a view are in its operand.
    struct place {
        node_id node;
        access where;
    };
    constexpr place resolve(node_id id) const {
        if (g_[id].kind != node_kind::view) return {id, dense(g_[id].dims)};
        const place inner = resolve(g_.operand(id, 0));
        return {inner.node, through(g_[id].map, inner.where)};
    }

    /// The positions of an operand, by the index of an elementwise node of this shape.
    constexpr place repeated(node_id operand, const shape& dims) const {
        const place p = resolve(operand);
        return {p.node, through(broadcast_map(g_[operand].dims, dims), p.where)};
    }

    /// The positions of an operand of a product, by the index of the product, and its stride along the inner axis.
    struct factor {
        node_id node;
        access where;
        std::size_t inner_step;
    };
    constexpr factor factor_of(node_id operand, const shape& dims, bool left) const {
        const place p = resolve(operand);
        const shape& own = g_[operand].dims;
        factor f{p.node, {p.where.base, {}}, p.where.step[left ? own.rank - 1 : own.rank - 2]};
        for (std::size_t a = 0; a + 2 < own.rank; ++a)
            if (own[a].size > 1) f.where.step[a + dims.rank - own.rank] = p.where.step[a];
        f.where.step[left ? dims.rank - 2 : dims.rank - 1] = p.where.step[left ? own.rank - 2 : own.rank - 1];
        return f;
    }

private:
    constexpr std::size_t longest_row() const {
        std::size_t longest = 1;
        for (const node& n : g_.nodes) {
            const bool square = n.kind == node_kind::inverse;
            for (std::size_t a = 0; a < n.dims.rank; ++a) {
                const std::size_t size = n.dims[a].size * (square ? 2 * n.dims[a].size : 1);
                longest = size > longest ? size : longest;
            }
        }
        return longest;
    }

    /// Adds a rough count in clang's steps, in constant expressions only; too much work is refused with a message.
    constexpr void count_work(const node& n, const region& box) {
        if (!std::is_constant_evaluated()) return;
        const std::size_t inner =
            n.kind == node_kind::product ? g_[g_.operands[n.first_operand]].dims.from_right(0).size : 2;
        work_ += 60 + box.size() * (n.kind == node_kind::normalise ? 120 : 25 * inner);
        if (work_ > HEED_CONSTEXPR_STEPS)
            fail("heed: this formula is too large to be enclosed in a constant expression (HEED_CONSTEXPR_STEPS)");
    }

    constexpr void index(node_id id, const region& box) {
        const access places[] = {dense(g_[id].dims)};
        const std::size_t axis = g_[id].axis, size = g_[id].dims[axis].size, step = places[0].step[axis];
        T* const y = of(id);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) y[at[0] + j] = T(static_cast<int>((at[0] + j) / step % size));
        });
    }

    constexpr void elementwise(node_id id, const region& box, function f, node_id operand) {
        const place a = repeated(operand, g_[id].dims);
        const access places[] = {dense(g_[id].dims), a.where};
        T* const y = of(id);
        const T* const x = of(a.node);
        const std::size_t step = step_in_row(a.where, box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) y[at[0] + j] = evaluate_function(f, x[at[1] + j * step]);
        });
    }
    constexpr void elementwise(node_id id, const region& box, function f, node_id left, node_id right) {
        const place a = repeated(left, g_[id].dims), b = repeated(right, g_[id].dims);
        const access places[] = {dense(g_[id].dims), a.where, b.where};
        T* const y = of(id);
        const T *const u = of(a.node), *const v = of(b.node);
        const std::size_t step_a = step_in_row(a.where, box), step_b = step_in_row(b.where, box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j)
                y[at[0] + j] = evaluate_function(f, u[at[1] + j * step_a], v[at[2] + j * step_b]);
        });
    }

    constexpr void product(node_id id, const region& box) {
        const node_id left = g_.operand(id, 0), right = g_.operand(id, 1);
        const factor a = factor_of(left, g_[id].dims, true), b = factor_of(right, g_[id].dims, false);
        std::size_t first = 0, last = g_[left].dims.from_right(0).size;
        if (supports_ != nullptr) {  // only the part in which both are nonzero
            const region &in_a = supports_[left], &in_b = supports_[right];
            const std::size_t along_a = in_a.rank - 1, along_b = in_b.rank - 2;
            first = in_a.begin[along_a] > in_b.begin[along_b] ? in_a.begin[along_a] : in_b.begin[along_b];
            last = in_a.end[along_a] < in_b.end[along_b] ? in_a.end[along_a] : in_b.end[along_b];
        }
        const access places[] = {dense(g_[id].dims), a.where, b.where};
        T* const y = of(id);
        const T *const u = of(a.node), *const v = of(b.node);
        const std::size_t col_step = step_in_row(b.where, box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) {
                const T *x = u + at[1] + first * a.inner_step, *z = v + at[2] + j * col_step + first * b.inner_step;
                T sum = T();
                for (std::size_t k = first; k < last; ++k) {
                    sum = T(sum + *x * *z);
                    if (k + 1 < last) {
                        x += a.inner_step;
                        z += b.inner_step;
                    }
                }
                y[at[0] + j] = sum;
            }
        });
    }

    /// Copies n elements with this stride to the scratch row.
    constexpr const T* gathered(const T* x, std::size_t n, std::size_t step) {
        for (std::size_t j = 0; j < n; ++j) row_[j] = x[j * step];
        return row_.data();
    }

    constexpr void reduce(node_id id, const region& box) {
        const node& n = g_[id];
        const place p = resolve(g_.operand(id, 0));
        access by_result{p.where.base, {}};
        for (std::size_t a = 0; a < n.dims.rank; ++a) by_result.step[a] = p.where.step[a < n.axis ? a : a + 1];
        const std::size_t length = g_[g_.operand(id, 0)].dims[n.axis].size, along = p.where.step[n.axis];
        const access places[] = {dense(n.dims), by_result};
        T* const y = of(id);
        const T* const x = of(p.node);
        const std::size_t step = step_in_row(by_result, box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j)
                y[at[0] + j] = reduced_row(n.reduce, gathered(x + at[1] + j * step, length, along), length);
        });
    }

    /// The box spans the whole axis of the rows.
    constexpr void normalise(node_id id, const region& box) {
        const node& n = g_[id];
        const place p = resolve(g_.operand(id, 0));
        const access places[] = {dense(n.dims), p.where};
        const std::size_t length = n.dims[n.axis].size;
        region rows = box;
        rows.end[n.axis] = 1;
        T* const y = of(id);
        const T* const x = of(p.node);
        const std::size_t step_y = step_in_row(places[0], box), step_x = step_in_row(p.where, box);
        for_each_row(rows, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j) {
                T* const result = row_.data() + length;
                normalised_row(n.weights, gathered(x + at[1] + j * step_x, length, p.where.step[n.axis]), result,
                               length);
                for (std::size_t k = 0; k < length; ++k) y[at[0] + j * step_y + k * places[0].step[n.axis]] = result[k];
            }
        });
    }

    constexpr void concat(node_id id, const region& box) {
        const node& n = g_[id];
        std::size_t start = 0;
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const node_id part = g_.operand(id, k);
            const place p = resolve(part);
            access whole = dense(n.dims);
            whole.base = start * whole.step[n.axis];
            const region read = read_by(g_, id, k, box);
            const access places[] = {whole, p.where};
            copy(read, places, of(p.node), of(id));
            start += g_[part].dims[n.axis].size;
        }
    }
    constexpr void copy(const region& box, const access (&places)[2], const T* from, T* to) {
        const std::size_t step_to = step_in_row(places[0], box), step_from = step_in_row(places[1], box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) to[at[0] + j * step_to] = from[at[1] + j * step_from];
        });
    }

    /// Of which of its elements there are, each asks by itself.
    constexpr void look_up(node_id id, const region& box) {
        const node& n = g_[id];
        // A part without elements, beside which there are zeros: nothing is kept of what would be read.
        if (g_[g_.operand(id, 0)].dims.size() == 0 && only_keeping_user(g_, id) != no_node) return clear(id, box);
        const place table = resolve(g_.operand(id, 0)), first = repeated(g_.operand(id, 1), n.dims),
                    second = repeated(g_.operand(id, n.operand_count - 1), n.dims);
        const access own = through(n.map, table.where), places[] = {dense(n.dims), own, first.where, second.where};
        const std::size_t step_own = step_in_row(own, box), step_first = step_in_row(first.where, box),
                          step_second = step_in_row(second.where, box);
        T* const y = of(id);
        const T *const x = of(table.node), *const i = of(first.node), *const k = of(second.node);
        const shape& dims = g_[g_.operand(id, 0)].dims;
        for_each_row(box, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j) {
                std::size_t from =
                    at[1] + j * step_own +
                    position_of(i[at[2] + j * step_first], dims[n.found[0]]) * table.where.step[n.found[0]];
                if (n.operand_count == 3)
                    from += position_of(k[at[3] + j * step_second], dims[n.found[1]]) * table.where.step[n.found[1]];
                y[at[0] + j] = x[from];
            }
        });
    }
    /// The value of an index. Indices are known whole numbers.
    static constexpr std::size_t position_of(const T& index, const extent& axis) {
        const long long i = number_of(index);
        if (i < 0 || i >= static_cast<long long>(axis.size))
            fail("heed: rows(E, ids) and at(A, i, ...) need indices that the table has");
        return static_cast<std::size_t>(i);
    }
    static constexpr long long number_of(const T& x) {
        if constexpr (enclosure<T>)
            return whole_number_of(x).value_or(-1);
        else
            return static_cast<long long>(x);
    }

    constexpr void reshape(node_id id, const region& box) {
        const node_id operand = g_.operand(id, 0);
        const shape& from = g_[operand].dims;
        const place p = resolve(operand);
        const access places[] = {dense(g_[id].dims)};
        T* const y = of(id);
        const T* const x = of(p.node);
        const std::size_t step = step_in_row(places[0], box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) {
                std::size_t element = p.where.base, rest = at[0] + j * step;
                for (std::size_t a = from.rank; a-- > 0; rest /= from[a].size)
                    element += rest % from[a].size * p.where.step[a];
                y[at[0] + j * step] = x[element];
            }
        });
    }

    constexpr void scatter(node_id id, const region& box) {
        const node& n = g_[id];
        const node_id operand = g_.operand(id, 0);
        const place p = resolve(operand);
        region read = read_by(g_, id, 0, box);
        if (supports_ != nullptr)
            for (std::size_t a = 0; a < read.rank; ++a)
                narrow(read, a, supports_[operand].begin[a], supports_[operand].end[a]);
        clear(id, box);
        const access places[] = {through(n.map, dense(n.dims)), p.where};
        T* const y = of(id);
        const T* const x = of(p.node);
        const std::size_t step_y = step_in_row(places[0], read), step_x = step_in_row(p.where, read);
        for_each_row(read, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j)
                y[at[0] + j * step_y] = T(y[at[0] + j * step_y] + x[at[1] + j * step_x]);
        });
    }

    /// The box spans the last two axes.
    constexpr void invert(node_id id, const region& box) {
        const node& n = g_[id];
        const place p = resolve(g_.operand(id, 0));
        const std::size_t rank = n.dims.rank, size = n.dims.from_right(0).size;
        const access places[] = {dense(n.dims), p.where};
        region matrices = box;
        matrices.end[rank - 1] = matrices.end[rank - 2] = 1;
        T* const y = of(id);
        const T* const x = of(p.node);
        for_each_row(matrices, places, [&](const std::size_t* at, std::size_t) {
            for (std::size_t i = 0; i < size; ++i)
                for (std::size_t j = 0; j < size; ++j)
                    row_[i * size + j] = x[at[1] + i * p.where.step[rank - 2] + j * p.where.step[rank - 1]];
            inverse_of(row_.data(), y + at[0], row_.data() + size * size, size);
        });
    }

    const graph<Capacity>& g_;
    node_elements<T, Capacity> elements_;
    buffer_of<T> row_;  ///< scratch: a row and its result, or two matrices
    const region* supports_;
    std::size_t work_ = 0;
};

}  // namespace heed::detail::reference
