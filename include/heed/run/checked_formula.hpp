// SPDX-License-Identifier: BSL-1.0
// A formula with its plan, its leaves and its lengths, all of which have been checked.
#pragma once

#include <heed/expr/let.hpp>
#include <heed/lower/few_rows.hpp>
#include <heed/lower/lower.hpp>
#include <heed/lower/plan_cost.hpp>
#include <heed/run/execute.hpp>
#include <heed/run/lookup_check.hpp>
#include <heed/run/mask_check.hpp>
#include <heed/run/policy.hpp>
#include <heed/run/unpacked_leaves.hpp>
#include <heed/run/workspace.hpp>
#include <heed/trace/condition_check.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/length_values.hpp>
#include <heed/trace/place_count.hpp>
#if HEED_CHECKS_PASSES
#include <heed/run/check_plan.hpp>
#endif

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The plan of a formula computed in T.
template <class F, class T, class Policy = sequential_policy>
using plan_for = lowered<traced_formula<std::remove_cvref_t<F>>, sizeof(T), Policy::shares_tiles>;

/// The plans for few rows, if their number is dynamic.
template <class F, class T, class Policy>
using few_rows_for = typename few_rows_of<traced_formula<F>, sizeof(T), Policy::shares_tiles>::type;

/// The values of the dynamic extents of a formula, if it has any.
template <class F, bool HasLengths = has_lengths<F>>
struct lengths_given {
    static constexpr const std::size_t* values = nullptr;
    explicit constexpr lengths_given(const F&) {}
    template <class Result>
    static constexpr shape shape_of() {
        return Result::shape_value;
    }
};
template <class F>
struct lengths_given<F, true> : length_values<F> {
    using length_values<F>::length_values;
};

/// A plan together with the leaves of the formula and the values of its lengths.
template <class Plan, class F, class T, class Policy>
struct planned_formula {
    /// Of values between loops, of the threads that share tiles, and of packed matrices that are read in rows.
    struct memory : sized_plan<Plan, T>::memory {
        [[no_unique_address]] typename Policy::template memory_of_threads<T> of_threads;
        unpacked_leaves<Plan, F, T> leaves;

        explicit constexpr memory(const planned_formula& of)
            : sized_plan<Plan, T>::memory(of.sizes),
              of_threads(of.sizes.workspace_elements() - of.sizes.own_begin(), of.shared_tiles()),
              leaves(of.formula, of.leaves) {}
    };

    const F& formula;
    const leaf_table_for<F, T>& leaves;
    sized_plan<Plan, T> sizes;
    const Policy& policy;

    /// Of the nest that has most of them.
    constexpr std::size_t shared_tiles() const {
        if constexpr (Policy::shares_tiles)
            return most_shared_tiles<Plan, Policy>(sizes.values);
        else
            return 0;
    }
    /// Writes the results in row-major order; each has as many elements as its shape says.
    template <std::size_t Results>
    constexpr void run(T* const (&results)[Results], memory& workspace) const {
        execution<Plan, F, T>(workspace.leaves.table(), results, sizes, workspace.data())
            .run(policy, workspace.of_threads);
    }
};

/// A formula to be computed in T, whose leaves are known and whose lengths and indices have been checked.
/// errors  shape_error, index_error
template <class F, class T, class Policy>
class checked_formula {
    using plan = plan_for<F, T, Policy>;
    using for_few = few_rows_for<F, T, Policy>;

public:
    constexpr checked_formula(const F& f, const Policy& policy) : formula_(f), lengths_(f), policy_(policy) {
        if (HEED_CONSTANT_EVALUATED && plan::lengths.empty() &&
            constexpr_steps(cost_of(plan::value)) > HEED_CONSTEXPR_STEPS)
            fail(
                "heed: this formula takes more steps than compilers allow in a constant expression; evaluate it at "
                "run time, or raise HEED_CONSTEXPR_STEPS together with the limit of the compiler");
        leaves_.add(f);
        check_lookups<F, T>(leaves_, lengths_.values);
        check_masks<F, T>(leaves_, lengths_.values);
        check_conditions<F, T>(f, leaves_, lengths_.values);
    }

    /// The shape of a result at run time.
    template <class Result>
    constexpr shape shape_of() const {
        return lengths_.template shape_of<Result>();
    }

    /// The length of the longest axis along which the formula counts.
    constexpr std::size_t longest_counted_axis() const {
        return detail::longest_counted_axis(plan::source_graph::value, plan::lengths, lengths_.values);
    }

    /// Calls `use` with the plan for these lengths, a planned_formula.
    template <class Use>
    constexpr void with_plan(const Use& use) const {
        with_plan_for<plan, for_few>(
            lengths_.values,
            [&]<class Plan>(std::type_identity<Plan>, const std::size_t* lengths) { use(planned<Plan>(lengths)); });
    }

private:
    template <class Plan>
    constexpr planned_formula<Plan, F, T, Policy> planned(const std::size_t* lengths) const {
#if HEED_CHECKS_PASSES
        if (!HEED_CONSTANT_EVALUATED) check_plan<Plan, std::conditional_t<has_lengths<F>, measured<F>, F>>();
#endif
        return {formula_, leaves_, sized_plan<Plan, T>(lengths), policy_};
    }

    const F& formula_;
    lengths_given<F> lengths_;
    leaf_table_for<F, T> leaves_;
    const Policy& policy_;
};

}  // namespace heed::detail
