// SPDX-License-Identifier: BSL-1.0
// Sums of tensors over ranks, one after the other, or several while the program goes on.
#pragma once

#include <heed/mpi/agreement.hpp>
#include <heed/run/in_place.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::mpi {

namespace detail {

/// A bucket of tensors, as its ranks compare it.
struct bucket_shapes {
    std::size_t tensors = 0;
    running_hash hash;         ///< of all shapes, in their order
    heed::detail::shape only;  ///< of one tensor

    void add(const heed::detail::shape& s) {
        only = tensors++ == 0 ? s : heed::detail::shape();
        hash.add(s.rank);
        for (std::size_t i = 0; i < s.rank; ++i) hash.add(s[i].size);
    }
};

/// Which of the buckets of one mpi::sums a bucket is.
struct bucket_place {
    std::uint64_t series;    ///< the number of the first one
    bool is_first, is_last;  ///< is_last: this rank has no others
};

/// Numbers that are summed over all ranks. They are as many parts as there are ranks: part p begins at rank p and goes
/// once round the ring, to which each rank adds its own; then the sums go round. So the order of additions is that of
/// the ranks, and all ranks have the same bits.
/// source  Patarasu, Yuan 2009, Bandwidth optimal all-reduce algorithms for clusters of workstations
template <class T>
class sum_of_ranks {
public:
    sum_of_ranks(const communicator& c, std::vector<T> numbers, const bucket_shapes& shapes, const bucket_place& place)
        : ranks_(c),
          numbers_(std::make_unique<std::vector<T>>(std::move(numbers))),
          coming_(std::make_unique<std::vector<T>>()),
          exchange_(c, record(shapes, place)),
          tag_(tag_of(exchange_.number(), communicator::largest_tag())),
          messages_(c) {}
    /// To what an exception interrupts, others may still write.
    ~sum_of_ranks() {
        if (messages_.are_none()) return;
        [[maybe_unused]] const auto* const left = numbers_.release();
        [[maybe_unused]] const auto* const left_too = coming_.release();
    }
    sum_of_ranks(const sum_of_ranks&) = delete;
    sum_of_ranks& operator=(const sum_of_ranks&) = delete;

    /// Goes as far as it can without waiting; whether the sums are there, or are none because ranks differ.
    /// errors  mpi::error, the same on all ranks, where they call different functions
    bool is_done() {
        if (records_.empty()) {
            if (!exchange_.is_done()) return false;
            records_ = exchange_.all();
            differing_ = differing_rank();
            if (differing_ == 0) begin_step();
        }
        if (differing_ != 0) return true;
        while (step_ < steps() && messages_.are_done()) {
            if (is_adding()) add();
            ++step_;
            begin_step();
        }
        return step_ >= steps();
    }
    const std::vector<T>& numbers() const { return *numbers_; }
    bool is_agreed() const { return !records_.empty(); }
    /// Whether no rank has more buckets.
    bool is_last_of_all() const {
        return std::all_of(records_.begin(), records_.end(), [](const call_record& r) { return r.word(is_last) != 0; });
    }
    /// errors  shape_error, the same on all ranks
    void check() const {
        const std::size_t r = differing_;
        if (r == 0) return;
        const call_record &own = records_[r], &first = records_[0];
        check_word(records_, r, type, "heed: mpi::sum_into(Y, comm) needs one type of elements on all ranks",
                   words_of_type);
        if (own.word(tensors) == 1 && first.word(tensors) == 1)
            raise_shapes("heed: mpi::sum_into(Y, comm) needs a Y of one shape on all ranks", r, own.shape_at(shape, 0),
                         ", rank 0 ", first.shape_at(shape, 0));
        const auto number = [](std::int64_t n) { return static_cast<std::size_t>(n); };
        raise_shapes("heed: mpi::sums::add(Y) needs tensors of the same shapes in the same order on all ranks", r,
                     number(own.word(tensors)), " tensors of ", number(own.word(elements)),
                     " elements together in a bucket, rank 0 ", number(first.word(tensors)), " of ",
                     number(first.word(elements)),
                     own.word(elements) == first.word(elements) ? ", of other shapes" : "");
    }
    /// Tags from 16 on, those below are of rings.
    static constexpr int tag_of(std::uint64_t number, int largest) {
        constexpr int first_tag = 16;
        return first_tag + static_cast<int>(number % static_cast<std::uint64_t>(largest - first_tag + 1));
    }

private:
    /// Words of a record.
    static constexpr std::size_t is_last = 0, type = 1, elements = 2, tensors = 3, hash = 4, shape = 5;

    call_record record(const bucket_shapes& shapes, const bucket_place& place) const {
        call_record r(call_kind::sum_into, static_cast<std::int64_t>(place.series), place.is_first && place.is_last);
        r.add(place.is_last ? 1 : 0);
        r.add(word_of_type<T>());
        r.add(static_cast<std::int64_t>(numbers_->size()));
        r.add(static_cast<std::int64_t>(shapes.tensors));
        r.add(shapes.hash.word());
        r.add(shapes.only);
        return r;
    }
    /// The first rank whose bucket is not that of rank 0; 0 where all are alike.
    std::size_t differing_rank() const {
        for (std::size_t r = 1; r < records_.size(); ++r)
            for (const std::size_t word : {type, elements, tensors, hash})
                if (records_[r].word(word) != records_[0].word(word)) return r;
        return 0;
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
        T* to = numbers_->data() + begin_of(arriving());
        if (is_adding()) {
            coming_->resize(std::max(coming_->size(), size_of(arriving())));
            to = coming_->data();
        }
        messages_.receive(to, size_of(arriving()), left_of(ranks_), tag_);
        messages_.send(static_cast<const T*>(numbers_->data() + begin_of(leaving())), size_of(leaving()),
                       right_of(ranks_), tag_);
    }
    void add() {
        using sum = heed::detail::computed_t<T>;
        T* const own = numbers_->data() + begin_of(arriving());
        for (std::size_t i = 0; i < size_of(arriving()); ++i)
            own[i] = static_cast<T>(static_cast<sum>((*coming_)[i]) + static_cast<sum>(own[i]));
    }

