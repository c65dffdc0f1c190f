// SPDX-License-Identifier: BSL-1.0
// Who computes: contenders, and how they are called.
#pragma once

#include <bench/tasks.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

/// Memory that begins with a cache line, as all contenders would ask for.
template <class T>
struct cache_aligned {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    cache_aligned() = default;
    template <class U>
    cache_aligned(const cache_aligned<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, line); }
    friend bool operator==(const cache_aligned&, const cache_aligned&) { return true; }
};
using floats = std::vector<float, cache_aligned<float>>;

/// attention   Q [queries x width], K V [tokens x width]
/// multi_head  X [tokens x width], Wq Wk Wv Wo [width x width], a head owns head_width() columns
/// product     A B [tokens x width]
using inputs = std::vector<floats>;

/// Computes as often as it is told and returns where the result is. Where another process computes, that process says
/// how long it took: clocks of this one do not see it.
class computation {
public:
    computation() = default;
    template <class Compute>
    requires std::is_invocable_r_v<const float*, const Compute&, std::size_t> computation(Compute compute)
        : compute_(std::move(compute)) {}
    template <class Compute, class Seconds>
    computation(Compute compute, Seconds seconds) : compute_(std::move(compute)), seconds_(std::move(seconds)) {}

    explicit operator bool() const { return static_cast<bool>(compute_); }
    const float* operator()(std::size_t times) const { return compute_(times); }
    bool is_elsewhere() const { return static_cast<bool>(seconds_); }
    double seconds_elsewhere(std::size_t times) const { return seconds_(times); }

private:
    std::function<const float*(std::size_t times)> compute_;
    std::function<double(std::size_t times)> seconds_;
};

/// One way to compute.
struct contender {
    std::string name, version;
    computation (*prepare)(std::size_t task, const inputs&);  ///< `task` is an index into shapes; empty: not that one
};

inline std::vector<contender>& contenders() {
    static std::vector<contender> all;
    return all;
}

/// A contender takes part when its source is linked.
struct takes_part {
    explicit takes_part(contender c) { contenders().push_back(std::move(c)); }
};

/// The optimiser must assume that all memory was read and written here.
inline void keep(const void* p) { __asm__ volatile("" : : "r"(p) : "memory"); }

/// `compute()` as often as wanted.
template <class Compute>
computation repeated(const float* result, Compute compute) {
    return [=](std::size_t times) {
        for (; times > 0; --times) {
            compute();
            keep(result);
        }
        return result;
    };
}

/// f.template operator()<shapes[task]>()
template <class F>
auto with_shape(std::size_t task, const F& f) {
    decltype(f.template operator()<shapes[0]>()) found{};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((I == task ? void(found = f.template operator()<shapes[I]>()) : void()), ...);
    }
    (std::make_index_sequence<shapes.size()>{});
    return found;
}

/// Some queries and all keys that one of them sees: what is computed at a time where all scores do not fit a cache.
struct query_block {
    std::size_t first, count;
    key_range seen;
};

/// For contenders that store scores: as many queries as have 1 MiB of them (found by trying: it suits all peers here),
/// and few enough where not all keys are seen that most of those are left out.
inline std::vector<query_block> query_blocks(const shape& s) {
    constexpr std::size_t scores = 256 * 1024, masked_queries = 128;
    const std::size_t fitting = std::max<std::size_t>(1, scores / s.tokens);
    const std::size_t step = s.seen == keys::all ? fitting : std::min(fitting, masked_queries);
    std::vector<query_block> blocks;
    for (std::size_t q = 0; q < s.queries; q += step) {
        const std::size_t count = std::min(step, s.queries - q);
        blocks.push_back({q, count, {keys_of(s, q).first, keys_of(s, q + count - 1).last}});
    }
    return blocks;
}

}  // namespace bench
