// SPDX-License-Identifier: BSL-1.0
// Every number that two tutorials print, verified: by static_assert while this program is compiled, and as a report
// with values, bounds and explanations when it runs. docs/errata.md is its output.
//
//   tutorial_verified [--markdown | --html FOLDER | --colour | --no-colour]
#include "mini_course_data.hpp"
#include "tutorial_data.hpp"

#include <heed/io.hpp>
#include <heed/report.hpp>

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace tutorial {

// X is not printed; K = X Wk and V = X Wv are, and each gives X back.
constexpr auto V_from_K = verify(printed_K * inverse(Wk) * Wv, printed_V);
constexpr auto K_from_V = verify(printed_V * inverse(Wv) * Wk, printed_K);
static_assert(all_consistent<V_from_K> && all_consistent<K_from_V>);

// Q = X Wq is not what is printed as Q: that is K once more.
constexpr auto Q_of_K = printed_K * inverse(Wk) * Wq;
constexpr auto Q_verdicts = verify(Q_of_K, printed_Q);
static_assert(Q_verdicts.refuted() && same_digits(printed_Q, printed_K));

// The printed scores do not follow from the printed Q. They do from X Wq.
constexpr auto scores_as_printed = verify(printed_Q * transpose(printed_K) / sqrt(3_c), printed_scores);
constexpr auto scores_verdicts = verify(Q_of_K * transpose(printed_K) / sqrt(3_c), printed_scores);
static_assert(scores_as_printed.count(verdict::refuted) == 12 && all_consistent<scores_verdicts>);

// Of the weights one row follows, the others do not. Two of them are those of exchanged queries and keys.
constexpr auto weights_verdicts = verify(softmax(Q_of_K * transpose(printed_K) / sqrt(3_c)), printed_weights);
static_assert(weights_verdicts.count(verdict::consistent) == 6 && weights_verdicts.count(verdict::refuted) == 24);
static_assert(weights_verdicts(0, 2) == verdict::consistent && weights_verdicts(1, 0) == verdict::refuted);
constexpr auto exchanged = verify(softmax(printed_K * transpose(Q_of_K) / sqrt(3_c)), printed_weights);
static_assert(exchanged.count(verdict::consistent) == 13);
static_assert(exchanged(10, 0) == verdict::consistent && exchanged(11, 11) == verdict::consistent);

// Of the output nothing does, and most of its rows are no weighted mean of the rows of V at all.
constexpr auto output_verdicts = verify(softmax(Q_of_K * transpose(printed_K) / sqrt(3_c)) * printed_V, printed_output);
static_assert(output_verdicts.count(verdict::refuted) == 18);
constexpr auto output_in_hull = within_hull(printed_output, printed_V);
static_assert(output_in_hull(2) == verdict::refuted);

// "60%, 30%, 10%": ratings as percentages.
constexpr auto ratings = printed<"60% 30% 10%">;
static_assert(rows_sum_to_one(exact(ratings)).all());

}  // namespace tutorial

namespace mini_course {

constexpr auto one = exact(printed<"[1]">);
constexpr auto six_ones = exact(printed<"[1, 1, 1, 1, 1, 1]">);
constexpr auto seven_ones = exact(printed<"[1, 1, 1, 1, 1, 1, 1]">);

// Rows of weights add up to one, as their digits stand.
static_assert(all_consistent<verify(sum(exact(connections)), one)>);
static_assert(all_consistent<verify(sum(exact(percentages)), one)>);
static_assert(all_consistent<verify(sum(exact(sentence_map)), six_ones)> && is_distribution(exact(sentence_map)));
static_assert(all_consistent<verify(sum(exact(translation_map)), seven_ones)> &&
              is_distribution(exact(translation_map)));

// Exercise 1 prints no results; these are the ones to four places. It writes words as rows, Q = X W_Q; the course's
// text writes them as columns, Q = W_Q X. Both can be written, and W_Q is the identity, so both give these weights.
constexpr auto weights = printed<"[[0.4011, 0.1978, 0.4011], [0.1978, 0.4011, 0.4011], [0.2483, 0.2483, 0.5035]]">;
static_assert(verify(softmax(X * W_Q * transpose(X * W_K) / sqrt(2_c)), weights).consistent());
static_assert(verify(softmax(transpose(W_Q * transpose(X)) * (W_K * transpose(X)) / sqrt(2_c)), weights).consistent());

}  // namespace mini_course

