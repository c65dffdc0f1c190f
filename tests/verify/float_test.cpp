// SPDX-License-Identifier: BSL-1.0
// Verdicts in float32, float16 and bfloat16: what such arithmetic prints is never refuted, whatever the order of its
// sums and the errors of its functions; digits that are off are.
#include <heed/heed.hpp>
#include <heed/verify.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using detail::node;
using detail::node_id;
using detail::node_kind;

// ---- what documents print

constexpr auto one_two_three = exact(printed<"[1, 2, 3]">);
constexpr auto softmax_in_float32 = printed<"[0.09003057 0.24472848 0.66524094]">;  // NumPy, dtype=float32
constexpr auto softmax_in_float64 = printed<"[0.09003057 0.24472847 0.66524096]">;

constexpr bool softmax_of_numpy() {
    const auto in_reals = verify(softmax(one_two_three), softmax_in_float32);
    const auto in_floats = verify(softmax(one_two_three), softmax_in_float32, in_float32);
    return verify(softmax(one_two_three), softmax_in_float64).consistent() && in_reals(1) == verdict::refuted &&
           in_reals(2) == verdict::refuted && in_floats.consistent() && in_floats.in == arithmetic::float32 &&
           in_reals.in == arithmetic::exact &&
           verify(softmax(one_two_three), printed<"[0.09003057 0.24473848 0.66524094]">, in_float32)(1) ==
               verdict::refuted;
}
static_assert(softmax_of_numpy());

constexpr auto tenth = exact(printed<"0.1">), six_tenths = exact(printed<"0.6">), fifth = exact(printed<"0.2">);

/// TensorFlow prints 0.1 + 0.6 in float32 as 0.70000005, Python 0.1 + 0.2 in float64 as 0.30000000000000004.
constexpr bool sums_of_tenths() {
    constexpr auto sum = printed<"0.70000005">, far = printed<"0.70000020">;
    constexpr auto of_doubles = printed<"0.30000000000000004">, far_double = printed<"0.300000000000004">;
    return verify(tenth + six_tenths, sum).refuted() && verify(tenth + six_tenths, sum, in_float32).consistent() &&
           verify(tenth + six_tenths, far, in_float32).refuted() &&
           !verify(tenth + fifth, of_doubles, in_float64).refuted() &&
           verify(tenth + fifth, far_double, in_float64).refuted() && verify(tenth + fifth, of_doubles).refuted();
}
static_assert(sums_of_tenths());

/// A printed input stands for the number of the format nearest to it, and prints as it did.
constexpr bool numbers_of_the_format() {
    return verify(tenth, printed<"0.1000000015">, in_float32).consistent() &&
           verify(tenth, printed<"0.1000000000">, in_float32).consistent() &&  // the digits of 0.1, padded
           verify(tenth, printed<"0.1000000005">, in_float32).refuted() &&     // no number of float32
           verify(tenth, printed<"0.1000000200">, in_float32).refuted() &&
           verify(tenth, printed<"0.09998">, in_float16).consistent() && verify(tenth, printed<"0.09998">).refuted() &&
           verify(tenth, printed<"0.10009766">, in_bfloat16).consistent() &&
           verify(tenth, printed<"0.1011">, in_bfloat16).refuted() &&
           verify(printed<"0.1"> + printed<"0.1">, printed<"0.3">, in_float32).consistent() &&
           verify(printed<"0.1"> + printed<"0.1">, printed<"0.4">, in_float32).refuted();
}
static_assert(numbers_of_the_format());

/// 12 bits of float16 and 8 of bfloat16: 2049 and 257 are not among their numbers.
constexpr bool few_bits() {
    constexpr auto big = exact(printed<"2048">), one = exact(printed<"1">), wide = exact(printed<"70000">);
    return verify(big + one, printed<"2048">).refuted() &&
           verify(big + one, printed<"2048">, in_float16).consistent() &&
           verify(big + one, printed<"2056">, in_float16).refuted() &&
           verify(one * 256_c + one, printed<"256">, in_bfloat16).consistent() &&
           verify(wide * one, printed<"70000">, in_float16)(0, 0) == verdict::undecided;  // infinite there
}
static_assert(few_bits());

