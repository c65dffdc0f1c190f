// SPDX-License-Identifier: BSL-1.0
// Python is read with the same cautions whatever contains it, and what it prints has the names for which it is printed.
#include "tests/verify/proposed_block.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heed::test {

std::string with_margin(const std::string& text, const std::string& margin) {
    std::string all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        all += margin + text.substr(at, end + 1 - at);
        at = end + 1;
    }
    return all;
}
std::string as_html(const std::string& text) {
    std::string all;
    for (const char c : text) all += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return all;
}

/// The same lines in all that contains code.
std::vector<std::string> containers(const std::string& code) {
    return {
        "```\n" + code + "```\n",
        "Words.\n\n> ```python\n" + with_margin(code, "> ") + "> ```\n",
        "Words.\n\n> ```\n" + with_margin(code, "> ") + "> ```\n",
        "- item\n\n  ~~~py\n" + with_margin(code, "  ") + "  ~~~\n",
        "Words:\n\n" + with_margin(code, "    ") + "\nWords.\n",
        "Words:\n\n" + with_margin(code, "\t") + "\nWords.\n",
        "Words::\n\n" + with_margin(code, "  ") + "\nWords.\n",
        ".. code-block:: python\n   :linenos:\n\n" + with_margin(code, "   ") + "\nWords.\n",
        "\\begin{verbatim}\n" + code + "\\end{verbatim}\n",
        "\\begin{lstlisting}[language=Python]\n" + code + "\\end{lstlisting}\n",
        "\\begin{minted}{python}\n" + code + "\\end{minted}\n",
        "<p>Words</p>\n<pre>" + as_html(code) + "</pre>\n",
        "<pre><code class=\"language-python\">" + as_html(code) + "</code></pre>\n",
        "#+begin_src python\n" + code + "#+end_src\n",
        "#+BEGIN_EXAMPLE\n" + code + "#+END_EXAMPLE\n",
        "[source,python]\n----\n" + code + "----\n",
        code,
        "Words.\n\n" + code + "\nWords.\n",
    };
}

const std::string numbers = "S = np.array([[2.0, -1.0], [0.5, 1.5]])\nM = np.array([[0.5, 0.25], [-1.0, 2.0]])\n";

TEST(code, cautions_are_the_same_in_all_containers) {
    for (const auto& [code, reason] : {
             std::pair{"def softmax(x):\n    if x.ndim == 1: return x\n    return np.exp(x) / np.exp(x).sum(axis=0)\nA "
                       "= softmax(S)\nprint(A)\n",
                       "a function called softmax is defined in the document"},
             {"S[0, 1] = -1e9\nA = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)\nprint(A)\n",
              "S is changed afterwards by S[0, 1] = -1e9"},
             {"for i in range(3):\n    A = S @ M * i\nprint(A)\n", "A is stated in a loop"},
             {"A = S @ M\nif A.sum() > 9:\n    A = A / 2\nprint(A)\n", "A is stated in a branch"},
             {"from mine import softmax\nA = softmax(S)\nprint(A)\n", "softmax is imported from mine"},
         }) {
        const std::string output = "\nA =\n[[0.8176 0.0759]\n [0.1824 0.9241]]\n";
        for (const std::string& page : containers("import numpy as np\n" + numbers + code)) {
            const std::string block = block_of(page + output);
            EXPECT_TRUE(has(block, std::string("# A is not taken as the document says: ") + reason)) << page << block;
        }
    }
}

TEST(code, statements_are_the_same_in_all_containers) {
    for (const auto& [code, formula] : {
             std::pair{"A = S @ M\nA += M\nprint(A)\n", "A ?= (S @ M) + M\n"},
             {"A = S @ M  # A = S @ M / 2\nprint(A)\n", "A ?= S @ M\n"},
             {"A = S * M\nprint(A)\n", "A ?= hadamard(S, M)\n"},
             {"S = S / 2\n\nA = (S\n     + M)\nprint(A)\n", "A ?= ((S / 2) + M)\n"},
         })
        for (const std::string& page : containers("import numpy as np\n" + numbers + code)) {
            const std::string block = block_of(page + "\nA =\n[[7.5 3.25]\n [9.5 4.5]]\n");
            EXPECT_TRUE(has(block, formula)) << page << block;
        }
}

