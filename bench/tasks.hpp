// SPDX-License-Identifier: BSL-1.0
// What is computed: shapes, inputs, and what is to be reached.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

enum class work { attention, multi_head, product };

/// Attention of `tokens` queries, keys and values of `width` numbers; `heads` of them with all projections; or the
/// product of two squares. A constant, so that every contender may know its sizes while compiling.
struct shape {
    work kind;
    std::size_t tokens, width, heads = 1;
    /// To be reached, 0 where nothing was promised: fraction of the FMA peak, times as fast as the best peer, error.
    double peak_fraction = 0, speed_ratio = 0, error = 0;

    constexpr std::size_t head_width() const { return width / heads; }

    /// A multiply-add is two; exp and the rest of softmax are not counted.
    constexpr double flops() const {
        const auto n = static_cast<double>(tokens), d = static_cast<double>(width);
        switch (kind) {
            case work::attention: return 4 * n * n * d;
            case work::multi_head: return 4 * n * n * d + 4 * 2 * n * d * d;
            case work::product: return 2 * n * n * d;
        }
        return 0;
    }
};

inline constexpr std::array shapes{
    shape{work::attention, 3, 2, 1, 0, 1, 6e-7},
    shape{work::attention, 12, 3, 1, 0, 6, 6e-7},
    shape{work::attention, 16, 64, 1, 0.75, 1, 6e-7},
    shape{work::attention, 128, 64, 1, 0.90, 1, 6e-7},
    shape{work::attention, 512, 64, 1, 0.92, 1, 6e-7},
    shape{work::attention, 1024, 64, 1, 0.92, 1, 6e-7},
    shape{work::attention, 1024, 128, 1, 0.92, 1, 6e-7},
    shape{work::attention, 4096, 64, 1, 0.92, 1, 0},
    shape{work::multi_head, 128, 768, 12, 0.87, 0, 0},
    shape{work::product, 256, 256},
    shape{work::product, 512, 512},
};

inline std::string name_of(const shape& s) {
    const std::string size = std::to_string(s.tokens) + " x " + std::to_string(s.width);
    switch (s.kind) {
        case work::attention: return "attention " + size;
        case work::multi_head: return "multi-head " + size + ", " + std::to_string(s.heads) + " heads";
        case work::product: return "product " + size;
    }
    return size;
}

/// attention   Q K V [tokens x width]
/// multi_head  X [tokens x width], Wq Wk Wv Wo [width x width], a head owns head_width() columns
/// product     A B [tokens x width]
using inputs = std::vector<std::vector<float>>;

/// Computes `times` times and returns where the result is.
using computation = std::function<const float*(std::size_t times)>;

/// One way to compute.
struct contender {
    std::string name, version;
    computation (*prepare)(std::size_t task, const inputs&);  ///< `task` is an index into shapes
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

/// Calls f.template operator()<shapes[task]>().
template <class F>
computation with_shape(std::size_t task, const F& f) {
    computation found;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((I == task ? void(found = f.template operator()<shapes[I]>()) : void()), ...);
    }
    (std::make_index_sequence<shapes.size()>{});
    return found;
}

}  // namespace bench