/// Masks do not jump for rounding, kinks have slopes.
constexpr bool masks_and_kinks() {
    using namespace heed::index;
    constexpr auto S = exact(printed<"0.1 0.2\n0.3 0.4">);
    const auto causal = softmax(where(k <= q, S));
    constexpr auto weights = printed<"1.0 0.0\n0.47502083 0.52497920">;  // 0.475020812, 0.524979187
    const auto v = verify(causal, weights, in_float32);
    return v(0, 0) == verdict::consistent && v(0, 1) == verdict::consistent && v(1, 0) == verdict::consistent &&
           v(1, 1) == verdict::consistent &&
           verify(causal, printed<"1.0 0.1\n0.47502083 0.52498920">, in_float32).count(verdict::refuted) == 2 &&
           verify(relu(S - 0.2), printed<"0.0 0.0\n0.10000001 0.20000000">, in_float32).consistent() &&
           verify(relu(S - 0.2), printed<"0.0 0.0\n0.10000009 0.20000000">, in_float32).count(verdict::refuted) == 1;
}
static_assert(masks_and_kinks());

/// Sums may overflow on the way to a small one, and to a mean; products with a power of 2 do.
constexpr bool overflow_inside() {
    constexpr auto large = exact(printed<"[[40000, 40000]]">), sizes = exact(printed<"[[300, 300]]">);
    constexpr auto signs = exact(printed<"[[300], [-200]]">), small_signs = exact(printed<"[[100], [-90]]">);
    constexpr auto single = exact(printed<"[[3e38, 3e38, -3e38]]">);
    return verify(mean(large), printed<"inf">).refuted() &&
           verify(mean(large), printed<"inf">, in_float16)(0) == verdict::undecided &&
           verify(sizes * signs, printed<"[[inf]]">, in_float16)(0, 0) == verdict::undecided &&
           verify(sizes * signs, printed<"[[29000]]">, in_float16)(0, 0) == verdict::undecided &&
           verify(sizes * small_signs, printed<"[[inf]]">, in_float16).refuted() &&
           verify(sum(single), printed<"[inf]">, in_float32)(0) == verdict::undecided &&
           verify(mean(single), printed<"[inf]">, in_float32)(0) == verdict::undecided &&
           verify(2_c * large, printed<"[[inf, inf]]">, in_float16)(0, 0) == verdict::undecided;
}
static_assert(overflow_inside());

/// 1 / b, x * x in 1 / (x * x), and the sum of exp(x) may leave the normal numbers where the result does not.
constexpr bool steps_beyond_the_format() {
    constexpr auto x = exact(printed<"300">), small = exact(printed<"1e-19">), b = exact(printed<"65408">);
    constexpr auto least = exact(printed<"0.00001">), hundredth = exact(printed<"0.01">);
    // exp is 1.0e38, the reciprocal of which is no normal number; of the larger it is infinite, and the maximum
    // subtracted
    constexpr auto scores = exact(printed<"[87.5, 0.0]">), larger = exact(printed<"[90.0, 0.0]">);
    return verify(pow(x, -2), printed<"0.00000000">).refuted() &&
           !verify(pow(x, -2), printed<"0.00000000">, in_float16).refuted() &&  // 1 / inf
           verify(pow(x, -2), printed<"0.00005000">, in_float16).refuted() &&
           !verify(pow(small, -2), printed<"inf">, in_float32).refuted() &&  // 1 / 0
           verify(pow(small, -1), printed<"inf">, in_float32).refuted() &&
           !verify(b / b, printed<"1.0029297">, in_float16).refuted() &&
           verify(b / b, printed<"1.1">, in_float16).refuted() &&
           !verify(hundredth / least, printed<"inf">, in_float16).refuted() &&
           verify(hundredth / hundredth, printed<"inf">, in_float16).refuted() &&
           !verify(softmax(scores), printed<"[0.0000000, 0.0000000]">, in_float32).refuted() &&
           verify(softmax(larger), printed<"[0.0000000, 0.0000000]">, in_float32).refuted();
}
static_assert(steps_beyond_the_format());

/// A result that is normal in real numbers may be computed below the normal ones, where it may be flushed to 0.
constexpr bool just_above_the_normal_numbers() {
    // exp is 1.00000015 and 1.000045 times the smallest normal number
    constexpr auto near = exact(printed<"-87.3365446">), far = exact(printed<"-87.3365">);
    return !verify(exp(near), printed<"0e-50">, in_float32).refuted() &&
           verify(exp(far), printed<"0e-50">, in_float32).refuted();
}
static_assert(just_above_the_normal_numbers());

