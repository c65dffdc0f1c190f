// SPDX-License-Identifier: BSL-1.0
// Walks over the type of a formula with the laws of its sizes, for dynamic extents. It finds which sizes must be equal,
// or checks those of actual tensors.
#pragma once

#include <heed/expr/equal_axes.hpp>
#include <heed/expr/let.hpp>
#include <heed/expr/lookup.hpp>
#include <heed/expr/pick.hpp>
#include <heed/expr/vjp.hpp>
#include <heed/shape/reshaping.hpp>
#include <heed/trace/leaves.hpp>

#include <cstddef>

namespace heed::detail {

/// Two operands whose sizes must be equal, and the law that requires it.
struct size_law {
    const char* words;
    const shape& a;
    const shape& b;
};

template <class F>
inline constexpr bool is_softmax = false;
template <std::size_t Axis, class S>
inline constexpr bool is_softmax<formula_of<op::normalise<normalisation::softmax, Axis>, S>> = true;
template <class F>
inline constexpr bool is_permuted = false;
template <std::size_t... P, class A>
inline constexpr bool is_permuted<formula_of<op::permute<P...>, A>> = true;

/// The requirements that the walk passes to `Demands`:
/// same(law, x, y): two sizes are equal; reaches(law, x, n): a size is at least n; has_part(x, axis, bounds): a size is
/// at least bounds[0] + bounds[1]; shares(k, axis, q, heads): the heads q[heads] share the heads k[axis].
/// It also asks: leaf(i), the shape of leaf i; side_by_side(x, y, name), the size of two concatenated parts of an axis;
/// divided(law, x, axis, n), the size of one of n parts of x[axis]. All sizes are numbers: those of the tensors, or
/// numbers that represent them.
template <class Demands>
class size_walk {
public:
    explicit constexpr size_walk(Demands& demands) : demands_(demands) {}

