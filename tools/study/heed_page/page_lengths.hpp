// SPDX-License-Identifier: BSL-1.0
// The dynamic extents of a formula on its page: those that a reader may choose, and the parts of the plan that depend
// on them. Only at run time.
#pragma once

#include <heed/study/cost.hpp>
#include <heed/study/emit/emit_length_classes.hpp>
#include <heed/study/explain.hpp>
#include <heed/study/subject/length_totals.hpp>
#include <heed_page/count_list.hpp>
#include <heed_page/marked_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::detail {

/// Lengths that a law requires to be equal are a single length already. Lengths of a tensor that the formula uses twice
/// are united here.
template <class F>
class page_lengths {
    using subject = study_subject<F>;
    using passes = typename subject::passes;
    using for_few = typename subject::for_few_rows;
    using measure = measuring<F>;
    using numbers = typename subject::numbers;
    static constexpr const length_list& primes = passes::lengths;
    static constexpr length_totals totals = length_totals_of<F>();

public:
    using sum = length_sum<numbers>;

    explicit page_lengths(const F& f) : lengths_(f), sized_(lengths_.values) {
        const emitted::formula_source source = emitted::source_of<computed_t<value_of<F>>>(f);
        const emitted::length_classes_of_tensors classes(source);
        for (std::size_t i = 0; i < primes.size(); ++i) {
            const std::size_t first = classes.first_of(i);
            united_[i] = primes[first];
            if (first == i && !totals.is_total(i)) chosen_.push_back(i);
        }
    }

    const std::size_t* values() const { return lengths_.values; }
    /// For each length its representative on the page.
    const std::size_t* united() const { return united_; }
    /// The graphs and the plan for the lengths of the tensors at hand.
    auto sized_view() const { return sized_.view(); }

    /// The index of a length among those that a reader may choose.
    std::size_t choice_of(std::size_t i) const {
        const auto is_it = [&](std::size_t chosen) { return primes[chosen] == united_[i]; };
        return static_cast<std::size_t>(std::find_if(chosen_.begin(), chosen_.end(), is_it) - chosen_.begin());
    }

    /// The position of the count of rows of which a few have plans of their own.
    std::size_t rows_count() { return at(for_few::length).position; }

    /// The count of a size of the plan.
    page_count at(std::size_t size) {
        const length_product product(size_at(size, primes, united_), primes);
        page_count n = number(product.factor);
        for (std::size_t i = 0; i < primes.size(); ++i)
            for (unsigned char p = 0; p < product.power[i]; ++p) n = n * length(i);
        return n;
    }
    page_count rounds(std::size_t size, std::size_t of) { return divided_up(at(size), of); }
    page_count at(const sum& count) {
        page_count more = number(0), less = number(0);
        std::size_t by = 1;
        for (const auto& t : count.terms())
            if (t.halves % 2 != 0) by = 2;
        for (const auto& t : count.terms()) {
            const auto size = static_cast<std::size_t>(t.halves < 0 ? -t.halves : t.halves);
            page_count n = number(by == 2 ? size : size / 2);
            for (std::size_t i = 0; i < primes.size(); ++i)
                for (unsigned char p = 0; p < t.power[i]; ++p) n = n * at(primes[i]);
            if (t.keys != 0) n = n * (larger(rounds(t.keys, key_block), number(1)) - number(1));
            (t.halves < 0 ? less : more) = (t.halves < 0 ? less : more) + n;
        }
        return (more - less) / number(by);
    }
    page_count workspace_bytes() {
        const auto size = [this](std::size_t n) { return at(n); };
        return number(subject::computed_in.bytes) *
               workspace_count(passes::value, primes, subject::computed_in.bytes, size).elements();
    }

    /// The name of a length in texts: "query".
    static std::string name(std::size_t i) {
        text<256> words;
        add_length_name(words, numbers::names[i]);
        return std::string(words.view());
    }

    /// Writes the lengths, all counts that were requested so far, and the parts of the loops that depend on a length.
    template <class View>
    void write(json_writer& out, const View& v) {
        out.begin_object();
        out.key("names").begin_list();
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            out.begin_object();
            out.member("name", name(chosen_[i]));
            out.member("value", lengths_.values[chosen_[i]]);
            out.member("of", tensors_of(v, primes[chosen_[i]]));
            out.end_object();
        }
        out.end_list();
        out.key("totals").begin_list();
        for (std::size_t i = 0; i < primes.size(); ++i)
            if (totals.is_total(i) && united_[i] == primes[i]) out.string(name(i) + " = " + words_of_total(i));
        out.end_list();
        out.key("asks").boolean(asks());
        out.key("stops").begin_list();
        for (const std::size_t n : stops()) out.count(n);
        out.end_list();
        if (chosen_.size() == 1 && has_masks(v)) write_masked(out);
        out.key("facts");
        write_facts(out, v);
        out.key("counts");
        counts_.write(out);
        out.end_object();
    }

