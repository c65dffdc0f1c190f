// SPDX-License-Identifier: BSL-1.0
// What is computed: the shapes.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace bench {

// As wide as the numbers beside them: clang 14 to 19 find the members of a template argument in the wrong place when
// there is padding between them.
enum class work : std::size_t { attention, multi_head, product };

/// Which keys a query sees: up to its own, the last 512 of those, those of its own 256.
enum class keys : std::size_t { all, causal, window, chunks };
inline constexpr std::size_t window_keys = 512, chunk_keys = 256;

/// Attention of `queries` to `tokens` keys and values of `width` numbers; multi-head attention of `heads` with all
/// projections, their weights prepared beforehand when `packed`; or the product of two squares. A constant, so that
/// every contender may know its sizes while compiling.
struct shape {
    work kind;
    std::size_t queries, tokens, width, heads = 1;
    keys seen = keys::all;
    bool packed = false;

    friend constexpr bool operator==(const shape&, const shape&) = default;

    constexpr std::size_t head_width() const { return width / heads; }

    /// A multiply-add is two; exp and the rest of softmax are not counted, scores of keys that are not seen neither.
    constexpr double flops() const {
        const auto d = static_cast<double>(width), rows = static_cast<double>(queries);
        switch (kind) {
            case work::attention: return 4 * seen_scores() * d;
            case work::multi_head: return 4 * seen_scores() * d + 4 * 2 * rows * d * d;
            case work::product: return 2 * rows * static_cast<double>(tokens) * d;
        }
        return 0;
    }

    /// What must be read and written at least once.
    constexpr double bytes() const {
        const auto d = static_cast<double>(width);
        double numbers = 2 * d * static_cast<double>(queries + tokens);  // Q and Y, K and V
        if (kind == work::multi_head) numbers = 2 * d * static_cast<double>(queries) + 4 * d * d;
        if (kind == work::product) numbers = 3 * d * d;
        return sizeof(float) * numbers;
    }

private:
    constexpr double seen_scores() const;
};

struct key_range {
    std::size_t first, last;  ///< [first, last)
};

/// The keys that a query sees. Both ends grow with the query.
constexpr key_range keys_of(const shape& s, std::size_t query) {
    switch (s.seen) {
        case keys::all: break;
        case keys::causal: return {0, query + 1};
        case keys::window: return {query < window_keys ? 0 : query + 1 - window_keys, query + 1};
        case keys::chunks: return {query / chunk_keys * chunk_keys, query + 1};
    }
    return {0, s.tokens};
}

constexpr double shape::seen_scores() const {
    if (seen == keys::all) return static_cast<double>(queries) * static_cast<double>(tokens);
    std::size_t scores = 0;
    for (std::size_t q = 0; q < queries; ++q) scores += keys_of(*this, q).last - keys_of(*this, q).first;
    return static_cast<double>(scores);
}

constexpr shape attention_of(std::size_t tokens, std::size_t width, keys seen = keys::all) {
    return {work::attention, tokens, tokens, width, 1, seen};
}

inline constexpr std::array shapes{
    attention_of(3, 2),
    attention_of(12, 3),
    attention_of(16, 64),
    attention_of(32, 64),
    attention_of(64, 64),
    attention_of(128, 64),
    attention_of(256, 64),
    attention_of(512, 64),
    attention_of(1024, 64),
    attention_of(2048, 64),
    attention_of(4096, 64),
    attention_of(8192, 64),
    attention_of(16384, 64),
    attention_of(128, 128),
    attention_of(512, 128),
    attention_of(1024, 128),
    attention_of(4096, 128),
    attention_of(16384, 128),
    attention_of(4096, 64, keys::causal),
    attention_of(4096, 64, keys::window),
    attention_of(4096, 64, keys::chunks),
    shape{work::attention, 1, 4096, 64},
    shape{work::multi_head, 128, 128, 768, 12},
    shape{work::multi_head, 128, 128, 768, 12, keys::all, true},
    shape{work::product, 256, 256, 256},
    shape{work::product, 512, 512, 512},
};

inline std::string name_of(const shape& s) {
    const std::string size = std::to_string(s.tokens) + " x " + std::to_string(s.width);
    if (s.kind == work::product) return "product " + size;
    if (s.kind == work::multi_head)
        return "multi-head " + size + ", " + std::to_string(s.heads) + " heads" + (s.packed ? ", packed" : "");
    if (s.queries == 1) return "one query, " + size;
    switch (s.seen) {
        case keys::all: break;
        case keys::causal: return "causal " + size;
        case keys::window: return "window of " + std::to_string(window_keys) + ", " + size;
        case keys::chunks: return "chunks of " + std::to_string(chunk_keys) + ", " + size;
    }
    return "attention " + size;
}

}  // namespace bench