    template <class F>
    constexpr shape run(const F* f) {
        return visit(f, 0, shape());
    }

private:
    template <class F>
    constexpr shape visit(const F*, std::size_t leaf, const shape&) {
        if constexpr (is_leafless<F>)
            return shape();
        else
            return demands_.leaf(leaf);
    }
    template <index_kind I>
    constexpr shape visit(const index_leaf<I>*, std::size_t, const shape& beside) {
        if (I == index_kind::causal)
            same({"heed: where(causal, S) needs as many queries as keys; write causal_upper_left (the first query sees "
                  "the first key) or causal_lower_right (the last query sees all keys)",
                  beside, beside},
                 beside.from_right(0), beside.from_right(1));
        return shape();
    }
    template <std::size_t Scope, int Weight, class T, extent... E>
    constexpr shape visit(const shared_value<Scope, Weight, T, E...>*, std::size_t, const shape&) {
        return lets_[Scope];
    }
    template <std::size_t Scope, class Value, class Body>
    constexpr shape visit(const formula_of<op::let<Scope>, Value, Body>*, std::size_t leaf, const shape&) {
        const shape outside = lets_[Scope];
        lets_[Scope] = visit(static_cast<const Value*>(nullptr), leaf, shape());
        const shape result = visit(static_cast<const Body*>(nullptr), leaf + leaf_count<Value>, shape());
        lets_[Scope] = outside;
        return result;
    }
    template <class... F>
    constexpr shape visit(const formula_of<op::results, F...>*, std::size_t leaf, const shape&) {
        ((visit(static_cast<const F*>(nullptr), leaf, shape()), leaf += leaf_count<F>), ...);
        return shape();
    }
    template <bool WithValue, std::size_t... Scopes, class... Operands>
    constexpr shape visit(const formula_of<op::vjp<WithValue, Scopes...>, Operands...>*, std::size_t leaf,
                          const shape&) {
        constexpr std::size_t scopes[] = {Scopes...}, count = sizeof...(Operands);
        shape shapes[count], outside[sizeof...(Scopes)];
        std::size_t k = 0;
        const auto visit_next = [&]<class F>(const F* f) {
            if (k + 1 == count)
                for (std::size_t i = 0; i < sizeof...(Scopes); ++i) {
                    outside[i] = lets_[scopes[i]];
                    lets_[scopes[i]] = shapes[i];
                }
            shapes[k++] = visit(f, leaf, shape());
            leaf += leaf_count<F>;
        };
        (visit_next(static_cast<const Operands*>(nullptr)), ...);
        for (std::size_t i = 0; i < sizeof...(Scopes); ++i) lets_[scopes[i]] = outside[i];
        for (std::size_t a = 0; !WithValue && a < shapes[count - 1].rank; ++a)
            same({"heed: vjp(dY, f, X...) needs a dY with the shape of f(X...)", shapes[count - 2], shapes[count - 1]},
                 shapes[count - 2][a], shapes[count - 1][a]);
        return shape();
    }
    /// Formulas of indices take the shape of the other operand, so they are visited when it is known.
    template <class Operation, class... Operands>
    constexpr shape visit(const formula_of<Operation, Operands...>*, std::size_t leaf, const shape& beside) {
        std::size_t first = leaf;
        const auto shape_of_operand = [&]<class F>(const F* f) {
            const std::size_t own = first;
            first += leaf_count<F>;
            return is_index_formula<F> ? shape() : visit(f, own, shape());
        };
        const shape shapes[] = {shape_of_operand(static_cast<const Operands*>(nullptr))...};
        constexpr bool is_index = is_index_formula<formula_of<Operation, Operands...>>;
        const shape dims = is_index ? beside : result(Operation(), shapes);
        first = leaf;
        const auto visit_beside = [&]<class F>(const F* f) {
            if constexpr (is_index_formula<F>) visit(f, first, dims);
            first += leaf_count<F>;
        };
        (visit_beside(static_cast<const Operands*>(nullptr)), ...);
        return dims;
    }
    /// A product of a softmax is attention, whose laws speak of queries, keys and values. The first product inside the
    /// softmax whose right operand is transposed is that of the scores.
    template <class A, class B>
    constexpr shape visit(const formula_of<op::product, A, B>*, std::size_t leaf, const shape&) {
        const bool are_scores = may_be_scores_ && is_permuted<B> && shape_of<B>.rank >= 2;
        const shape keys_outside = keys_;
        may_be_scores_ = is_softmax<A>;
        keys_ = shape();
        const shape a = visit(static_cast<const A*>(nullptr), leaf, shape());
        const shape keys = is_softmax<A> ? keys_ : shape();
        may_be_scores_ = false;
        const shape b = visit(static_cast<const B*>(nullptr), leaf + leaf_count<A>, shape());
        keys_ = are_scores ? transposed(b) : keys_outside;
        if (are_scores)
            same({"heed: attention(Q, K, V) needs columns(Q) == columns(K), the dimension of the heads", a, keys_},
                 columns_of(a), rows_of(b));
        if (keys.rank != 0)
            same({"heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values", keys, b}, columns_of(a),
                 rows_of(b));
        return result(op::product(), {a, b});
    }
    template <index_kind... I, class A>
    constexpr shape visit(const formula_of<op::at<I...>, A>*, std::size_t leaf, const shape& beside) {
        const shape own = visit(static_cast<const A*>(nullptr), leaf, shape());
        std::size_t axis = 0;
        (goes_with_scores(own, axis++, beside, axis_of_index(I, beside)), ...);
        return shape();
    }
    template <class A, class... Indices>
    constexpr shape visit(const formula_of<op::look_up, A, Indices...>*, std::size_t leaf, const shape& beside) {
        const shape own = visit(static_cast<const A*>(nullptr), leaf, shape());
        leaf += leaf_count<A>;
        std::size_t axis = 0;
        const auto visit_index = [&]<class F>(const F* f) {
            if constexpr (is_plain_index<F>)
                goes_with_scores(own, axis, beside, axis_of_index(kind_of_index<F>, beside));
            else
                visit(f, leaf, beside);
            ++axis;
            leaf += leaf_count<F>;
        };
        (visit_index(static_cast<const Indices*>(nullptr)), ...);
        return shape();
    }
    constexpr void goes_with_scores(const shape& own, std::size_t axis, const shape& scores, std::size_t along) {
        if (own[axis].size != 1)
            same({"heed: at(A, i, ...) needs axes of A as long as those axes of the scores", own, scores}, own[axis],
                 scores[along]);
    }