// ---- simulated computations

/// One way of computing in a format, drawn at random: the order of every sum, what is fused, the errors of functions.
class computer {
public:
    computer(arithmetic in, unsigned seed) : f_(detail::format_of(in)), in_(in), random_(seed) {
        shift_ = below(3) != 0;
        fuse_ = below(2) == 0;
        reciprocal_ = below(2) == 0;
    }

    double round(double x) const {
        if (in_ == arithmetic::float32) return static_cast<double>(static_cast<float>(x));
        return detail::nearest_in(f_, x).value;
    }
    /// A function's value within so many units u, as a number of the format.
    double off(double x, double units) {
        const double wrong = x * (1 + (units - 1) * f_.u * uniform(-1, 1));
        const double rounded = round(wrong);
        return std::abs(rounded - x) <= units * f_.u * std::abs(x) ? rounded : round(x);
    }

    /// In any order, by any tree: two of what is left are added until one is.
    double sum(std::vector<double> terms) {
        while (terms.size() > 1) {
            const std::size_t i = below(terms.size()), last = terms.size() - 1;
            const double a = terms[i];
            terms[i] = terms[last];
            terms.pop_back();
            double& b = terms[ordered_ ? 0 : below(terms.size())];
            b = round(a + b);
        }
        return terms.empty() ? 0 : terms[0];
    }
    double dot(const std::vector<double>& a, const std::vector<double>& b) {
        if (fuse_) {  // one after the other, products not rounded
            double total = 0;
            std::vector<std::size_t> order(a.size());
            for (std::size_t i = 0; i < a.size(); ++i) order[i] = i;
            std::shuffle(order.begin(), order.end(), random_);
            for (const std::size_t i : order) total = round(total + a[i] * b[i]);
            return total;
        }
        std::vector<double> terms;
        for (std::size_t i = 0; i < a.size(); ++i) terms.push_back(round(a[i] * b[i]));
        return sum(terms);
    }
    double divide(double a, double b) { return reciprocal_ ? round(a * round(1 / b)) : round(a / b); }
    double exp(double x) { return off(std::exp(x), f_.exp); }

    std::vector<double> softmax(std::vector<double> x) {
        const double most = *std::max_element(x.begin(), x.end());
        const bool shift = shift_ || std::abs(most) > 10;
        for (double& e : x) e = exp(shift ? round(e - most) : e);
        const double total = sum(x);
        for (double& e : x) e = divide(e, total);
        return x;
    }
    double logsumexp(std::vector<double> x) {
        const double largest = *std::max_element(x.begin(), x.end()),
                     most = shift_ || std::abs(largest) > 10 ? largest : 0;
        for (double& e : x) e = exp(round(e - most));
        return round(off(std::log(sum(x)), f_.log) + most);
    }
    double apply(detail::function f, double a, double b) {
        using detail::function;
        switch (f) {
            case function::add: return round(a + b);
            case function::subtract: return round(a - b);
            case function::multiply: return round(a * b);
            case function::divide: return divide(a, b);
            case function::negate: return -a;
            case function::sqrt: return off(std::sqrt(a), f_.square_root);
            case function::rsqrt: return off(1 / std::sqrt(a), f_.root);
            case function::exp: return exp(a);
            case function::log: return off(std::log(a), f_.log);
            case function::tanh: return off(std::tanh(a), f_.tanh);
            case function::erf: return off(std::erf(a), f_.tanh);
            case function::relu: return a < 0 ? 0 : a;
            case function::abs: return std::abs(a);
            case function::max: return std::max(a, b);
            case function::sigmoid:
                if (shift_) return divide(1, round(1 + exp(-a)));
                return round(0.5 + round(0.5 * off(std::tanh(round(a / 2)), f_.tanh)));
            case function::silu: return round(a * apply(function::sigmoid, a, 0));
            case function::softplus:
                if (!shift_ && std::abs(a) < 10) return off(std::log(round(1 + exp(a))), f_.log);
                return round(std::max(a, 0.0) + off(std::log1p(exp(-std::abs(a))), f_.log));
            case function::gelu: {
                const double v = shift_ ? round(a * round(std::sqrt(0.5))) : divide(a, round(std::sqrt(2.0)));
                return round(round(a / 2) * round(1 + off(std::erf(v), f_.tanh)));
            }
            case function::gelu_tanh: {
                const double cube = round(round(round(a * a) * a) * round(0.044715));
                const double w = round(round(std::sqrt(0.63661977236758134)) * round(a + cube));
                return round(round(a / 2) * round(1 + off(std::tanh(w), f_.tanh)));
            }
            case function::pow: return power(a, b);
            default: ADD_FAILURE(); return 0;
        }
    }

