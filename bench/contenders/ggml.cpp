// SPDX-License-Identifier: BSL-1.0
// ggml on one thread, as npm brings it for llama.cpp (@node-llama-cpp/linux-x64): its flash attention over float keys
// and values. The package has libraries and no headers: what is called is declared here, as ggml 0.25.1 has it, which
// is in version 3.22.1 of the package.
#include <bench/onnx_runtime/onnx_runtime.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

namespace bench {

// As in ggml.h and ggml-backend.h.
struct ggml_context;
struct ggml_tensor;
struct ggml_cgraph;
struct ggml_init_params {
    std::size_t mem_size;
    void* mem_buffer;
    bool no_alloc;
};
enum ggml_type : int { ggml_f32 = 0, ggml_f16 = 1 };
static constexpr int cpu_device = 0;

/// What was found by that name; where it was not, the program ends.
static void* found(void* function, const char* name) {
    if (function != nullptr) return function;
    std::fprintf(stderr, "ggml: no function %s\n", name);
    std::exit(1);
}

/// The functions of the library, found by name.
struct ggml_library {
    void* base = nullptr;
    void* registry = nullptr;

    template <class F>
    F* function(void* library, const char* name) const {
        return reinterpret_cast<F*>(found(dlsym(library, name), name));
    }
    explicit operator bool() const { return base != nullptr && registry != nullptr; }
};

/// What begins so in the folder of the package, opened; null where it is not.
static void* opened(const std::filesystem::path& folder, const std::string& name) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        if (entry.path().filename().string().starts_with(name))
            return dlopen(entry.path().c_str(), RTLD_NOW | RTLD_GLOBAL);
    return nullptr;
}

static std::filesystem::path ggml_folder() {
    return std::filesystem::path(node_packages()) / "node_modules/@node-llama-cpp/linux-x64/bins/linux-x64";
}

static const ggml_library& library() {
    static const ggml_library all = [] {
        ggml_library l{opened(ggml_folder(), "libggml-base."), opened(ggml_folder(), "libggml.")};
        if (l) l.function<void(const char*)>(l.registry, "ggml_backend_load_all_from_path")(ggml_folder().c_str());
        return l;
    }();
    return all;
}

/// One attention: a graph of one operator.
class ggml_attention {
public:
    ggml_attention(const shape& s, const inputs& in) {
        const ggml_library& of = library();
        const std::size_t numbers = 2 * (in[0].size() + in[1].size() + in[2].size() + s.queries * s.tokens);
        const std::size_t room = sizeof(float) * numbers + (std::size_t{64} << 20);
        context_ = of.function<ggml_context*(ggml_init_params)>(of.base, "ggml_init")({room, nullptr, false});
        ggml_tensor* const q = matrix(ggml_f32, s.width, s.queries);
        ggml_tensor* const k = matrix(ggml_f32, s.width, s.tokens);
        ggml_tensor* const v = matrix(ggml_f32, s.width, s.tokens);
        std::memcpy(data(q), in[0].data(), sizeof(float) * in[0].size());
        std::memcpy(data(k), in[1].data(), sizeof(float) * in[1].size());
        std::memcpy(data(v), in[2].data(), sizeof(float) * in[2].size());
        using attend =
            ggml_tensor*(ggml_context*, ggml_tensor*, ggml_tensor*, ggml_tensor*, ggml_tensor*, float, float, float);
        ggml_tensor* const y = of.function<attend>(of.base, "ggml_flash_attn_ext")(
            context_, q, k, v, mask(s), 1 / std::sqrt(static_cast<float>(s.width)), 0, 0);
        graph_ = of.function<ggml_cgraph*(ggml_context*)>(of.base, "ggml_new_graph")(context_);
        of.function<void(ggml_cgraph*, ggml_tensor*)>(of.base, "ggml_build_forward_expand")(graph_, y);
        result_ = static_cast<const float*>(data(y));
        backend_ = of.function<void*(int, const char*)>(of.registry, "ggml_backend_init_by_type")(cpu_device, nullptr);
        take_one_thread();
        compute_ = of.function<int(void*, ggml_cgraph*)>(of.base, "ggml_backend_graph_compute");
    }
    ggml_attention(const ggml_attention&) = delete;
    ggml_attention& operator=(const ggml_attention&) = delete;
    ~ggml_attention() {
        const ggml_library& of = library();
        of.function<void(void*)>(of.base, "ggml_backend_free")(backend_);
        of.function<void(ggml_context*)>(of.base, "ggml_free")(context_);
    }

    const float* result() const { return result_; }
    void compute() const { compute_(backend_, graph_); }

private:
    ggml_tensor* matrix(ggml_type type, std::size_t columns, std::size_t rows) const {
        using make = ggml_tensor*(ggml_context*, int, std::int64_t, std::int64_t, std::int64_t, std::int64_t);
        return library().function<make>(library().base, "ggml_new_tensor_4d")(
            context_, type, static_cast<std::int64_t>(columns), static_cast<std::int64_t>(rows), 1, 1);
    }
    static void* data(const ggml_tensor* x) {
        return library().function<void*(const ggml_tensor*)>(library().base, "ggml_get_data")(x);
    }
    /// Minus infinity where a key is not seen, in half precision; none where all are.
    ggml_tensor* mask(const shape& s) const {
        if (s.seen == keys::all) return nullptr;
        constexpr std::uint16_t hidden = 0xFC00;
        ggml_tensor* const bias = matrix(ggml_f16, s.tokens, s.queries);
        auto* row = static_cast<std::uint16_t*>(data(bias));
        for (std::size_t q = 0; q < s.queries; ++q, row += s.tokens) {
            const key_range seen = keys_of(s, q);
            std::fill(row, row + s.tokens, hidden);
            std::fill(row + seen.first, row + seen.last, std::uint16_t{0});
        }
        return bias;
    }
    void take_one_thread() const {
        const ggml_library& of = library();
        void* const device = of.function<void*(void*)>(of.base, "ggml_backend_get_device")(backend_);
        void* const registered = of.function<void*(void*)>(of.base, "ggml_backend_dev_backend_reg")(device);
        constexpr const char* name = "ggml_backend_set_n_threads";
        void* const set =
            of.function<void*(void*, const char*)>(of.base, "ggml_backend_reg_get_proc_address")(registered, name);
        reinterpret_cast<void (*)(void*, int)>(found(set, name))(backend_, 1);
    }

    ggml_context* context_ = nullptr;
    ggml_cgraph* graph_ = nullptr;
    void* backend_ = nullptr;
    const float* result_ = nullptr;
    int (*compute_)(void*, ggml_cgraph*) = nullptr;
};

static computation prepare_ggml(std::size_t task, const inputs& in) {
    const shape& s = shapes[task];
    constexpr std::size_t vector_multiple = 8;  // its loops take keys of a multiple of this
    if (s.kind != work::attention || s.width % vector_multiple != 0) return {};
    const auto attention = std::make_shared<ggml_attention>(s, in);
    return repeated(attention->result(), [attention] { attention->compute(); });
}

static bool take_part() {
    if (node_packages().empty() || !library()) return false;
    const auto* const version = library().function<const char*()>(library().base, "ggml_version")();
    contenders().push_back({"ggml", std::string("ggml ") + version, prepare_ggml});
    return true;
}
static const bool takes = take_part();

}  // namespace bench
