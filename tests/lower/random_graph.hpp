// SPDX-License-Identifier: BSL-1.0
// Graphs that are made at run time: by hand, or at random from a seed. No formula, so that nothing is compiled for
// each.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/shape/rules.hpp>
#include <heed/tensor/indexing.hpp>
#include <tests/lower/graph_values.hpp>
#include <tests/lower/plan_values.hpp>

#include <cstddef>
#include <random>
#include <vector>

namespace heed::test {

inline constexpr std::size_t written_capacity = 128, lowered_capacity = 256;
using written_graph = detail::graph<written_capacity>;

/// Adds nodes as `trace` does.
class graph_builder {
public:
    using shape = detail::shape;
    using id = detail::node_id;
    using node_kind = detail::node_kind;
    using function = detail::function;

    written_graph g{};
    std::vector<bool> dominant{};  ///< of each leaf: whether its diagonal outweighs the rest

    const shape& dims(id node) const { return g[node].dims; }

    id leaf(const shape& s, bool strided = false, bool has_large_diagonal = false) {
        dominant.push_back(has_large_diagonal);
        detail::node n = detail::node_of::leaf(dominant.size() - 1, s);
        n.strided = strided;
        return g.add(n);
    }
    id number() { return leaf(shape(), false, true); }
    id constant(const detail::surd& value) { return g.add(detail::node_of::constant(value)); }
    id along(const shape& beside, std::size_t axis) { return g.add(detail::node_of::index(axis, beside)); }
    id apply(function f, id a) { return g.add(detail::node_of::elementwise(f, dims(a)), a); }
    id apply(function f, id a, id b) {
        const shape s = detail::broadcast(dims(a), dims(b)).result;
        return g.add(detail::node_of::elementwise(f, s), a, b);
    }
    id product(id a, id b) {
        return g.add(detail::node_of::product(detail::product_rule(dims(a), dims(b)).result), a, b);
    }
    /// Axis a of the result is axis order[a] of the operand.
    id permute(id a, const std::vector<std::size_t>& order) {
        detail::index_map map;
        map.rank = order.size();
        shape s;
        for (std::size_t o = 0; o < order.size(); ++o) {
            map.from[order[o]] = static_cast<signed char>(o);
            s.push_back(dims(a)[order[o]]);
        }
        return g.add(detail::node_of::view(map, s), a);
    }
    id transpose(id a) { return g.add(detail::node_of::transpose(dims(a)), a); }
    id slice(id a, std::size_t axis, std::size_t begin, std::size_t size) {
        shape s = dims(a);
        s[axis].size = size;
        return g.add(detail::node_of::slice(axis, begin, s), a);
    }
    /// One more axis, of size 1.
    id with_unit_axis(id a, std::size_t axis) {
        shape s;
        for (std::size_t o = 0; o <= dims(a).rank; ++o) s.push_back(o == axis ? extent(1) : dims(a)[o - (o > axis)]);
        return g.add(detail::node_of::repeat(axis, s), a);
    }
    id without_unit_axis(id a, std::size_t axis) {
        detail::index_map map = detail::identity_map(dims(a).rank);
        map.from[axis] = detail::index_map::fixed;
        for (std::size_t i = axis + 1; i < map.rank; ++i) map.from[i] = static_cast<signed char>(i - 1);
        return g.add(detail::node_of::view(map, detail::without_axis(dims(a), axis)), a);
    }
    /// The last axis of the operand follows axis `axis` of the result, as another one does: a diagonal.
    id diagonal(id a, std::size_t axis) {
        detail::index_map map = detail::identity_map(dims(a).rank);
        map.from[map.rank - 1] = static_cast<signed char>(axis);
        const shape s = detail::without_axis(dims(a), map.rank - 1);
        return g.add(detail::node_of::view(map, s), a);
    }
    id reduce(detail::reduction r, id a, std::size_t axis) {
        return g.add(detail::node_of::reduce(r, axis, detail::without_axis(dims(a), axis)), a);
    }
    id normalise(id a, std::size_t axis, detail::normalisation n = detail::normalisation::softmax) {
        return g.add(detail::node_of::normalise(n, axis, dims(a)), a);
    }
    id softmax(id a) { return normalise(a, dims(a).rank - 1); }
    id concat(const std::vector<id>& parts, std::size_t axis) {
        shape whole = dims(parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) whole[axis].size += dims(parts[i])[axis].size;
        return g.add(detail::node_of::concat(axis, whole), parts.data(), parts.size());
    }
    id reshape(id a, const shape& to) { return g.add(detail::node_of::reshape(to), a); }
    /// Axis `axis` becomes `times` as long, each index so often.
    id group(id a, std::size_t axis, std::size_t times) {
        shape to = dims(a);
        to[axis] = extent(to[axis].size * times);
        return detail::add_group(g, axis, to, a);
    }
    id inverse(id a) { return g.add(detail::node_of::inverse(dims(a)), a); }
    id attention(id q, id k, id v) {
        const auto depth = static_cast<long long>(dims(q).from_right(0).size);
        const id scores = apply(function::divide, product(q, transpose(k)), constant({1, 1, depth}));
        return product(softmax(scores), v);
    }

