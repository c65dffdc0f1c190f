// SPDX-License-Identifier: BSL-1.0
// Code that a document does not run changes no name, and code of one language none of another.
#include "tests/verify/proposed_block.hpp"

#include <heed_check/document/code_runs.hpp>

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace heed::test {

const std::string given = "X = np.array([[0.5, -1.5], [2.0, 0.25]])\n";
const std::string tripled = "X = X * 3\n";
const std::string shown = "\n```\nY = [[1.25, -0.75], [2.75, 1.0]]\n```\n";  // X + 0.75
const std::string all_hold = "# as the document says: holds for all 4 numbers\nY := X + 0.75\n";

/// X is given, then comes what may change it, then Y is computed from X and shown.
std::string page_of(const std::string& open, const std::string& between, const std::string& close = "```\n") {
    return open + given + close + '\n' + between + '\n' + open + "Y = X + 0.75\n" + close + shown;
}

TEST(code_runs, chunks_that_are_not_run_change_nothing) {
    const std::string chunk = "```{python}\n";
    for (const std::string& between :
         {"```{python, eval=FALSE}\n" + tripled + "```\n", "```{python echo=TRUE, eval = F}\n" + tripled + "```\n",
          "```{python}\n#| echo: true\n#| eval: false\n" + tripled + "```\n",
          "```{python}\n#| eval: no\n" + tripled + "```\n", "```python\n" + tripled + "```\n",
          "```{.python}\n" + tripled + "```\n", "```{code-block} python\n" + tripled + "```\n",
          "```\nimport numpy as np\n" + tripled + "```\n"})
        EXPECT_TRUE(has(block_of(page_of(chunk, between)), all_hold)) << between << block_of(page_of(chunk, between));
    const std::string cell = "```{code-cell} ipython3\n";
    const std::string skipped = cell + ":tags: [skip-execution]\n" + tripled + "```\n";
    EXPECT_TRUE(has(block_of(page_of(cell, skipped)), all_hold));
    const std::string source = "#+begin_src python :session\n", end = "#+end_src\n";
    for (const std::string value : {"no", "never"}) {
        const std::string between = "#+begin_src python :session :eval " + value + "\n" + tripled + end;
        EXPECT_TRUE(has(block_of(page_of(source, between, end)), all_hold)) << between;
    }
    for (const std::string condition : {"if False:", "if 0:", "while False:"})
        EXPECT_TRUE(has(block_of(page_of(chunk, chunk + condition + "\n    " + tripled + "```\n")), all_hold));
    const std::string directive = "Words\n\n.. testcode::\n\n   import numpy as np\n   ";
    EXPECT_TRUE(has(block_of(directive + given + "\n.. code-block:: python\n\n   " + tripled +
                             "\n.. testcode::\n\n   Y = X + 0.75\n\nWords\n" + shown),
                    all_hold));
}

TEST(code_runs, chunks_that_are_run_change_names) {
    const std::string nine = "Y := (X * 3) + 0.75\n", chunk = "```{python}\n", plain = "```python\n";
    for (const auto& [open, between] : {
             std::tuple{chunk, "```{python, eval=TRUE}\n" + tripled + "```\n"},
             {chunk, "```{python}\n#| eval: true\n" + tripled + "```\n"},
             {chunk, "```{python, echo=FALSE}\n" + tripled + "```\n"},
             {plain, plain + tripled + "```\n"},
             {plain, "```py\n" + tripled + "```\n"},
         }) {
        std::string page = page_of(open, between);
        page.replace(page.find("Y = [["), std::string::npos, "Y = [[2.25, -3.75], [6.75, 1.5]]\n```\n");
        EXPECT_TRUE(has(block_of(page), "holds for all 4 numbers\n" + nine)) << block_of(page);
    }
    // All of them are marked so: then the page shows what they would give.
    const std::string never = "```{python, eval=FALSE}\n";
    EXPECT_TRUE(has(block_of(page_of(never, "Words.\n")), all_hold));
}

TEST(code_runs, what_may_be_run_is_a_doubt) {
    const std::string chunk = "```{python}\n";
    const std::string doubt = "Y is not taken as the document says: X is stated in code that may not be run";
    for (const std::string& between :
         {"```{python, eval=slow}\n" + tripled + "```\n", "```{python}\n#| eval: !expr slow\n" + tripled + "```\n"})
        EXPECT_TRUE(has(block_of(page_of(chunk, between)), doubt)) << block_of(page_of(chunk, between));
    const std::string shows = "```python\n" + tripled + "print(X)\n```\n\n```\n[[1.5 -4.5]\n [6.0 0.75]]\n```\n";
    EXPECT_TRUE(has(block_of(page_of(chunk, shows)), doubt)) << block_of(page_of(chunk, shows));
    // What no other code gives a value was run, as its output shows.
    const std::string only = "```{python}\nimport numpy as np\n```\n\n```python\n" + given +
                             "print(X)\n```\n\n```\n[[0.5 -1.5]\n [2.0 0.25]]\n```\n\n```{python}\nY = X + 0.75\n"
                             "print(Y)\n```\n";
    EXPECT_TRUE(has(block_of(only + shown), "holds for all 4 numbers\nY := X + 0.75\n")) << block_of(only + shown);
    const std::string session = "Words.\n\n>>> import numpy as np\n>>> " + given + "\n```python\n" + tripled +
                                "```\n\nThen:\n\n>>> Y = X + 0.75\n>>> Y\n[[1.25, -0.75], [2.75, 1.0]]\n";
    EXPECT_TRUE(has(block_of(session), doubt)) << block_of(session);
}

TEST(code_runs, a_matrix_of_code_that_is_not_run_has_no_name) {
    const std::string other = "```python\nX = np.array([[3.0, 1.0], [0.25, 0.5]])\n```\n";
    EXPECT_TRUE(has(block_of(page_of("```{python}\n", other)), all_hold)) << block_of(page_of("```{python}\n", other));
}

TEST(code_runs, languages_have_names_of_their_own) {
    for (const std::string between :
         {"```r\nX <- X * 3\n```\n", "```julia\nX = X * 3\n```\n", "```matlab\nX = X * 3;\n```\n",
          "```{r}\nX <- X * 3\n```\n", "```rust\nX = X * 3\n```\n", "```julia\nX = [3 1; 0.25 0.5]\nX = X * 2\n```\n"})
        EXPECT_TRUE(has(block_of(page_of("```python\n", between)), all_hold))
            << between << block_of(page_of("```python\n", between));
    // R shows another X, of which the last line of Python knows nothing.
    const std::string r = "```r\nX\n```\n\n```\n##      [,1] [,2]\n## [1,] 3.00  1.0\n## [2,] 0.25  0.5\n```\n";
    EXPECT_TRUE(has(block_of(page_of("```python\n", r)), all_hold)) << block_of(page_of("```python\n", r));
    const std::string by_r = r +
                             "\n```r\nY <- X + 0.5\nY\n```\n\n```\n##      [,1] [,2]\n## [1,] 3.50  1.5\n"
                             "## [2,] 0.75  1.0\n```\n";
    const std::string block = block_of("```python\nimport numpy as np\n" + given + "```\n\n" + by_r);
    EXPECT_TRUE(has(block, "holds for all 4 numbers\nY := X_2 + 0.5\n")) << block;
    // What only the other language says may be meant: the numbers tell.
    const std::string shared = "```python\nimport numpy as np\n" + given + "```\n\n```julia\nY = X .+ 0.75\n```\n";
    EXPECT_TRUE(has(block_of(shared + shown), all_hold)) << block_of(shared + shown);
}

TEST(code_runs, a_document_may_say_that_no_chunk_is_run) {
    const std::string run = "```{python, eval=TRUE}\n", plain = "```{python}\n" + tripled + "```\n";
    const std::string setup = "```{r}\nknitr::opts_chunk$set(echo = TRUE, eval = FALSE)\n```\n\n";
    const std::string header = "---\ntitle: Scores\nexecute:\n  eval: false\n---\n\n";
    for (const std::string& says : {setup, header}) {
        EXPECT_TRUE(has(block_of(says + page_of(run, plain)), all_hold)) << block_of(says + page_of(run, plain));
        EXPECT_TRUE(has(block_of(says + page_of("```{python}\n", "Words.\n")), all_hold));
    }
    EXPECT_TRUE(has(block_of("---\neval: true\n---\n\n" + page_of(run, plain)), "X * 3"));
    // A call over several lines; one that says the contrary later, one in a comment, and of a chunk that is not run.
    const std::string lines = "```{r}\nknitr::opts_chunk$set(\n  echo = TRUE,\n  eval = FALSE\n)\n```\n\n";
    EXPECT_TRUE(has(block_of(lines + page_of(run, plain)), all_hold)) << block_of(lines + page_of(run, plain));
    const std::string again = "```{r, eval=TRUE}\nknitr::opts_chunk$set(eval = TRUE)\n```\n\n";
    const std::string remark = "```{r}\n# knitr::opts_chunk$set(eval = FALSE)\n```\n\n";
    const std::string not_run = "```{r, eval=FALSE}\nknitr::opts_chunk$set(eval = FALSE)\n```\n\n";
    for (const std::string& says : {setup + again, remark, not_run})
        EXPECT_TRUE(has(block_of(says + page_of(run, plain)), "X * 3")) << block_of(says + page_of(run, plain));
}

TEST(code_runs, options_of_chunks) {
    using detail::code_run;
    for (const auto& [info, run] : {
             std::tuple{"{r, eval=FALSE}", code_run::never},
             {"{r setup, eval = F, echo=TRUE}", code_run::never},
             {"{julia; eval = false}", code_run::never},
             {"{python, eval=c(1, 3)}", code_run::perhaps},
             {"{r, eval=TRUE}", code_run::always},
             {"{r no.eval=FALSE}", code_run::by_default},
             {"{r}", code_run::by_default},
             {"{.r}", code_run::unsaid},
             {"{=html}", code_run::unsaid},
             {"r", code_run::unsaid},
         })
        EXPECT_EQ(detail::run_of_fence(info, {}), run) << info;
}

}  // namespace heed::test
