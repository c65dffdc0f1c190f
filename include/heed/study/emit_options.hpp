// SPDX-License-Identifier: BSL-1.0
// What study::emit is told, and the file that it makes.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/study/emit/emit_source.hpp>
#include <heed/study/text/loop_id.hpp>

#include <optional>
#include <string>
#include <vector>

namespace heed {
namespace study {

/// How emitted loops are written.
enum class form : unsigned char {
    plain,   ///< scalar code, for reading
    vector,  ///< vector registers, as the library runs them: tiles, blocks of sums, copied panels
};

/// The language of emitted loops.
enum class language : unsigned char {
    c,    ///< gnu17, also valid C++
    cpp,  ///< C++20
};

/// Options of study::emit.
struct emit_options {
    std::string name = "formula";  ///< name of the function, a C identifier
    /// Names of the tensors, in the order in which the formula mentions them first, or none; a tensor that is used
    /// twice has one name. attention(Q, K, V, padding(lengths)) is softmax(where(padding(lengths), ...)) * V: lengths
    /// come first.
    std::vector<std::string> leaves = {};
    study::form form = study::form::plain;  ///< scalar code, or registers
    bool main = true;                       ///< with a main that checks the function against a plain one in double
    study::language language = study::language::c;  ///< C or C++
};

}  // namespace study

namespace detail::emitted {

/// A file, and the loop of each of its lines.
struct emitted_file {
    std::string text;
    std::vector<loop_id> loops;
};

/// The file of a formula that is computed in T, float or double; nullopt if no text is right for all lengths. Its loops
/// are those of the instructions that a program is compiled for.
/// errors  std::invalid_argument, see study::emit
template <class T>
HEED_CODE_ABI std::optional<emitted_file> find_file(const formula_source& source, const study::emit_options& options);

}  // namespace detail::emitted
}  // namespace heed
