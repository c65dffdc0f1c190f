// SPDX-License-Identifier: BSL-1.0
// What a kernel does, as a tree that constant expressions can build: parts, loops with iteration counts, statements,
// and the number of operations in each. outlining.hpp builds it, study prints it, and tests compare its sums with the
// costs.
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/lower/plan_cost.hpp>
#include <heed/meta/static_vector.hpp>

#include <cstddef>

namespace heed::detail {

/// Operations, and elements of operands, results and rows that are loaded and stored. A register counts as its lanes.
struct outline_tally {
    cost work{};
    std::size_t loads = 0;
    std::size_t stores = 0;

    friend constexpr outline_tally operator+(const outline_tally& a, const outline_tally& b) {
        return {a.work + b.work, a.loads + b.loads, a.stores + b.stores};
    }
    friend constexpr outline_tally operator*(std::size_t n, const outline_tally& a) {
        return {n * a.work, n * a.loads, n * a.stores};
    }
    friend constexpr bool operator==(const outline_tally&, const outline_tally&) = default;
};

/// What a loop iterates over.
enum class outline_axis : unsigned char {
    none,             ///< lanes: no axis of the formula
    row,              ///< rows of the result
    col,              ///< columns of the result
    inner,            ///< rows, reduce, inverse: along a row
    blocks,           ///< product: blocks of rows
    panels,           ///< product: panels of columns
    slabs,            ///< product: several panels
    depths,           ///< product: blocks of terms
    tiles,            ///< stream: tiles of queries in lanes
    queries,          ///< stream of few queries
    keys,             ///< stream: blocks of keys
    scores,           ///< stream: a few keys of a block
    rows_of_values,   ///< stream: blocks of queries, or of columns if queries are in lanes
    panels_of_values  ///< stream: panels of columns
};

inline constexpr std::size_t no_value_in_outline = static_cast<std::size_t>(-1);

/// A value, computed from earlier ones.
struct outline_value {
    enum operation : unsigned char {
        literal,
        element,   ///< in the kernel's own memory: `words`
        prologue,  ///< the formula that the kernel reads
        finished,  ///< the epilogue applied to `left`
        add,
        subtract,
        multiply,
        divide,
        function,  ///< `words` applied to `left`
        fold       ///< of all `left` along a row: `words` is sum, max or min
    };
    operation what = literal;
    std::size_t left = no_value_in_outline;
    std::size_t right = no_value_in_outline;
    double real = 0;           ///< literal
    const char* words = "";    ///< of memory and functions
    std::size_t rank = 0;      ///< of memory: the number of indices of an element
    const char* name = "";     ///< the kernel's name for it
    std::size_t in_lanes = 0;  ///< fold: the number of its partial results

    friend constexpr bool operator==(const outline_value&, const outline_value&) = default;
};

struct outline_node {
    enum kind : unsigned char {
        root,
        part,
        loop,
        form,       ///< iterations of the enclosing loop that are alike: whole registers, or the remainder
        note,       ///< a note of the kernel: `words`
        name,       ///< gives a value a name
        fold,       ///< the loops that fold a row to a value
        array,      ///< of `extent` numbers, which count as registers
        store,      ///< of a value to memory of the kernel: `words`
        result,     ///< a value, stored to the result
        log_sum,    ///< a log-sum-exp, stored beside the result
        sums,       ///< of a product: `rows` x `step` sums of `extent` products each
        copy,       ///< of a panel
        eliminate,  ///< of an inverse
        // For streaming attention:
        queries,  ///< loaded and scaled
        start,    ///< initialises the sums
        formula,  ///< of the scores
        largest,  ///< updates the maximum of each query
        weights,  ///< of the scores
        grow,     ///< rescales and adds to the sums of weights or values
        mean      ///< sums of values divided by sums of weights, to the result
    };
    kind what = root;
    outline_axis axis{};
    loop_part part_of_loop{};
    const char* words = "";
    std::size_t times = 1;                    ///< iterations per iteration of the enclosing node
    std::size_t extent = 0;                   ///< of a loop
    std::size_t step = 1;                     ///< of a loop; for sums, the number of columns
    std::size_t rows = 0;                     ///< of sums
    std::size_t rank = 0;                     ///< of memory
    std::size_t value = no_value_in_outline;  ///< name, store, result, log_sum
    bool begins = true, ends = true;          ///< sums: the target holds no earlier terms; they are complete afterwards
    bool copies = false;                      ///< sums: the panel is also copied
    std::size_t end = 0;                      ///< index after the last node inside
    outline_tally own{};                      ///< of one iteration, without nodes inside

