// SPDX-License-Identifier: BSL-1.0
// Counts that depend on lengths, as JSON that the page evaluates when a reader moves a slider. Only at run time.
#pragma once

#include <heed_page/json.hpp>

#include <cstddef>
#include <vector>

namespace heed::detail {

/// The distinct parts of counts: numbers, lengths by their position, and operations on two earlier parts. In JSON a
/// number is itself, a length is ["n", position], a sum is ["+", left, right] with the positions of its operands in
/// this list.
class count_list {
public:
    enum operation : unsigned char { number, length, add, subtract, multiply, divide, divide_up, smaller, larger };

    std::size_t add_number(std::size_t n) { return find({number, n, 0}); }
    std::size_t add_length(std::size_t position) { return find({length, position, 0}); }
    std::size_t add_operation(operation what, std::size_t left, std::size_t right) {
        const bool are_numbers = entries_[left].what == number && entries_[right].what == number;
        if (are_numbers) return add_number(value_of(what, entries_[left].left, entries_[right].left));
        if (is_neutral(what, left, right)) return left;
        const bool commutes = what != subtract && what != divide && what != divide_up;
        if (commutes && is_neutral(what, right, left)) return right;
        return find({what, left, right});
    }

    void write(json_writer& out) const {
        static constexpr const char* names[] = {"", "n", "+", "-", "*", "/", "ceil", "min", "max"};
        out.begin_list();
        for (const entry& e : entries_) {
            if (e.what == number) {
                out.count(e.left);
                continue;
            }
            out.begin_list();
            out.string(names[e.what]);
            out.count(e.left);
            if (e.what != length) out.count(e.right);
            out.end_list();
        }
        out.end_list();
    }

private:
    struct entry {
        operation what;
        std::size_t left, right;
        friend bool operator==(const entry&, const entry&) = default;
    };
    std::size_t find(const entry& wanted) {
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (entries_[i] == wanted) return i;
        entries_.push_back(wanted);
        return entries_.size() - 1;
    }
    /// Whether the operation with `other` changes nothing, because counts are never negative.
    bool is_neutral(operation what, std::size_t of, std::size_t other) const {
        const auto is = [&](std::size_t n) { return entries_[other] == entry{number, n, 0}; };
        if (what == add || what == subtract) return is(0);
        if (what == multiply || what == divide || what == divide_up) return is(1);
        return of == other || (what == larger && is(0));
    }
    static std::size_t value_of(operation what, std::size_t a, std::size_t b) {
        switch (what) {
            case add: return a + b;
            case subtract: return a - b;
            case multiply: return a * b;
            case divide: return a / b;
            case divide_up: return (a + b - 1) / b;
            case smaller: return a < b ? a : b;
            default: return a < b ? b : a;
        }
    }

    std::vector<entry> entries_;
};

/// A count of a list; operators compute others from it.
struct page_count {
    count_list* list = nullptr;
    std::size_t position = 0;

    friend page_count operator+(const page_count& a, const page_count& b) { return a.made(count_list::add, b); }
    friend page_count operator-(const page_count& a, const page_count& b) { return a.made(count_list::subtract, b); }
    friend page_count operator*(const page_count& a, const page_count& b) { return a.made(count_list::multiply, b); }
    friend page_count operator/(const page_count& a, const page_count& b) { return a.made(count_list::divide, b); }
    friend page_count divided_up(const page_count& a, std::size_t by) {
        return a.made(count_list::divide_up, a.same_list(by));
    }
    friend page_count rounded_up(const page_count& a, std::size_t to) { return divided_up(a, to) * a.same_list(to); }
    friend page_count smaller_of(const page_count& a, const page_count& b) { return a.made(count_list::smaller, b); }
    friend page_count larger(const page_count& a, const page_count& b) { return a.made(count_list::larger, b); }

    page_count same_list(std::size_t n) const { return {list, list->add_number(n)}; }

private:
    page_count made(count_list::operation what, const page_count& b) const {
        return {list, list->add_operation(what, position, b.position)};
    }
};

}  // namespace heed::detail
