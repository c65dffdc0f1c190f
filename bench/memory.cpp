// SPDX-License-Identifier: BSL-1.0
// Working memory: the most that each contender holds beside operands and result, and how often it asks for some.
//
//   bench.memory [--quick] [--only PART] JSON
//
// malloc and its relatives are replaced; what a library maps by itself (the packing buffer of OpenBLAS, constant), what
// another process holds (ONNX Runtime) and stacks are not seen. What heed takes from the stack is in its plan; the
// loops written by hand, which keep a row of scores there, are left out.
#include <bench/contender.hpp>
#include <bench/exact.hpp>
#include <bench/options.hpp>
#include <bench/plan_facts.hpp>

#include <malloc.h>
#include <cstddef>
#include <fstream>
#include <nlohmann/json.hpp>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace bench {

/// Of all threads: the programs have one.
static struct { std::size_t bytes, most_bytes, allocations; } heap;

static void* count_in(void* memory) {
    if (memory == nullptr) return memory;
    heap.bytes += malloc_usable_size(memory);
    heap.most_bytes = std::max(heap.most_bytes, heap.bytes);
    ++heap.allocations;
    return memory;
}
static void* count_out(void* memory) {
    if (memory != nullptr) heap.bytes -= malloc_usable_size(memory);
    return memory;
}

}  // namespace bench

extern "C" {
void* malloc(std::size_t n) { return bench::count_in(__libc_malloc(n)); }
void* calloc(std::size_t n, std::size_t size) { return bench::count_in(__libc_calloc(n, size)); }
void* realloc(void* p, std::size_t n) { return bench::count_in(__libc_realloc(bench::count_out(p), n)); }
void* memalign(std::size_t alignment, std::size_t n) { return bench::count_in(__libc_memalign(alignment, n)); }
void* aligned_alloc(std::size_t alignment, std::size_t n) { return memalign(alignment, n); }
int posix_memalign(void** p, std::size_t alignment, std::size_t n) {
    *p = memalign(alignment, n);
    return *p == nullptr ? ENOMEM : 0;
}
void free(void* p) { __libc_free(bench::count_out(p)); }
}

namespace bench {

using nlohmann::json;

struct memory_figures {
    std::size_t working_bytes, allocations;
};

/// From before the contender prepares itself to after it computed twice; allocations are those of the second time.
static memory_figures measure(const contender& c, std::size_t task, const inputs& in) {
    const shape& s = shapes[task];
    std::size_t operand_bytes = sizeof(float) * s.queries * s.width;  // the result
    for (const floats& x : in) operand_bytes += sizeof(float) * x.size();
    const std::size_t before = heap.bytes;
    heap.most_bytes = before;
    const computation compute = c.prepare(task, in);
    if (!compute || compute.is_elsewhere()) return {0, ~std::size_t{0}};
    compute(1);
    const std::size_t allocations = heap.allocations;
    compute(1);
    const std::size_t held = heap.most_bytes - before;
    return {held > operand_bytes ? held - operand_bytes : 0, heap.allocations - allocations};
}

/// Copies of operands that a contender makes while it prepares itself are gone when it computes.
static json to_json(std::size_t task, const inputs& in) {
    json list = json::array();
    for (const contender& c : contenders()) {
        if (c.name == "plain loops") continue;
        const memory_figures m = measure(c, task, in);
        if (m.allocations == ~std::size_t{0}) continue;
        const std::size_t planned = c.name == "heed" ? plan_facts_of(task, in).workspace_bytes : 0;
        list.push_back(
            {{"who", c.name}, {"working_bytes", std::max(m.working_bytes, planned)}, {"allocations", m.allocations}});
    }
    return {{"work", name_of(shapes[task])},
            {"tokens", shapes[task].tokens},
            {"width", shapes[task].width},
            {"figures", list}};
}

/// Attention to all keys.
static bool is_asked_for(const shape& s, const options& o) {
    return s.kind == work::attention && s.seen == keys::all && s.queries == s.tokens && s.width <= 64 &&
           (!o.is_quick || s.flops() <= quick_flops) && name_of(s).find(o.only) != std::string::npos;
}

static json run(const options& o) {
    json list = json::array();
    for (std::size_t task = 0; task < shapes.size(); ++task)
        if (is_asked_for(shapes[task], o)) list.push_back(to_json(task, random_inputs(shapes[task])));
    return {{"memory", list}};
}

}  // namespace bench

int main(int count, char** arguments) {
    const bench::options o = bench::read_options(count, arguments);
    std::ofstream(o.file) << bench::run(o).dump(1) << '\n';
}