    friend constexpr bool operator==(const outline_node&, const outline_node&) = default;
};

/// Nodes in preorder. The first is the whole kernel.
class outline {
public:
    constexpr outline() { open({}); }

    constexpr const outline_node& operator[](std::size_t node) const { return nodes_[node]; }
    constexpr std::size_t size() const { return nodes_.size(); }
    constexpr const outline_value& value(std::size_t id) const { return values_[id]; }

    // Building the outline.

    constexpr std::size_t open(const outline_node& n) {
        nodes_.push_back(n);
        const std::size_t around = open_;
        open_ = nodes_.size() - 1;
        nodes_[open_].end = nodes_[0].end = nodes_.size();
        return around;
    }
    /// Returns to the node that was open before.
    constexpr void close(std::size_t around) {
        nodes_[open_].end = nodes_.size();
        open_ = around;
    }
    constexpr void add(const outline_node& n) { close(open(n)); }
    constexpr void count(const outline_tally& t) { nodes_[open_].own = nodes_[open_].own + t; }

    constexpr std::size_t add(const outline_value& v) {
        return silent_ > 0 ? no_value_in_outline : values_.push_back(v);
    }
    constexpr void call(std::size_t id, const char* name) {
        if (silent_ > 0 || id == no_value_in_outline || *values_[id].name != '\0') return;
        values_[id].name = name;
        add(outline_node{.what = outline_node::name, .value = id});
    }
    /// f(), whose values are counted but not recorded. A fold of a row records only its result; a streaming loop
    /// records only its operations on scores, weights and sums.
    template <class F>
    constexpr void without_values(const F& f) {
        ++silent_;
        f();
        --silent_;
    }
    /// make(), without counting: its operations are counted already.
    template <class F>
    constexpr std::size_t uncounted(const F& make) {
        const outline_tally before = nodes_[open_].own;
        const std::size_t made = make();
        nodes_[open_].own = before;
        return made;
    }
    /// The size of the first array after a node.
    constexpr std::size_t array_after(std::size_t node) const {
        while (node < nodes_.size() && nodes_[node].what != outline_node::array) ++node;
        return node < nodes_.size() ? nodes_[node].extent : 0;
    }
    /// If the last loop stored to memory that is the result's, its stores become results.
    constexpr void last_stores_are_results() {
        std::size_t loop = nodes_.size() - 1;
        while (loop > 0 && nodes_[loop].what != outline_node::loop) --loop;
        for (std::size_t n = loop; n < nodes_.size(); ++n)
            if (nodes_[n].what == outline_node::store) nodes_[n].what = outline_node::result;
    }

    // Reading it.

    constexpr std::size_t uses_of(std::size_t value) const {
        std::size_t n = 0;
        for (const outline_value& v : values_) n += (v.left == value ? 1U : 0U) + (v.right == value ? 1U : 0U);
        for (const outline_node& each : nodes_) n += each.value == value && each.what != outline_node::name ? 1U : 0U;
        return n;
    }

    /// Whether a value is computed from one of this kind.
    constexpr bool contains(std::size_t value, outline_value::operation what) const {
        if (value == no_value_in_outline) return false;
        const outline_value& v = values_[value];
        return v.what == what || contains(v.left, what) || contains(v.right, what);
    }
    /// The operations of a node for all of its iterations, per iteration of the enclosing node.
    constexpr outline_tally total(std::size_t node = 0) const {
        outline_tally all = nodes_[node].own;
        for (std::size_t inside = node + 1; inside < nodes_[node].end; inside = nodes_[inside].end)
            all = all + total(inside);
        return nodes_[node].times * all;
    }
    /// The operations of a part of the loop, wherever it occurs.
    constexpr outline_tally total_of(loop_part part, std::size_t node = 0) const {
        if (nodes_[node].what == outline_node::part && nodes_[node].part_of_loop == part) return total(node);
        outline_tally all;
        for (std::size_t inside = node + 1; inside < nodes_[node].end; inside = nodes_[inside].end)
            all = all + total_of(part, inside);
        return nodes_[node].times * all;
    }

private:
    static_vector<outline_node, 192> nodes_{};  // three kinds of blocks of keys, 51 nodes each
    static_vector<outline_value, 64> values_{};
    std::size_t open_ = 0;
    std::size_t silent_ = 0;
};

}  // namespace heed::detail