private:
    page_count number(std::size_t n) { return {&counts_, counts_.add_number(n)}; }
    /// The count of a length that a reader may choose, or of a total.
    page_count length(std::size_t i) {
        for (std::size_t k = 0; k < chosen_.size(); ++k)
            if (chosen_[k] == i) return {&counts_, counts_.add_length(k)};
        const divided_total total = totals.of(i);
        const page_count times = at(total.times);
        return (at(total.first) + at(total.second)) / larger(times, number(1)) * smaller_of(times, number(1));
    }
    /// Whether not all lengths are valid: laws are checked at run time, or a total must equal another size.
    bool asks() const {
        const auto size = [this](std::size_t n) { return size_at(n, primes, united_); };
        bool found = measure::classes.asks_at_run_time;
        for (std::size_t k = 0; k < totals.size(); ++k) found = found || totals.is_required(k, size);
        return found;
    }
    /// "tokens + 16"
    std::string words_of_total(std::size_t i) const {
        return words_from<numbers>([&](auto& o) { add_total(o, totals.of(i)); }, united_);
    }
    /// Computes all lengths from those that a reader chose, n.
    void find_values(std::size_t n, std::size_t* values) const {
        for (std::size_t i = 0; i < primes.size(); ++i) {
            const auto size = [&](std::size_t number) { return size_at(number, primes, values); };
            const auto value_of = [&](const divided_total& total) {
                const std::size_t times = size(total.times);
                return times == 0 ? 0 : (size(total.first) + size(total.second)) / times;
            };
            values[i] = totals.is_total(i) ? value_of(totals.of(i)) : n;
        }
    }
    static bool is_known(std::size_t size) { return is_static_size(size, primes); }

    /// "Q, K"
    template <class View>
    std::string tensors_of(const View& v, std::size_t prime) const {
        std::vector<std::string> names;
        for (const node& n : v.written.nodes) {
            if (n.kind != node_kind::leaf) continue;
            bool has_it = false;
            for (std::size_t a = 0; a < n.dims.rank; ++a)
                has_it = has_it || size_at(n.dims[a].size, primes, united_) == prime;
            const std::string leaf = words_from([&](auto& o) { add_leaf(o, v.leaves[n.leaf]); });
            for (const std::string& other : names) has_it = has_it && other != leaf;
            if (has_it) names.push_back(leaf);
        }
        std::string words;
        for (const std::string& leaf : names) words += (words.empty() ? "" : ", ") + leaf;
        return words;
    }

    /// The positions of a slider: each length up to 16, then 16 positions for each doubling.
    static std::vector<std::size_t> stops() {
        std::vector<std::size_t> list;
        for (int n = 0; n <= 16 * 14; ++n) {
            const auto length = static_cast<std::size_t>(std::lround(std::exp2(n / 16.0)));
            if (list.empty() || list.back() != length) list.push_back(length);
        }
        return list;
    }
    template <class View>
    static bool has_masks(const View& v) {
        for (const kernel& k : v.steps.kernels)
            if (k.loop == skeleton::stream && is_masked_kernel(v.steps, k)) return true;
        return false;
    }
    /// The share of scores that masks leave is not a count of lengths; it is computed for the positions of the slider,
    /// and for the tensors.
    void write_masked(json_writer& out) const {
        std::vector<std::size_t> told = stops();
        if (std::find(told.begin(), told.end(), lengths_.values[chosen_[0]]) == told.end())
            told.push_back(lengths_.values[chosen_[0]]);
        out.key("masked").begin_object();
        for (const std::size_t n : told) {
            std::size_t values[primes.empty() ? 1 : primes.size()];
            find_values(n, values);
            const sized_subject<F> sized(values);
            const study::costs c = costs_of(sized.view());
            out.key(std::to_string(n)).begin_list();
            for (const std::size_t figure : {c.score_tiles, c.skipped_tiles, c.computed_flops, c.computed_multiply_adds,
                                             c.computed_exp, c.computed_transcendentals, c.computed_index_operations})
                out.count(figure);
            out.end_list();
        }
        out.end_object();
    }

    /// Words for a count of 0, 1, 2, ...; the last one applies to all larger counts.
    struct fact {
        std::size_t kernel, of;
        std::vector<std::string> words;
        bool is_of_many = false;  ///< not for few rows, if these have plans of their own
        friend bool operator==(const fact&, const fact&) = default;
    };
    template <class View>
    std::vector<fact> facts_of(const View& v) {
        std::vector<fact> facts;
        const auto add = [&](std::size_t kernel, const page_count& of, std::vector<std::string> words,
                             bool is_of_many = false) {
            const fact found{kernel, of.position, std::move(words), is_of_many};
            for (const fact& other : facts)
                if (other == found) return;
            facts.push_back(found);
        };
        for (const nest& n : v.steps.nests) {
            const std::size_t rows = n.rows.size, tile = n.tile_rows, kernel = v.steps.steps[n.first_step].kernel;
            const std::string size = std::to_string(tile);
            if (!is_known(rows) && is_known(tile) && tile > 1) {
                add(kernel, rounds(rows, tile),
                    {"there is no row, and nothing runs: bytes are those of the tensors", "all rows are in one tile",
                     "rows go by in tiles of " + size},
                    has_few(rows));
                add(kernel, rounded_up(at(rows), tile) - at(rows),
                    {"", "the last tile has fewer than " + size +
                             " rows; loops over rows in a tile are told for a whole one"},
                    has_few(rows));
            }
            for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
                const auto k = v.kernel_of(v.steps.steps[s]);
                if (k.loop != skeleton::stream || is_known(k.stream.keys)) continue;
                const std::size_t keys = k.stream.keys, of = v.steps.steps[s].kernel;
                const std::string block = std::to_string(key_block);
                add(of, rounds(keys, key_block),
                    {"there is no key, and the result is 0",
                     "all keys are one block: no sum is rescaled, and what is told of earlier blocks does not run",
                     "keys go by in blocks of " + block + ": sums are rescaled from block to block"});
                add(of, rounded_up(at(keys), key_block) - at(keys),
                    {"", "the last block has fewer than " + block +
                             " keys; loops over keys in a block are told for a whole one"});
            }
        }
        if constexpr (for_few::most > 0)
            add(v.steps.steps[0].kernel, at(for_few::length), words_of_few(std::make_index_sequence<for_few::most>()));
        return facts;
    }
    /// Whether these rows are those of which a few have plans of their own.
    static bool has_few(std::size_t rows) {
        if constexpr (for_few::most > 0)
            return rows % for_few::length == 0;
        else
            return false;
    }
    template <std::size_t Rows>
    static std::string first_kernel_of() {
        return "k" + std::to_string(for_few::template for_rows<Rows>::first_kernel);
    }
    /// Words for each number of rows that has a plan of its own, and for more.
    template <std::size_t... R>
    static std::vector<std::string> words_of_few(std::index_sequence<R...>) {
        const std::string to = for_few::most > 1 ? " to " + std::to_string(for_few::most) : "";
        std::vector<std::string> words{""};
        (words.push_back(
             (R == 0 ? "one row has loops of its own, " : std::to_string(R + 1) + " rows have loops of their own, ") +
             first_kernel_of<R + 1>()),
         ...);
        for (std::string& of_few : words)
            if (!of_few.empty()) of_few += "; figures are those of the loops for many";
        words.push_back("for 1" + to + (to.empty() ? " row" : " rows") + " there are loops of their own, from " +
                        first_kernel_of<1>() + " on");
        return words;
    }
    template <class View>
    void write_facts(json_writer& out, const View& v) {
        out.begin_list();
        for (const fact& f : facts_of(v)) {
            out.begin_object();
            out.member("kernel", f.kernel);
            out.member("of", f.of);
            out.key("of_many").boolean(f.is_of_many);
            out.key("words").begin_list();
            for (const std::string& words : f.words) out.string(words);
            out.end_list();
            out.end_object();
        }
        out.end_list();
    }

    length_values<F> lengths_;
    sized_subject<F> sized_;
    std::size_t united_[primes.empty() ? 1 : primes.size()]{};
    std::vector<std::size_t> chosen_;  ///< those that a reader may choose
    count_list counts_;
};

/// For a formula whose sizes are all static.
struct no_page_lengths {
    using sum = std::size_t;

    template <class F>
    explicit no_page_lengths(const F&) {}
    static constexpr const std::size_t* united() { return nullptr; }
};
template <class F>
using page_lengths_of = typename std::conditional_t<has_lengths<F>, std::type_identity<page_lengths<F>>,
                                                    std::type_identity<no_page_lengths>>::type;

}  // namespace heed::detail
