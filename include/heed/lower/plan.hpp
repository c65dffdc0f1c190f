// SPDX-License-Identifier: BSL-1.0
// A plan: the loops that a formula becomes, as one value. run executes it, study shows it, cost counts it.
#pragma once

#include <heed/lower/roles.hpp>

#include <cstddef>

namespace heed::detail {

/// The loops that exist. Elementwise formulas are fused into them.
enum class skeleton : unsigned char {
    map,      ///< independent elements
    product,  ///< sums over k, packed and blocked
    rows,     ///< softmax of rows that are stored, and norms
    reduce,   ///< one number per row
    inverse,  ///< Gauss-Jordan elimination of whole matrices
    stream,   ///< softmax(scores) * V by online softmax: scores and weights exist a tile at a time
};

constexpr const char* name_of(skeleton s) {
    switch (s) {
        case skeleton::map: return "map";
        case skeleton::product: return "product";
        case skeleton::rows: return "rows";
        case skeleton::reduce: return "reduce";
        case skeleton::inverse: return "inverse";
        case skeleton::stream: return "stream";
    }
    return "";
}

/// Whether a loop reads all rows before it writes anything.
constexpr bool needs_all_rows(skeleton s) { return s == skeleton::inverse; }

inline constexpr std::size_t no_term = static_cast<std::size_t>(-1);
/// Not an index of a slot: slot 0 of a step is its result.
inline constexpr std::size_t no_slot = 0;

/// An operation of an elementwise formula inside a loop; operands come before their users.
struct term {
    enum kind_type : unsigned char {
        load,    ///< an element of a slot
        core,    ///< the value that the loop computes: a sum of products, a weight
        apply,   ///< a function of earlier terms
        look_up  ///< an element of a slot, at indices that earlier terms compute for some axes
    };
    kind_type kind = load;
    function f{};
    std::size_t slot = 0;       ///< load, look_up: the slot of the step
    std::size_t operands[2]{};  ///< apply, look_up: positions relative to the first term of the kernel
    std::size_t found = 0;      ///< look_up: the number of these operands

    friend constexpr bool operator==(const term&, const term&) = default;
};

/// The number of earlier terms that a term uses.
constexpr std::size_t operand_count_of(const term& t) {
    if (t.kind == term::apply) return static_cast<std::size_t>(traits_of(t.f).operands);
    return t.kind == term::look_up ? t.found : 0;
}

/// Sums of products.
struct product_loop {
    std::size_t inner = 0;        ///< length of the sums
    bool continues = false;       ///< adds to the result of earlier steps
    bool sums_tiles = false;      ///< its terms are the rows of the nest: each tile adds its own to the result
    std::size_t rows = 0;         ///< of the result, with sums_tiles
    bool adds_rows = false;       ///< with sums_tiles: the left operand has a row number for each row of the right one
    bool copies_panels = false;   ///< panels of the right operand are copied
    bool sweeps_rows = false;     ///< reads a few rows of the right operand at a time from end to end
    std::size_t depth_lanes = 0;  ///< few rows: partial sums in lanes, else 0
    std::size_t copied_rows = 0;  ///< with depth_lanes, rows of the left operand that are copied because they are not
                                  ///< contiguous, else 0
    bool fetches = false;         ///< prefetches the right operand: for few rows in memory order, else rows ahead

    friend constexpr bool operator==(const product_loop&, const product_loop&) = default;
};

/// Rows that are normalised or reduced, or those of a matrix to invert.
struct row_loop {
    std::size_t length = 0;
    reduction reduce{};       ///< for reduce
    bool is_finite = false;   ///< of reduce: no element is NaN or infinite, as is known of indices
    normalisation weights{};  ///< for rows

    friend constexpr bool operator==(const row_loop&, const row_loop&) = default;
};

/// Attention over keys.
struct stream_loop {
    std::size_t keys = 0;
    std::size_t depth = 0;        ///< length of the dot product of a score; 0 if scores have none
    std::size_t lanes = 0;        ///< queries in lanes
    std::size_t depth_lanes = 0;  ///< few queries: partial sums of a score in lanes, else 0
    bool scales_queries = false;  ///< the formula of the scores is a scale, which is multiplied into the queries
    bool is_steep = false;        ///< and may be beyond 1: then only its sign is multiplied into the queries
    bool is_far = false;          ///< keys and values of all heads exceed tile_bytes, half of an L2 cache, or may