    /// A whole power by products, and by their reciprocal; or a function.
    double power(double a, double b) {
        if (below(2) == 0 || b == 0 || b != std::floor(b)) return off(std::pow(a, b), f_.pow);
        double product = a;
        for (double n = std::abs(b); n > 1; --n) product = round(product * a);
        return b < 0 ? divide(1, product) : product;
    }

    double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
    std::size_t below(std::size_t n) { return random_() % n; }

private:
    detail::float_format f_;
    arithmetic in_;
    std::mt19937 random_;
    bool shift_ = true, fuse_ = false, reciprocal_ = false, ordered_ = false;
};

inline constexpr std::size_t capacity = 64, gradient_nodes = detail::gradient_capacity(capacity);
using graph_type = detail::graph<capacity>;
using values_type = detail::reference::graph_values<double, capacity>;

/// Every node by the computer: the reference evaluates, and what it says of a node is replaced element by element.
class simulation {
public:
    simulation(const graph_type& g, const std::vector<std::vector<double>>& leaves, computer& c)
        : g_(g), c_(c), values_(std::make_unique<values_type>(g)) {
        std::size_t leaf = 0;
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            if (g[id].kind == node_kind::leaf)
                std::copy(leaves[leaf].begin(), leaves[leaf].end(), values_->of(id)), ++leaf;
            else
                compute(id);
        }
    }
    double result(std::size_t i) const {
        return values_->element(g_.results[0], detail::element_at(g_[g_.results[0]].dims, i));
    }

private:
    void compute(node_id id) {
        const node& n = g_[id];
        double* const y = values_->of(id);
        const std::size_t size = n.dims.size();
        values_->evaluate(id, detail::whole_of(n.dims));
        for (std::size_t i = 0; n.kind != node_kind::view && i < size; ++i) {
            const detail::region at = detail::element_at(n.dims, i);
            if (n.kind == node_kind::constant) y[i] = c_.round(y[i]);
            if (n.kind == node_kind::elementwise)
                y[i] = c_.apply(n.apply, operand(id, 0, at), operand(id, n.operand_count - 1, at));
            if (n.kind == node_kind::product) y[i] = product(id, at);
            if (n.kind == node_kind::reduce) y[i] = reduce(id, at);
            if (n.kind == node_kind::normalise && at.begin[n.axis] == 0) normalise(id, at);
        }
    }
    double operand(node_id id, std::size_t k, const detail::region& at) const {
        const node_id a = g_.operand(id, k);
        const auto p = values_->repeated(a, g_[id].dims);
        std::size_t position = p.where.base;
        for (std::size_t x = 0; x < at.rank; ++x) position += at.begin[x] * p.where.step[x];
        return values_->of(p.node)[position];
    }
    double product(node_id id, const detail::region& at) {
        const node_id a = g_.operand(id, 0), b = g_.operand(id, 1);
        std::vector<double> left, right;
        detail::region in_a = at, in_b = at;  // rank 2 on both sides
        for (std::size_t k = 0; k < g_[a].dims.from_right(0).size; ++k) {
            in_a.begin[1] = in_b.begin[0] = k;
            left.push_back(values_->element(a, in_a));
            right.push_back(values_->element(b, in_b));
        }
        return c_.dot(left, right);
    }
    std::vector<double> row(node_id operand, std::size_t axis, const detail::region& at, bool inserted) const {
        detail::region in = at;
        if (inserted) {
            in.rank = at.rank + 1;
            for (std::size_t a = axis + 1; a < in.rank; ++a) in.begin[a] = at.begin[a - 1];
        }
        std::vector<double> x;
        for (in.begin[axis] = 0; in.begin[axis] < g_[operand].dims[axis].size; ++in.begin[axis])
            x.push_back(values_->element(operand, in));
        return x;
    }
    double reduce(node_id id, const detail::region& at) {
        const node& n = g_[id];
        const std::vector<double> x = row(g_.operand(id, 0), n.axis, at, true);
        switch (n.reduce) {
            case detail::reduction::sum: return c_.sum(x);
            case detail::reduction::mean: return c_.divide(c_.sum(x), static_cast<double>(x.size()));
            case detail::reduction::max: return *std::max_element(x.begin(), x.end());
            case detail::reduction::min: return *std::min_element(x.begin(), x.end());
            case detail::reduction::logsumexp: return c_.logsumexp(x);
        }
        return 0;
    }
    void normalise(node_id id, detail::region at) {
        const node& n = g_[id];
        const std::vector<double> x = row(g_.operand(id, 0), n.axis, at, false);
        std::vector<double> y = c_.softmax(x);
        if (n.weights == detail::normalisation::log_softmax) {
            const double total = c_.logsumexp(x);
            for (std::size_t i = 0; i < x.size(); ++i) y[i] = c_.round(x[i] - total);
        }
        for (std::size_t i = 0; i < y.size(); ++i) {
            at.begin[n.axis] = i;
            const auto p = values_->resolve(id);
            std::size_t position = 0;
            for (std::size_t a = 0; a < at.rank; ++a) position += at.begin[a] * p.where.step[a];
            values_->of(id)[position] = y[i];
        }
    }

    const graph_type& g_;
    computer& c_;
    std::unique_ptr<values_type> values_;
};

