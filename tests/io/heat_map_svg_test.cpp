// SPDX-License-Identifier: BSL-1.0
// Heat maps as SVG pictures: a small one whole, the parts of larger ones.
#include <heed/io/heat_map_svg.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <locale>
#include <sstream>
#include <vector>

namespace heed::test {

constexpr double masked = -std::numeric_limits<double>::infinity();

template <class... Arguments>
std::string shown(const Arguments&... arguments) {
    std::ostringstream out;
    out << heat_map_svg(arguments...);
    return out.str();
}
int width_of(const std::string& svg) { return std::stoi(svg.substr(svg.find(" width=\"") + 8)); }
std::size_t count(const std::string& text, std::string_view part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

/// Tags are closed in the order in which they were opened, and attributes are quoted.
bool is_well_formed(const std::string& text) {
    std::vector<std::string> open;
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
        const std::size_t end = text.find('>', at);
        if (end == std::string::npos) return false;
        const std::string tag = text.substr(at + 1, end - at - 1);
        if (tag.empty() || tag.find('<') != std::string::npos || std::count(tag.begin(), tag.end(), '"') % 2 != 0)
            return false;
        if (tag[0] == '/') {
            if (open.empty() || open.back() != tag.substr(1)) return false;
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(tag.substr(0, tag.find(' ')));
        }
        at = end;
    }
    return open.empty();
}

inline constexpr axis query{"query"}, key{"key"};
constexpr std::string_view words[] = {"<s>", "chat"};

TEST(heat_map_svg, whole) {
    constexpr tensor<double, query[1], key[2]> weights{{0.125, masked}};
    EXPECT_EQ(
        shown(weights, heat_map_options{.rows = std::span(words).first(1), .columns = words, .title = "A & B"}),
        R"_(<svg xmlns="http://www.w3.org/2000/svg" id="heat-map" width="245" height="260" viewBox="0 0 245 260" role="img" aria-labelledby="heat-map-title heat-map-desc" font-family="system-ui,sans-serif" font-size="12" fill="currentColor">
<title id="heat-map-title">A &amp; B</title>
<desc id="heat-map-desc">1 row (query), 2 columns (key), colours from 0 to 1, 1 cell masked</desc>
<style>#heat-map{max-width:100%;height:auto}#heat-map:root{color:#1f2328;background:#fff}@media(prefers-color-scheme:dark){#heat-map:root{color:#e6edf3;background:#161b22}}</style>
<defs>
<linearGradient id="heat-map-scale" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#440154"/><stop offset="0.125" stop-color="#472d7b"/><stop offset="0.25" stop-color="#3b528b"/><stop offset="0.375" stop-color="#2c728e"/><stop offset="0.5" stop-color="#21918c"/><stop offset="0.625" stop-color="#28ae80"/><stop offset="0.75" stop-color="#5ec962"/><stop offset="0.875" stop-color="#addc30"/><stop offset="1" stop-color="#fde725"/></linearGradient>
<pattern id="heat-map-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M3 0V6" stroke="currentColor" stroke-opacity=".4"/></pattern>
</defs>
<text x="14" y="26" font-size="14" font-weight="600">A &amp; B</text>
<text x="103" y="52" text-anchor="middle" font-weight="600">key</text>
<text transform="translate(24 98) rotate(-90)" text-anchor="middle" font-weight="600">query</text>
<g text-anchor="end">
<text x="56" y="102">&lt;s&gt;</text>
</g>
<g text-anchor="middle">
<text x="83" y="73">&lt;s&gt;</text>
<text x="123" y="73">chat</text>
</g>
<g>
<rect x="63" y="80" width="39" height="35" fill="#472d7b"><title>&lt;s&gt;, &lt;s&gt;: 0.125</title></rect>
<rect x="103" y="80" width="39" height="35" fill="url(#heat-map-hatch)"><title>&lt;s&gt;, chat: masked</title></rect>
</g>
<g text-anchor="middle" font-size="11" pointer-events="none">
<text x="83" y="102" fill="#fff">0.12</text>
</g>
<rect x="167" y="80" width="14" height="132" fill="url(#heat-map-scale)"/>
<text x="187" y="89">1</text>
<text x="187" y="150">0.5</text>
<text x="187" y="212">0</text>
<rect x="167" y="232" width="14" height="14" fill="url(#heat-map-hatch)"/>
<text x="187" y="243">masked</text>
</svg>
)_");
}

TEST(heat_map_svg, of_other_sizes_are_well_formed) {
    const matrix<float, 1, 1> one;
    const matrix<double, 40, 20> large;
    constexpr std::string_view long_labels[] = {"internationalisation"};
    EXPECT_TRUE(is_well_formed(shown(one)));
    EXPECT_TRUE(is_well_formed(shown(one, heat_map_options{.rows = long_labels, .columns = long_labels})));
    EXPECT_TRUE(is_well_formed(shown(large, large, heat_map_options{.rows = words, .id = "second"})));
}

TEST(heat_map_svg, long_labels_are_slanted) {
    const matrix<float, 1, 1> m;
    constexpr std::string_view label[] = {"internationalisation"}, short_label[] = {"le"};
    EXPECT_EQ(count(shown(m, heat_map_options{.columns = label}), "rotate(-45)"), 1U);
    EXPECT_EQ(count(shown(m, heat_map_options{.columns = short_label}), "rotate(-45)"), 0U);
}

/// A title for each cell says its number; digits are in the cells up to 16 x 16.
TEST(heat_map_svg, numbers) {
    matrix<double, 16, 16> small;
    matrix<double, 17, 16> large;
    small(0, 1) = large(0, 1) = 1.0 / 3;
    EXPECT_EQ(count(shown(small), "<title>row 1, column 2: 0.3333333333333333</title>"), 1U);
    EXPECT_EQ(count(shown(large), "<title>row 1, column 2: 0.3333333333333333</title>"), 1U);
    EXPECT_EQ(count(shown(small), ">0.33</text>"), 1U);
    EXPECT_EQ(count(shown(large), ">0.33</text>"), 0U);
    EXPECT_EQ(count(shown(large), "</title></rect>"), 17U * 16U);
}

/// Very large pictures: cells of a colour together, without titles.
TEST(heat_map_svg, of_64_tokens_is_small) {
    matrix<double, 64, 64> m;
    for (std::size_t i = 0; i < 64; ++i)
        for (std::size_t j = 0; j < 64; ++j)
            m(i, j) = j > i ? masked : static_cast<double>((i * 37 + j * 61) % 1009) / 1008;
    const std::vector<std::string_view> tokens(64, "token");
    const std::string svg = shown(m, heat_map_options{.rows = tokens, .columns = tokens});
    EXPECT_LT(svg.size(), 120'000U);
    EXPECT_TRUE(is_well_formed(svg));
    EXPECT_EQ(count(svg, "<path fill=\"url(#heat-map-hatch)\""), 1U);
    EXPECT_EQ(count(svg, "h-"), count(svg, "z\"/>") + count(svg, "zM")) << "each area is closed";
    // Row 2 has two cells of numbers; its masked ones are one area of 62 cells, which begins where the third column
    // does.
    const std::size_t first = svg.find("h504v8h-504z"), second = svg.find("h496v8h-496z");
    ASSERT_NE(first, std::string::npos);
    ASSERT_NE(second, std::string::npos);
    EXPECT_LT(count(svg, "<path fill=\"#"), 257U);
}
/// The nearest of 256 colours: half of a step off at most, and the ends are exact.
TEST(heat_map_svg, of_many_cells_has_256_colours) {
    matrix<double, 33, 32> m;
    m(0, 0) = 1, m(0, 1) = 0.5, m(0, 2) = 0.5009, m(0, 3) = 5;
    const std::string svg = shown(m);
    EXPECT_NE(svg.find("<path fill=\"#fde725\" d=\"M14 14h15v15h-15zM59 14h15v15h-15z\"/>"), std::string::npos) << svg;
    EXPECT_NE(svg.find("d=\"M29 14h30v15h-30z\""), std::string::npos) << svg;
}

TEST(heat_map_svg, legend_says_what_the_colours_are) {
    constexpr matrix<double, 1, 3> scores{{-1.25, 0, 3.5}};
    const std::string of_scores = shown(scores, heat_map_options{.palette = heat_palette::diverging, .places = 1});
    for (const char* text : {">3.5</text>", ">0</text>", ">-3.5</text>"})
        EXPECT_EQ(count(of_scores, text), text[1] == '3' ? 2U : 1U) << text;
    EXPECT_EQ(count(of_scores, "fill=\"#f6f6f4\""), 1U) << "0 is in the middle";
    const std::string of_weights = shown(scores, heat_map_options{.high = 4});
    for (const char* text : {">4</text>", ">2</text>", ">≤ 0</text>"}) EXPECT_EQ(count(of_weights, text), 1U) << text;
    EXPECT_EQ(count(of_weights, "masked"), 0U);
}

TEST(heat_map_svg, legend_says_what_is_beyond_the_colours) {
    constexpr matrix<double, 1, 3> m{{-0.5, 0.5, 2}};
    const std::string text = shown(m);
    EXPECT_EQ(count(text, ">≥ 1</text>"), 1U);
    EXPECT_EQ(count(text, ">≤ 0</text>"), 1U);
    constexpr matrix<double, 1, 3> within{{0, 0.5, 1}};
    EXPECT_EQ(count(shown(within), "≥") + count(shown(within), "≤"), 0U);
}

/// NaN and infinity have colours, titles and words in the legend; only what a mask or minus infinity says is masked.
TEST(heat_map_svg, signs) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr matrix<double, 1, 4> m{{infinity, std::numeric_limits<double>::quiet_NaN(), masked, 0}};
    const std::string text = shown(m), weights = shown(m, matrix<float, 1, 4>{{0, 0, 0, 0}});
    for (const std::string& picture : {text, weights}) {
        EXPECT_TRUE(is_well_formed(picture));
        EXPECT_EQ(count(picture, "1 cell masked, 1 cell NaN, 1 cell infinite</desc>"), 1U);
        EXPECT_EQ(count(picture, "column 1: infinity</title>"), 1U);
        EXPECT_EQ(count(picture, "column 2: NaN</title>"), 1U);
        EXPECT_EQ(count(picture, "column 3: masked</title>"), 1U);
        EXPECT_EQ(count(picture, "column 4: 0</title>"), 1U);
        EXPECT_EQ(count(picture, ">infinity</text>"), 1U);
        EXPECT_EQ(count(picture, ">NaN</text>"), 2U) << "in the cell and in the legend";
        EXPECT_EQ(count(picture, "fill=\"#969696\""), 2U);
    }
}

/// Labels are text, never markup.
TEST(heat_map_svg, escapes) {
    const matrix<float, 1, 1> m;
    constexpr std::string_view evil[] = {"</text><script>alert('x')</script>&\n\xFF"};
    const std::string text = shown(m, heat_map_options{.rows = evil, .columns = evil, .title = evil[0]});
    EXPECT_TRUE(is_well_formed(text));
    EXPECT_EQ(count(text, "<script"), 0U);
    EXPECT_EQ(count(text, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;␊\uFFFD"), 6U);
}

TEST(heat_map_svg, names_begin_with_its_id) {
    constexpr matrix<double, 1, 2> m{{0.5, masked}};
    const std::string text = shown(m, heat_map_options{.id = "layer-3"});
    EXPECT_EQ(count(text, "heat-map"), 0U);
    EXPECT_EQ(count(text, "id=\""), count(text, "id=\"layer-3"));
    EXPECT_EQ(count(text, "url(#layer-3-"), 3U);
}

/// The same bytes whatever the language of the program: no 1.024, no 0,5.
TEST(heat_map_svg, does_not_depend_on_the_locale) {
    struct german : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const matrix<double, 2, 40> m;
    const std::string before = shown(m);
    const std::locale own = std::locale::global(std::locale(std::locale::classic(), new german));
    const std::string in_german = shown(m);
    std::locale::global(own);
    EXPECT_EQ(in_german, before);
}

/// One large number has an exponent: it makes cells of a few characters wide.
TEST(heat_map_svg, large_numbers_do_not_widen_the_picture) {
    const std::string svg = shown(matrix<double, 1, 3>{{1e300, 1, -1}});
    EXPECT_LT(width_of(svg), 600) << svg;
    EXPECT_NE(svg.find(">1.00e+300<"), std::string::npos) << svg;
}

}  // namespace heed::test