    friend constexpr bool operator==(const stream_loop&, const stream_loop&) = default;
};

/// The unit of compilation: steps that differ only in where their elements are share a kernel. At most one of
/// `product`, `row` and `stream` is set: that of the loop.
struct kernel {
    skeleton loop{};
    std::size_t cols = 0;  ///< columns of the result
    product_loop product{};
    row_loop row{};  ///< of rows, reduce and inverse
    stream_loop stream{};
    std::size_t log_sums = no_slot;  ///< of a softmax, streaming or not: the slot for the logsumexp, if it is written
    std::size_t first_term = 0;
    std::size_t term_count = 0;
    std::size_t prologue = no_term;  ///< the formula that the loop reads (map: all of it), relative to the first term
    std::size_t epilogue = no_term;  ///< the formula applied to the core before it is written

    /// Whether the step writes to a slot: its result, or the logsumexp beside it.
    constexpr bool writes(std::size_t slot_of_step) const {
        return slot_of_step == 0 || (log_sums != no_slot && slot_of_step == log_sums);
    }

    friend constexpr bool operator==(const kernel&, const kernel&) = default;
};

/// The sizes of a kernel that lengths may be in.
struct kernel_sizes {
    static constexpr std::size_t count = 6;
    std::size_t* items[count];

    explicit constexpr kernel_sizes(kernel& k)
        : items{&k.cols, &k.product.inner, &k.product.rows, &k.row.length, &k.stream.keys, &k.stream.depth} {}
    constexpr std::size_t& operator[](std::size_t i) const { return *items[i]; }
};
constexpr std::size_t size_of_kernel(kernel k, std::size_t i) { return kernel_sizes(k)[i]; }

/// The nesting depth of parts whose offsets depend on lengths.
inline constexpr std::size_t most_parts_in_parts = 4;

/// The place of an operand, with strides for the axes of the loop.
struct slot {
    enum place_type : unsigned char { leaf, number, exact, index, buffer, result };
    place_type place = leaf;
    std::size_t id = 0;  ///< leaf, number: which leaf; exact: which constant; index: unused, the offset is the value;
                         ///< buffer, result: which one
    std::size_t offset = 0;
    std::size_t batch_stride[max_rank]{};
    std::size_t divided_axis = 0;  ///< a leading axis with repeated elements, as for grouped queries:
    std::size_t divisor = 1;       ///< this many consecutive indices read the same ones, else 1
    std::size_t row_stride = 0;
    std::size_t col_stride = 0;
    bool is_looked_up = false;               ///< terms compute the index along some axes
    std::size_t found_stride[most_found]{};  ///< strides of these axes
    bool moves_with_tile = false;            ///< row 0 of a tile is a different row of memory for each tile
    bool columns_move_with_tile = false;     ///< column 0 is, as of the left operand of a product that sums tiles
    bool strided = false;                    ///< a leaf with dynamic strides: `map` leads to its axes
    static_vector<std::size_t, most_parts_in_parts> offsets_of_lengths{};  ///< the addends of the offset that depend on
                                                                           ///< lengths
    bool dense_rows = false;              ///< strided: the elements of a row are contiguous
    bool dense_columns = false;           ///< strided: the elements of a column are contiguous
    bool last_may_be_unit = false;        ///< strided: at run time, its last axis may turn out to have stride 1; then
    bool may_have_dense_rows = false;     ///<   the elements of a row are contiguous,
    bool may_have_dense_columns = false;  ///<   or those of a column
    index_map map{};
    std::size_t loop_rank = 0;   ///< strided: leading axes, rows and columns of the loop
    std::size_t panel_rows = 0;  ///< right operand of a product, if packed: rows of its panels, else 0

    /// The offset without that of its buffer; `size_of` gives the value of each addend with lengths.
    template <class SizeOf>
    constexpr std::size_t offset_from(std::size_t buffer_offset, const SizeOf& size_of) const {
        std::size_t own = offset - buffer_offset;
        for (const std::size_t addend : offsets_of_lengths) own = own - addend + size_of(addend);
        return own;
    }

