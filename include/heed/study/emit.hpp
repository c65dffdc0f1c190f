// SPDX-License-Identifier: BSL-1.0
// study::emit: the loops that a formula becomes, as a file of C or C++ to read, compile and run.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/lower/lower.hpp>
#include <heed/study/emit_formula.hpp>
#include <heed/study/emit_loops.hpp>
#include <heed/study/emit_main.hpp>
#include <heed/study/emit_reference.hpp>
#include <heed/study/tensor_names.hpp>
#include <heed/trace/trace.hpp>

#include <concepts>
#include <string>
#include <utility>
#include <vector>

namespace heed {
namespace study {

/// How emitted loops are written.
enum class form : unsigned char {
    plain,   ///< with single numbers: to be read
    vector,  ///< with vector registers, as they run: tiles, blocks of sums, copied panels
};

/// What emitted loops are written in.
enum class language : unsigned char {
    c,    ///< gnu17, which is C++ too
    cpp,  ///< C++20
};

struct emit_options {
    std::string name = "formula";  ///< of the function, as an identifier of C
    /// Names of the tensors, in the order in which the formula names them first, or none; a tensor that is used twice
    /// has one. attention(Q, K, V, padding(lengths)) is softmax(where(padding(lengths), ...)) * V: lengths come first.
    std::vector<std::string> leaves = {};
    study::form form = study::form::plain;
    bool main = true;  ///< with a main that checks the function against a plain one in double
    study::language language = study::language::c;
};

}  // namespace study

namespace detail::emitted {

/// Widths to which the loops of a plan copy rows: queries side by side, panels, and the panel that is left.
template <class Plan>
std::vector<std::size_t> panel_widths(const Plan& plan, std::size_t element_bytes) {
    std::vector<std::size_t> list;
    const auto add = [&](std::size_t width) {
        for (const std::size_t known : list)
            if (known == width) return;
        if (width > 0) list.push_back(width);
    };
    for (const kernel& k : plan.kernels) {
        const std::size_t panel = lanes_for(element_bytes);
        if (k.loop == skeleton::stream && k.stream.depth_lanes == 0) add(k.stream.lanes);
        if (k.loop != skeleton::product) continue;
        add(k.cols < panel ? 0 : panel);
        add(k.cols % panel);
    }
    return list;
}

/// Types of the numbers that products may read, that of the loops first.
template <class T>
std::vector<std::string> element_types() {
    std::vector<std::string> list{c_type<T>()};
    for (const char* type : {"float", "double", "char", "signed char", "unsigned char", "short", "unsigned short",
                             "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"})
        if (type != list[0]) list.push_back(type);
    return list;
}

/// A file, and for each of its lines the loop that it is about.
struct emitted_file {
    std::string text;
    std::vector<loop_id> loops;
};

/// The name, or another where a file of C has it, or its main.
inline std::string name_of_function(names& taken, const std::string& wanted, bool has_main, std::size_t results) {
    names with_main = taken;
    if (has_main) claim_words_of_main(with_main, wanted, results);
    return taken.claim_unused(with_main.unused(wanted));
}

/// The file of a formula whose graph, the same in definitions, plan and leaves are given: all formulas of about a size
/// share its code.
template <class T, class Graph, class Defined, std::size_t Capacity>
emitted_file emit_plan(const Graph& written, const Defined& defined, const lowered_form<Capacity>& passes,
                       leaf_list<T> leaves, const study::emit_options& options) {
    constexpr number_type type{c_type<T>(), std::same_as<T, float> ? "f" : "", std::same_as<T, float>};
    const dialect& language = options.language == study::language::cpp ? cpp_dialect : c_dialect;
    names taken;
    language.claim_words(taken);
    const bool in_registers = options.form == study::form::vector;
    helper_list helpers(type, language);
    if (in_registers)
        add_vector_functions<T>(helpers, element_types<T>(), panel_widths(passes.value, sizeof(T)));
    else
        add_functions<T, 1>(helpers);
    for (const helper_function& known : helpers.functions) taken.claim(known.name);
    if (in_registers)
        for (const char* macro : {"INLINE", "ALIGNED", "UNROLL"}) taken.claim(macro);
    taken.claim_beginning("add_");
    for (std::size_t k = 0; k < written.results.size(); ++k)
        taken.claim(name_of_result("out", k, written.results.size()));
    file_parts file{.language = language,
                    .name = name_of_function(taken, as_identifier(options.name), options.main, written.results.size()),
                    .type = type,
                    .in_registers = in_registers};

    check_name_count(leaves.parameters, options.leaves.size());
    names with_main = taken;
    if (options.main) claim_words_of_main(with_main, file.name, written.results.size());
    for (std::size_t i = 0; i < leaves.parameters.size(); ++i) {
        leaves.parameters[i].name = with_main.claim_unused(
            options.leaves.empty() ? tensor_letter(leaves.parameters[i].place) : as_identifier(options.leaves[i]));
        taken.claim(leaves.parameters[i].name);
    }
    for (const node_id result : written.results) file.results.push_back(written[result].dims);
    file.formula = formula_text(written, leaves).whole();

    c_writer loops(language);
    loops.open("void " + file.name + '(' +
               parameters_text(language, leaves.parameters, type.name, "out", file.results) + ')');
    loop_emitter<Capacity, leaf_list<T>> emitter(passes, leaves, type, taken, loops, in_registers);
    emitter.run();
    for (const accumulation& needed : emitter.accumulations()) add_accumulate(helpers, needed);
    loops.close();

    c_writer reference(language);
    if (options.main) {
        reference.open("static void " + file.name + "_unfused(" +
                       parameters_text(language, leaves.parameters, "double", "expected", file.results) + ')');
        reference_emitter(defined, leaves, taken, reference).run();
        reference.close();
    }
    emitted_file whole{file.assembled(leaves.parameters, helpers.functions, loops.text(), reference.text()), {}};
    const std::size_t begin = whole.text.find(loops.text());
    for (std::size_t i = 0; i < begin; ++i)
        if (whole.text[i] == '\n') whole.loops.emplace_back();
    whole.loops.insert(whole.loops.end(), loops.loops().begin(), loops.loops().end());
    for (std::size_t i = begin + loops.text().size(); i < whole.text.size(); ++i)
        if (whole.text[i] == '\n') whole.loops.emplace_back();
    return whole;
}

template <class T, class F>
emitted_file emit_formula(const F& f, const study::emit_options& options) {
    using passes = lowered<traced<F>, sizeof(T)>;
    leaf_list<T> leaves;
    leaves.add(f);
    const lowered_form<passes::capacity> form{passes::value, passes::form, passes::node_roles};
    return emit_plan<T>(graph_of<F>, defined_graph_of<F>, form, std::move(leaves), options);
}

}  // namespace detail::emitted

namespace study {

/// The loops of a formula, as `tensor Y = f` runs them, as one file of C (gnu17, C++ too) or of C++20: a function over
/// plain arrays, the elementary functions that it calls, and a main that compares it with the formula computed node by
/// node in double. The file says how it is compiled; `./attend bits` prints the bits of the result.
/// form    plain: loops over single numbers, to be read; vector: tiles and registers of the width that this program
///         is compiled for (gcc 12, clang 14 or later)
/// language the same lines in both; C++ has arrays by reference, static_cast, std::bit_cast, constexpr
/// bits    those of the library, where neither contracts products and sums (-ffp-contract=off): the same sums in the
///         same order (tests/study/emit.sh). NaN and infinities at masked places may differ: the plain form skips no
///         tiles.
/// packed  a matrix that was packed ahead is read where it was before: the same sums in the same order
/// names   without .leaves the letters of study::explain; a tensor that is written twice is one parameter, with the
///         letter of its first place
/// errors  std::invalid_argument where .leaves has another number of names than the formula has tensors
/// needs   a formula of float or double whose leaves have no half precision, else a static_assert says so; tensors of fewer than 2^31 elements
/// example std::cout << study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, {.name = "attend"});
template <detail::evaluable F>
[[nodiscard]] std::string emit(const F& f, const emit_options& options = {}) {
    using T = detail::computed_t<detail::value_of<F>>;
    static_assert(std::same_as<T, float> || std::same_as<T, double>, "heed: emit writes C for float and double");
    const auto& operand = detail::operand_of(f);
    return detail::emitted::emit_formula<T>(operand, options).text;
}

}  // namespace study
}  // namespace heed