    static constexpr shape transposed(shape a) {
        const extent last = a[a.rank - 1];
        a[a.rank - 1] = a[a.rank - 2];
        a[a.rank - 2] = last;
        return a;
    }

    // The shapes of results, and the requirements of operations on their operands.

    template <class Operation, std::size_t N>
    constexpr shape result(Operation, const shape (&operands)[N]) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) { return Operation::shape_of_result(operands[I]...); }
        (std::make_index_sequence<N>{});
    }
    constexpr shape result(op::product, const shape (&operands)[2]) {
        const shape &a = operands[0], &b = operands[1];
        same({"heed: A * B needs columns(A) == rows(B)", a, b}, columns_of(a), rows_of(b));
        broadcasts({fits_if_grouped(a, b)
                        ? "heed: A * B needs leading axes of the same size, or of size 1; did you mean group<head>(K, "
                          "Q), of key heads that several query heads share?"
                        : "heed: A * B needs leading axes of the same size, or of size 1",
                    a, b},
                   2);
        return product_rule(a, b).result;
    }
    template <function F>
    constexpr shape result(op::elementwise<F>, const shape (&operands)[2]) {
        const shape &a = operands[0], &b = operands[1];
        broadcasts({is_mask(F)    ? "heed: where(mask, S) needs a mask of the shape of S"
                    : is_truth(F) ? "heed: A < B (<= > >= && || equal not_equal) needs the same shape"
                                  : "heed: A + B (- / hadamard min max pow) needs the same shape",
                    a, b},
                   0);
        return broadcast(a, b).result;
    }
    template <normalisation M, std::size_t Axis, std::size_t N>
    constexpr shape result(op::norm<M, Axis>, const shape (&operands)[N]) {
        for (std::size_t k = 1; k + 1 < N; ++k)
            same({"heed: a norm needs gain and bias as long as the axis that it goes along", operands[0], operands[k]},
                 operands[0][Axis], operands[k][0]);
        return operands[0];
    }
    template <std::size_t Axis, std::size_t N>
    constexpr shape result(op::concat<Axis>, const shape (&operands)[N]) {
        shape all = operands[0];
        for (std::size_t k = 1; k < N; ++k) {
            for (std::size_t a = 0; a < all.rank; ++a)
                if (a != Axis)
                    same({"heed: concat needs the same sizes along the other axes", all, operands[k]}, all[a],
                         operands[k][a]);
            const std::size_t before = all[Axis].size;
            all = concat_rule(all, operands[k], Axis).result;
            all[Axis].size = demands_.side_by_side(before, operands[k][Axis].size, all[Axis].name);
        }
        return all;
    }
    template <std::size_t Axis, std::size_t Begin, std::size_t Size>
    constexpr shape result(op::slice<Axis, Begin, Size>, const shape (&operands)[1]) {
        demands_.reaches("heed: a part needs an axis that is long enough", operands[0], Axis, Begin + Size);
        return op::slice<Axis, Begin, Size>::shape_of_result(operands[0]);
    }
    template <std::size_t Axis, std::size_t Index>
    constexpr shape result(op::at_index<Axis, Index>, const shape (&operands)[1]) {
        demands_.reaches("heed: a part needs an axis that is long enough", operands[0], Axis, Index + 1);
        return op::at_index<Axis, Index>::shape_of_result(operands[0]);
    }
    template <std::size_t Axis>
    constexpr shape result(op::part<Axis> part, const shape (&operands)[2]) {
        demands_.has_part(operands[0], Axis, operands[1]);
        return part.shape_of_result(operands[0], operands[1]);
    }
    template <std::size_t Axis, std::size_t Index, std::size_t Parts>
    constexpr shape result(op::equal_part<Axis, Index, Parts>, const shape (&operands)[1]) {
        shape part = operands[0];
        part[Axis].size =
            demands_.divided("heed: split<n>(A) needs an axis whose size n divides", operands[0], Axis, Parts);
        return part;
    }
    constexpr shape result(op::paired_columns, const shape (&operands)[1]) {
        const shape& x = operands[0];
        demands_.divided("heed: rope(x, tables, pairs) needs rows of an even number of columns", x, x.rank - 1, 2);
        return x;
    }
    constexpr shape result(op::inverse, const shape (&operands)[1]) {
        const shape& a = operands[0];
        same({"heed: inverse(A) needs square matrices: rows(A) == columns(A)", a, a}, a.from_right(0), a.from_right(1));
        return inverse_rule(a).result;
    }
    template <extent... E>
    constexpr shape result(op::reshape<E...>, const shape (&operands)[1]) {
        return demands_.reshaped(operands[0], shape_from<E...>);
    }
    template <kept_axes Kept, extent... E>
    constexpr shape result(op::sized_reshape<Kept, E...>, const shape (&operands)[2]) {
        return demands_.reshaped(operands[0], with_sizes(shape_from<E...>, operands[1]), Kept);
    }
    template <std::size_t First, std::size_t Count>
    constexpr shape result(op::merge<First, Count> merge, const shape (&operands)[1]) {
        return merge.shape_of_result(demands_.in_numbers(operands[0]));
    }
    template <std::size_t Axis, extent Heads>
    constexpr shape result(op::group<Axis, Heads>, const shape (&operands)[1]) {
        return op::group<Axis, Heads>::shape_of_result(operands[0]);
    }
    constexpr shape result(op::reshape_as, const shape (&operands)[2]) {
        return demands_.reshaped(operands[0], operands[1]);
    }
    template <std::size_t First>
    constexpr shape result(op::axes_of<First>, const shape (&operands)[2]) {
        for (std::size_t a = 0; a < operands[0].rank; ++a)
            same({"heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need a gain and a bias of "
                  "the axes that are normalised, in the order of A",
                  operands[1], operands[0]},
                 operands[0][a], operands[1][First + a]);
        return operands[0];
    }
    template <const char* Words, axis_pairs Pairs>
    constexpr shape result(op::equal_axes<Words, Pairs>, const shape (&operands)[2]) {
        for (const axis_pair& p : Pairs)
            same({Words, operands[0], operands[1]}, extent(p.times * operands[0][p.first].size), operands[1][p.second]);
        return operands[0];
    }
    template <std::size_t Axis, std::size_t HeadsAxis>
    constexpr shape result(op::group_as<Axis, HeadsAxis> group, const shape (&operands)[2]) {
        demands_.shares(operands[0], Axis, operands[1], HeadsAxis);
        return group.shape_of_result(operands[0], operands[1]);
    }
    constexpr shape result(op::table_rows, const shape (&operands)[2]) {
        const shape &table = operands[0], &x = operands[1];
        demands_.reaches("heed: rope(x, tables, pairs) needs tables of as many positions as x has rows", table, 0,
                         x.from_right(1).size);
        same({"heed: rope(x, tables, pairs) needs tables as deep as x has columns", table, x},
             extent(2 * table.from_right(0).size), x.from_right(0));
        return op::table_rows::shape_of_result(table, x);
    }
    constexpr shape result(op::look_up_rows, const shape (&operands)[2]) {
        return op::look_up_rows::shape_of_result(operands[0], operands[1]);
    }
    constexpr shape result(op::pick, const shape (&operands)[2]) {
        const shape &a = operands[0], &ids = operands[1];
        for (std::size_t i = 0; i < ids.rank; ++i)
            same({"heed: pick(A, ids) and cross_entropy(A, ids) need an index for each row of A", a, ids}, a[i],
                 ids[i]);
        return op::pick::shape_of_result(a, ids);
    }

    constexpr void same(const size_law& law, const extent& x, const extent& y) {
        if (x.size != y.size) demands_.same(law, x, y);
    }
    /// Axes are aligned from the right, without the last ones: sizes are equal unless one is 1 or missing.
    constexpr void broadcasts(const size_law& law, std::size_t matrix_axes) {
        const shape a = matrix_axes > 0 ? as_left_matrix(law.a) : law.a;
        const shape b = matrix_axes > 0 ? as_right_matrix(law.b) : law.b;
        for (std::size_t i = matrix_axes; i < a.rank && i < b.rank; ++i)
            if (a.from_right(i).size != 1 && b.from_right(i).size != 1) same(law, a.from_right(i), b.from_right(i));
    }

    Demands& demands_;
    shape lets_[most_scopes]{};
    bool may_be_scores_ = false;  ///< whether the next product may be that of the scores
    shape keys_{};                ///< the keys of the last scores; without axes if there were none
};

}  // namespace heed::detail
