// SPDX-License-Identifier: BSL-1.0
// Emits the file of a plan: a function with its loops, and the text around it.
#pragma once

#include <heed/lower/lower.hpp>
#include <heed/study/emit/emit_formula.hpp>
#include <heed/study/emit/emit_lengths.hpp>
#include <heed/study/emit/emit_main.hpp>
#include <heed/study/emit_options.hpp>
#include <heed/study/text/tensor_names.hpp>
#include <heed/study/written/emit_few_rows.hpp>
#include <heed/study/written/emit_loops.hpp>
#include <heed/study/written/emit_reference.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail::emitted {

/// Adds the widths to which the loops of a plan copy rows: queries in lanes, panels, and the remaining panel; 1 for
/// remaining columns of a dynamic number, as of those that a mask leaves.
inline void add_panel_widths(std::vector<std::size_t>& list, const lowered_form& passes, std::size_t element_bytes) {
    const auto add = [&](std::size_t width) {
        if (width > 0 && std::find(list.begin(), list.end(), width) == list.end()) list.push_back(width);
    };
    for (std::size_t s = 0; s < passes.value.steps.size(); ++s) {
        const kernel& k = passes.value.kernels[passes.value.steps[s].kernel];
        const bool takes_part = kept_part_of(passes.value, s).axis == kept_axis::columns;
        const std::size_t panel = lanes_for(element_bytes);
        if (k.loop == skeleton::stream && k.stream.depth_lanes == 0) add(k.stream.lanes);
        if (k.loop != skeleton::product) continue;
        add(k.cols < panel ? 0 : panel);
        add(is_static_size(k.cols, passes.lengths) && !takes_part ? k.cols % panel : 1);
    }
}

/// The element types that products may read; that of the loops comes first.
template <class T>
std::vector<std::string> element_types() {
    std::vector<std::string> list{c_type<T>()};
    for (const char* type : {"float", "double", "char", "signed char", "unsigned char", "short", "unsigned short",
                             "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"})
        if (type != list[0]) list.push_back(type);
    return list;
}

/// The name, or a variant of it if a C file or its main uses it.
inline std::string name_of_function(names& taken, const std::string& wanted, bool has_main, std::size_t results) {
    names with_main = taken;
    if (has_main) claim_words_of_main(with_main, wanted, results);
    return taken.claim_unused(with_main.unused(wanted));
}

/// The widths to which the loops of a file copy rows.
inline std::vector<std::size_t> widths_of_plans(const lowered_form& passes,
                                                const std::vector<variant_for_rows>& variants,
                                                std::size_t element_bytes) {
    std::vector<std::size_t> widths;
    add_panel_widths(widths, passes, element_bytes);
    for (const variant_for_rows& variant : variants) add_panel_widths(widths, variant.passes, element_bytes);
    return widths;
}

/// Emits the file of a formula, given its graph, the graph with definitions, its plan and its leaves, and a
/// variant_for_rows for each plan for few rows.
template <class T>
emitted_file emit_plan(const graph_view& written, const graph_view& defined, const lowered_form& passes,
                       leaf_list leaves, const study::emit_options& options, length_arguments lengths = {},
                       const std::vector<variant_for_rows>& variants = {}) {
    constexpr number_type type{c_type<T>(), std::same_as<T, float> ? "f" : "", std::same_as<T, float>};
    const dialect& language = options.language == study::language::cpp ? cpp_dialect : c_dialect;
    names taken;
    language.claim_words(taken);
    lengths.claim(taken);
    const bool in_registers = options.form == study::form::vector, has_main = options.main && lengths.empty();
    helper_list helpers(type, language);
    if (in_registers)
        add_vector_functions<T>(helpers, element_types<T>(), widths_of_plans(passes, variants, sizeof(T)));
    else
        add_written_once(helpers, [](helper_list& all) { add_functions<T, 1>(all); });
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

    check_name_count(leaves.parameters, options.leaves.size(),
                     [&](const shape& dims) { return lengths.in_arguments(text_of(dims), ""); });
    names with_main = taken;
    if (has_main) claim_words_of_main(with_main, file.name, written.results.size());
    for (std::size_t i = 0; i < leaves.parameters.size(); ++i) {
        leaves.parameters[i].name = with_main.claim_unused(
            options.leaves.empty() ? tensor_letter(leaves.parameters[i].place) : as_identifier(options.leaves[i]));
        taken.claim(leaves.parameters[i].name);
    }
    for (const node_id result : written.results) file.results.push_back(written[result].dims);
    file.formula = formula_text(written, leaves, lengths.primes());
    names outside = taken;

    c_writer loops(language);
    loops.open("void " + file.name + '(' + lengths.parameters(language) +
               parameters_text(language, leaves.parameters, type.name, "out", file.results, lengths.primes()) + ')');
    loop_emitter<T> emitter(passes, leaves, type, taken, loops, in_registers);
    emitter.run();
    for (const accumulation& needed : emitter.accumulations()) add_accumulate(helpers, needed);
    if (lengths.empty())
        loops.close_function(names_of(leaves.parameters));
    else
        loops.close();

    c_writer reference(language);
    if (has_main) {
        reference.open("static void " + file.name + "_unfused(" +
                       parameters_text(language, leaves.parameters, "double", "expected", file.results) + ')');
        reference_emitter(defined, leaves, taken, reference).run();
        reference.close_function(names_of(leaves.parameters));
    }
    c_writer with_lengths(language);
    if (!lengths.empty()) {
        const std::string entry =
            few_rows_writer<T>(with_lengths, helpers, outside, file, leaves.parameters, lengths).write(variants);
        lengths.write_function(loops, with_lengths, type.name, leaves.parameters, entry);
        file.lengths = &lengths;
    }
    const c_writer& function = lengths.empty() ? loops : with_lengths;
    emitted_file whole{file.assembled(leaves.parameters, helpers.functions, function.text(), reference.text()), {}};
    const std::size_t begin = whole.text.find(function.text());
    for (std::size_t i = 0; i < begin; ++i)
        if (whole.text[i] == '\n') whole.loops.emplace_back();
    whole.loops.insert(whole.loops.end(), function.loops().begin(), function.loops().end());
    for (std::size_t i = begin + function.text().size(); i < whole.text.size(); ++i)
        if (whole.text[i] == '\n') whole.loops.emplace_back();
    return whole;
}

}  // namespace heed::detail::emitted