    const written_graph& finished(id result) {
        g.results.push_back(result);
        return g;
    }
};

/// A chain of numbers from a seed, the same with every library.
class draw {
public:
    explicit draw(unsigned seed) : chain_(seed) {}
    std::size_t from(std::size_t first, std::size_t last) { return first + chain_() % (last - first + 1); }
    bool one_in(std::size_t n) { return from(1, n) == 1; }
    double number() { return static_cast<double>(chain_()) / 2147483648.0 - 1; }

private:
    std::mt19937 chain_;
};

/// Elements for the leaves of a graph, in [-1, 1); numbers and large diagonals in [2, 4).
inline std::vector<numbers> leaf_values(const graph_builder& b, unsigned seed) {
    draw d(seed);
    std::vector<numbers> result(b.dominant.size());
    for (const detail::node& n : b.g.nodes) {
        if (n.kind != detail::node_kind::leaf) continue;
        for (std::size_t i = 0; i < n.dims.size(); ++i) {
            const index at = index_of(i, n.dims);
            double x = d.number();
            if (b.dominant[n.leaf]) x = n.dims.rank == 0 ? x + 3 : x / static_cast<double>(n.dims.from_right(0).size);
            if (b.dominant[n.leaf] && n.dims.rank >= 2 && at[n.dims.rank - 1] == at[n.dims.rank - 2]) x += 3;
            result[n.leaf].push_back(x);
        }
    }
    return result;
}

/// The same in memory: what is strided lies with its first axis dense and a gap after each of its lines.
inline std::vector<leaf_memory> leaves_in_memory(const graph_builder& b, const std::vector<numbers>& values) {
    std::vector<leaf_memory> result(values.size());
    for (const detail::node& n : b.g.nodes) {
        if (n.kind != detail::node_kind::leaf) continue;
        leaf_memory& leaf = result[n.leaf];
        if (!n.strided) {
            leaf.elements = values[n.leaf];
            continue;
        }
        std::size_t step = 1;
        for (std::size_t a = 0; a < n.dims.rank; ++a) {
            leaf.step[a] = step;
            step *= n.dims[a].size + 1;
        }
        leaf.elements.assign(step, HUGE_VAL);
        for (std::size_t i = 0; i < n.dims.size(); ++i) {
            const index at = index_of(i, n.dims);
            std::size_t position = 0;
            for (std::size_t a = 0; a < n.dims.rank; ++a) position += at[a] * leaf.step[a];
            leaf.elements[position] = values[n.leaf][i];
        }
    }
    return result;
}

/// Formulas of any operation that lowering takes, one inside the other.
class random_graph : public graph_builder {
public:
    random_graph(unsigned seed, std::size_t depth) : draw_(seed) {
        shape dims;
        for (std::size_t rank = draw_.from(1, 4); dims.rank < rank;) dims.push_back(extent(size()));
        if (dims.rank == 2 && draw_.one_in(4)) dims[0].size = draw_.from(60, 150);  // more than one tile
        finished(formula(dims, depth));
    }

private:
    std::size_t size() { return draw_.one_in(4) ? 1 : draw_.from(2, 5); }

    /// A shape that broadcasts to s.
    shape smaller(const shape& s) {
        shape result;
        for (std::size_t a = draw_.one_in(3) ? draw_.from(0, s.rank - 1) : 0; a < s.rank; ++a)
            result.push_back(draw_.one_in(4) ? extent(1) : s[a]);
        return result;
    }

    id some_leaf(const shape& s) { return leaf(s, s.rank > 0 && draw_.one_in(4)); }

