// SPDX-License-Identifier: BSL-1.0
// Sums of tensors over ranks, one after the other, or several while the program goes on.
#pragma once

#include <heed/mpi/agreement.hpp>
#include <heed/run/in_place.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::mpi {

namespace detail {

/// Numbers that are summed over all ranks. They are as many parts as there are ranks: part p begins at rank p and goes
/// once round the ring, to which each rank adds its own; then the sums go round. So the order of additions is that of
/// the ranks, and all ranks have the same bits.
/// source  Patarasu, Yuan 2009, Bandwidth optimal all-reduce algorithms for clusters of workstations
template <class T>
class sum_of_ranks {
public:
    sum_of_ranks(const communicator& c, std::vector<T> numbers)
        : ranks_(c),
          numbers_(std::make_unique<std::vector<T>>(std::move(numbers))),
          coming_(std::make_unique<std::vector<T>>()),
          tag_(first_tag + c.next_number() % tags),
          exchange_(c, record()),
          messages_(c) {}
    /// To what an exception interrupts, others may still write.
    ~sum_of_ranks() {
        if (messages_.are_none()) return;
        [[maybe_unused]] const auto* const left = numbers_.release();
        [[maybe_unused]] const auto* const left_too = coming_.release();
    }
    sum_of_ranks(const sum_of_ranks&) = delete;
    sum_of_ranks& operator=(const sum_of_ranks&) = delete;

    /// Goes as far as it can without waiting; whether the sums are there.
    bool is_done() {
        if (!is_agreed_) {
            if (!exchange_.is_done()) return false;
            check();
            is_agreed_ = true;
            begin_step();
        }
        while (step_ < steps() && messages_.are_done()) {
            if (is_adding()) add();
            ++step_;
            begin_step();
        }
        return step_ >= steps();
    }
    const std::vector<T>& numbers() const { return *numbers_; }

private:
    static constexpr int first_tag = 16, tags = 4096;

    call_record record() const {
        call_record r(call_kind::sum_into);
        r.add(word_of_type<T>());
        r.add(static_cast<std::int64_t>(numbers_->size()));
        return r;
    }
    /// Others than rank 0 have.
    void check() const {
        const std::vector<call_record> all = exchange_.all();
        for (std::size_t r = 1; r < all.size(); ++r)
            if (all[r].at != all[0].at)
                raise_shapes("heed: mpi::sum_into(Y, comm) needs as many elements of one type on all ranks", r,
                             static_cast<std::size_t>(all[r].at[2]), " elements, rank 0 ",
                             static_cast<std::size_t>(all[0].at[2]));
    }

    std::size_t ranks() const { return count_of(ranks_); }
    std::size_t steps() const { return 2 * (ranks() - 1); }
    bool is_adding() const { return step_ + 1 < ranks(); }
    /// The part that leaves at this step; the one before it comes.
    std::size_t leaving() const {
        return (own_of(ranks_) + 2 * ranks() - step_ + (is_adding() ? 0 : ranks())) % ranks();
    }
    std::size_t arriving() const { return (leaving() + ranks() - 1) % ranks(); }
    std::size_t begin_of(std::size_t part) const {
        return numbers_->size() / ranks() * part + std::min(part, numbers_->size() % ranks());
    }
    std::size_t size_of(std::size_t part) const { return begin_of(part + 1) - begin_of(part); }

    void begin_step() {
        if (step_ >= steps()) return;
        const int count = ranks_.size(), right = (ranks_.rank() + 1) % count,
                  left = (ranks_.rank() + count - 1) % count;
        T* to = numbers_->data() + begin_of(arriving());
        if (is_adding()) {
            coming_->resize(std::max(coming_->size(), size_of(arriving())));
            to = coming_->data();
        }
        messages_.receive(to, size_of(arriving()), left, tag_);
        messages_.send(static_cast<const T*>(numbers_->data() + begin_of(leaving())), size_of(leaving()), right, tag_);
    }
    void add() {
        using sum = heed::detail::computed_t<T>;
        T* const own = numbers_->data() + begin_of(arriving());
        for (std::size_t i = 0; i < size_of(arriving()); ++i)
            own[i] = static_cast<T>(static_cast<sum>((*coming_)[i]) + static_cast<sum>(own[i]));
    }

