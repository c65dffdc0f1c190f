// SPDX-License-Identifier: BSL-1.0
// What heed/printed/find_tables.hpp declares.
#include <heed/printed/find_tables.hpp>
#include <heed_check/tables/box_drawing.hpp>
#include <heed_check/tables/captions.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/drawn_brackets.hpp>
#include <heed_check/tables/label_columns.hpp>
#include <heed_check/tables/later_parts.hpp>
#include <heed_check/tables/margins.hpp>
#include <heed_check/tables/math_escapes.hpp>
#include <heed_check/tables/number_headers.hpp>
#include <heed_check/tables/r_matrices.hpp>
#include <heed_check/tables/rest_of_numbers.hpp>
#include <heed_check/tables/table_finder.hpp>
#include <heed_check/tables/typed_text.hpp>
#include <heed_check/tables/typst_matrices.hpp>
#include <heed_check/tables/unseen_text.hpp>
#include <heed_check/tables/user_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

namespace detail {

/// Gives what was found the positions and the words of the document as it is, with its own commands, tags and borders.
/// original(position) gives a position in the document.
template <class Original>
static void move_back(document_tables& found, const Original& original, std::string_view document) {
    for (found_table& t : found.tables) {
        t.begin = original(t.begin);
        t.end = original(t.end);
        for (std::size_t& place : t.places) place = original(place);
    }
    for (auto* list : {&found.skipped, &found.rest})
        for (skipped_text& s : *list) {
            s.begin = original(s.begin);
            s.end = original(s.end);
            const bool all_of_the_line = list == &found.rest;
            const std::size_t begin = all_of_the_line ? document.rfind('\n', s.begin) + 1 : s.begin;
            const std::string_view words = document.substr(begin, std::max(s.end, begin) - begin);
            s.found = cut_to(without_blanks(words.substr(0, words.find('\n'))), 60);
        }
}

}  // namespace detail

document_tables find_tables_and_skipped(std::string_view document) {
    if (const std::string_view why = detail::why_no_text(document); !why.empty())
        return {{}, {{1, "", std::string(why)}}};
    const std::string lines = detail::with_line_feeds(document);
    const std::vector<detail::text_range> unseen = detail::unseen_in(lines);
    const std::string seen = detail::without(lines, unseen);
    const detail::typed_text typed(seen);
    const std::string plain =
        detail::with_plain_r(detail::with_plain_typst(detail::with_plain_math(typed.shown().text)));
    const detail::expanded_text expanded = detail::macro_expander(plain).expand();
    const std::string inside = detail::without_margins(expanded.text);
    const detail::expanded_text drawn = detail::drawn_bracket_reader(inside).expand();
    const std::string text = detail::with_plain_borders(drawn.text);
    document_tables found = detail::table_finder(text, typed).find();
    detail::take_label_columns(found);
    detail::refuse_later_parts(found);
    detail::refuse_number_headers(found);
    detail::refuse_scaled_by_captions(text, found);
    detail::list_rest(text, found);
    const auto original = [&](std::size_t at) { return typed.shown().original(expanded.original(drawn.original(at))); };
    detail::move_back(found, original, lines);
    detail::list_unseen(lines, unseen, found);
    return found;
}
std::vector<found_table> find_tables(std::string_view document) { return find_tables_and_skipped(document).tables; }

}  // namespace heed
