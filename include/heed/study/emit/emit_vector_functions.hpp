// SPDX-License-Identifier: BSL-1.0
// The helper functions of emitted vector files: simd/ as C, for each number of lanes.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/study/emit/emit_functions.hpp>
#include <heed/study/emit/emit_lane_sums.hpp>

#include <bit>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Registers are GNU vectors as wide as those of the program that emits the file.
inline std::string vector_prelude(const dialect& language) {
    c_writer out(language);
    out.comment("Functions of registers are part of the loops that call them; short loops are unrolled.");
    if (language.inlined == std::string("INLINE"))
        out.append(R"(#define INLINE static inline __attribute__((always_inline))
#define ALIGNED __attribute__((aligned(64)))
)");
    out.append(language.words(R"c(#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" # gcc 12, of registers set lane by lane
#endif
#pragma GCC diagnostic ignored "-Wpsabi" # no register is passed: the functions are inlined

)c"));
    return out.text();
}

inline void add_types(helper_list& list, const vector_type& v) {
    if (v.lanes == 1) return;
    const std::size_t bytes = v.lanes * v.number.bytes();
    list.add_type(v.text("REALS"), v.number.name, bytes, "a register of numbers");
    list.add_type(v.text("MASK"), v.text("WORD"), bytes, "their bits");
    list.add_type(v.text("COUNTS"), "int", 4 * v.lanes, "integers, one a lane");
}

inline void add_moves(helper_list& list, const vector_type& v) {
    if (v.lanes == 1) {
        list.add(v, "load_$", "", "INLINE REAL load_$(const REAL* from)", "return *from;");
        list.add(v, "store_$", "", "INLINE void store_$(REAL* to, REAL x)", "*to = x;");
        return;
    }
    list.add(v, "load_$", "", "INLINE REALS load_$(const REAL* from)", R"(    REALS x;
    STD::memcpy(&x, from, sizeof x);
    return x;
)");
    list.add(v, "store_$", "", "INLINE void store_$(REAL* to, REALS x)", "STD::memcpy(to, &x, sizeof x);");
    list.add(v, "all_$", "x in every lane", "INLINE REALS all_$(REAL x)", R"(    const REALS zero = {0};
    return x - zero;
)");
    list.add(v, "indices_$", "first, first + step, first + 2 step ...", "INLINE REALS indices_$(REAL first, REAL step)",
             "    REALS x;\n    for (int l = 0; l < $; ++l)\n        x[l] = " + list.cast("REAL", "l") +
                 " * step;\n    return first + x;\n");
    list.add(v, "mask_$", "the same in every lane", "INLINE MASK mask_$(int holds)",
             "    const MASK zero = {0};\n    return zero - " +
                 list.words().cast("WORD", {"holds != 0", expression::comparison}).text + ";\n");
    list.add(v, "choose_$", "a where the mask is ones, else b", "INLINE REALS choose_$(MASK mask, REALS a, REALS b)",
             list.is_cpp() ? "    return mask ? a : b;\n" : R"(#ifdef __cplusplus
    return mask ? a : b;
#else
    return (REALS)((mask & (MASK)a) | (~mask & (MASK)b));
#endif
)");
}

/// The lanes of a and b for one step of a transpose, over the bit `bit` of the lane index: lane c of the result is lane
/// c of one, or lane c ^ bit of the other.
inline std::string exchanged_lanes(std::size_t width, std::size_t bit, bool high) {
    std::string text;
    for (std::size_t c = 0; c < width; ++c) {
        const bool of_b = (c & bit) != 0;
        const std::size_t lane = high ? (of_b ? width + c : c ^ bit) : (of_b ? width + (c ^ bit) : c);
        text += (c > 0 ? ", " : "") + std::to_string(lane);
    }
    return text;
}

inline void add_transpose(helper_list& list, const vector_type& v) {
    if (v.lanes == 1) return;
    std::string text;
    for (std::size_t bit = 1; bit < v.lanes; bit *= 2) {
        std::string step = R"(    UNROLL
    for (int i = 0; i < $; ++i)
        if ((i & BIT) == 0) {
            const REALS low = __builtin_shufflevector(row[i], row[i + BIT],
                LOW);
            row[i + BIT] = __builtin_shufflevector(row[i], row[i + BIT],
                HIGH);
            row[i] = low;
        }
)";
        step = replaced(replaced(step, "BIT", std::to_string(bit)), "LOW", exchanged_lanes(v.lanes, bit, false));
        text += replaced(step, "HIGH", exchanged_lanes(v.lanes, bit, true));
    }
    list.add(
        v, "transpose_$",
        "row[i][j] becomes row[j][i]: rows i and i + bit exchange the lanes in which i and the lane differ in that "
        "bit",
        "INLINE void transpose_$(" + list.words().language.array("REALS", "row", "[$]") + ')', text);
}

