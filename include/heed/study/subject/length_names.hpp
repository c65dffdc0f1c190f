// SPDX-License-Identifier: BSL-1.0
// Names of dynamic extents, which texts show where graphs and plans have primes.
#pragma once

#include <heed/meta/text.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/trace/measured.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// tokens, tokens2 (the second length whose axes have that name); head_per_kv_head, d_k_per_2 (a quotient).
struct length_name {
    const char* words = "n";
    std::size_t ordinal = 1;
    const char* per = nullptr;
    std::size_t per_number = 1;
};
using length_names = static_vector<length_name, most_lengths>;

template <class Text>
constexpr void add_length_name(Text& out, const length_name& name) {
    out.add(name.words);
    if (name.per != nullptr) out.add("_per_").add(name.per);
    if (name.per_number != 1) out.add("_per_").add_digits(name.per_number);
    if (name.ordinal > 1) out.add_digits(name.ordinal);
}

/// 4 tokens^2 d_k; a factor of 1 is omitted unless it is alone.
template <class Text>
constexpr void add_length_product(Text& out, const length_product& p, const length_names& names) {
    if (p.factor != 1 || p.is_static) out.add_digits(p.factor, true);
    bool is_first = p.factor == 1;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (p.power[i] == 0) continue;
        out.add(is_first ? "" : " ");
        add_length_name(out, names[i]);
        if (p.power[i] > 1) out.add('^').add_digits(p.power[i]);
        is_first = false;
    }
}

/// Whether a name of at most so many characters is that of another length. Texts are compared, because tokens2 is also
/// the second length of axes called tokens.
template <std::size_t Most>
constexpr bool is_taken(const length_names& names, const length_name& wanted) {
    text<Most> words;
    add_length_name(words, wanted);
    for (const length_name& other : names) {
        text<Most> taken;
        add_length_name(taken, other);
        if (taken == words) return true;
    }
    return false;
}

/// The name of the first axis with this size and a name, in the order of the leaves; else n.
template <class F>
constexpr const char* name_of_size(std::size_t size) {
    using measure = measuring<F>;
    for (std::size_t leaf = 0; leaf < measure::leaves; ++leaf)
        for (std::size_t a = 0; a < measure::types.items[leaf].rank; ++a) {
            const axis* const name = measure::types.items[leaf][a].name;
            if (name != nullptr && measure::shapes.items[leaf][a].size == size) return name->name;
        }
    return "n";
}

/// The number of characters that no name of a length exceeds: two names of axes, words and numbers.
template <class F>
constexpr std::size_t most_in_length_name() {
    using measure = measuring<F>;
    std::size_t most = 0;
    const auto add = [&](const axis* name) {
        std::size_t characters = 0;
        while (name != nullptr && name->name[characters] != '\0') ++characters;
        most = characters > most ? characters : most;
    };
    for (const shape& s : measure::types.items)
        for (std::size_t a = 0; a < s.rank; ++a) add(s[a].name);
    for (const length_total& total : measure::classes.totals) add(total.name);
    return 2 * most + 64;
}

/// Names each length after its axes. A length that is only a factor of axes is named after such an axis and its other
/// factors.
template <class F>
constexpr length_names names_of_lengths() {
    using measure = measuring<F>;
    length_names names;
    for (std::size_t length = 0; length < measure::found.lengths.size(); ++length) {
        const length_place& place = measure::found.places[length];
        const std::size_t times = place.times;
        length_name name{name_of_size<F>(times * measure::found.lengths[length])};
        if (place.leaf == measure::leaves && measure::classes.totals[place.total].name != nullptr)
            name.words = measure::classes.totals[place.total].name->name;
        if (is_static_size(times, measure::found.lengths))
            name.per_number = times;
        else
            name.per = name_of_size<F>(times);
        while (is_taken<most_in_length_name<F>()>(names, name)) ++name.ordinal;
        names.push_back(name);
    }
    return names;
}

/// How texts about a formula with lengths write numbers: sizes that depend on lengths by name.
template <class F>
struct in_lengths {
    static constexpr const length_list& lengths = measuring<F>::found.lengths;
    static constexpr length_names names = names_of_lengths<F>();

    template <class Text>
    static constexpr bool add_words(Text& out, std::size_t n) {
        const length_product p(n, lengths);
        if (!p.is_static) add_length_product(out, p, names);
        return !p.is_static;
    }
};

/// How texts about F write numbers.
template <class F>
using length_numbers_of =
    typename std::conditional_t<has_lengths<F>, std::type_identity<in_lengths<F>>, std::type_identity<in_digits>>::type;

/// Whether a number in such a text is static.
template <class Numbers>
constexpr bool is_known_size([[maybe_unused]] std::size_t n) {
    if constexpr (requires { Numbers::lengths; })
        return is_static_size(n, Numbers::lengths);
    else
        return true;
}

}  // namespace heed::detail
