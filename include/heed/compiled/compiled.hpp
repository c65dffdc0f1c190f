// SPDX-License-Identifier: BSL-1.0
// Formulas that are compiled once: declared and called by this, compiled where compiled/compile_formula.hpp is
// included.
#pragma once

#include <heed/compiled/kernel_parameter.hpp>
#include <heed/run/policy.hpp>
#include <heed/tensor/take_shapes.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heed {

/// Compiles a kernel in one source file: `template struct heed::compiled<attend>;`, after heed/compile_kernel.hpp and
/// the formula of the kernel. Other files only declare these functions.
template <auto Kernel>
struct compiled {
    ///@cond
    using types = typename decltype(Kernel)::types;

    /// Into tensors, which take the sizes of what they are given.
    static void assign(const typename types::owners& out, const typename types::operands& given);
    /// Into memory of the sizes that the views have.
    static void write(const typename types::places& out, const typename types::operands& given);

    /// The sizes of the results.
    static void measure(detail::shape (&sizes)[types::result_count], const typename types::operands& given);

    // assign and write by several threads, where the kernel is compiled for them; else the linker misses them.
    static void assign_on_threads(const typename types::owners& out, const typename types::operands& given);
    static void write_on_threads(const typename types::places& out, const typename types::operands& given);
    ///@endcond
};

namespace detail {

// Functions that name laws have a deduced return type: clang then instantiates them at once, and shows the user's line.

template <class R>
struct kernel_results {
    using owners = std::tuple<typename kernel_parameter<R>::value&>;
    using places = std::tuple<typename kernel_parameter<R>::place>;
    using values = std::tuple<typename kernel_parameter<R>::value>;
    using list = std::tuple<R>;
};
template <class... R>
struct kernel_results<std::tuple<R...>> {
    using owners = std::tuple<typename kernel_parameter<R>::value&...>;
    using places = std::tuple<typename kernel_parameter<R>::place...>;
    using values = std::tuple<typename kernel_parameter<R>::value...>;
    using list = std::tuple<R...>;
};

template <class F, class R, class... P>
struct kernel_types : kernel_results<R> {
    using formula = F;
    using parameters = std::tuple<P...>;
    using operands = std::tuple<typename kernel_parameter<P>::operand...>;
    static constexpr std::size_t result_count = std::tuple_size_v<typename kernel_results<R>::list>;
};

template <auto Kernel, evaluation_policy Policy, class Operands>
void assign_by_kernel(const Policy&, const typename compiled<Kernel>::types::owners& out, const Operands& given) {
    if constexpr (Policy::shares_tiles)
        compiled<Kernel>::assign_on_threads(out, given);
    else
        compiled<Kernel>::assign(out, given);
}
template <auto Kernel, evaluation_policy Policy, class Operands>
void write_by_kernel(const Policy&, const typename compiled<Kernel>::types::places& out, const Operands& given) {
    if constexpr (Policy::shares_tiles)
        compiled<Kernel>::write_on_threads(out, given);
    else
        compiled<Kernel>::write(out, given);
}

/// Evaluates to new tensors.
template <auto Kernel, class Policy, class Operands, class... V>
std::tuple<V...> values_of_kernel(const Policy& policy, const Operands& given, const std::tuple<V...>*) {
    std::tuple<V...> made((static_cast<void>(sizeof(V)), uninitialised)...);
    std::apply([&](V&... value) { assign_by_kernel<Kernel>(policy, std::tie(value...), given); }, made);
    return made;
}

/// How many tensors or views into(...) was given; a formula is none.
template <class Out>
inline constexpr std::size_t place_count = tensor_or_view<Out> ? 1 : 0;
template <class... Out>
inline constexpr std::size_t place_count<std::tuple<Out...>> = sizeof...(Out);

template <class Value, class Out>
void copy_result(const Value& value, Out& out) {
    auto to = out.begin();
    for (const auto& x : value) *to++ = x;
}

template <class R, class Out>
inline constexpr bool may_take_result = has_writable_elements<Out>&& assignable(R::shape_value, Out::shape_value) &&
                                        std::same_as<value_of<R>, value_of<Out>>;

template <class R, class Out>
constexpr auto check_result() {
    constexpr bool shapes = assignable(R::shape_value, Out::shape_value);
    constexpr bool elements = std::same_as<value_of<R>, value_of<Out>>;
    if constexpr (!has_writable_elements<Out>)
        (void)sizeof(law::written_elements<typename law_shape_of<std::remove_const_t<Out>>::type, false>);
    else if constexpr (!shapes)
        (void)sizeof(law::assignment<typename law_shape_of<R>::type, typename law_shape_of<Out>::type>);
    else if constexpr (!elements)
        (void)sizeof(law::element_type<value_of<R>, value_of<Out>, elements>);
}

/// Writes the results into tensors or views. Those of the kernel's types are resized; other contiguous ones must have
/// the right sizes; for other strides the result is copied.
template <auto Kernel, class Policy, class Operands, class... R, class... Out>
auto write_results(const Policy& policy, const Operands& given, const std::tuple<R...>*, Out&... out) {
    using types = typename compiled<Kernel>::types;
    if constexpr (!(may_take_result<R, Out> && ...)) {
        (check_result<R, Out>(), ...);
    } else if constexpr ((std::same_as<typename kernel_parameter<R>::value, Out> && ...)) {
        assign_by_kernel<Kernel>(policy, std::tie(out...), given);
    } else if constexpr ((is_place_for<R, Out> && ...)) {
        write_by_kernel<Kernel>(policy, typename types::places{place_of_result<R>(out)...}, given);
    } else {
        const auto copy = [&](const auto&... value) {
            (check_shape(out, dims_of(value)), ...);
            take_shapes(target_of_result{out, [&] { return dims_of(value); }}...);
            (copy_result(value, out), ...);
        };
        std::apply(copy, values_of_kernel<Kernel>(policy, given, static_cast<typename types::values*>(nullptr)));
    }
}

}  // namespace detail

