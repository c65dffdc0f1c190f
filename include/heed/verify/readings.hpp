// SPDX-License-Identifier: BSL-1.0
// Judges formulas in which two leaves may or may not be copies of one object.
//
// A formula holds temporaries by value, and a formula that is used twice has them twice: nothing tells two copies of
// one temporary from two temporaries with the same digits. Such a question has two readings. In the first each leaf
// has unknowns of its own; in the second all held leaves with the same numbers are one. Inputs of the second are
// inputs of the first, and of every reading in between. So what the first refutes is refuted in all of them, and what
// is consistent in the second has a witness in all of them.
#pragma once

#include <heed/verify/judging.hpp>
#include <heed/verify/question.hpp>

#include <cstddef>

namespace heed::detail {

/// The leaves of a question in its second reading.
template <std::size_t Capacity>
class leaves_as_one {
public:
    template <std::size_t GradientCapacity>
    constexpr explicit leaves_as_one(const question<Capacity, GradientCapacity>& q) {
        for (node_id id = 0; id < q.g.nodes.size(); ++id)
            if (q.g[id].kind == node_kind::leaf) add(q.g[id].dims, q.leaves[nodes_.size()], id, q);
    }

    constexpr const leaf_numbers* leaves() const { return leaves_; }
    /// Whether the second reading differs from the first.
    constexpr bool differ() const { return differ_; }

private:
    template <class Question>
    constexpr void add(const shape& dims, leaf_numbers leaf, node_id id, const Question& q) {
        const std::size_t position = nodes_.size();
        if (leaf.same_as != position) {
            leaf.same_as = leaves_[leaf.same_as].same_as;
        } else if (leaf.is_held) {
            for (std::size_t i = 0; i < position; ++i)
                if (leaves_[i].is_held && q.g[nodes_[i]].dims == dims &&
                    may_be_one(leaves_[i].elements, leaf.elements, dims.size(), q.in)) {
                    leaf.same_as = leaves_[i].same_as;
                    differ_ = true;
                    break;
                }
        }
        leaves_[position] = leaf;
        nodes_.push_back(id);
    }

    /// Whether two leaves have the same numbers, some of them unknown. If all are known, it does not matter whether
    /// they are one.
    static constexpr bool may_be_one(const known_number* a, const known_number* b, std::size_t count, arithmetic in) {
        bool any = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (!(a[i] == b[i])) return false;
            any = any || !is_exactly_known(in == arithmetic::exact ? a[i] : in_format(a[i], format_of(in)));
        }
        return any;
    }

    leaf_numbers leaves_[Capacity]{};
    static_vector<node_id, Capacity> nodes_{};
    bool differ_ = false;
};

/// Judges for all readings: a number is consistent or refuted only if it is so in each of them.
template <enclosure E, std::size_t Capacity, std::size_t GradientCapacity, bool Rounds = false>
class judging_readings {
public:
    constexpr explicit judging_readings(const question<Capacity, GradientCapacity>& q)
        : each_(q), as_one_(q), of_one_{q.g, q.slopes, as_one_.leaves(), q.printed, q.in} {
        if (as_one_.differ()) one_ = new judging_of_one(of_one_);
    }
    judging_readings(const judging_readings&) = delete;
    judging_readings& operator=(const judging_readings&) = delete;
    constexpr ~judging_readings() { delete one_; }

    constexpr finding<E> judge(const region& at) { return in_all(each_.judge(at), at); }

    /// The same, with the sharpest bounds whatever the verdict is.
    constexpr finding<E> examine(const region& at) { return in_all(each_.examine(at), at); }

private:
    using judging_of_one = judging<E, Capacity, GradientCapacity, Rounds>;

    constexpr finding<E> in_all(finding<E> found, const region& at) {
        if (one_ != nullptr && (found.what == verdict::consistent || found.what == verdict::undecided))
            found.what = one_->judge(at).what == verdict::consistent ? verdict::consistent : verdict::undecided;
        return found;
    }

    judging_of_one each_;
    leaves_as_one<Capacity> as_one_;
    question<Capacity, GradientCapacity> of_one_;
    judging_of_one* one_ = nullptr;
};

}  // namespace heed::detail
