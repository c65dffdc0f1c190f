// SPDX-License-Identifier: BSL-1.0
// What reports on documents say of refuted numbers: each explanation once, none that explains nothing, in words of the
// document.
#include "tests/verify/proposed_block.hpp"

#include <heed_check/document/findings.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>

namespace heed::test {

report report_on(const std::string& document) {
    const page_text t = read_page_text(document);
    for (const page_message& m : t.errors) ADD_FAILURE() << text_of(m, document, "page.md");
    return report_of(t, [](const auto&...) {});
}
std::string notes_of(const report& r) {
    std::string all;
    for (const report_section& s : r.sections)
        for (const std::string& note : s.notes) all += note + '\n';
    return all;
}

TEST(page_explanations, are_said_once_and_not_of_whole_numbers) {
    const report r = report_on(
        "P = [[0, 1, 2], [1, 2, 3], [2, 3, 6]]\n\n```heed\nP = matrix 1\nP := arange(3)[:, None] + arange(3)\n```\n");
    std::set<std::string> said;
    for (const std::string& note : r.sections[0].notes) EXPECT_TRUE(said.insert(note).second) << note;
    EXPECT_FALSE(has(notes_of(r), "arange(3) off by")) << notes_of(r);
}

TEST(page_explanations, zeros_at_the_end_tell_of_fewer_places) {
    const std::string notes =
        notes_of(report_on("A = [[0.5, -1.25], [1.75, 0.25]]\n\nB = [[1.13, 0.41], [-0.37, 0.93]]\n\n"
                           "C = [[0.0500, -1.3500], [2.0800, -0.4100]]\n\n"
                           "```heed\nexact A, B = matrices 1 to 2\nC = matrix 3\nC := A * transpose(B)\n```\n"));
    EXPECT_TRUE(has(notes, "consistent with the result rounded to 2 places before it was printed: ")) << notes;
    for (const std::string format : {"float16", "bfloat16"})
        EXPECT_FALSE(has('\n' + notes, "\nconsistent in " + format)) << notes;
}

TEST(page_explanations, name_no_matrices_that_slips_make) {
    const std::string notes =
        notes_of(report_on("S = [[0.6, -1.1], [0.2, 0.9]]\n\nW = [[0.9677, 0.0323], [0.1978, 0.8022]]\n\n"
                           "```heed\nexact S = matrix 1\nW = matrix 2\nW := softmax(S)\n```\n"));
    EXPECT_FALSE(has(notes, "causal_upper_left")) << notes;
    EXPECT_FALSE(has(notes, "half a unit:")) << notes;
}

TEST(page_explanations, matrices_that_cannot_be_read_have_no_count) {
    const report r = report_on(
        "w = [[0.5, 0.5], [0.6, 0.4]]\n\n$$x = \\begin{bmatrix} 1 & y \\end{bmatrix}$$\n\n"
        "```heed\nw = matrix 1\nrows of w sum to one\n```\n");
    std::string all;
    for (const std::string& sentence : detail::unjudged_sentences(r)) all += sentence;
    EXPECT_TRUE(has(all, "matrix 2 (x), which cannot be read.")) << all;
}

}  // namespace heed::test