decimal digits_of(double x, short places) {
    return {std::llround(static_cast<long double>(x) * std::pow(10.0L, places)), places, entry_kind::number};
}

struct counted {
    std::size_t of[4]{};
    std::size_t all() const { return of[0] + of[1] + of[2]; }
    std::size_t operator[](verdict v) const { return of[static_cast<std::size_t>(v)]; }
};

struct setting {
    arithmetic in;
    short input_places;  ///< of exact inputs, or of rounded ones
    bool exact_inputs;
    short places;  ///< of the result
    int moved_by;  ///< units of its last place
    double amplitude = 1.5;
};

/// Draws inputs, computes, prints, moves the digits, judges. one_input: all leaves are one object.
template <class F>
void judge_computations(const F&, bool one_input, const setting& s, unsigned seed, counted& result) {
    static const auto g = [] {
        auto copy = std::make_unique<graph_type>();
        detail::copy_graph(detail::graph_of<F>, *copy);
        return copy;
    }();
    static const auto slopes =
        std::make_unique<detail::gradient<gradient_nodes>>(detail::gradient_of_nodes<gradient_nodes>(*g));
    computer c(s.in, seed);
    std::vector<std::vector<double>> inputs;
    std::vector<std::vector<detail::known_number>> known;
    std::vector<detail::leaf_numbers> leaves;
    for (const node& n : g->nodes) {
        if (n.kind != node_kind::leaf) continue;
        inputs.push_back(one_input && !inputs.empty() ? inputs[0] : std::vector<double>());
        known.push_back(one_input && !known.empty() ? known[0] : std::vector<detail::known_number>());
        if (!known.back().empty()) continue;
        for (std::size_t i = 0; i < n.dims.size(); ++i) {
            const double hidden = c.round(c.uniform(-s.amplitude, s.amplitude));
            const decimal d = digits_of(hidden, s.input_places);
            known.back().push_back({.printed = d, .is_printed = true, .is_rounded = !s.exact_inputs});
            inputs.back().push_back(s.exact_inputs ? c.round(detail::nearest_double(d)) : hidden);
        }
    }
    for (std::size_t i = 0; i < known.size(); ++i) leaves.push_back({known[i].data(), one_input ? 0 : i});
    const simulation computed(*g, inputs, c);
    const detail::shape dims = (*g)[g->results[0]].dims;
    std::vector<decimal> shown;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        shown.push_back(digits_of(computed.result(i), s.places));
        shown.back().digits += c.below(2) == 0 ? s.moved_by : -s.moved_by;
    }
    const detail::question<capacity, gradient_nodes> q{
        *g, *slopes, leaves.data(), {.entries = shown.data(), .dims = dims}, s.in};
    std::vector<verdict> v(dims.size(), verdict::undecided);
    std::vector<judged_number> numbers(dims.size());
    detail::judge_undecided<interval<double>, true>(q, v.data(), numbers.data());
    for (const verdict x : v) ++result.of[static_cast<std::size_t>(x)];
}