TEST(code, sessions_with_their_output) {
    const std::string own =
        ">>> S = np.array([[2.0, -1.0], [0.5, 1.5]])\n>>> def softmax(x):\n"
        "...     return np.exp(x) / np.exp(x).sum(axis=0)\n...\n>>> A = softmax(S)\n>>> A\n"
        "array([[0.81757448, 0.07585818],\n       [0.18242552, 0.92414182]])\n";
    const std::string cells =
        "In [1]: S = np.array([[2.0, -1.0], [0.5, 1.5]])\nIn [2]: def softmax(x):\n"
        "   ...:     return np.exp(x) / np.exp(x).sum(axis=0)\n   ...: \nIn [3]: A = softmax(S)\nIn [4]: print(A)\n"
        "[[0.81757448 0.07585818]\n [0.18242552 0.92414182]]\n";
    for (const std::string& session : {own, cells})
        for (const std::string& page : containers(session)) {
            const std::string block = block_of(page);
            if (session == cells && !has(block, "matrix 2")) continue;  // rows outside of fences are no matrix
            EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nA := softmax(S, axis=0)\n"))
                << page << block;
        }
}

/// Org writes results of one line and of several behind colons, and as tables and examples.
TEST(code, results_of_org) {
    const std::string code =
        "#+begin_src python :results output\nQ = np.array([[1.0, 0.0], [0.0, 2.0]])\n"
        "S = Q @ Q.T\nprint(S)\n#+end_src\n\n";
    for (const std::string& results :
         {std::string("#+RESULTS:\n: [[1. 0.]\n:  [0. 4.]]\n"),
          std::string("#+RESULTS: scores\n: [[1. 0.]\n:  [0. 4.]]\n"),
          std::string("#+results:\n| 1.0 | 0.0 |\n| 0.0 | 4.0 |\n"),
          std::string("#+RESULTS:\n#+begin_example\n[[1. 0.]\n [0. 4.]]\n#+end_example\n")}) {
        const std::string block = block_of(code + results);
        EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nS := Q @ Q.T\n")) << results << block;
    }
}

/// What a session prints after "S =" was computed, and is rounded.
TEST(code, output_of_a_session_is_no_literal) {
    for (const std::string printed : {">>> print(\"S =\", S)\nS = [[ 6.5129 -3.2515]\n [ 0.3503  1.0528]]\n",
                                      ">>> print(f\"S = {S}\")\nS = [[ 6.5129 -3.2515]\n [ 0.3503  1.0528]]\n"}) {
        const std::string page =
            "```python\n>>> V = np.array([[1.21, 0.43], [-0.57, 2.05]])\n" + printed +
            ">>> O = S @ V\n>>> O\narray([[ 9.7339163, -3.8649999],\n       [-0.1762038,  2.3088118]])\n```\n";
        EXPECT_TRUE(has(block_of(page), "exact V = matrix 1\nS = matrix 2\n")) << block_of(page);
    }
    const std::string among =
        "```python\nV = np.array([[1.21, 0.43], [-0.57, 2.05]])\nprint(\"S =\", S)\n"
        "S = [[ 6.5129 -3.2515]\n [ 0.3503  1.0528]]\n```\n";
    EXPECT_TRUE(has(block_of(among), "exact V = matrix 1\nS = matrix 2\n")) << block_of(among);
}