    id formula(const shape& s, std::size_t depth) {
        if (depth == 0 || g.nodes.size() > 40 || s.rank == 0) return some_leaf(s);
        if (draw_.one_in(6))  // once more what there is
            for (id old = g.nodes.size(); old-- > 0;)
                if (g[old].dims == s && g[old].apply != function::where && draw_.one_in(2)) return old;  // finite ones
        const std::size_t axis = draw_.from(0, s.rank - 1), kind = draw_.from(0, 24);
        switch (kind) {
            case 0:
                return apply(one_of({function::tanh, function::negate, function::abs, function::relu}),
                             formula(s, depth - 1));
            case 1:
            case 2: return beside_something_smaller(s, depth);
            case 3: return apply(function::divide, formula(s, depth - 1), scale());
            case 4: return apply(function::multiply, scale(), formula(s, depth - 1));
            case 5: return permuted(s, depth);
            case 6: return part(s, axis, depth);
            case 7:
                return normalise(formula(s, depth - 1), axis,
                                 draw_.one_in(3) ? detail::normalisation::log_softmax : detail::normalisation::softmax);
            case 8:
                if (s.rank < 5) return reduced_from(s, depth);
                break;
            case 9:
            case 10:
                if (s[axis].size > 1) return parts(s, axis, depth);
                break;
            case 11:
                if (s.rank >= 2 && s.from_right(0).size == s.from_right(1).size && s.from_right(0).size < 9)
                    return inverse(leaf(s, false, true));
                break;
            case 12:
                if (s[axis].size == 1 && s.rank > 1)
                    return with_unit_axis(formula(detail::without_axis(s, axis), depth - 1), axis);
                break;
            case 13:
                if (s.rank < 4 && draw_.one_in(2)) return from_a_unit_axis(s, axis, depth);
                if (s.rank < 4 && s[axis].size < 9) return diagonal_of(s, axis, depth);
                break;
            case 14:
            case 15:
            case 16:
                if (s.rank >= 2) return random_product(s, depth);
                break;
            case 17:
            case 18:
            case 19: return reshaped(s, depth);
            case 20:
            case 21: {
                const std::size_t heads = divisor_of(s[axis].size);
                shape operand = s;
                operand[axis] = extent(heads);
                if (heads < s[axis].size && s.rank < detail::max_rank)
                    return group(formula(operand, depth - 1), axis, s[axis].size / heads);
                break;
            }
            default:
                if (s.rank >= 2) return draw_.one_in(4) ? in_columns(s, depth) : random_attention(s, depth);
        }
        return apply(function::add, formula(s, depth - 1), formula(s, depth - 1));
    }

    function one_of(std::initializer_list<function> list) { return list.begin()[draw_.from(0, list.size() - 1)]; }

    /// A number of the program, an exact one, a tensor of one element.
    id scale() {
        switch (draw_.from(0, 3)) {
            case 0: return constant({static_cast<long long>(draw_.from(1, 3)), 2, 3});
            case 1: return apply(function::add, apply(function::abs, leaf(shape(extent(1)))), number());
            default: return number();
        }
    }

    id beside_something_smaller(const shape& s, std::size_t depth) {
        const id a = formula(s, depth - 1), b = formula(smaller(s), depth - 1);
        const function f = one_of({function::add, function::subtract, function::multiply, function::max});
        return draw_.one_in(2) ? apply(f, a, b) : apply(f, b, a);
    }

    id permuted(const shape& s, std::size_t depth) {
        std::vector<std::size_t> order;
        for (std::size_t a = 0; a < s.rank; ++a) order.push_back(a);
        for (std::size_t a = s.rank; a-- > 1;) std::swap(order[a], order[draw_.from(0, a)]);
        shape operand = s;
        for (std::size_t a = 0; a < s.rank; ++a) operand[order[a]] = s[a];
        return permute(formula(operand, depth - 1), order);
    }

    std::size_t divisor_of(std::size_t n) {
        std::vector<std::size_t> all;
        for (std::size_t d = 1; d <= n; ++d)
            if (n % d == 0) all.push_back(d);
        return all[draw_.from(0, all.size() - 1)];
    }

    /// Some axes of the operand are split, then some merged.
    id reshaped(const shape& s, std::size_t depth) {
        shape operand;
        for (std::size_t a = 0; a < s.rank; ++a) {
            const std::size_t first = divisor_of(s[a].size);
            const bool splits = operand.rank + (s.rank - a) < 5 && draw_.one_in(2);
            if (splits) operand.push_back(extent(first));
            const std::size_t rest = splits ? s[a].size / first : s[a].size;
            if (operand.rank > 0 && draw_.one_in(3))
                operand[operand.rank - 1] = extent(operand[operand.rank - 1].size * rest);
            else
                operand.push_back(extent(rest));
        }
        return reshape(formula(operand, depth - 1), s);
    }

    id part(const shape& s, std::size_t axis, std::size_t depth) {
        shape operand = s;
        const std::size_t begin = draw_.from(0, 2);
        operand[axis].size += begin + draw_.from(0, 2);
        return slice(formula(operand, depth - 1), axis, begin, s[axis].size);
    }