/// The loops around an iteration that adds terms to `block`, the sums of a block of terms.
inline std::string loops_over_blocks(const accumulation& f, const std::string& iteration) {
    const std::string loops = R"(    for (int first = 0; first < n; first += DEPTH) {
        const int end = n - first < DEPTH ? n : first + DEPTH;
        REALS block[ROWS][COUNT] = ZEROS;
        for (int k = first; k < end; ++k) {
    ITERATION
        }
        UNROLL
        for (int m = 0; m < ROWS; ++m) {
            UNROLL
            for (int r = 0; r < COUNT; ++r)
                sum[m][r] += block[m][r];
        }
    }
)";
    const std::string lines = replaced(iteration.substr(0, iteration.size() - 1), "\n", "\n    ");
    std::string text = replaced(replaced(loops, "ROWS", std::to_string(f.rows)), "COUNT", std::to_string(f.registers));
    text = replaced(text, "ZEROS", "{}");
    return replaced(replaced(text, "DEPTH", std::to_string(f.block)), "ITERATION", lines);
}

inline void add_accumulate(helper_list& list, const accumulation& f) {
    const number_type& number = list.words().number;
    const vector_type v{number, f.lanes};
    const bool copies = f.beside == accumulation::copying, fetches = f.beside == accumulation::fetching;
    const bool in_order = f.beside == accumulation::fetching_in_order;
    const bool fetches_rows = f.beside == accumulation::fetching_rows;
    const std::string to = f.block > 0 ? "block" : "sum";
    const std::string rows = std::to_string(f.rows), count = std::to_string(f.registers);
    std::string text, sums;
    for (std::size_t r = 0; r < f.registers; ++r) {
        const std::string i = std::to_string(r), at = r == 0 ? "" : " + " + std::to_string(r * v.lanes);
        text += "        const REALS b_" + i + " = load_$(&b[k * b_row" + at + "]);\n";
        if (copies) text += "        store_$(&to[k * to_row" + at + "], b_" + i + ");\n";
        sums += "            " + to + "[m][" + i + "] += x * b_" + i + ";\n";
    }
    const std::size_t elements = f.registers * v.lanes, line = cache_line_bytes / number.bytes();
    for (std::size_t at = 0; in_order && at < elements; at += line)
        text += "        __builtin_prefetch(&next[k * " + std::to_string(elements) +
                (at == 0 ? "" : " + " + std::to_string(at)) + "]);\n";
    for (std::size_t at = 0; fetches_rows && at < elements; at += line)
        text += "        __builtin_prefetch(&b[(k + " + std::to_string(rows_ahead) + ") * b_row" +
                (at == 0 ? "" : " + " + std::to_string(at)) + "]);\n";
    if (fetches)
        text += R"(        const int line = (done + k) >> shift; # several k fetch the same line
        __builtin_prefetch(&next[line / lines * next_row + line % lines * )" +
                std::to_string(cache_line_bytes / number.bytes()) + "], 0, 2);\n";
    const std::string x = "a[m * a_row + k * a_col]";
    text += "        UNROLL\n        for (int m = 0; m < " + rows +
            "; ++m) {\n            const REAL x = " + (f.element.empty() ? x : list.cast("REAL", x)) + ";\n" + sums +
            "        }\n";
    text = f.block > 0 ? loops_over_blocks(f, text) : "    for (int k = 0; k < n; ++k) {\n" + text + "    }\n";
    const std::string registers = f.registers == 1 ? "a register" : count + " registers";
    const std::string order = f.block > 0 ? ", in blocks of " + std::to_string(f.block) : "";
    list.add(
        v, f.name(),
        "sum[m][r] += a(m, k) * b(k, r), k ascending" + order + ": " + rows + " rows, " + registers + " of $ lanes" +
            (copies                                ? "; b is copied"
             : fetches || in_order || fetches_rows ? "; what comes next is fetched"
                                                   : ""),
        "INLINE void " + f.name() + '(' + list.words().language.array("REALS", "sum", '[' + rows + "][" + count + ']') +
            ", const " + (f.element.empty() ? number.name : f.element) +
            "* a, int a_row, int a_col, const REAL* b, int b_row, int n" +
            (copies     ? ", REAL* to, int to_row"
             : fetches  ? ", const REAL* next, int next_row, int lines, int done, int shift"
             : in_order ? ", const REAL* next"
                        : "") +
            ')',
        text);
}

/// Copies operands into the layout that registers read.
inline void add_copies(helper_list& list, const vector_type& v, std::size_t lanes, const std::string& element) {
    const bool same = element == v.number.name;
    const std::string name = copy_name(lanes, same ? "" : element), from = "from[lane * row + d * col]";
    const std::string squares = R"(    int done = 0;
    if (col == 1) { # squares of $ x $ are transposed in registers
        const REALS zero = {0};
        done = depth / $ * $;
        for (int first = 0; first < LANES; first += $)
            for (int d = 0; d < done; d += $) {
                REALS square[$];
                UNROLL
                for (int i = 0; i < $; ++i) {
                    const ELEMENT* const line = &from[(first + i) * row + d];
                    square[i] = first + i < rows ? load_$(line) * scale : zero;
                }
                transpose_$(square);
                UNROLL
                for (int i = 0; i < $; ++i)
                    store_$(&to[(d + i) * LANES + first], square[i]);
            }
    }
)";
    const bool whole = same && v.lanes > 1 && lanes % v.lanes == 0;
    const std::string text = (whole ? squares : "") + "    for (int d = " + (whole ? "done" : "0") +
                             "; d < depth; ++d)\n        for (int lane = 0; lane < LANES; ++lane)\n            to[d * "
                             "LANES + lane] = lane < rows ? " +
                             (same ? from : list.cast("REAL", from)) + " * scale : 0;\n";
    const auto filled = [&](const std::string& words) {
        return replaced(replaced(words, "LANES", std::to_string(lanes)), "ELEMENT", element);
    };
    list.add(v, name,
             filled("rows become lanes: to[d * LANES + lane] = from(lane, d) * scale, 0 for lanes from `rows` on"),
             filled("static void " + name +
                    "(const ELEMENT* from, int row, int col, int rows, int depth, REAL scale, REAL* to)"),
             filled(text));
}