/// A formula that is compiled in one source file and can be called wherever its header is included: `inline constexpr
/// heed::kernel<struct attend_formula, sequence(sequence, sequence, sequence)> attend;`. The formula is a struct with
/// `auto operator()(const auto& Q, ...) const`, which that source file defines.
///       R   the result: a tensor type, or a std::tuple of them for results(...)
///       P   a tensor type for a contiguous operand; strided_view<const T, ...> for any strides; float, int ... for a
///           number; another owner, such as packed_matrix, for exactly that type
/// cost    a call: that of evaluating the formula and of one function call; including it: tensors and views, no
///         formulas
template <class Formula, class Signature>
struct kernel;

/// The function object: attend(Q, K, V), attend.into(Y, Q, K, V).
template <class Formula, class R, class... P>
struct kernel<Formula, R(P...)> {
    using types = detail::kernel_types<Formula, R, P...>;

    /// attend(Q, K, V): the value of the formula as a tensor, or a tuple of them; attend(par, Q, K, V) with several
    /// threads, if the kernel was compiled with -fopenmp or -DHEED_PARALLEL_KERNELS. The bits are those of evaluating
    /// the formula directly.
    /// errors  law::kernel_arguments, law::kernel_argument and the others of compiled/kernel_law.hpp; shape_error and
    ///         index_error as evaluating the formula does
    template <class... A>
    requires(!(detail::is_policy<A> || ...)) auto operator()(const A&... arguments) const {
        return (*this)(seq, arguments...);
    }
    template <detail::evaluation_policy Policy, class... A>
    auto operator()(const Policy& policy, const A&... arguments) const {
        using values = typename types::values;
        auto made = detail::values_of_kernel<kernel{}>(policy, given(arguments...), static_cast<values*>(nullptr));
        if constexpr (std::tuple_size_v<values> == 1)
            return std::get<0>(std::move(made));
        else
            return made;
    }

    /// The same into an existing tensor or view: attend.into(Y, Q, K, V), norms.into(std::tie(Y, W), X), with a policy
    /// before Y. A tensor with dynamic extents takes the sizes of the result, as in an assignment; the formula may read
    /// Y.
    /// errors  law::assignment, law::element_type, law::kernel_results; shape_error if Y has other sizes
    template <class Out, class... A>
    requires(!detail::is_policy<std::remove_cvref_t<Out>>) auto into(Out&& out, const A&... arguments) const {
        into(seq, out, arguments...);
    }
    template <detail::evaluation_policy Policy, class Out, class... A>
    auto into(const Policy& policy, Out&& out, const A&... arguments) const {
        constexpr std::size_t results = std::tuple_size_v<typename types::list>,
                              tensors = detail::place_count<std::remove_cvref_t<Out>>;
        (void)sizeof(law::kernel_results<results, tensors>);
        if constexpr (results == tensors) {
            const auto write = [&](auto&... each) {
                detail::write_results<kernel{}>(policy, given(arguments...),
                                                static_cast<typename types::list*>(nullptr), each...);
            };
            if constexpr (detail::tensor_or_view<Out>)
                write(out);
            else
                std::apply(write, out);
        }
    }

private:
    template <class... A>
    static auto given(const A&... arguments) {
        (void)sizeof(law::kernel_arguments<sizeof...(P), sizeof...(A)>);
        if constexpr (sizeof...(P) == sizeof...(A)) return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return typename types::operands{detail::pass_argument<I + 1, P>(arguments)...};
            }
        (std::index_sequence_for<P...>{});
        return detail::after_report<typename types::operands>();
    }
};

}  // namespace heed
