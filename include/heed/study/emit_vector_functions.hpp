// SPDX-License-Identifier: BSL-1.0
// The small functions of emitted files that run in vector registers: simd/ as C, for each number of lanes.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/study/emit_functions.hpp>
#include <heed/study/emit_lane_sums.hpp>

#include <bit>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Registers are GNU vectors; those of an emitted file are as wide as those of the program that emits it.
inline std::string vector_prelude() {
    return R"c(/* Functions that take registers are part of the loops that call them; short loops are unrolled. */
#define INLINE static inline __attribute__((always_inline))
#define ALIGNED __attribute__((aligned(64)))
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* gcc 12, of registers set lane by lane */
#endif
#pragma GCC diagnostic ignored "-Wpsabi" /* no register is passed: the functions are inlined */

)c";
}

inline void add_types(std::vector<c_function>& list, const vector_type& v) {
    const auto add = [&](const std::string& name, const std::string& element, std::size_t bytes, const char* words) {
        list.push_back({name, "typedef " + element + ' ' + name + " __attribute__((vector_size(" +
                                  std::to_string(bytes) + "))); /* " + words + " */\n"});
    };
    if (v.lanes == 1) return;
    const std::size_t bytes = v.lanes * v.number.bytes();
    add(v.text("REALS"), v.number.name, bytes, "a register of numbers");
    add(v.text("MASK"), v.text("WORD"), bytes, "their bits");
    add(v.text("COUNTS"), "int", 4 * v.lanes, "integers, one a lane");
}

inline void add_moves(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1) {
        v.add(list, "load_$", "INLINE REAL load_$(const REAL* from) { return *from; }\n");
        v.add(list, "store_$", "INLINE void store_$(REAL* to, REAL x) { *to = x; }\n");
        return;
    }
    v.add(list, "load_$", R"(INLINE REALS load_$(const REAL* from) {
    REALS x;
    memcpy(&x, from, sizeof x);
    return x;
}
)");
    v.add(list, "store_$", "INLINE void store_$(REAL* to, REALS x) { memcpy(to, &x, sizeof x); }\n");
    v.add(list, "all_$", R"(/* x in every lane */
INLINE REALS all_$(REAL x) {
    const REALS zero = {0};
    return x - zero;
}
)");
    v.add(list, "indices_$", R"(/* first, first + step, first + 2 step ... */
INLINE REALS indices_$(REAL first, REAL step) {
    REALS x;
    for (int l = 0; l < $; ++l)
        x[l] = (REAL)l * step;
    return first + x;
}
)");
    v.add(list, "mask_$", R"(/* the same in every lane */
INLINE MASK mask_$(int holds) {
    const MASK zero = {0};
    return zero - (WORD)(holds != 0);
}
)");
    v.add(list, "choose_$", R"(/* a where the mask is ones, else b */
INLINE REALS choose_$(MASK mask, REALS a, REALS b) {
#ifdef __cplusplus
    return mask ? a : b;
#else
    return (REALS)((mask & (MASK)a) | (~mask & (MASK)b));
#endif
}
)");
}

inline void add_lane_functions(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1) return;
    v.add(list, "larger_$", R"(/* NaN if either is */
INLINE REALS larger_$(REALS a, REALS b) {
    return choose_$((MASK)(a < b) | (MASK)(b != b), b, a);
}
)");
    v.add(list, "raised_$", R"(/* b where it is larger, else a */
INLINE REALS raised_$(REALS a, REALS b) { return choose_$((MASK)(a < b), b, a); }
)");
    v.add(list, "smaller_$", R"(/* NaN if either is */
INLINE REALS smaller_$(REALS a, REALS b) {
    return choose_$((MASK)(b < a) | (MASK)(b != b), b, a);
}
)");
    for (const char* name : {"whole_quotient", "whole_remainder"})
        v.add(list, std::string(name) + "_$",
              replaced(R"(INLINE REALS NAME_$(REALS a, REALS b) {
    for (int l = 0; l < $; ++l)
        a[l] = NAME(a[l], b[l]);
    return a;
}
)",
                       "NAME", name));
}

/// Lanes whose index has bit `bit`, of a and b: lane c of the result is lane c of one of them, or lane c ^ bit of the
/// other.
inline std::string exchanged_lanes(std::size_t width, std::size_t bit, bool high) {
    std::string text;
    for (std::size_t c = 0; c < width; ++c) {
        const bool of_b = (c & bit) != 0;
        const std::size_t lane = high ? (of_b ? width + c : c ^ bit) : (of_b ? width + (c ^ bit) : c);
        text += (c > 0 ? ", " : "") + std::to_string(lane);
    }
    return text;
}

inline void add_transpose(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1) return;
    std::string text =
        R"(/* row[i][j] becomes row[j][i]: rows i and i + bit exchange the lanes in which i and the lane
   differ in that bit */
INLINE void transpose_$(REALS row[$]) {
)";
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
    v.add(list, "transpose_$", text + "}\n");
}