    /// The same with all of them 0.
    constexpr std::size_t offset_without_lengths(std::size_t buffer_offset) const {
        return offset_from(buffer_offset, [](std::size_t) { return std::size_t{0}; });
    }

    friend constexpr bool operator==(const slot&, const slot&) = default;
};

/// The offset of the matrix for an index of the leading axes, without the offset of the slot. `stride` and `divisor`
/// are those of the slot, or their run-time values.
template <class Strides, class Index>
constexpr std::size_t batch_offset(const slot& s, const Strides& stride, std::size_t divisor, const Index& batch) {
    std::size_t offset = 0;
    for (std::size_t a = 0; a < max_rank; ++a) offset += batch[a] * stride[a];
    if (divisor < 2) return offset;
    const std::size_t divided = batch[s.divided_axis];
    return offset - (divided - divided / divisor) * stride[s.divided_axis];
}
template <class Index>
constexpr std::size_t batch_offset(const slot& s, const Index& batch) {
    return batch_offset(s, s.batch_stride, s.divisor, batch);
}

/// Strides over the axes of the loop (leading axes, rows, columns), computed from those over the axes of an operand.
struct loop_strides {
    std::size_t offset = 0;
    std::size_t batch[max_rank]{};
    std::size_t row = 0;
    std::size_t col = 0;
    std::size_t found[most_found]{};  ///< of looked-up axes
    bool is_looked_up = false;

    template <class Strides>
    constexpr loop_strides(const index_map& map, std::size_t loop_rank, const Strides& step) {
        for (std::size_t a = 0; a < map.rank; ++a) {
            offset += map.offset[a] * step[a];
            if (map.from[a] != index_map::fixed) along(static_cast<std::size_t>(map.from[a]), loop_rank) += step[a];
        }
        for (const index_link& link : map.links) {
            along(static_cast<std::size_t>(link.outer), loop_rank) +=
                link.factor * step[static_cast<std::size_t>(link.inner)];
        }
    }

private:
    constexpr std::size_t& along(std::size_t axis, std::size_t loop_rank) {
        if (axis >= loop_rank) {
            is_looked_up = true;
            return found[axis - loop_rank];
        }
        return axis + 1 == loop_rank ? col : axis + 2 == loop_rank ? row : batch[axis];
    }
};

/// Whether an operand is a single number: an exact scalar or a run-time scalar.
constexpr bool is_number(const slot& s) { return s.place == slot::exact || s.place == slot::number; }

/// Whether the elements of a row are contiguous.
constexpr bool has_dense_rows(const slot& s) {
    if (s.strided) return s.dense_rows;
    return !is_number(s) && s.place != slot::index && s.col_stride == 1;
}

/// Whether the elements of a column are contiguous.
constexpr bool has_dense_columns(const slot& s) {
    if (s.strided) return s.dense_columns;
    return !is_number(s) && s.place != slot::index && !s.is_looked_up && s.row_stride == 1;
}

/// The same of a view whose type does not say so: its loops are planned as if it turned out to be true.
constexpr bool may_have_dense_rows(const slot& s) { return has_dense_rows(s) || s.may_have_dense_rows; }
constexpr bool may_have_dense_columns(const slot& s) { return has_dense_columns(s) || s.may_have_dense_columns; }

/// The slots of a step, in this order: the result, operands of the loop, operands of terms, the logsumexp if written.
inline constexpr std::size_t result_slot = 0;
struct product_slot {
    static constexpr std::size_t left = 1;   ///< (row, k)
    static constexpr std::size_t right = 2;  ///< (k, col)
};
struct row_slot {
    static constexpr std::size_t epsilon = 1;  ///< of norms: a single number
};
struct stream_slot {
    static constexpr std::size_t values = 1;   ///< (key, col)
    static constexpr std::size_t queries = 2;  ///< (row, k), if a product makes the scores
    static constexpr std::size_t keys = 3;     ///< (key, k), if a product makes the scores
};
constexpr std::size_t last_operand_of(const stream_loop& s) {
    return s.depth > 0 ? stream_slot::keys : stream_slot::values;
}
/// The right operand of the product that gives the result: for attention, the values.
constexpr std::size_t right_slot_of(skeleton loop) {
    return loop == skeleton::stream ? stream_slot::values : product_slot::right;
}

/// How the lengths of a kernel are named in one of its steps: length known[i] is fresh[i] there. It has all lengths of
/// the kernel, or none if the step has no other names.
struct renamed_lengths {
    static constexpr std::size_t most = 2 * kernel_sizes::count;  // kernels of more are not shared
    std::size_t known[most]{};
    std::size_t fresh[most]{};
    std::size_t count = 0;

