// SPDX-License-Identifier: BSL-1.0
// The same model by plain loops in double, one token at a time.
#pragma once

#include "tests/stored_file.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace heed::test {

class plain_llama {
public:
    using numbers = std::vector<double>;

    explicit plain_llama(const std::string& path) {
        const std::string bytes = bytes_of_file(path);
        std::int32_t h[7];
        std::memcpy(h, bytes.data(), sizeof(h));
        all_.resize((bytes.size() - sizeof(h)) / sizeof(float));
        std::memcpy(all_.data(), bytes.data() + sizeof(h), all_.size() * sizeof(float));
        d = static_cast<std::size_t>(h[0]), f = static_cast<std::size_t>(h[1]), layers = static_cast<std::size_t>(h[2]);
        heads = static_cast<std::size_t>(h[3]), kv_heads = static_cast<std::size_t>(h[4]);
        words = static_cast<std::size_t>(std::abs(h[5])), e = d / heads;
        const std::size_t kv = kv_heads * e, positions = static_cast<std::size_t>(h[6]);
        const float* next = all_.data();
        const auto part = [&](std::size_t n) { return next += n, next - n; };
        embedding = part(words * d), gain1 = part(layers * d), wq = part(layers * d * d), wk = part(layers * kv * d);
        wv = part(layers * kv * d), wo = part(layers * d * d), gain2 = part(layers * d), w1 = part(layers * f * d);
        w2 = part(layers * d * f), w3 = part(layers * f * d), gain3 = part(d), part(positions * e);
        classifier = h[5] > 0 ? embedding : part(words * d);
        keys.resize(layers), values.resize(layers);
    }

    numbers read(int token) {
        const std::size_t kv = kv_heads * e;
        numbers x(embedding + static_cast<std::size_t>(token) * d,
                  embedding + (static_cast<std::size_t>(token) + 1) * d);
        for (std::size_t l = 0; l < layers; ++l) {
            const numbers s = normed(x, gain1 + l * d);
            numbers q = times(wq + l * d * d, d, s), k = times(wk + l * kv * d, kv, s);
            turn(q), turn(k);
            keys[l].push_back(k), values[l].push_back(times(wv + l * kv * d, kv, s));
            add(x, times(wo + l * d * d, d, attend(l, q)));
            const numbers t = normed(x, gain2 + l * d);
            numbers gate = times(w1 + l * f * d, f, t);
            const numbers up = times(w3 + l * f * d, f, t);
            for (std::size_t i = 0; i < f; ++i) gate[i] *= up[i] / (1 + std::exp(-gate[i]));
            add(x, times(w2 + l * d * f, d, gate));
        }
        ++position;
        return times(classifier, words, normed(x, gain3));
    }

private:
    static void add(numbers& x, const numbers& y) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
    }
    static numbers normed(const numbers& x, const float* gain) {
        double squares = 0;
        for (const double a : x) squares += a * a;
        numbers y;
        for (std::size_t i = 0; i < x.size(); ++i)
            y.push_back(x[i] / std::sqrt(squares / static_cast<double>(x.size()) + 1e-5) *
                        static_cast<double>(gain[i]));
        return y;
    }
    static numbers times(const float* w, std::size_t rows, const numbers& x) {
        numbers y(rows);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < x.size(); ++j) y[i] += static_cast<double>(w[i * x.size() + j]) * x[j];
        return y;
    }
    void turn(numbers& x) const {
        for (std::size_t i = 0; i < x.size(); i += 2) {
            const double angle =
                static_cast<double>(position) / std::pow(10000.0, static_cast<double>(i % e) / static_cast<double>(e));
            const double a = x[i], b = x[i + 1];
            x[i] = a * std::cos(angle) - b * std::sin(angle);
            x[i + 1] = b * std::cos(angle) + a * std::sin(angle);
        }
    }
    numbers attend(std::size_t l, const numbers& q) const {
        numbers y(d);
        for (std::size_t h = 0; h < heads; ++h) {
            const std::size_t g = h / (heads / kv_heads) * e;
            numbers weights;
            double sum = 0;
            for (const numbers& k : keys[l]) {
                double score = 0;
                for (std::size_t i = 0; i < e; ++i) score += q[h * e + i] * k[g + i];
                weights.push_back(std::exp(score / std::sqrt(static_cast<double>(e))));
                sum += weights.back();
            }
            for (std::size_t t = 0; t < weights.size(); ++t)
                for (std::size_t i = 0; i < e; ++i) y[h * e + i] += weights[t] / sum * values[l][t][g + i];
        }
        return y;
    }

    std::vector<float> all_;
    std::size_t d = 0, f = 0, layers = 0, heads = 0, kv_heads = 0, words = 0, e = 0, position = 0;
    const float *embedding = nullptr, *gain1 = nullptr, *wq = nullptr, *wk = nullptr, *wv = nullptr, *wo = nullptr,
                *gain2 = nullptr, *w1 = nullptr, *w2 = nullptr, *w3 = nullptr, *gain3 = nullptr, *classifier = nullptr;
    std::vector<std::vector<numbers>> keys, values;
};

}  // namespace heed::test
