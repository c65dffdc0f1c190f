// SPDX-License-Identifier: BSL-1.0
// Steps of examples/train on numbers that another program can make too: the initial numbers go to a file, the losses to
// the output, with the processor time of a step in milliseconds at the end.
//
//   train_losses STEPS FILE
#include <examples/train/model.hpp>

#include <heed/io/safetensors.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace {

double milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

void begin(model& m, const std::string& file) {
    std::uint32_t seed = 1;
    std::vector<named_tensor> all;
    for_each_parameter(m, [&](const std::string& name, auto& p) {
        for (float& w : p.w) {
            seed = seed * 1664525 + 1013904223;
            w = p.w.rank() == 1 ? 1 : 0.1F * (float(seed >> 8) / float(1 << 23) - 1);
        }
        all.emplace_back(name, p.w);
    });
    save_safetensors(file, all);
}

}  // namespace

int main(int, char** words) {
    const int steps = std::atoi(words[1]);
    const auto m = std::make_unique<model>();
    begin(*m, words[2]);
    text<B> ids, next;
    std::vector<double> times;
    for (int step = 1; step <= steps; ++step) {
        for (std::size_t b = 0; b < B; ++b)
            for (std::size_t t = 0; t < T; ++t) {
                const std::size_t at = 37 * b + 11 * static_cast<std::size_t>(step) + t;
                ids(b, t) = static_cast<std::int32_t>(at * at % 89),
                       next(b, t) = static_cast<std::int32_t>((at + 1) * (at + 1) % 89);
            }
        const double start = milliseconds();
        const float loss = train(*m, ids, next, 1e-3F, step);
        times.push_back(milliseconds() - start);
        std::printf("%.9g\n", double(loss));
    }
    std::nth_element(times.begin(), times.begin() + steps / 2, times.end());
    std::printf("milliseconds %.3f\n", times[static_cast<std::size_t>(steps) / 2]);
}