/// Lines that have nothing behind the margin of their container.
TEST(code, empty_lines_of_containers) {
    for (const std::string page :
         {"> ", "> \n", "> a\n> \n> b", "> a\n>\n>  \n", "> \t\r\n> \r\n", "> > \n> > a\n", ">", "- \n\n  \n", "    \n",
          "> ```\n> \n> ```\n> \n", "> ::\n>\n>     \n", "\r\n> \r\n"}) {
        const std::vector<detail::code_place> places = detail::code_places(page);
        EXPECT_TRUE(places.empty() || places[0].lines.size() <= 1) << page;
    }
    const std::string quoted = "> import numpy as np\n> \n> Words.\n> \n";
    ASSERT_EQ(detail::code_places(quoted).size(), 1U);
    EXPECT_EQ(detail::code_places(quoted)[0].end, 1U);
}

// ---- the names of output

const std::string code_of_two = "S = np.array([[2.0, -1.0], [0.5, 1.5]])\nA = S @ S.T\nB = A - S\nprint(A)\nprint(B)\n";

TEST(code, output_has_the_names_of_the_prints_in_their_order) {
    const std::string said = "# as the document says: holds for all 4 numbers\n";
    for (const auto& [a, b] : {
             std::pair{"[[ 5.   -0.5 ]\n [-0.5   2.5 ]]\n", "[[ 3.    0.5 ]\n [-1.    1.  ]]\n"},
             {"array([[ 5. , -0.5],\n       [-0.5,  2.5]])\n", "array([[ 3. ,  0.5],\n       [-1. ,  1. ]])\n"},
             {"tensor([[ 5.0000, -0.5000],\n        [-0.5000,  2.5000]])\n",
              "tensor([[ 3.0000,  0.5000],\n        [-1.0000,  1.0000]])\n"},
         })
        for (const std::string between : {"", "\n"}) {
            const std::string output = a + between + b;
            for (const std::string& page : {
                     "```python\n" + code_of_two + "```\n\n```\n" + output + "```\n",
                     "```python\n" + code_of_two + "```\n\nOutput:\n\n```text\n" + output + "```\n",
                     "\\begin{lstlisting}[language=Python]\n" + code_of_two +
                         "\\end{lstlisting}\n\n\\begin{verbatim}\n" + output + "\\end{verbatim}\n",
                     "<pre><code class=\"language-python\">" + code_of_two + "</code></pre>\n<pre>" + output +
                         "</pre>\n",
                     "```python\n" + code_of_two + with_margin(output, "# ") + "```\n",
                     "~~~ python\n" + code_of_two + "~~~\n\n" + with_margin(output, "    "),
                     "Code::\n\n" + with_margin(code_of_two, "   ") + "\nOutput::\n\n" + with_margin(output, "   "),
                 }) {
                const std::string block = block_of(page);
                if (!has(block, "matrix 3")) continue;  // rows outside of fences are no matrix
                EXPECT_TRUE(has(block, "\nA = matrix 2\nB = matrix 3\n") ||
                            has(block, "\nexact A = matrix 2\nexact B = matrix 3\n"))
                    << page << block;
                EXPECT_TRUE(has(block, said + "A := S @ S.T\n" + said + "B := A - S\n")) << page << block;
            }
        }
}

TEST(code, output_of_cells_has_the_name_at_their_end) {
    const std::string cells =
        "In [1]: S = np.array([[2.0, -1.0], [0.5, 1.5]])\n   ...: A = S @ S.T\n   ...: A\nOut[1]: \n"
        "array([[ 5. , -0.5],\n       [-0.5,  2.5]])\n\nIn [2]: A = A * 2\n   ...: A\nOut[2]: "
        "array([[10., -1.],\n       [-1.,  5.]])\n\nIn [3]: A.T\nOut[3]: \n"
        "array([[10., -1.],\n       [-1.,  5.]])\n";
    for (const std::string& page : {"```ipython\n" + cells + "```\n", cells}) {
        const std::string block = block_of(page);
        EXPECT_TRUE(has(block, "A = matrix 2\n") && has(block, "A_2 = matrix 3\n")) << block;
        EXPECT_TRUE(has(block, "for all 4 numbers\nA := S @ S.T\n")) << block;
        EXPECT_TRUE(has(block, "for all 4 numbers\nA_2 := A * 2\n")) << block;
    }
}