    friend constexpr bool operator==(const renamed_lengths&, const renamed_lengths&) = default;
};

struct step {
    node_id target = 0;
    std::size_t kernel = 0;
    std::size_t first_slot = 0;
    std::size_t slot_count = 0;
    renamed_lengths lengths{};

    friend constexpr bool operator==(const step&, const step&) = default;
};

/// Steps that run one after another for each tile of rows.
struct nest {
    std::size_t first_step = 0;
    std::size_t step_count = 0;
    shape batch{};  ///< loops outside of the rows
    extent rows{};
    std::size_t tile_rows = 0;
    std::size_t sum_parts = 1;  ///< with products that sum tiles: parts of the tiles, each with sums of its own. Which
                                ///< part it is, is the index of the last axis of the batch

    friend constexpr bool operator==(const nest&, const nest&) = default;
};

/// A value that is stored between loops.
struct buffer {
    node_id node = 0;
    bool tile = false;  ///< only one tile of rows exists at a time
    reason why{};
    std::size_t elements = 0;
    std::size_t offset = 0;  ///< in the workspace, in elements

    friend constexpr bool operator==(const buffer&, const buffer&) = default;
};

template <std::size_t Capacity>
struct plan {
    static_vector<nest, Capacity> nests{};
    static_vector<step, Capacity> steps{};
    static_vector<slot, 4 * Capacity> slots{};
    static_vector<kernel, Capacity> kernels{};
    static_vector<term, 4 * Capacity> terms{};
    static_vector<surd, Capacity> constants{};
    static_vector<buffer, Capacity> buffers{};
    std::size_t results = 0;    ///< of the graph: slot::id selects one
    std::size_t workspace = 0;  ///< elements of all buffers and of the scratch memory of the loops
    std::size_t scratch = 0;    ///< offset of the scratch memory

    constexpr const slot& slot_at(const step& s, std::size_t i) const { return slots[s.first_slot + i]; }

    friend constexpr bool operator==(const plan&, const plan&) = default;
};

/// A plan of any capacity, to read. Valid as long as the plan.
struct plan_view {
    list_view<nest> nests{};
    list_view<step> steps{};
    list_view<slot> slots{};
    list_view<kernel> kernels{};
    list_view<term> terms{};
    list_view<surd> constants{};
    list_view<buffer> buffers{};
    std::size_t results = 0, workspace = 0, scratch = 0;

    constexpr plan_view() = default;
    template <class Plan>
    requires requires(const Plan& p) { p.nests.size() + p.steps.size() + p.kernels.size(); }
    constexpr plan_view(const Plan& p)
        : nests(p.nests),
          steps(p.steps),
          slots(p.slots),
          kernels(p.kernels),
          terms(p.terms),
          constants(p.constants),
          buffers(p.buffers),
          results(p.results),
          workspace(p.workspace),
          scratch(p.scratch) {}

    constexpr const slot& slot_at(const step& s, std::size_t i) const { return slots[s.first_slot + i]; }

    /// The number of values that are stored whole between loops, not as tiles.
    constexpr std::size_t temporaries() const {
        std::size_t n = 0;
        for (const buffer& b : buffers) n += b.tile ? 0 : 1;
        return n;
    }
    constexpr std::size_t temporary_elements() const {
        std::size_t n = 0;
        for (const buffer& b : buffers) n += b.tile ? 0 : b.elements;
        return n;
    }
};

/// The number of the nest of step s.
constexpr std::size_t nest_of_step(const plan_view& p, std::size_t s) {
    std::size_t n = 0;
    while (s >= p.nests[n].first_step + p.nests[n].step_count) ++n;
    return n;
}

/// Whether products sum the tiles of a nest.
constexpr bool sums_tiles(const plan_view& p, const nest& n) {
    for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s)
        if (p.kernels[p.steps[s].kernel].product.sums_tiles) return true;
    return false;
}

}  // namespace heed::detail