namespace {

using namespace heed;

std::size_t disagreements = 0;

/// Adds what the program finds out about a printed matrix, and compares its verdicts with the compiler's.
template <class F, class Printed, class Verdicts>
report_section& add(report& r, const char* name, const char* formula, std::vector<std::string> leaves, const F& f,
                    const Printed& printed, const Verdicts& by_the_compiler) {
    const subject s = make_subject(name, formula, std::move(leaves), f, printed);
    r.sections.push_back({.found = examine(s), .how = s.printed.how});
    const examination& found = r.sections.back().found;
    for (std::size_t i = 0; i < found.entries.size(); ++i)
        if (found.entries[i].what != by_the_compiler.items[i]) ++disagreements;
    return r.sections.back();
}

/// What would explain the printed scores, tried by the program.
std::vector<std::string> explanations_of_scores() {
    using namespace tutorial;
    const subject s = make_subject("scores", "Q * transpose(K) / sqrt(3)", {"Q", "K"},
                                   printed_Q * transpose(printed_K) / sqrt(3_c), printed_scores);
    const subject computed_Q = make_definition("Q", "K * inverse(Wk) * Wq", {"K", "Wk", "Wq"}, Q_of_K);
    const explanations all = explain(s, {make_candidate("Q", printed_Q, {computed_Q})}, {.pairs = false});
    std::vector<std::string> notes;
    for (const std::string& fact : all.facts) notes.push_back("Fact: " + fact + ".");
    for (const explanation& e : all)
        if (e.explains())
            notes.push_back("With this all " + std::to_string(e.consistent) + " entries are consistent: " + e.slip +
                            ".");
    return notes;
}

std::string four_places(double x) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.4f", x);
    return digits;
}

/// Rows of the output outside of the convex hull of the rows of V, and what shows it without any weights.
std::vector<std::string> why_no_weights_give_the_output() {
    using namespace tutorial;
    const auto largest = evaluate(max<0>(printed_V)), smallest = evaluate(min<0>(printed_V));
    std::string rows, entries;
    for (std::size_t i = 0; i < output_in_hull.size(); ++i) {
        if (output_in_hull(i) != verdict::refuted) continue;
        const std::string row = std::to_string(i < printed_output.elided_at(0) ? i + 1 : i + 13 - printed_output.rows);
        rows += (rows.empty() ? "" : ", ") + row;
        for (std::size_t j = 0; j < 3; ++j) {
            const double x = printed_output(i, j);
            if (x >= smallest(j) && x <= largest(j)) continue;
            entries += (entries.empty() ? "" : "; ") + four_places(x) + " in row " + row + ", column " +
                       std::to_string(j + 1) + (x > largest(j) ? " exceeds " : " is less than ") +
                       four_places(x > largest(j) ? largest(j) : smallest(j)) + ", the " +
                       (x > largest(j) ? "largest" : "smallest") + " entry of that column of V";
        }
    }
    return {
        "Why no weights give this output: weights are not negative and add up to one, so an output is a weighted "
        "mean of the rows of V, a point of their convex hull. Rows " +
            rows + " as printed are outside of it, whatever the weights are.",
        "Without any computation: a mean of numbers lies between the smallest and the largest. " + entries + "."};
}

report tutorial_report() {
    using namespace tutorial;
    report r{
        .title = "Transformer Encoder Explained: A Deep Dive into Attention Scores (Part 2)",
        .source =
            "12 tokens, D = 3, one head. Rows and columns count from 1. Wq, Wk and Wv are inputs, so there is "
            "no formula to check them by. The scores are judged twice, with the printed Q and with Q = X * Wq; the "
            "totals count the second verdicts only."};
    add(r, "V", "K * inverse(Wk) * Wv", {"K", "Wk", "Wv"}, printed_K * inverse(Wk) * Wv, printed_V, V_from_K).notes = {
        "The input X is not printed, but K = X * Wk gives it back as K * inverse(Wk), and V = X * Wv follows."};
    add(r, "K", "V * inverse(Wv) * Wk", {"V", "Wv", "Wk"}, printed_V * inverse(Wv) * Wk, printed_K, K_from_V).notes = {
        "The other way round. Both matrices come from one X."};
    add(r, "Q", "K * inverse(Wk) * Wq", {"K", "Wk", "Wq"}, Q_of_K, printed_Q, Q_verdicts).notes = {
        "The matrix printed as Q equals the one printed as K, entry by entry. X * Wq is another matrix."};
    report_section& as_printed = add(r, "scores, from the printed Q", "Q * transpose(K) / sqrt(3)", {"Q", "K"},
                                     printed_Q * transpose(printed_K) / sqrt(3_c), printed_scores, scores_as_printed);
    as_printed.notes = explanations_of_scores();
    as_printed.counts = false;
    add(r, "scores, from Q = X * Wq", "K * inverse(Wk) * Wq * transpose(K) / sqrt(3)", {"K", "Wk", "Wq", "K"},
        Q_of_K * transpose(printed_K) / sqrt(3_c), printed_scores, scores_verdicts)
        .notes = {"With Q = X * Wq they follow: the scores are right, and Q is a misprint."};
    add(r, "weights", "softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3))", {"K", "Wk", "Wq", "K"},
        softmax(Q_of_K * transpose(printed_K) / sqrt(3_c)), printed_weights, weights_verdicts)
        .notes = {
        "The first row follows from the scores, the others do not. Rows 11 and 12 are, in all 12 printed "
        "entries, those of softmax(K * transpose(Q) / sqrt(3)): queries and keys exchanged. Rows 2 and 3 follow "
        "from none of the slips that were tried, alone or in pairs."};
    add(r, "output", "softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3)) * V", {"K", "Wk", "Wq", "K", "V"},
        softmax(Q_of_K * transpose(printed_K) / sqrt(3_c)) * printed_V, printed_output, output_verdicts)
        .notes = why_no_weights_give_the_output();
    return r;
}

