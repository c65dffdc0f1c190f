// SPDX-License-Identifier: BSL-1.0
// Where a kernel of a study is while it runs: a timer interrupts it again and again, and the address of the instruction
// that comes next is noted. Needs no rights and no other program.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <ucontext.h>
#define HEED_STUDY_SAMPLES 1
#else
#define HEED_STUDY_SAMPLES 0
#endif

namespace heed_study {

using kernel_function = void (*)(void*);

#if HEED_STUDY_SAMPLES

inline constexpr std::size_t most_samples = 6000, enough_samples = 1000;
inline std::uintptr_t sampled[most_samples];
inline volatile std::size_t sample_count = 0;
inline timer_t sample_timer{};
inline std::uint32_t sample_seed = 1;

/// Once, after 60 to 140 microseconds: an interval of its own each time, so that no kernel runs in step with it.
inline void arm_sample_timer() {
    sample_seed = sample_seed * 1664525U + 1013904223U;
    itimerspec when{};
    when.it_value.tv_nsec = 60000 + static_cast<long>((sample_seed >> 8U) % 80000U);
    timer_settime(sample_timer, 0, &when, nullptr);
}

inline void take_sample(int, siginfo_t*, void* context) {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
    if (sample_count == most_samples) return;
#if defined(__x86_64__)
    sampled[sample_count] = static_cast<std::uintptr_t>(machine.gregs[16]);  // REG_RIP
#else
    sampled[sample_count] = static_cast<std::uintptr_t>(machine.pc);
#endif
    sample_count = sample_count + 1;
    arm_sample_timer();
}

/// Runs the kernel, so many times between two looks at the clock, for so many seconds and prints the samples as members
/// of JSON, each as its distance in bytes from the beginning of the kernel: "samples": [12, 16, 12]. None where there
/// is no timer.
inline void print_samples(kernel_function kernel, void* result, std::size_t times, double seconds) {
    struct sigaction action {};
    action.sa_sigaction = take_sample;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    std::printf(", \"samples\": [");
    if (sigaction(SIGALRM, &action, nullptr) == 0 && timer_create(CLOCK_MONOTONIC, &event, &sample_timer) == 0) {
        const auto now = [] {
            timespec t{};
            clock_gettime(CLOCK_MONOTONIC, &t);
            return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
        };
        const double start = now();
        arm_sample_timer();
        while (sample_count < most_samples) {  // longer where others have the processor
            const double passed = now() - start;
            if (passed > 10 * seconds || (passed > seconds && sample_count >= enough_samples)) break;
            for (std::size_t i = 0; i < times; ++i) kernel(result);
        }
        timer_delete(sample_timer);
        const auto begin = reinterpret_cast<std::uintptr_t>(kernel);
        for (std::size_t i = 0; i < sample_count; ++i)
            std::printf("%s%lld", i == 0 ? "" : ",", static_cast<long long>(sampled[i] - begin));
    }
    std::printf("]");
}

#else

inline void print_samples(kernel_function, void*, std::size_t, double) { std::printf(", \"samples\": []"); }

#endif

}  // namespace heed_study
