// SPDX-License-Identifier: BSL-1.0
// What stands before the weights in a file of llama2.c. Version 0 has seven 32-bit numbers; versions 1 and 2 have 256
// bytes: "ak42", the version, the seven numbers, a byte that is 1 where the classifier is the embedding, and in version
// 2 how many numbers share a scale.
#pragma once

#include <examples/tiny_llama/file_error.hpp>

#include <heed/io/mapped_file.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace tiny_llama {

/// A head has model / heads numbers; kv_heads divides heads.
struct model_sizes {
    std::size_t model = 0, hidden = 0, layers = 0, heads = 0, kv_heads = 0, words = 0, positions = 0;
    bool shares_classifier = true;

    std::size_t d_k() const { return model / heads; }
};

/// Why heads of these sizes are none, or nothing.
inline std::string trouble_of_heads(const model_sizes& s) {
    const auto divides = [](const std::string& a_name, std::size_t a, const std::string& b_name, std::size_t b) {
        return b % a == 0 ? ""
                          : a_name + ' ' + std::to_string(a) + " does not divide " + b_name + ' ' + std::to_string(b);
    };
    std::string trouble = divides("n_heads", s.heads, "dim", s.model);
    if (trouble.empty()) trouble = divides("n_kv_heads", s.kv_heads, "n_heads", s.heads);
    if (trouble.empty() && s.d_k() % 2 != 0)
        trouble = "a head has " + std::to_string(s.d_k()) + " numbers, of which rotary positions turn pairs";
    return trouble;
}

struct checkpoint_header {
    static constexpr std::int32_t magic = 0x616b3432;  ///< "ak42", as a number
    static constexpr std::size_t bytes_with_magic = 256;

    model_sizes sizes;
    int version = 0;
    std::size_t group = 0;  ///< of version 2: so many 8-bit numbers share a scale
    std::size_t bytes = 0;  ///< the weights begin behind
};

namespace detail {

static_assert(std::endian::native == std::endian::little, "the numbers of the file lie as this machine has them");

/// The 32-bit number at a place in the file, which has it.
inline std::int32_t number_at(const heed::mapped_file& file, std::size_t place) {
    std::int32_t n = 0;
    std::memcpy(&n, file.data() + place, sizeof(n));
    return n;
}
inline void check_bytes_of_header(const heed::mapped_file& file, std::size_t bytes) {
    if (file.size() < bytes)
        throw file_error(file.path(), "has " + std::to_string(file.size()) + " bytes, its header alone has " +
                                          std::to_string(bytes));
}

/// Seven numbers from a place on. In version 0 a negative vocab_size says that the classifier is not the embedding.
inline model_sizes sizes_at(const heed::mapped_file& file, std::size_t place, bool words_have_sign) {
    model_sizes s;
    const struct {
        const char* name;
        std::size_t& size;
    } fields[] = {{"dim", s.model},           {"hidden_dim", s.hidden}, {"n_layers", s.layers},  {"n_heads", s.heads},
                  {"n_kv_heads", s.kv_heads}, {"vocab_size", s.words},  {"seq_len", s.positions}};
    for (const auto& [name, size] : fields) {
        const std::int32_t n = number_at(file, place);
        const bool may_be_negative = words_have_sign && &size == &s.words;
        if (n == 0 || n == INT32_MIN || (n < 0 && !may_be_negative))
            throw file_error(file.path(), std::string("its header has ") + name + " " + std::to_string(n));
        if (n < 0) s.shares_classifier = false;
        size = static_cast<std::size_t>(n < 0 ? -n : n);
        place += sizeof(n);
    }
    if (const std::string trouble = trouble_of_heads(s); !trouble.empty()) throw file_error(file.path(), trouble);
    return s;
}

inline void read_flags(const heed::mapped_file& file, checkpoint_header& h) {
    constexpr std::size_t flag = 36;
    const unsigned shares = file.data()[flag];
    if (shares > 1)
        throw file_error(file.path(), "its header has " + std::to_string(shares) +
                                          " where 1 says that the classifier is the embedding, and 0 that it is not");
    h.sizes.shares_classifier = shares == 1;
    if (h.version == 1) return;
    const std::int32_t group = number_at(file, flag + 1);
    if (group < 1) throw file_error(file.path(), "its header has group_size " + std::to_string(group));
    h.group = static_cast<std::size_t>(group);
}

}  // namespace detail

/// errors  io_error: what is wrong with it
inline checkpoint_header read_checkpoint_header(const heed::mapped_file& file) {
    constexpr std::size_t number = sizeof(std::int32_t);
    checkpoint_header h;
    h.bytes = 7 * number;
    detail::check_bytes_of_header(file, h.bytes);
    const bool has_magic = detail::number_at(file, 0) == checkpoint_header::magic;
    if (has_magic) {
        h.version = detail::number_at(file, number);
        if (h.version != 1 && h.version != 2)
            throw file_error(file.path(), "is of version " + std::to_string(h.version) +
                                              " of the format; versions 0, 1 and 2 are read");
        h.bytes = checkpoint_header::bytes_with_magic;
        detail::check_bytes_of_header(file, h.bytes);
    }
    h.sizes = detail::sizes_at(file, has_magic ? 2 * number : 0, !has_magic);
    if (has_magic) detail::read_flags(file, h);
    return h;
}

}  // namespace tiny_llama