report mini_course_report() {
    using namespace mini_course;
    report r{.title = "Mini-Course: Understanding Attention Scores in Transformers",
             .source =
                 "Weights in text and maps. Rows and columns count from 1. Each row of weights that the course prints "
                 "must sum to 1; the totals count these sums. The course prints no numbers for exercise 1: those below "
                 "were computed for this page, and are not in the totals."};
    const auto rows = [&](const char* name, const auto& map, const auto& ones) {
        const auto f = sum(map);
        const std::string_view note = "As the digits stand: each row of weights adds up to one.";
        add(r, name, "sum of each row", {name}, f, ones, verify(f, ones)).notes = {std::string(note)};
    };
    rows("connections of \"is\"", exact(connections), one);
    rows("attention of \"is\"", exact(percentages), one);
    rows("map of \"The cat sleeps on the mat\"", exact(sentence_map), six_ones);
    rows("map of the translation", exact(translation_map), seven_ones);
    const auto f = softmax(X * W_Q * transpose(X * W_K) / sqrt(2_c));
    report_section& exercise =
        add(r, "weights of exercise 1 (not printed there)", "softmax(X * W_Q * transpose(X * W_K) / sqrt(2))",
            {"X", "W_Q", "X", "W_K"}, f, weights, verify(f, weights));
    exercise.notes = {"The exercise asks for these numbers and does not give them."};
    exercise.counts = false;
    return r;
}

constexpr const char* errata_head =
    "<!-- Written by examples/tutorial_verified --markdown; a test compares. -->\n"
    "Two tutorials print matrices. `verify` checks every printed number that follows from others\n"
    "([verify.md](verify.md) explains how). [examples/tutorial_verified.cpp](../examples/tutorial_verified.cpp)\n"
    "asserts the verdicts at compile time, and prints this page with values and bounds at run time.\n\n";

struct document {
    const char* name;    ///< of its page
    const char* author;  ///< " by ..."
    const char* what;    ///< "printed numbers"
    const char* url;     ///< where it was read; empty: as a file without an address
    const char* anchor;  ///< of its part of the errata
    report found;
};

/// The documents by their titles, where each is, and what was found.
std::string contents(const std::vector<document>& documents) {
    std::string text;
    for (const document& d : documents) {
        const std::string title = "\"" + d.found.title + "\"";
        text += "- " + (*d.url != 0 ? "[" + title + "](" + d.url + ")" : title) + d.author + ": " +
                std::to_string(d.found.count(verdict::refuted)) + " of " + std::to_string(d.found.printed()) + " " +
                d.what + " refuted, [one by one](#" + d.anchor + ").\n";
    }
    return text + '\n';
}

int usage(std::string_view option) {
    std::cerr << "tutorial_verified: unknown option " << option
              << "; there are --markdown, --html FOLDER, --colour and --no-colour\n";
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    bool colour = stream_has_colour(std::cout), markdown = false;
    std::string html;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--colour" || option == "--no-colour")
            colour = option == "--colour";
        else if (option == "--markdown")
            markdown = true;
        else if (option == "--html" && i + 1 < argc)
            html = argv[++i];
        else
            return usage(option);
    }

    const std::vector<document> documents = {
        {"tutorial", " by Vikas Srinivasa", "printed numbers",
         "https://hashnode-hub.vercel.app/posts/67a4f8ae4ce99ea7bf5f4e3f",
         "transformer-encoder-explained-a-deep-dive-into-attention-scores-part-2", tutorial_report()},
        {"mini_course", "", "rows of printed weights", "", "mini-course-understanding-attention-scores-in-transformers",
         mini_course_report()}};
    if (markdown) std::cout << errata_head << contents(documents);
    for (const document& d : documents) {
        const report& r = d.found;
        if (!html.empty()) {
            const std::string file = html + "/" + d.name + ".html";
            if (!(std::ofstream(file) << to_html(r)).flush()) {
                std::cerr << "tutorial_verified: cannot write " << file << '\n';
                return 2;
            }
            std::cout << "wrote " << file << '\n';
        } else {
            std::cout << (markdown ? to_markdown(r) : to_text(r, {.colour = colour})) << '\n';
        }
    }
    if (disagreements != 0) {
        std::cerr << disagreements << " verdicts of the compiler and of the program differ\n";
        return 1;
    }
}