    const communicator& ranks_;
    std::unique_ptr<std::vector<T>> numbers_, coming_;
    record_exchange exchange_;
    int tag_;
    messages messages_;
    std::vector<call_record> records_;  // none until ranks agree
    std::size_t differing_ = 0;
    std::size_t step_ = 0;
};

}  // namespace detail

/// Sums of tensors over all ranks while the program goes on, as of gradients while the backward pass computes those of
/// the layers before. Tensors are collected into buckets; one that is full is under way, a step further at each add.
///     mpi::sums<float> sums(world);  sums.add(dW2);  ...  sums.add(dW1);  sums.wait();
/// T       the element type; half precision is added in float and rounded at each rank
/// cost    2 (ranks - 1) messages a bucket, of its size / ranks each, and a copy there and back
/// needs   all ranks add tensors of the same shapes in the same order, and call wait; a tensor that was added stays
///         alive, and is not touched, until wait returns
/// errors  from wait, shape_error, the same on all ranks, for shapes that differ: then no tensor has changed, and the
///         communicator works as before; mpi::error. Without wait, the next call says so and fails
/// example examples/train/replicas.hpp
template <class T = float>
class sums {
    static_assert(!std::is_same_v<T, bool>, "heed: mpi::sums<T> needs numbers, not bool");

public:
    /// bucket_bytes: how much is sent together, at least.
    explicit sums(const communicator& ranks, std::size_t bucket_bytes = std::size_t{1} << 20)
        : ranks_(ranks), bucket_(std::max<std::size_t>(1, bucket_bytes / sizeof(T))) {}
    sums(const sums&) = delete;
    sums& operator=(const sums&) = delete;
    ~sums() {
        if (!is_waiting_ && !(places_.empty() && under_way_.empty()))
            ranks_.abandon_messages("mpi::sums that ended without wait()");
    }

    /// The elements of y become, with wait, their sums over all ranks.
    template <heed::detail::tensor_or_view Y>
    void add(Y&& y) {
        using given = std::remove_cvref_t<Y>;
        static_assert(std::is_same_v<typename given::value_type, T>,
                      "heed: mpi::sums<T>::add(Y) needs a Y of elements T");
        static_assert(heed::detail::is_dense<given>,
                      "heed: mpi::sums<T>::add(Y) needs a Y without gaps: a tensor, or a view without strides");
        static_assert(!std::is_const_v<std::remove_pointer_t<decltype(y.data())>>,
                      "heed: mpi::sums<T>::add(Y) needs a Y that is not const, which becomes the sums");
        static_assert(std::is_lvalue_reference_v<Y> || !heed::detail::owns_elements<given>,
                      "heed: mpi::sums<T>::add(Y) needs a Y that is alive until wait(): a tensor with a name");
        const std::size_t before = collected_.size();
        collected_.resize(before + y.size());
        std::copy(y.data(), y.data() + y.size(), collected_.data() + before);
        places_.push_back({y.data(), y.size()});
        shapes_.add(heed::detail::dims_of(y));
        if (collected_.size() >= bucket_) begin(false);
        go_on();
    }
    /// Waits for all of them.
    void wait() {
        is_waiting_ = true;  // an error that is thrown from here on has its own words
        do {                 // a rank that has no more takes part until none has
            begin(true);
            ranks_.wait_until([&] { return go_on(), under_way_.back().sum->is_agreed(); }, call);
        } while (!under_way_.back().sum->is_last_of_all());
        for (const under_way& u : under_way_) ranks_.wait_until([&] { return go_on(), u.sum->is_done(); }, call);
        const std::vector<under_way> finished = std::exchange(under_way_, {});
        is_waiting_ = false;
        for (const under_way& u : finished) u.sum->check();
        for (const under_way& u : finished) {
            const T* from = u.sum->numbers().data();
            for (const place& p : u.places) {
                std::copy(from, from + p.size, p.first);
                from += p.size;
            }
        }
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
    static constexpr const char* call = "mpi::sum_into";

    void begin(bool is_last) {
        if (under_way_.empty()) series_ = ranks_.upcoming_number();
        const detail::bucket_place in_series{series_, under_way_.empty(), is_last};
        under_way_.push_back(
            {std::make_unique<detail::sum_of_ranks<T>>(ranks_, std::exchange(collected_, {}), shapes_, in_series),
             std::exchange(places_, {})});
        shapes_ = {};
    }
    /// All that are under way.
    void go_on() {
        for (under_way& u : under_way_) u.sum->is_done();
    }

    const communicator& ranks_;
    std::size_t bucket_;
    std::vector<T> collected_;
    std::vector<place> places_;
    detail::bucket_shapes shapes_;
    std::vector<under_way> under_way_;
    std::uint64_t series_ = 0;
    bool is_waiting_ = false;
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
    sums<typename std::remove_cvref_t<Y>::value_type> one(ranks, std::numeric_limits<std::size_t>::max());
    one.add(y);
    one.wait();
}

}  // namespace heed::mpi