/// The formulas of several shapes.
template <class Visit>
void with_formulas(const Visit& judge) {
    const auto visit = [&](const char* name, const auto& f, bool one_input = false) { judge(name, f, one_input); };
    static const tensor<float, 5, 3> q, k, v;
    static const tensor<float, 4, 16> wide, other;
    static const tensor<float, 16, 3> weights;
    static const tensor<float, 3> bias;
    static const tensor<float, 16, 4> tall;
    static const tensor<float, 2, 40> long_rows;
    visit("attention", softmax(q * transpose(k) / sqrt(3_c)) * v);
    visit("softmax", softmax(wide));
    visit("softmax of 40", softmax(long_rows));
    visit("softmax down", softmax<0>(q));
    visit("layer, gelu", gelu(wide * weights + bias));
    visit("layer, gelu_tanh", gelu_tanh(wide * weights + bias));
    visit("layer, silu", silu(wide * weights) + sigmoid(wide * weights));
    visit("layer, softplus", softplus(wide * weights) - softplus(other * weights));
    visit("layer, tanh", tanh(wide * weights) - erf(wide * weights));
    const auto centred = tall - mean<0>(tall);
    visit("layer_norm", centred / sqrt(mean<0>(hadamard(centred, centred)) + 1_c / 100000_c), true);
    visit("logsumexp", logsumexp(wide) + mean(hadamard(wide, other)));
    visit("log_softmax", log_softmax(wide * transpose(other)));
    visit("norm", hadamard(tall, rsqrt(sum<0>(hadamard(tall, tall)) + 1_c / 4_c)), true);
    visit("rms_norm", tall / sqrt(mean<0>(pow(tall, 2_c)) + 1_c / 100000_c), true);
    visit("powers", pow(tall, 3_c) + 4_c / (pow(tall, 2_c) + 2_c), true);
}

TEST(float32, what_a_computer_prints_is_never_refuted) {
    counted total;
    with_formulas([&](const char* name, const auto& f, bool one_input) {
        counted c;
        unsigned seed = 1;
        for (const arithmetic in : {in_float32, in_float16, in_bfloat16, in_float64})
            for (int round = 0; round < 24; ++round) {
                const bool exact = round % 3 != 0;
                const auto places = static_cast<short>(in == in_float32 ? 6 + round % 4 : 3 + round % 4);
                const double amplitude = round % 5 == 0 ? 6 : round % 5 == 1 ? 0.1 : 1.5;
                judge_computations(f, one_input, {in, static_cast<short>(exact ? 2 : 7), exact, places, 0, amplitude},
                                   ++seed, c);
            }
        std::printf("%-18s %zu consistent, %zu refuted, %zu undecided\n", name, c.of[0], c.of[1], c.of[2]);
        EXPECT_EQ(c[verdict::refuted], 0U) << name;
        for (int i = 0; i < 3; ++i) total.of[i] += c.of[i];
    });
    EXPECT_GT(total.all(), 20000U);
    EXPECT_LE(20 * total[verdict::undecided], total.all());
}

/// From exact inputs all digits are refuted that are off by so many units of the 8th place, of numbers up to a few
/// units.
TEST(float32, digits_that_are_off_are_refuted) {
    std::size_t formula = 0;
    const int refuted_by[] = {300, 100, 100, 100, 3000, 3000, 3000, 3000, 3000, 1000, 1000, 10000, 100, 1000, 1000};
    with_formulas([&](const char* name, const auto& f, bool one_input) {
        std::printf("%-18s", name);
        for (const int units : {10, 30, 100, 300, 1000, 3000, 10000}) {
            counted c;
            for (unsigned round = 0; round < 5; ++round)
                judge_computations(f, one_input, {in_float32, 2, true, 8, units}, round, c);
            std::printf(" %5d: %3.0f %%", units,
                        100.0 * static_cast<double>(c[verdict::refuted]) / static_cast<double>(c.all()));
            if (units >= refuted_by[formula]) {
                EXPECT_EQ(c[verdict::refuted], c.all()) << name << ", " << units << " units";
            }
        }
        ++formula;
        std::printf("\n");
    });
}

}  // namespace