    const communicator& ranks_;
    std::unique_ptr<std::vector<T>> numbers_, coming_;
    int tag_;
    record_exchange exchange_;
    messages messages_;
    bool is_agreed_ = false;
    std::size_t step_ = 0;
};

}  // namespace detail

/// Sums of tensors over all ranks while the program goes on, as of gradients while the backward pass computes those of
/// the layers before. Tensors are collected into buckets; one that is full is under way, a step further at each add.
///     mpi::sums<float> sums(world);  sums.add(dW2);  ...  sums.add(dW1);  sums.wait();
/// T       the element type; half precision is added in float and rounded at each rank
/// cost    2 (ranks - 1) messages a bucket, of its size / ranks each, and a copy there and back
/// needs   all ranks add tensors of the same sizes in the same order; a tensor that was added stays alive, and is not touched,
///         until wait returns
/// errors  shape_error, the same on all ranks, for sizes that differ; mpi::error
/// example examples/train/replicas.hpp
template <class T = float>
class sums {
public:
    /// bucket_bytes: how much is sent together, at least.
    explicit sums(const communicator& ranks, std::size_t bucket_bytes = std::size_t{1} << 20)
        : ranks_(ranks), bucket_(std::max<std::size_t>(1, bucket_bytes / sizeof(T))) {}
    sums(const sums&) = delete;
    sums& operator=(const sums&) = delete;

    /// The elements of y become, with wait, their sums over all ranks.
    template <heed::detail::tensor_or_view Y>
    void add(Y&& y) {
        static_assert(std::is_same_v<typename std::remove_cvref_t<Y>::value_type, T>,
                      "heed: mpi::sums<T>::add(Y) needs a Y of elements T");
        static_assert(heed::detail::is_dense<std::remove_cvref_t<Y>>,
                      "heed: mpi::sums<T>::add(Y) needs a Y without gaps: a tensor, or a view without strides");
        const std::size_t before = collected_.size();
        collected_.resize(before + y.size());
        std::copy(y.data(), y.data() + y.size(), collected_.data() + before);
        places_.push_back({y.data(), y.size()});
        if (collected_.size() >= bucket_) begin();
        for (under_way& u : under_way_) u.sum->is_done();
    }
    /// Waits for all of them.
    void wait() {
        if (!places_.empty()) begin();
        for (under_way& u : under_way_) {
            ranks_.wait_until([&] { return all_done(u); }, "mpi::sum_into");
            const T* from = u.sum->numbers().data();
            for (const place& p : u.places) {
                std::copy(from, from + p.size, p.first);
                from += p.size;
            }
        }
        under_way_.clear();
    }

private:
    struct place {
        T* first;
        std::size_t size;
    };
    struct under_way {
        std::unique_ptr<detail::sum_of_ranks<T>> sum;
        std::vector<place> places;
    };

    void begin() {
        under_way_.push_back(
            {std::make_unique<detail::sum_of_ranks<T>>(ranks_, std::move(collected_)), std::move(places_)});
        collected_.clear(), places_.clear();
    }
    /// Whether one is; the others go on meanwhile.
    bool all_done(under_way& wanted) {
        for (under_way& u : under_way_) u.sum->is_done();
        return wanted.sum->is_done();
    }

    const communicator& ranks_;
    std::size_t bucket_;
    std::vector<T> collected_;
    std::vector<place> places_;
    std::vector<under_way> under_way_;
};

/// Each element of Y becomes its sum over all ranks, the same bits on all of them and from run to run: outputs of heads
/// that are split over ranks, gradients of replicas.
/// shapes  Y [...], the same on all ranks
/// error   ranks - 1 additions, in the order of the ranks: at most (ranks - 1) 2^-24 times the sum of magnitudes in float
/// cost    2 (ranks - 1) messages of size / ranks elements
/// needs   all ranks call it together; a Y without gaps
/// errors  shape_error, the same on all ranks; mpi::error
/// source  Patarasu, Yuan 2009, Bandwidth optimal all-reduce algorithms for clusters of workstations
/// example examples/mpi/heads.cpp
template <heed::detail::tensor_or_view Y>
void sum_into(Y&& y, const communicator& ranks) {
    sums<typename std::remove_cvref_t<Y>::value_type> one(ranks);
    one.add(y);
    one.wait();
}

}  // namespace heed::mpi
