// SPDX-License-Identifier: BSL-1.0
// Slips with the scale of scores: none, d instead of sqrt(d), another d, multiplied instead of divided.
#pragma once

#include <heed_check/slip/slip.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// A tensor divided by an exact scalar.
struct scaling {
    node_id node;
    node_id scaled;
    surd divisor;
};

/// Whether products of such surds stay well within 64 bits.
inline bool is_small(const surd& s) {
    return s.numerator != 0 && s.numerator < 30'000 && s.numerator > -30'000 && s.denominator < 30'000 &&
           s.radicand < 30'000;
}

inline std::vector<scaling> scalings_of(const subject& s) {
    std::vector<scaling> found;
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        const node& n = s.g[id];
        if (n.kind != node_kind::elementwise || n.dims.rank == 0) continue;
        if (n.apply != function::divide && n.apply != function::multiply) continue;
        for (std::size_t k = n.apply == function::divide ? 1 : 0; k < 2; ++k) {
            const node& scale = s.g[s.g.operand(id, k)];
            if (scale.kind != node_kind::constant || !is_small(scale.value)) continue;
            found.push_back(
                {id, s.g.operand(id, 1 - k), n.apply == function::divide ? scale.value : inverse(scale.value)});
            break;
        }
    }
    return found;
}

inline subject with_divisor(const subject& s, node_id site, node_id scaled, const surd& divisor) {
    return changed_at(s, site, [&](slip_editor& e) {
        const node_id x = site == scaled ? e.copy_unchanged(scaled) : e.copy(scaled);
        return divisor == surd() ? x : e.add_elementwise(function::divide, x, e.add_exact(divisor));
    });
}

inline void append_other_scales(const subject& s, const std::vector<candidate>& others, slip_variants& out) {
    for (const scaling& found : scalings_of(s)) {
        const std::string written = text_of(found.divisor), scaled = text_of(s, found.scaled);
        std::vector<surd> tried{surd(), found.divisor};
        const auto try_divisor = [&](const surd& divisor, const std::string& what) {
            for (const surd& known : tried)
                if (known == divisor) return;
            tried.push_back(divisor);
            out.push_back({what, with_divisor(s, found.node, found.scaled, divisor)});
        };
        const auto instead = [&](const surd& divisor) {
            try_divisor(divisor, scaled + " divided by " + text_of(divisor) + " instead of " + written);
        };
        out.push_back({scaled + " not divided by " + written, with_divisor(s, found.node, found.scaled, surd())});
        if (!is_rational(found.divisor)) instead(found.divisor * found.divisor);
        if (is_rational(found.divisor) && found.divisor.numerator > 0) instead(square_root(found.divisor));
        for (const std::size_t size : extents_at_hand(s, others)) {
            const auto d = static_cast<long long>(size);
            if (d > 30'000) continue;
            instead({1, 1, d});
            instead({d, 1, 1});
        }
        try_divisor(inverse(found.divisor), scaled + " multiplied by " + written + " instead of divided by it");
    }
}

/// Scales products that the formula does not scale.
inline void append_missing_scale(const subject& s, const std::vector<candidate>& others, slip_variants& out) {
    const std::vector<scaling> scaled = scalings_of(s);
    for (const node_id id : sites_of(s, [](const node& n) { return n.kind == node_kind::product; })) {
        bool has_scale = false;
        for (const scaling& found : scaled) has_scale = has_scale || found.scaled == id;
        if (has_scale) continue;
        for (const std::size_t size : extents_at_hand(s, others)) {
            const surd root{1, 1, static_cast<long long>(size)};
            out.push_back({text_of(s, id) + " divided by " + text_of(root), with_divisor(s, id, id, root)});
        }
    }
}

}  // namespace heed::detail
