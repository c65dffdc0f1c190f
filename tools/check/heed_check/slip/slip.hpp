// SPDX-License-Identifier: BSL-1.0
// A slip: a change to a formula that people make unintentionally.
#pragma once

#include <heed/verify/explanations.hpp>
#include <heed/verify/judging.hpp>
#include <heed_check/slip/editor.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// A subject with a slip, and what the slip is, in words.
struct slip_variant {
    std::string what;
    subject changed;
};

using slip_variants = std::vector<slip_variant>;

/// One kind of slip; it appends every variant in which it can occur.
struct slip {
    using function = void (*)(const subject&, const std::vector<candidate>&, slip_variants&);
    function append;
    bool may_be_followed = true;  ///< another slip may be combined with it
    bool explains_much = false;   ///< it is reported only if it explains everything by itself
};

/// " in softmax(A)" if the formula has other places for the same slip, else empty.
inline std::string place_in(const subject& s, node_id id, std::size_t places) {
    return places > 1 ? " in " + text_of(s, id) : "";
}

/// The nodes for which is_site(node) holds.
template <class Predicate>
std::vector<node_id> sites_of(const subject& s, const Predicate& is_site) {
    std::vector<node_id> sites;
    for (node_id id = 0; id < s.g.nodes.size(); ++id)
        if (is_site(s.g[id])) sites.push_back(id);
    return sites;
}

inline bool is_normalise(const node& n) { return n.kind == node_kind::normalise; }
inline bool is_matrix(const shape& dims) { return dims.rank >= 2; }
inline bool is_square(const shape& dims) {
    return dims.rank >= 2 && dims.from_right(0).size == dims.from_right(1).size;
}

/// The distinct extents above 1 of the leaves and of the other matrices.
inline std::vector<std::size_t> extents_at_hand(const subject& s, const std::vector<candidate>& others) {
    std::vector<std::size_t> sizes;
    const auto add = [&](const shape& dims) {
        for (std::size_t a = 0; a < dims.rank; ++a) {
            bool known = dims[a].size < 2;
            for (const std::size_t size : sizes) known = known || size == dims[a].size;
            if (!known) sizes.push_back(dims[a].size);
        }
    };
    for (const node& n : s.g.nodes)
        if (n.kind == node_kind::leaf) add(n.dims);
    for (const candidate& c : others) add(c.dims);
    return sizes;
}

}  // namespace detail
}  // namespace heed