    id reduced_from(const shape& s, std::size_t depth) {
        using detail::reduction;
        const std::size_t axis = draw_.from(0, s.rank);
        shape operand;
        for (std::size_t a = 0; a <= s.rank; ++a) operand.push_back(a == axis ? extent(size()) : s[a - (a > axis)]);
        return reduce(static_cast<reduction>(draw_.from(0, 4)), formula(operand, depth - 1), axis);
    }

    id parts(const shape& s, std::size_t axis, std::size_t depth) {
        std::vector<id> list;
        for (std::size_t left = s[axis].size; left > 0;) {
            shape of_part = s;
            of_part[axis].size = list.size() == 2 ? left : draw_.from(1, left);
            left -= of_part[axis].size;
            list.push_back(formula(of_part, depth - 1));
        }
        return concat(list, axis);
    }

    id diagonal_of(const shape& s, std::size_t axis, std::size_t depth) {
        shape operand = s;
        operand.push_back(s[axis]);
        return diagonal(formula(operand, depth - 1), axis);
    }

    id from_a_unit_axis(const shape& s, std::size_t axis, std::size_t depth) {
        shape operand;
        for (std::size_t a = 0; a <= s.rank; ++a) operand.push_back(a == axis ? extent(1) : s[a - (a > axis)]);
        return without_unit_axis(formula(operand, depth - 1), axis);
    }

    /// Leading axes of s for an operand: all, some of size 1, or none.
    shape leading(const shape& s) {
        shape result;
        if (draw_.one_in(3)) return result;
        for (std::size_t a = 0; a + 2 < s.rank; ++a) result.push_back(draw_.one_in(4) ? extent(1) : s[a]);
        return result;
    }
    shape all_leading(const shape& s) {
        shape result;
        for (std::size_t a = 0; a + 2 < s.rank; ++a) result.push_back(s[a]);
        return result;
    }
    static shape matrix(shape leading, const extent& rows, const extent& cols) {
        leading.push_back(rows);
        leading.push_back(cols);
        return leading;
    }

    id random_product(const shape& s, std::size_t depth) {
        const extent k(size()), rows = s.from_right(1), cols = s.from_right(0);
        const bool left_is_whole = draw_.one_in(2);
        const id a = formula(matrix(left_is_whole ? all_leading(s) : leading(s), rows, k), depth - 1);
        const id b = formula(matrix(left_is_whole ? leading(s) : all_leading(s), k, cols), depth - 1);
        return product(a, b);
    }

    /// softmax(scores) * V with a scale, a formula or a mask in the scores.
    id random_attention(const shape& s, std::size_t depth) {
        const extent keys(s.rank == 2 && draw_.one_in(6) ? draw_.from(60, 70) : size()), d(size());
        const shape outer = all_leading(s);
        const id q = formula(matrix(outer, s.from_right(1), d), depth - 1);
        const id k = formula(matrix(leading(s), keys, d), depth - 1);
        const id v = formula(matrix(leading(s), keys, s.from_right(0)), depth - 1);
        id scores = product(q, transpose(k));
        for (std::size_t more = draw_.from(0, 2); more > 0; --more) {
            switch (draw_.from(0, 5)) {
                case 0: scores = apply(function::divide, scores, scale()); break;
                case 1: scores = apply(function::multiply, scores, scale()); break;
                case 2: scores = apply(function::multiply, scale(), scores); break;
                case 3:
                    scores =
                        apply(function::divide, scale(), apply(function::add, number(), apply(function::abs, scores)));
                    break;
                case 4: scores = apply(function::add, scores, some_leaf(matrix(shape(), extent(1), keys))); break;
                default: scores = apply(function::tanh, scores);
            }
        }
        if (draw_.one_in(3)) {
            const id key = along(dims(scores), s.rank - 1), query = along(dims(scores), s.rank - 2);
            const id mask = draw_.one_in(2) ? apply(function::less_equal, key, query)
                                            : apply(function::less, key, constant({7, 1, 1}));
            scores = apply(function::where, mask, scores);
        }
        return product(softmax(scores), v);
    }

    /// V * softmax<0>(K * transpose(Q)): columns are tokens.
    id in_columns(const shape& s, std::size_t depth) {
        const extent keys(size());
        const id v = formula(matrix(leading(s), s.from_right(1), keys), depth - 1);
        const id scores = formula(matrix(all_leading(s), keys, s.from_right(0)), depth - 1);
        return product(v, normalise(scores, s.rank - 2));
    }

    draw draw_;
};

}  // namespace heed::test
