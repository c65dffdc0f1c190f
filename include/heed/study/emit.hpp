// SPDX-License-Identifier: BSL-1.0
// study::emit: the loops that a formula becomes, as a file of C or C++ to read, compile and run.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/lower/lower.hpp>
#include <heed/study/emit_formula.hpp>
#include <heed/study/emit_length_classes.hpp>
#include <heed/study/emit_loops.hpp>
#include <heed/study/emit_main.hpp>
#include <heed/study/emit_reference.hpp>
#include <heed/study/plan_at_lengths.hpp>
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
                       leaf_list<T> leaves, const study::emit_options& options, length_arguments lengths = {}) {
    constexpr number_type type{c_type<T>(), std::same_as<T, float> ? "f" : "", std::same_as<T, float>};
    const dialect& language = options.language == study::language::cpp ? cpp_dialect : c_dialect;
    names taken;
    language.claim_words(taken);
    lengths.claim(taken);
    const bool in_registers = options.form == study::form::vector, has_main = options.main && lengths.empty();
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
                    .name = name_of_function(taken, as_identifier(options.name), has_main, written.results.size()),
                    .type = type,
                    .in_registers = in_registers};

    check_name_count(leaves.parameters, options.leaves.size());
    names with_main = taken;
    if (has_main) claim_words_of_main(with_main, file.name, written.results.size());
    for (std::size_t i = 0; i < leaves.parameters.size(); ++i) {
        leaves.parameters[i].name = with_main.claim_unused(
            options.leaves.empty() ? tensor_letter(leaves.parameters[i].place) : as_identifier(options.leaves[i]));
        taken.claim(leaves.parameters[i].name);
    }
    for (const node_id result : written.results) file.results.push_back(written[result].dims);
    file.formula = formula_text(written, leaves).whole();

    c_writer loops(language);
    loops.open("void " + file.name + '(' + lengths.parameters(language) +
               parameters_text(language, leaves.parameters, type.name, "out", file.results, lengths.primes()) + ')');
    loop_emitter<Capacity, leaf_list<T>> emitter(passes, leaves, type, taken, loops, in_registers);
    emitter.run();
    for (const accumulation& needed : emitter.accumulations()) add_accumulate(helpers, needed);
    loops.close();

    c_writer reference(language);
    if (has_main) {
        reference.open("static void " + file.name + "_unfused(" +
                       parameters_text(language, leaves.parameters, "double", "expected", file.results) + ')');
        reference_emitter(defined, leaves, taken, reference).run();
        reference.close();
    }
    if (!lengths.empty()) {
        c_writer with_lengths(language);
        with_lengths.lines(lengths.function(loops.text(), language, type.name));
        file.lengths = &lengths;
        return {file.assembled(leaves.parameters, helpers.functions, with_lengths.text(), ""), {}};
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

/// The file of a formula with lengths, in which these are such primes.
template <class T, class F>
std::string emit_with_primes(const F& f, const study::emit_options& options, const length_list& primes,
                             const length_classes_of_tensors<F>& classes) {
    using passes = lowered<traced_formula<F>, sizeof(T)>;
    const given_lengths given = classes.given(primes);
    const auto plan = plan_at_lengths<passes::capacity>(passes::value, given, sizeof(T)).run();
    const auto form = given.at(passes::form);
    leaf_list<T> leaves;
    leaves.add(f, classes.shapes(given));
    const length_list own = classes.distinct(primes);
    const lowered_form<passes::capacity> lowered_with_primes{plan, form, passes::node_roles, own};
    const auto written = given.at(traced_formula<F>::value);
    return emit_plan<T>(written, written, lowered_with_primes, std::move(leaves), options,
                        length_arguments(own, classes.names()))
        .text;
}

/// Text without line breaks and what stands around them.
inline std::string as_one_line(const std::string& text) {
    std::string line;
    for (const char c : text)
        if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' '))
            line += c;
        else if (c == '\n' && !line.empty() && line.back() != ' ')
            line += ' ';
    return line;
}

/// What a number does to the text of a formula other than that it stands there (a rest of a division, a reciprocal)
/// is not known of a length: then other primes make another text.
template <class T, class F>
emitted_file emit_formula_with_lengths(const F& f, const study::emit_options& options) {
    const length_classes_of_tensors<F> classes(f);
    const length_list& primes = measuring<F>::found.lengths;
    length_list others = primes;
    std::size_t last = 2 * primes.back();
    for (std::size_t& prime : others) prime = last = next_prime(last + 40);
    const std::string text = emit_with_primes<T>(f, options, primes, classes);
    const bool is_known = as_one_line(text) == as_one_line(emit_with_primes<T>(f, options, others, classes));
    if (options.form == study::form::vector || !is_known)
        raise<std::invalid_argument>(
            "heed: study::emit writes formulas with lengths that are known at run time only in the plain form, without "
            "exact scalars that are made of lengths, sqrt(dim<tokens>(K)), and parts that begin at sums of them: else "
            "give "
            "it the same formula over tensors that have sizes known while compiling, tokens[128]");
    return {text, {}};
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
/// lengths that are known at run time only are arguments, `size_t tokens`, before the tensors: one for those of a
/// tensor
///         that is written twice. There is no main, and memory for what they say how long it is comes from malloc.
/// needs   a formula of float or double whose leaves have no half precision, else a static_assert says so; tensors of
///         fewer than 2^31 elements. With lengths: the plain form, tensors without gaps, and no exact scalar that is
///         made of a length but whole numbers, else there is a std::invalid_argument
/// example std::cout << study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, {.name = "attend"});
template <detail::evaluable F>
[[nodiscard]] std::string emit(const F& f, const emit_options& options = {}) {
    using T = detail::computed_t<detail::value_of<F>>;
    static_assert(std::same_as<T, float> || std::same_as<T, double>, "heed: emit writes C for float and double");
    const auto& operand = detail::operand_of(f);
    using Operand = std::remove_cvref_t<decltype(operand)>;
    if constexpr (detail::has_lengths<Operand>)
        return detail::emitted::emit_formula_with_lengths<T>(operand, options).text;
    else
        return detail::emitted::emit_formula<T>(operand, options).text;
}

}  // namespace study
}  // namespace heed