/// In comments below a name, too.
TEST(code, output_in_comments_has_the_name_above_it) {
    const std::string page =
        "```python\nS = np.array([[2.0, -1.0], [0.5, 1.5]])\nA = S @ S.T\nA\n# array([[ 5. , -0.5],\n"
        "#        [-0.5,  2.5]])\nA = A * 2\nA\n# array([[10., -1.],\n#        [-1.,  5.]])\n```\n";
    EXPECT_TRUE(has(block_of(page), "holds for all 4 numbers\nA := S @ S.T\n")) << block_of(page);
    EXPECT_TRUE(has(block_of(page), "holds for all 4 numbers\nA_2 := A * 2\n")) << block_of(page);
}

/// A name that is shown in two sessions had another value in the first one.
TEST(code, sessions_show_the_values_of_their_own_statements) {
    const std::string page =
        "```pycon\n>>> S = np.array([[2.0, -1.0], [0.5, 1.5]])\n>>> A = S @ S.T\n>>> A\n"
        "array([[ 5. , -0.5],\n       [-0.5,  2.5]])\n```\n\nThen:\n\n```pycon\n>>> A = A * 2\n"
        ">>> A\narray([[10., -1.],\n       [-1.,  5.]])\n```\n";
    EXPECT_TRUE(has(block_of(page), "holds for all 4 numbers\nA_2 := A * 2\n")) << block_of(page);
}

/// Documents of Sweave: the code of R and its output.
TEST(code, sessions_of_sweave) {
    const std::string page =
        "\\begin{Sinput}\n> S <- matrix(c(2, -1, 0.5, 1.5), nrow=2, byrow=TRUE)\n> S\n\\end{Sinput}\n"
        "\\begin{Soutput}\n     [,1] [,2]\n[1,]  2.0 -1.0\n[2,]  0.5  1.5\n\\end{Soutput}\n"
        "\\begin{Sinput}\n> A <- S %*% t(S)\n> A\n\\end{Sinput}\n"
        "\\begin{Soutput}\n     [,1] [,2]\n[1,]  5.0 -0.5\n[2,] -0.5  2.5\n\\end{Soutput}\n";
    EXPECT_TRUE(has(block_of(page), "as the document says: holds for all 4 numbers")) << block_of(page);
}

TEST(code, output_of_which_it_is_uncertain_what_it_shows_has_no_name) {
    const std::string one = "```\n[[5.0 -0.5]\n [-0.5 2.5]]\n```\n",
                      two = "```\n[[5.0 -0.5]\n [-0.5 2.5]]\n\n[[3.0 0.5]\n [-1.0 1.0]]\n```\n";
    for (const auto& [code, output] : {
             std::pair{code_of_two, one},
             {code_of_two + "print(S.T, A)\n", two},
             {code_of_two + "print(S)\n", two},
         }) {
        const std::string block = block_of("```python\n" + code + "```\n\n" + output);
        EXPECT_TRUE(has(block, " M2 = matrix 2\n")) << block;  // which statement it is of, its numbers tell
    }
    // Words, shapes and calls for one matrix say nothing of others.
    for (const std::string more : {"print(\"A and B\")\n", "print(A.shape)\n", "print('-' * 20)\n", "print(len(A))\n"})
        EXPECT_TRUE(has(block_of("```python\n" + code_of_two + more + "```\n\n" + two),
                        "as the document says: holds for "
                        "all 4 numbers\nB := A - S"))
            << block_of("```python\n" + code_of_two + more + "```\n\n" + two);
}

}  // namespace heed::test