inline void add_accumulate(std::vector<c_function>& list, const number_type& number, const accumulation& f) {
    const vector_type v{number, f.lanes};
    const bool copies = f.beside == accumulation::copying, fetches = f.beside == accumulation::fetching;
    std::string loads, sums;
    for (std::size_t r = 0; r < f.registers; ++r) {
        const std::string i = std::to_string(r), at = r == 0 ? "" : " + " + std::to_string(r * v.lanes);
        loads += "        const REALS b_" + i + " = load_$(&b[k * b_row" + at + "]);\n";
        if (copies) loads += "        store_$(&to[k * to_row" + at + "], b_" + i + ");\n";
        sums += "            sum[m][" + i + "] += x * b_" + i + ";\n";
    }
    if (fetches)
        loads += R"(        const int line = (done + k) >> shift; /* several k fetch the same line */
        __builtin_prefetch(&next[line / lines * next_row + line % lines * PER_CACHE], 0, 2);
)";
    std::string text = R"(/* sum[m][r] += a(m, k) * b(k, r), k ascending: ROWS rows, REGISTERS of $ lanesBESIDE */
INLINE void NAME(REALS sum[ROWS][COUNT],
    const ELEMENT* a, int a_row, int a_col, const REAL* b, int b_row, int nMORE) {
    for (int k = 0; k < n; ++k) {
LOADS        UNROLL
        for (int m = 0; m < ROWS; ++m) {
            const REAL x = CASTa[m * a_row + k * a_col];
SUMS        }
    }
}
)";
    text = replaced(replaced(replaced(text, "LOADS", loads), "SUMS", sums), "ROWS", std::to_string(f.rows));
    text = replaced(text, "BESIDE", copies ? "; b is copied" : fetches ? "; what comes next is fetched" : "");
    text = replaced(text, "MORE",
                    copies    ? ",\n    REAL* to, int to_row"
                    : fetches ? ",\n    const REAL* next, int next_row, int lines, int done, int shift"
                              : "");
    text = replaced(text, "PER_CACHE", std::to_string(cache_line_bytes / number.bytes()));
    text = replaced(text, "REGISTERS", f.registers == 1 ? "a register" : std::to_string(f.registers) + " registers");
    text = replaced(replaced(text, "COUNT", std::to_string(f.registers)), "CAST", f.element.empty() ? "" : "(REAL)");
    text = replaced(replaced(text, "ELEMENT", f.element.empty() ? number.name : f.element), "NAME", f.name());
    v.add(list, f.name(), text);
}

/// Operands copied to where registers read them.
inline void add_copies(std::vector<c_function>& list, const vector_type& v, std::size_t lanes,
                       const std::string& element) {
    const bool same = element == v.number.name;
    const std::string name = copy_name(lanes, same ? "" : element);
    std::string text =
        R"(/* rows become lanes: to[d * LANES + lane] = from(lane, d) * scale, 0 for lanes from `rows` on */
static void NAME(
    const ELEMENT* from, int row, int col, int rows, int depth, REAL scale, REAL* to) {
    int done = 0;
SQUARES    for (int lane = 0; lane < LANES; ++lane)
        for (int d = done; d < depth; ++d)
            to[d * LANES + lane] = lane < rows ? CASTfrom[lane * row + d * col] * scale : 0;
}
)";
    const std::string squares = R"(    if (col == 1) { /* squares of $ x $ are transposed in registers */
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
    text = replaced(replaced(text, "SQUARES", whole ? squares : ""), "CAST", same ? "" : "(REAL)");
    if (!whole) text = replaced(replaced(text, "    int done = 0;\n", ""), "int d = done;", "int d = 0;");
    text = replaced(replaced(text, "LANES", std::to_string(lanes)), "ELEMENT", element);
    v.add(list, name, replaced(text, "NAME", name));
}

/// Functions of registers of Width numbers, and of narrower ones, down to single numbers.
template <class T, std::size_t Width>
void add_functions_of_registers(std::vector<c_function>& list, const number_type& type, const dialect& language) {
    const vector_type v{type, Width};
    add_types(list, v);
    add_moves(list, v);
    add_lane_functions(list, v);
    if constexpr (Width > 1) {
        add_root(list, v);
        add_routines(list, recording::function_list<T, Width>::all(), {type, language});
    }
    add_lane_sums(list, v);
    add_transpose(list, v);
    if constexpr (Width > 1) add_functions_of_registers<T, Width / 2>(list, type, language);
}

/// The functions of plain files, some of them in registers, and those that registers need. `elements` are the types of
/// what products read, `panels` the widths to which rows are copied.
template <class T>
std::vector<c_function> vector_functions(const number_type& type, const dialect& language,
                                         const std::vector<std::string>& elements,
                                         const std::vector<std::size_t>& panels) {
    constexpr std::size_t widest = vector_bytes / sizeof(T);
    std::vector<c_function> list = all_functions<T, widest>(type, language);
    add_functions_of_registers<T, widest>(list, type, language);
    for (const std::size_t lanes : panels)
        for (const std::string& element : elements) {
            const bool is_power = std::has_single_bit(lanes);
            add_copies(list, {type, lanes % widest == 0 ? widest : is_power ? lanes : 1}, lanes, element);
        }
    add_routines(list, row_functions<T, widest>(), {type, language});
    add_inverse(list, type);
    return list;
}

}  // namespace heed::detail::emitted