/// Functions of registers of Width numbers and of narrower ones, down to single numbers.
template <class T, std::size_t Width>
void add_functions_of_registers(helper_list& list) {
    const vector_type v{list.words().number, Width};
    add_types(list, v);
    add_moves(list, v);
    if constexpr (Width > 1) {
        add_root(list, v);
        add_whole_part(list, v);
        add_far_angles(list, v);
        add_routines(list, recording::function_list<T, Width>::all());
    }
    add_lane_sums(list, v);
    add_transpose(list, v);
    if constexpr (Width > 1) add_functions_of_registers<T, Width / 2>(list);
}

/// The functions of plain files, some of them in registers, and those for registers. `elements` are the types that
/// products read, `panels` the widths to which rows are copied.
template <class T>
void add_vector_functions(helper_list& list, const std::vector<std::string>& elements,
                          const std::vector<std::size_t>& panels) {
    constexpr std::size_t widest = vector_bytes / sizeof(T);
    const number_type& type = list.words().number;
    add_written_once(list, [](helper_list& all) {
        add_functions<T, widest>(all);
        add_functions_of_registers<T, widest>(all);
    });
    for (const std::size_t lanes : panels)
        for (const std::string& element : elements) {
            const bool is_power = std::has_single_bit(lanes);
            add_copies(list, {type, lanes % widest == 0 ? widest : is_power ? lanes : 1}, lanes, element);
        }
    add_written_once(list, [](helper_list& all) {
        add_routines(all, row_functions<T, widest>());
        add_inverse(all, {all.words().number, 1});
    });
}

}  // namespace heed::detail::emitted
