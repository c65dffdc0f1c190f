// SPDX-License-Identifier: BSL-1.0
// Which token comes next.
#pragma once

#include <heed/heed.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

namespace tiny_llama {

using namespace heed;

/// The likeliest token where the temperature is 0, else one at random, by softmax(logits / temperature). Of these only
/// the likeliest take part whose probabilities together reach top_p.
/// units   temperature 0 or more; top_p above 0, up to 1
class sampler {
public:
    sampler(double temperature, double top_p, std::uint64_t seed)
        : temperature_(static_cast<float>(temperature)), top_p_(top_p), random_(seed) {}

    /// errors  std::runtime_error where the largest logit is infinite, or one is no number
    template <class Logits>
    int operator()(const Logits& logits) {
        const auto likeliest_token = static_cast<int>(evaluate(argmax(logits)));  // or the first that is no number
        const float most = logits(static_cast<std::size_t>(likeliest_token));
        if (!std::isfinite(most)) throw std::runtime_error("the model computes logits that are no numbers");
        if (temperature_ == 0) return likeliest_token;
        const tensor p = softmax((logits - most) / temperature_);  // by any temperature that is not 0, the largest is 0
        std::vector<std::size_t> taking_part = likeliest(p);
        if (taking_part.empty()) taking_part = {static_cast<std::size_t>(likeliest_token)};  // a tiny top_p
        double sum = 0;
        for (const std::size_t token : taking_part) sum += static_cast<double>(p(token));
        double left = sum * uniform();
        for (const std::size_t token : taking_part)
            if ((left -= static_cast<double>(p(token))) < 0) return static_cast<int>(token);
        return static_cast<int>(taking_part.back());
    }

private:
    /// In [0, 1), the same with any standard library.
    double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

    template <class P>
    std::vector<std::size_t> likeliest(const P& p) const {
        std::vector<std::size_t> all;
        // What is less likely than this cannot take part, as all of it together does not reach 1 - top_p.
        const double least = (1 - top_p_) / static_cast<double>(p.size());
        for (std::size_t token = 0; token < p.size(); ++token)
            if (static_cast<double>(p(token)) >= least) all.push_back(token);
        if (top_p_ >= 1) return all;
        std::sort(all.begin(), all.end(),
                  [&](std::size_t a, std::size_t b) { return p(a) != p(b) ? p(a) > p(b) : a < b; });
        double sum = 0;
        const auto last = std::find_if(all.begin(), all.end(), [&](std::size_t token) {
            return (sum += static_cast<double>(p(token))) >= top_p_;
        });
        all.erase(last == all.end() ? last : last + 1, all.end());
        return all;
    }

    float temperature_;
    double top_p_;
    std::mt19937_64 random_;
};

}  // namespace tiny_llama
