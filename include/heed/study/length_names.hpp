// SPDX-License-Identifier: BSL-1.0
// Lengths that are known at run time only, by name: what texts show where graphs and plans have primes.
#pragma once

#include <heed/meta/text.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/trace/measured.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// tokens, tokens2: the second length whose axes have that name.
struct length_name {
    const char* words = "n";
    std::size_t ordinal = 1;
};
using length_names = static_vector<length_name, most_lengths>;

template <class Text>
constexpr void add_length_name(Text& out, const length_name& name) {
    out.add(name.words);
    if (name.ordinal > 1) out.add_digits(name.ordinal);
}

/// 4 tokens^2 d_k; a factor of 1 is not written, unless it is all there is.
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

constexpr bool is_taken(const length_names& names, const length_name& wanted) {
    text<64> words;
    add_length_name(words, wanted);
    for (const length_name& other : names) {
        text<64> taken;
        add_length_name(taken, other);
        if (taken == words) return true;
    }
    return false;
}

/// Each length by the name of the first axis that has it and a name, in the order of the leaves; n without one.
template <class F>
constexpr length_names names_of_lengths() {
    using measure = measuring<F>;
    length_names names;
    for (std::size_t length = 0; length < measure::found.lengths.size(); ++length) {
        const axis* found = nullptr;
        for (std::size_t leaf = 0; leaf < measure::leaves; ++leaf)
            for (std::size_t a = 0; a < measure::types.items[leaf].rank; ++a) {
                const extent& e = measure::types.items[leaf][a];
                const bool has_it = e.is_dynamic() && measure::found.length_of[leaf][a] == length;
                if (found == nullptr && has_it) found = e.name;
            }
        length_name name;
        if (found != nullptr) name.words = found->name;
        while (is_taken(names, name)) ++name.ordinal;
        names.push_back(name);
    }
    return names;
}

/// How texts about a formula with lengths write numbers: sizes that lengths are in by their names.
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

/// Whether a number that such a text shows is known at run time only.
template <class Numbers>
constexpr bool is_known_size([[maybe_unused]] std::size_t n) {
    if constexpr (requires { Numbers::lengths; })
        return is_static_size(n, Numbers::lengths);
    else
        return true;
}

}  // namespace heed::detail
