// SPDX-License-Identifier: BSL-1.0
// Formulas that a document states: what is understood of Python and of LaTeX, and what is not taken, with the reason.
#include "tests/verify/proposed_block.hpp"

#include <heed_check/document/array_code.hpp>
#include <heed_check/document/array_language.hpp>
#include <heed_check/document/mask_types.hpp>
#include <heed_check/document/norm_calls.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace heed::test {

std::string without_blanks(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
}

// ---- Python

const std::string a_b_and_m =
    "A = np.array([[0.5, -1.5], [2.0, 0.25]])\nB = np.array([[1.0, 3.0], [-0.5, 2.0]])\n"
    "M = np.array([[0.75, 0.5], [0.25, -1.0]])\n";

std::string code_page(const std::string& code, const std::string& c) {
    return "```python\n" + a_b_and_m + code + "```\n\n```\nC = " + c + "\n```\n";
}
/// The block for code that states C, which is printed behind it.
std::string block_of_code(const std::string& code, const std::string& c) { return block_of(code_page(code, c)); }

const std::string product = "[[-4.0, -3.25], [2.75, -0.5]]";  // A B^T
const std::string halved = "[[-2.0, -1.625], [1.375, -0.25]]";
const std::string masked = "[[-3.25, -2.75], [3.0, -1.5]]";  // A B^T + M

TEST(stated, statements_of_python_that_are_simple) {
    const std::string said = "# as the document says: holds for all 4 numbers\nC := ";
    for (const auto& [code, c, formula] : {
             std::tuple{"C = A @ B.T\nC /= 2\n", halved, "(A @ B.T) / (2)"},
             {"C = A @ B.T\nC += M\n", masked, "(A @ B.T) + M"},
             {"C = A @ B.T; C = C + M\n", masked, "(A @ B.T) + M"},
             {"n = 2; m = 5\nC = A @ B.T / n\n", halved, "A @ B.T / 2"},
             {"C = A @ B.T\n# C = A @ B.T / 2\n", product, "A @ B.T"},
             {"C = (A @ B.T\n     + M)  # with the mask\n", masked, "(A @ B.T + M)"},
             {"C = A @ B.T \\\n    / 2\n", halved, "A @ B.T / 2"},
             {"n = 2\ndef f(x):\n    n = 7\n    return x / n\nC = A @ B.T / n\n", halved, "A @ B.T / 2"},
             {"def f(x):\n    \"\"\"\n    C = A @ B.T * 9\n    \"\"\"\n    return x\nC = A @ B.T\n", product,
              "A @ B.T"},
             {"C = A @ B.T\nprint(C)\nC = A @ B.T * 3\n", product, "A @ B.T"},
             {"with torch.no_grad():\n    C = A @ B.T\n", product, "A @ B.T"},
             {"C, D = A @ B.T, M\n", product, "A @ B.T"},
             {"C, cos = A @ B.T, np.cos(M)\n", product, "A @ B.T"},
             {"T = C = A @ B.T\n", product, "A @ B.T"},
             {"C: np.ndarray = A @ B.T\n", product, "A @ B.T"},
             {"n = 1\nn *= 2\nC = A @ B.T / n\n", halved, "A @ B.T / (1 * (2))"},
             {"D = A\nA = A / 2\nC = A @ B.T\n", halved, "(A / 2) @ B.T"},
         })
        EXPECT_TRUE(has(block_of_code(code, c), said + formula + '\n')) << code << block_of_code(code, c);
}

// ---- the sentence above a matrix

const std::string e_and_b =
    "$$E = \\begin{bmatrix} 1.7 & -0.6 \\\\ 0.9 & 1.3 \\end{bmatrix}, B = \\begin{bmatrix} 0.8 & -1.4 \\\\ "
    "1.1 & 0.3 \\end{bmatrix}$$\n\n";
const std::string scores_of_e_and_b = "$$\n\\begin{bmatrix} 1.556 & 1.195 \\\\ -0.778 & 0.976 \\end{bmatrix}\n$$\n";
const std::string unscaled = "$$\n\\begin{bmatrix} 2.20 & 1.69 \\\\ -1.10 & 1.38 \\end{bmatrix}\n$$\n";

TEST(stated, the_sentence_above_a_matrix_says_what_it_is) {
    for (const auto& [sentence, name] : {
             std::pair{"The scores are $H = EB^T/\\sqrt{2}$:", "H"},
             {"We compute $H = EB^T/\\sqrt{2}$:", "H"},
             {"The scores $H$ are computed as $H = \\frac{EB^T}{\\sqrt{2}}$.", "H"},
             {"The scores are `H = E @ B.T / sqrt(2)`, so:", "H"},
             {"$H=EB^T/\\sqrt{d_k}$, where $d_k=2$:", "H"},
             {"The scores are \\(H = EB^T/\\sqrt{2}\\):", "H"},
             {"Scores: $EB^T/\\sqrt{2}$", "Scores"},
         }) {
        const std::string right = block_of(e_and_b + sentence + "\n\n" + scores_of_e_and_b);
        EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers")) << sentence << right;
        EXPECT_TRUE(has(right, std::string(name) + " := E @ B.T / sqrt(2)\n")) << sentence << right;
        const std::string wrong = block_of(e_and_b + sentence + "\n\n" + unscaled);
        EXPECT_TRUE(has(wrong, std::string(name) + " ?= E @ B.T / sqrt(2)\n")) << sentence << wrong;
        EXPECT_TRUE(has(wrong, "# all of them follow from E * transpose(B)\n")) << sentence << wrong;
        EXPECT_FALSE(has(wrong, ":= E * transpose(B)")) << sentence << wrong;
    }
    const std::string bracketed = "\\[\n\\begin{bmatrix} 1.556 & 1.195 \\\\ -0.778 & 0.976 \\end{bmatrix}\n\\]\n";
    const std::string block = block_of(e_and_b + "The scores are $H = EB^T/\\sqrt{2}$:\n\n" + bracketed);
    EXPECT_TRUE(has(block, "H := E @ B.T / sqrt(2)\n")) << block;
}
TEST(stated, a_sentence_that_uses_a_formula_refutes_nothing) {
    const std::string uses = "Using $H = EB^T/\\sqrt{2}$ we get\n\n";
    const std::string right = block_of(e_and_b + uses + scores_of_e_and_b);
    EXPECT_TRUE(has(right, "M3 := E @ B.T / sqrt(2)\n")) << right;
    const std::string other = block_of(e_and_b + uses + unscaled);
    EXPECT_TRUE(has(other, "# M3 := E * transpose(B) holds for 4 of 4 numbers; the document states EB^T/")) << other;
    const std::string weights = "$$\n\\begin{bmatrix} 0.589 & 0.411 \\\\ 0.148 & 0.852 \\end{bmatrix}\n$$\n";
    for (const char* const sentence :
         {"Using $H = EB^T/\\sqrt{2}$ we get",
          "Softmax of the scores $H = EB^T/\\sqrt{2}$:", "Now apply softmax to $H = EB^T/\\sqrt{2}$:"}) {
        const std::string block = block_of(e_and_b + sentence + "\n\n" + weights);
        EXPECT_TRUE(has(block, "M3 := softmax(E * transpose(B) / sqrt(2))\n")) << sentence << block;
    }
}

TEST(stated, a_formula_of_numbers_that_stand_there_twice) {
    const std::string x =
        "$$X = \\begin{bmatrix} 0.6 & -1.7 \\\\ 0.4 & -0.8 \\end{bmatrix}, W = \\begin{bmatrix} 0.9 & 1.4 "
        "\\\\ -1.2 & 1.1 \\end{bmatrix}$$\n\n";
    const std::string pasted =
        block_of(x + "$$Y = XW = \\begin{bmatrix} 0.6 & -1.7 \\\\ 0.4 & -0.8 \\end{bmatrix}$$\n");
    EXPECT_TRUE(has(pasted, "\nY := X @ W\n") || has(pasted, "\nY ?= X @ W\n")) << pasted;
    const std::string same = block_of(x + "$$Y = X = \\begin{bmatrix} 0.6 & -1.7 \\\\ 0.4 & -0.8 \\end{bmatrix}$$\n");
    EXPECT_FALSE(has(same, "?=")) << same;
    const std::string again = block_of(x + "$$X = \\begin{bmatrix} 0.6 & -1.7 \\\\ 0.4 & -0.8 \\end{bmatrix}$$\n");
    EXPECT_TRUE(has(again, "# the numbers of X_2 are those of X\n")) << again;
}

// ---- Python that may do something else

TEST(stated, what_python_does_not_say_for_certain_is_not_taken) {
    for (const auto& [code, reason] : {
             std::pair{"C = A @ B.T\nC[0, 1] = -9\n", "C is changed afterwards by C[0, 1] = -9"},
             {"C = A @ B.T\nC[M < 0] /= 7\n", "C is changed afterwards by C[M < 0] /= 7"},
             {"C = A @ B.T\nnp.fill_diagonal(C, 5)\n", "C is changed afterwards by np.fill_diagonal(C, 5)"},
             {"C = A @ B.T\nC.clamp_(min=0)\n", "C is changed afterwards by C.clamp_(min=0)"},
             {"C = A @ B.T\nnp.exp(C, out=C)\n", "C is changed afterwards by np.exp(C, out=C)"},
             {"C = A @ B.T\nD = C\nD += 1\n", "C is changed with D by D += 1"},
             {"C = A @ B.T\nr = C[0]\nr[1] = 5\n", "C is changed with r by r[1] = 5"},
             {"C = A @ B.T\nif True:\n    C = C * 3\n", "C is stated in a branch"},
             {"for i in range(2):\n    C = A @ B.T * i\n", "C is stated in a loop"},
             {"if n: c = 7\nC = A @ B.T * c\n", "c is stated in a branch"},
             {"for t in [1, 5]:\n    pass\nC = A @ B.T * t\n", "t is stated in a loop"},
             {"def softmax(x):\n    if x.ndim == 1: return x\n    return np.exp(x) / np.exp(x).sum()\nC = softmax(A @ "
              "B.T)\n",
              "a function called softmax is defined in the document"},
             {"softmax = lambda *x: np.exp(x[0])\nC = softmax(A @ B.T)\n",
              "a function called softmax is defined in the document"},
             {"from mine import softmax\nC = softmax(A @ B.T)\n", "softmax is imported from mine"},
             {"def mask(x):\n    x[0, 1] = -9\nC = A @ B.T\nmask(C)\n", "C is changed afterwards by mask(C)"},
             {"C, D = both(A, B)\n", "C is one of several results of C, D = both(A, B)"},
         }) {
        const std::string block = block_of_code(code, "[[7.5, 1.25], [-3.0, 0.5]]");
        EXPECT_FALSE(has(block, "as the document says: holds")) << code << block;
        EXPECT_FALSE(has(block, "\nC := ")) << code << block;
        EXPECT_TRUE(has(block, std::string("# C is not taken as the document says: ") + reason + '\n'))
            << code << block;
    }
    // The search may still find what holds, and mentions it.
    const std::string found = block_of_code("C = A @ B.T\nif True:\n    C = C / 2\n", halved);
    EXPECT_TRUE(has(found,
                    "# C is not taken as the document says: C is stated in a branch\n# C := A * transpose(B) / sqrt(4) "
                    "holds for 4 of 4 numbers\n"))
        << found;
    // Where it holds for some numbers only, it is no statement.
    const std::string part = block_of_code("C = A @ B.T\nC[0, 1] = -9\n", "[[-4.0, -9.0], [2.75, -0.5]]");
    EXPECT_TRUE(has(part, "\n# C := A * transpose(B) holds for 3 of 4 numbers\n")) << part;
}

TEST(stated, what_may_change_a_matrix_before_it_is_shown) {
    for (const auto& [code, reason] : {
             std::pair{"C = A @ B.T\nnp.exp(C, C)\n", "C is changed afterwards by np.exp(C, C)"},
             {"C = A @ B.T\nnp.add(A, B, C)\n", "C is changed afterwards by np.add(A, B, C)"},
             {"C = A @ B.T\nD = C.sub_(5)\n", "C is changed afterwards by D = C.sub_(5)"},
             {"C = A @ B.T\nD = F.relu(C, inplace=True)\n", "C is changed afterwards by D = F.relu(C, inplace=True)"},
             {"C = D = A @ B.T\nD *= 7\n", "C is changed with D by D *= 7"},
             {"C = A @ B.T\nfor r in C:\n    r -= 6\n", "C is changed with r by r -= 6"},
             {"C = A @ B.T\nfor i, r in enumerate(C):\n    r[0] = i\n", "C is changed with r by r[0] = i"},
             {"C = A @ B.T\nD = np.asarray(C)\nD += 3\n", "C is changed with D by D += 3"},
             {"C = A @ B.T\nD = torch.from_numpy(C)\nD.mul_(4)\n", "C is changed with D by D.mul_(4)"},
             {"C = A @ B.T\nD = C.ravel()\nD[2] = 8\n", "C is changed with D by D[2] = 8"},
             {"C = A @ B.T\nparts = [C, A]\nparts[0] += 2\n", "C is changed with parts by parts[0] += 2"},
             {"C = A @ B.T\nboth = {'first': C}\nboth['first'] -= 4\n", "C is changed with both by both['first'] -= 4"},
             {"C = A @ B.T\nD = np.expand_dims(C, 0)\nD += 4\n", "C is changed with D by D += 4"},
             {"C = A @ B.T\nD = np.reshape(C, (1, -1))\nD += 4\n", "C is changed with D by D += 4"},
             {"C = A @ B.T\nC.view(-1).mul_(6)\n", "C is changed afterwards by C.view(-1).mul_(6)"},
             {"C = A @ B.T\nC.diagonal().fill_(5)\n", "C is changed afterwards by C.diagonal().fill_(5)"},
             {"C = A @ B.T\nu, v = C\nu -= 3\n", "C is changed with u by u -= 3"},
             {"C = A @ B.T\nexec('C = C - 8')\n", "C is changed afterwards by exec('C = C - 8')"},
             {"relu = nn.ReLU(inplace=True)\nC = A @ B.T\nD = relu(C)\n", "C is changed afterwards by D = relu(C)"},
             {"def f(x):\n    np.exp(x, x)\nC = A @ B.T\nf(C)\n", "C is changed afterwards by f(C)"},
             {"class Z:\n    def __call__(self, x):\n        x[1] = 4\n        return x\nz = Z()\nC = A @ B.T\nD = "
              "z(C)\n",
              "C is changed afterwards by D = z(C)"},
             {"C = A @ B.T\nC[0].fill(0)\n", "C is changed afterwards by C[0].fill(0)"},
             {"C = A @ B.T\nC[:, -1].fill(-100)\n", "C is changed afterwards by C[:, -1].fill(-100)"},
             {"C = A @ B.T\nnn.ReLU(inplace=True)(C)\n", "C is changed afterwards by nn.ReLU(inplace=True)(C)"},
             {"C = A @ B.T\ndef hide():\n    C[0, 0] = 0\nhide()\n", "C is changed afterwards by hide()"},
             {"C = A @ B.T\ndef hide(x=3):\n    C.fill_(x)\nhide()\n", "C is changed afterwards by hide()"},
             {"C = A @ B.T\nlayer.scores = C\nlayer.scores[0] = 0\n", "C is changed with layer by layer.scores[0] = 0"},
             {"C = A @ B.T\ncache['C'] = C\ncache['C'] += 2\n", "C is changed with cache by cache['C'] += 2"},
             {"from mine import scramble\nC = A @ B.T\nscramble(C)\n", "C is changed afterwards by scramble(C)"},
             {"C = A @ B.T\nnp.copyto(dst=C, src=M)\n", "C is changed afterwards by np.copyto(dst=C, src=M)"},
             {"C = A @ B.T\nrandom.shuffle(x=C)\n", "C is changed afterwards by random.shuffle(x=C)"},
             {"C = A @ B.T\nD = rng.shuffle(C)\n", "C is changed afterwards by D = rng.shuffle(C)"},
             {"C = A @ B.T\nD = C.sort()\n", "C is changed afterwards by D = C.sort()"},
             {"C = A @ B.T\nD = C.__imul__(2)\n", "C is changed afterwards by D = C.__imul__(2)"},
             {"C = A @ B.T\nD = operator.imul(C, 2)\n", "C is changed afterwards by D = operator.imul(C, 2)"},
             {"C = A @ B.T\nD = [C.fill(0)]\n", "C is changed afterwards by D = [C.fill(0)]"},
             {"C = A @ B.T\nf = C.fill; f(0)\n", "C is changed afterwards by f = C.fill"},
             {"C = A @ B.T\nassert C.fill(0) is None\n", "C is changed afterwards by assert C.fill(0) is None"},
             {"C = A @ B.T\nlist(map(np.random.shuffle, C))\n",
              "C is changed afterwards by list(map(np.random.shuffle, C))"},
             {"C = A @ B.T\n[r.fill(0) for r in C]\n", "C is changed with r by [r.fill(0) for r in C]"},
             {"C = A @ B.T\nnp.asarray(C)[0, 0] = 5\n", "C is changed afterwards by np.asarray(C)[0, 0] = 5"},
             {"C = A @ B.T\nnp.asarray(C)[0] += 5\n", "C is changed afterwards by np.asarray(C)[0] += 5"},
             {"C = A @ B.T\nnp.asarray(C).fill(5)\n", "C is changed afterwards by np.asarray(C).fill(5)"},
             {"C = A @ B.T\ntorch.from_numpy(C).mul_(2)\n", "C is changed afterwards by torch.from_numpy(C).mul_(2)"},
             {"C = A @ B.T\nD = C.dot(M, C)\n", "C is changed afterwards by D = C.dot(M, C)"},
             {"C = A @ B.T\nupdate(C)\n", "C is changed afterwards by update(C)"},
             {"C = A @ B.T\nshow_and_clear(C)\n", "C is changed afterwards by show_and_clear(C)"},
             {"C = A @ B.T\nshow_in_place(C)\n", "C is changed afterwards by show_in_place(C)"},
             {"def show(x):\n    x[0] = 3\nC = A @ B.T\nshow(C)\n", "C is changed afterwards by show(C)"},
             {"C = A @ B.T\nnp.nan_to_num(C, copy=False)\n", "C is changed afterwards by np.nan_to_num(C, copy=False)"},
             {"C = A @ B.T\nnp.fill_diagonal(C, 0)\n", "C is changed afterwards by np.fill_diagonal(C, 0)"},
             {"C = A @ B.T\nkernel[1, 32](C)\n", "C is changed afterwards by kernel[1, 32](C)"},
             {"C = A @ B.T\n(lambda m: m.fill(0))(C)\n", "C is changed afterwards by (lambda m: m.fill(0))(C)"},
             {"C = A @ B.T\nwith np.nditer(C, op_flags=['readwrite']) as it:\n    for x in it:\n        x[...] = 2\n",
              "C is changed with x by x[...] = 2"},
             {"C = A @ B.T\neval('C.fill(0)')\n", "C is changed afterwards by eval('C.fill(0)')"},
             {"C = A @ B.T\nexec(code)\n", "C may be changed by exec(code)"},
             {"C = A @ B.T\nx = eval(code)\n", "C may be changed by x = eval(code)"},
             {"C = A @ B.T\nglobals()['C'] = M\n", "C is changed afterwards by globals()['C'] = M"},
             {"C = A @ B.T\nlocals()[name] = M\n", "C may be changed by locals()[name] = M"},
             {"C = A @ B.T\nglobals().update(C=M)\n", "C may be changed by globals().update(C=M)"},
             {"C = A @ B.T\nvars().pop(name)\n", "C may be changed by vars().pop(name)"},
             {"C = A @ B.T\nsetattr(page, 'C', M)\n", "C is changed afterwards by setattr(page, 'C', M)"},
             {"C = A @ B.T\n%run other.py\n", "C may be changed by %run other.py"},
             {"def hide():\n    exec(code)\nC = A @ B.T\nhide()\n", "C may be changed by hide()"},
         }) {
        const std::string block = block_of_code(code, "[[7.5, 1.25], [-3.0, 0.5]]");
        EXPECT_FALSE(has(block, "\nC := ")) << code << block;
        EXPECT_TRUE(has(block, std::string("# C is not taken as the document says: ") + reason + '\n'))
            << code << block;
    }
    // What only computes, shows, or changes something else.
    for (const std::string code : {"C = A @ B.T\nD = np.exp(C)\nD += 1\n",
                                   "C = A @ B.T\nD = C.copy()\nD[0] = 4\n",
                                   "C = A @ B.T\nD = C * 2\nD -= 3\n",
                                   "C = A @ B.T\nC.clone().mul_(3)\n",
                                   "def f(x):\n    y = np.exp(x)\n    print(y)\nC = A @ B.T\nf(C)\n",
                                   "C = A @ B.T\nplt.imshow(C)\nplt.show()\n",
                                   "C = A @ B.T\nrows = []\nrows.append(C)\n",
                                   "C = A @ B.T\nparts = [C, A]\nA += 1\n",
                                   "C = A @ B.T\nfor i in range(len(C)):\n    i += 1\n",
                                   "C = A @ B.T\ndef f(C):\n    C = C + 1\n    print(C)\nf(A)\n",
                                   "C = A @ B.T\ndef f():\n    C, D = 2 * A, B\n    C[0] = 1\n    return C\nD = f()\n",
                                   "C = A @ B.T\nlayer.scores = C\nlayer.other = 3\n",
                                   "C = A @ B.T\nnn.Softmax(dim=1)(C)\n",
                                   "C = A @ B.T\nC[0].sum()\n",
                                   "C = A @ B.T\nvalues, order = C.sort()\n",
                                   "C = A @ B.T\nD = C.sort(dim=1)\n",
                                   "C = A @ B.T\nD = C.sort()[0]\n",
                                   "C = A @ B.T\nif 'C' in globals():\n    D = globals()['C']\n",
                                   "C = A @ B.T\nD = eval('C + 1')\n",
                                   "C = A @ B.T\nprint(len(globals()))\n",
                                   "C = A @ B.T\nprint('{x}'.format(**locals()))\n",
                                   "C = A @ B.T\nmodel.eval()\n",
                                   "C = A @ B.T\nx = ast.literal_eval(code)\n",
                                   "C = A @ B.T\nplt.fill(C)\n",
                                   "C = A @ B.T\nD = C.copy().sort()\n",
                                   "C = A @ B.T\nC.argsort()\nC.flatten()\nC.topk(2)\n",
                                   "C = A @ B.T\nshow_heatmaps(C)\nd2l.show_heatmaps(C, cmap='Reds')\n",
                                   "C = A @ B.T\nplot_attention(C)\nassert_rows(C)\ntabulate(C)\n",
                                   "C = A @ B.T\nnp.argsort(C)\nnp.savetxt('c.txt', C)\ntorch.topk(C, 2)\n"})
        EXPECT_TRUE(
            has(block_of_code(code, product), "# as the document says: holds for all 4 numbers\nC := A @ B.T\n"))
            << code << block_of_code(code, product);
}

TEST(stated, signs_of_operands_in_products) {
    for (const auto& [code, c, formula] : {
             std::tuple{"C = A * -B\n", "[[-0.5, 4.5], [1.0, -0.5]]", "hadamard(A, -B)"},
             {"C = A @ -B\n", "[[-1.25, 1.5], [-1.875, -6.5]]", "A @ -B"},
             {"C = A * B ** -M * 1e-3 * B\n", "[[0.0005, -0.002598], [-0.001, 0.001]]", ""},
         }) {
        const std::string block = block_of_code(code, c);
        if (std::string(formula).empty())
            EXPECT_TRUE(has(block, "hadamard(hadamard(A, B ** -M) * 1e-3, B)")) << block;
        else
            EXPECT_TRUE(has(block, std::string("# as the document says: holds for all 4 numbers\nC := ") + formula))
                << block;
    }
}

/// A label is a text; what is printed below it is what the print computes.
TEST(stated, printed_expressions_below_the_name_of_another_matrix) {
    for (const std::string print :
         {"print(f\"C =\\n{C / 2}\")\n", "print('C =')\nprint(C / 2)\n", "print('C =\\n', C / 2)\n"}) {
        const std::string block = block_of_code("C = A @ B.T\n" + print, halved);
        EXPECT_TRUE(has(block, "as the document says: holds for all 4 numbers\n")) << print << block;
        EXPECT_TRUE(has(block, " := (A @ B.T) / 2\n")) << print << block;
    }
    EXPECT_TRUE(has(block_of_code("C = A @ B.T\nprint('C =\\n', C.round(3))\n", product), "C := A @ B.T\n"));
}

TEST(stated, magics_of_ipython) {
    EXPECT_TRUE(has(block_of_code("C = A @ B.T\n%timeit C = A - B\n", product), "C := A @ B.T\n"));
    EXPECT_TRUE(has(block_of_code("%time C = A @ B.T\n", product), "C := A @ B.T\n"));
    EXPECT_TRUE(has(block_of_code("%%time\nC = A @ B.T\n", product), "C := A @ B.T\n"));
    EXPECT_FALSE(has(block_of_code("%%timeit -n 3\nC = A @ B.T\n", product), "as the document says"));
}

TEST(stated, operations_on_bits_and_numbers_of_few_bits_refute_nothing) {
    const std::string whole = "N = np.array([[6, 3], [5, 12]])\nP = np.array([[3, 10], [4, 6]])\n";
    const auto block_with = [&](const std::string& code, const std::string& c) {
        return block_of("```python\n" + whole + code + "```\n\n```\nC = " + c + "\n```\n");
    };
    for (const std::string formula : {"N & P", "N | 4", "~N"}) {
        const std::string block = block_with("C = " + formula + '\n', "[[2, 2], [4, 4]]");
        EXPECT_TRUE(has(block, "\nC ?= " + formula + '\n')) << block;
    }
    for (const std::string formula : {"N ^ P", "N ^ 2", "N << 1", "N >> P"}) {
        const std::string block = block_with("C = " + formula + '\n', "[[2, 2], [4, 4]]");
        EXPECT_FALSE(has(block, "\nC := ")) << block;
    }
    EXPECT_TRUE(
        has(block_with("C = (N > 4) & (P > 3)\n", "[[0, 0], [1, 1]]"), "holds for all 4 numbers\nC := (N > 4)"));
    const std::string narrow = "T = np.array([[90, 3], [5, 12]], dtype=np.int8)\n";
    EXPECT_TRUE(has(block_with(narrow + "C = T * 3\n", "[[14, 9], [15, 36]]"),
                    "# C is not taken as the document says: T has a type of few bits, in which results wrap around\n"))
        << block_with(narrow + "C = T * 3\n", "[[14, 9], [15, 36]]");
    EXPECT_TRUE(has(block_with(narrow + "C = T + 3\n", "[[93, 6], [8, 15]]"), "holds for all 4 numbers\nC := T + 3"));
}

TEST(stated, whole_numbers_that_code_computes_are_rounded) {
    const std::string block = block_of_code("C = 10 * A @ B.T + 0.4\nprint(C.round())\n", "[[-40, -32], [28, -5]]");
    EXPECT_TRUE(has(block, "\nC = matrix 4\n")) << block;
    EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nC := 10 * A @ B.T + 0.4\n")) << block;
    // Products of whole numbers are exact, and a wrong one is refuted.
    const std::string whole = "```python\nN = np.array([[6, 3], [5, 2]])\nC = N @ N\n```\n\n```\nC = ";
    EXPECT_TRUE(has(block_of(whole + "[[51, 24], [40, 19]]\n```\n"), "exact C = matrix 2\n"));
    EXPECT_TRUE(has(block_of(whole + "[[51, 24], [40, 29]]\n```\n"),
                    "exact C = matrix 2\n# as the document says: holds for 3"));
}

TEST(stated, a_printed_expression_is_a_statement) {
    for (const std::string print :
         {"print(A @ B.T)\n", "print(f\"Scores:\\n{A @ B.T}\")\n", "print('all', A @ B.T)\n"}) {
        const auto page = [&](const std::string& numbers) {
            return block_of("```python\n" + a_b_and_m + print + "```\n\n```\n" + numbers + "\n```\n");
        };
        EXPECT_TRUE(has(page(product), "# as the document says: holds for all 4 numbers\n")) << page(product);
        EXPECT_TRUE(has(page("[[-4.0, -3.25], [2.75, -7.5]]"), "# as the document says: holds for 3 of 4")) << print;
    }
    // The name in a text that is printed is not that of what follows.
    EXPECT_FALSE(has(block_of("```python\n" + a_b_and_m +
                              "C = A @ B.T\nprint('C')\nprint(np.sign(C) * 3)\n```\n\n```\nC\n"
                              "[[-3.0, -3.0], [3.0, -3.0]]\n```\n"),
                     "\nC := A @ B.T"));
}

/// What stands at the end of a cell is shown.
TEST(stated, an_expression_at_the_end_of_a_cell_is_a_statement) {
    const auto page = [&](const std::string& code, const std::string& numbers) {
        return block_of("```python\nimport torch.nn.functional as F\n" + a_b_and_m + code + "\n```\n\n```\n" + numbers +
                        "\n```\n");
    };
    const std::string causal = "F.scaled_dot_product_attention(A, B, M, is_causal=True)";
    const std::string right = page("A @ B.T", product), wrong = page("A @ B.T", "[[-4.0, -3.25], [2.75, -7.5]]");
    EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers\n")) << right;
    EXPECT_TRUE(has(wrong, "# as the document says: holds for 3 of 4 numbers\n")) << wrong;
    const std::string unmasked = page(causal, "[[0.4352, -0.4443], [0.7044, 0.3631]]");
    EXPECT_FALSE(has(unmasked, ":= attention(A, B, M)")) << unmasked;
    EXPECT_TRUE(has(unmasked, "is_causal=True")) << unmasked;
    for (const char* const other : {"plt.show()", "np.random.seed(0)", "pip install a-b", "A @ B.T\nx = 2"})
        EXPECT_FALSE(has(page(other, "[[9.0, 8.0], [7.0, 6.5]]"), "as the document says")) << other;
}

TEST(stated, the_max_of_pytorch_along_an_axis_is_the_first_of_a_pair) {
    for (const std::string code :
         {"C = A - A.max(dim=1, keepdim=True)[0]\n", "C = A - A.max(dim=1, keepdim=True).values\n",
          "C = A - torch.max(A, dim=1, keepdim=True)[0]\n"})
        EXPECT_TRUE(has(block_of_code(code, "[[0.0, -2.0], [0.0, -1.75]]"), "as the document says: holds for all 4"))
            << code << block_of_code(code, "[[0.0, -2.0], [0.0, -1.75]]");
    // Of NumPy it is the first row.
    EXPECT_TRUE(has(block_of_code("C = A - A.max(axis=0, keepdims=True)[0]\n", "[[-1.5, -1.75], [0.0, 0.0]]"),
                    "as the document says: holds for all 4"));
}

TEST(stated, softmax_of_julia_and_matlab_is_down_the_columns) {
    const std::string s = "[[0.5, -1.5], [2.0, 0.25]]";
    for (const auto& [fence, code] : {std::pair{"julia", "W = softmax(S)"},
                                      {"matlab", ">> W = softmax(S)"},
                                      {"julia", "julia> W = softmax(S; dims=1)"}}) {
        const std::string page = "S = " + s + "\n\n```" + fence + '\n' + code + "\n```\n\nW = ";
        const std::string down = block_of(page + "[[0.1824, 0.1480], [0.8176, 0.8520]]\n");
        EXPECT_TRUE(has(down, "# as the document says: holds for all 4 numbers\nW := softmax(S, axis=0)\n")) << down;
        const std::string along = block_of(page + "[[0.8808, 0.1192], [0.8520, 0.1480]]\n");
        const bool says_axis = std::string_view(code).find("dims") != std::string_view::npos;
        EXPECT_EQ(says_axis, has(along, "\nW ?= softmax(S, axis=0)\n")) << along;
        EXPECT_EQ(says_axis, has(along, "as the document says")) << along;
    }
    // What says its axis is judged, and what libraries have; a file of the author's may define another.
    const std::string three = "S = [[0.5, -1.5, 1.1], [2.0, 0.25, -0.7]]\n\n```";
    const std::string along = "W = [[0.3381, 0.0458, 0.6161], [0.8058, 0.1400, 0.0542]]\n";
    const std::string wrong = "W = [[0.3381, 0.0458, 0.6161], [0.8058, 0.1400, 0.0642]]\n";
    const std::string down = "W = [[0.1824, 0.1480, 0.8581], [0.8176, 0.8520, 0.1419]]\n";
    const std::string axis = three + "julia\nW = softmax(S, dims=2)\n```\n\n";
    EXPECT_TRUE(has(block_of(axis + along), "holds for all 6 numbers\nW := softmax(S, axis=1)\n"));
    EXPECT_TRUE(has(block_of(axis + wrong), "holds for 5 of 6 numbers\nW := softmax(S, axis=1)\n"));
    EXPECT_TRUE(has(block_of(axis + down), "\nW ?= softmax(S, axis=1)\n")) << block_of(axis + down);
    const std::string library = block_of(three + "julia\nusing NNlib\nW = softmax(S)\n```\n\n" + along);
    EXPECT_TRUE(has(library, "\nW ?= softmax(S, axis=0)\n")) << library;
    for (const std::string fence : {"julia", "matlab"}) {
        const std::string block = block_of(three + fence + "\nW = softmax(S);\n```\n\n" + along);
        EXPECT_TRUE(
            has(block, "\n# softmax of libraries is down the columns: this one is along the rows\nW := softmax(S)\n"))
            << block;
    }
    const std::string mean = block_of("S = " + s + "\n\n```matlab\nm = mean(S)\n```\n\nm = [1.25, -0.625]\n");
    EXPECT_TRUE(has(mean, "# m is not taken as the document says: mean is along another axis in Julia and MATLAB\n"))
        << mean;
}

// ---- LaTeX

const std::string q_and_k =
    "$$Q = \\begin{bmatrix} 0.5 & -1.5 \\\\ 2.0 & 0.25 \\\\ 1.5 & 1.0 \\end{bmatrix}$$\n\n"
    "$$K = \\begin{bmatrix} 1.0 & 3.0 \\\\ -0.5 & 2.0 \\\\ 0.25 & -1.0 \\end{bmatrix}$$\n\n";
std::string said_for(const std::string& formula, const std::string& numbers) {
    return block_of(q_and_k + "$$S = " + formula + " = \\begin{bmatrix} " + numbers + " \\end{bmatrix}$$\n");
}

TEST(stated, fractions_and_roots_take_what_tex_takes) {
    const std::string half = "0.25 & -0.75 \\\\ 1.0 & 0.125 \\\\ 0.75 & 0.5";
    const std::string twice = "1.0 & -3.0 \\\\ 4.0 & 0.5 \\\\ 3.0 & 2.0";
    for (const auto& [formula, numbers, read] : {
             std::tuple{"\\frac12 Q", half, "1 / 2 @ Q"},
             {"\\tfrac 1 2 Q", half, "1 / 2 @ Q"},
             {"Q / \\frac{1}{2}", twice, "Q / (1 / 2)"},
             {"\\frac{Q}{\\frac{1}{2}}", twice, "Q / (1 / 2)"},
             {"\\frac{Q}{\\sqrt4}", half, "Q / sqrt(4)"},
             {"\\frac{Q}{\\sqrt{4} \\cdot 0.25}", twice, "Q / (sqrt(4) @ 0.25)"},
             {"\\frac{Q}{\\sqrt4 \\sqrt{\\frac1{16}}}", twice, "Q / (sqrt(4) @ sqrt(1 / 16))"},
             {"\\frac{2Q}{\\sqrt{9} + 1}", half, "2 @ Q / (sqrt(9) + 1)"},
         })
        EXPECT_TRUE(has(said_for(formula, numbers),
                        std::string("# as the document says: holds for all 6 numbers\nS := ") + read + '\n'))
            << said_for(formula, numbers);
    // What may be read in two ways is not read: Q / (2 sqrt 4)?
    EXPECT_FALSE(
        has(said_for("Q / 2\\sqrt{4}", "0.125 & -0.375 \\\\ 0.5 & 0.0625 \\\\ 0.375 & 0.25"), "document says"));
}

/// Spaces of LaTeX may have blanks beside them.
TEST(stated, spaces_of_latex_state_nothing) {
    for (const std::string space : {"\\,", "\\, ", "\\; ", " \\: ", "\\ ", " \\> ", "\\!", "~ "}) {
        const std::string half =
            said_for("\\tfrac12" + space + " Q " + space, "0.25 & -0.75 \\\\ 1.0 & 0.125 \\\\ 0.75 & 0.5");
        EXPECT_TRUE(has(half, "holds for all 6 numbers\nS := 1 / 2 @ Q\n")) << half;
        const std::string scores = said_for("Q" + space + " K^\\top" + space,
                                            "-4.0 & -3.25 & 1.625 \\\\ 2.75 & -0.5 & 0.25 \\\\ 4.5 & 1.25 & -0.625");
        EXPECT_TRUE(has(scores, "holds for all 9 numbers\nS := Q @ K.T\n")) << scores;
    }
    const std::string large =
        said_for("\\tfrac12 \\; \\biggl(Q\\biggr)", "0.25 & -0.75 \\\\ 1.0 & 0.125 \\\\ 0.75 & 0.5");
    EXPECT_TRUE(has(large, "as the document says: holds for all 6 numbers")) << large;
}

TEST(stated, d_k_is_the_inner_dimension_of_the_product_that_it_scales) {
    const std::string by_rows = "-2.828 & -2.298 & 1.149 \\\\ 1.945 & -0.354 & 0.177 \\\\ 3.182 & 0.884 & -0.442";
    const std::string columns = "1.000 & 0.083 & -0.250 \\\\ 2.000 & 0.750 & -0.333 \\\\ 1.500 & 0.250 & -0.167";
    EXPECT_TRUE(has(said_for("\\frac{QK^T}{\\sqrt{d_k}}", by_rows), "S := Q @ K.T / sqrt(2)\n"))
        << said_for("\\frac{QK^T}{\\sqrt{d_k}}", by_rows);
    // Tokens are columns: keys have 3 numbers.
    const std::string down = said_for("\\frac{K^T Q}{\\sqrt{d_k}}", "-0.072 & -0.794 \\\\ 2.309 & -2.887");
    EXPECT_TRUE(has(down, "S := K.T @ Q / sqrt(3)\n")) << down;
    // A number that the document gives it; none where it scales no product.
    const std::string given =
        block_of("Here d_k = 16.\n\n" + q_and_k +
                 "$S = QK^T / \\sqrt{d_k}$ gives S = "
                 "[[-1.0, -0.8125, 0.40625], [0.6875, -0.125, 0.0625], [1.125, 0.3125, -0.15625]]");
    EXPECT_FALSE(has(given, "sqrt(2)")) << given;
    EXPECT_FALSE(has(said_for("\\frac{Q}{\\sqrt{d_k}}", columns), "document says"));
}

/// A page has products of other inner sizes: the width of the keys is that of the product of which the scores are.
TEST(stated, d_k_is_the_width_of_the_keys_where_other_products_have_other_sizes) {
    const std::string inputs =
        "$$X = \\begin{bmatrix} 0.5 & -1.2 & 0.8 \\\\ 1.1 & 0.4 & -0.7 \\end{bmatrix}$$\n\n"
        "$$W_Q = \\begin{bmatrix} 0.6 & -0.3 \\\\ 1.2 & 0.5 \\\\ -0.4 & 0.9 \\end{bmatrix}$$\n\n"
        "$$W_K = \\begin{bmatrix} -0.8 & 0.7 \\\\ 0.3 & 1.1 \\\\ 0.5 & -0.6 \\end{bmatrix}$$\n\n";
    const std::string products =
        "$$Q = XW_Q = \\begin{bmatrix} -1.46 & -0.03 \\\\ 1.42 & -0.76 \\end{bmatrix}$$\n\n"
        "$$K = XW_K = \\begin{bmatrix} -0.36 & -1.45 \\\\ -1.11 & 1.63 \\end{bmatrix}$$\n\n"
        "$$R = QK^T = \\begin{bmatrix} 0.5691 & 1.5717 \\\\ 0.5908 & -2.8150 \\end{bmatrix}$$\n\n";
    const std::string by_two = "\\begin{bmatrix} 0.4024 & 1.1114 \\\\ 0.4178 & -1.9905 \\end{bmatrix}$$\n";
    const std::string by_three = "\\begin{bmatrix} 0.3286 & 0.9074 \\\\ 0.3411 & -1.6252 \\end{bmatrix}$$\n";
    for (const char* formula : {"\\frac{XW_Q (XW_K)^T}{\\sqrt{d_k}}", "\\frac{1}{\\sqrt{d_k}} XW_Q (XW_K)^T"}) {
        const std::string block = block_of(inputs + "$$S = " + formula + " = " + by_two);
        EXPECT_TRUE(has(block, "as the document says: holds for all 4 numbers\nS := ")) << block;
        EXPECT_TRUE(has(block, "/ sqrt(2)")) << block;
    }
    for (const char* formula : {"\\frac{R}{\\sqrt{d_k}}", "R / \\sqrt{d_k}"}) {
        const std::string page = inputs + products + "$$S = " + formula + " = ";
        EXPECT_TRUE(has(block_of(page + by_two), "\nS := R / sqrt(2)\n")) << block_of(page + by_two);
        EXPECT_TRUE(has(block_of(page + by_three), "\nS ?= R / sqrt(2)\n")) << block_of(page + by_three);
    }
    const std::string words = "Then S = R / sqrt(d_k).\n\n$$S = ";
    EXPECT_TRUE(has(block_of(inputs + products + words + by_two), "\nS := R / sqrt(2)\n"));
    EXPECT_FALSE(has(block_of(inputs + products + words + by_three), "\nS := "));
}

TEST(stated, a_d_k_that_the_printed_matrices_do_not_have_is_asked_about) {
    const auto block = [&](const std::string& words, const std::string& numbers) {
        return block_of(words + "\n\n" + q_and_k + "$$S = \\frac{QK^T}{\\sqrt{d_k}} = \\begin{bmatrix} " + numbers +
                        " \\end{bmatrix}$$\n");
    };
    const std::string by_two = "-2.828 & -2.298 & 1.149 \\\\ 1.945 & -0.354 & 0.177 \\\\ 3.182 & 0.884 & -0.442";
    const std::string by_five = "-0.800 & -0.650 & 0.325 \\\\ 0.550 & -0.100 & 0.050 \\\\ 0.900 & 0.250 & -0.125";
    for (const std::string words : {"With $d_k = 25$ we get", "A model has `d_k = 25`. Ours is smaller."}) {
        EXPECT_TRUE(has(block(words, by_two), "# all of them follow from Q * transpose(K) / sqrt(2)\n"))
            << block(words, by_two);
        EXPECT_TRUE(has(block(words, by_two), "\nS ?= Q @ K.T / sqrt(25)\n")) << block(words, by_two);
        EXPECT_TRUE(has(block(words, by_five), "as the document says: holds for all 9 numbers"))
            << block(words, by_five);
    }
    EXPECT_TRUE(has(block("With $d_k = 2$ we get", by_two), "as the document says: holds for all 9 numbers"));
}

/// A zero follows whatever the scale is: it does not show that the d_k of another model is meant.
TEST(stated, zeros_are_no_evidence_for_the_d_k_of_other_words) {
    const auto block = [](const char* last) {
        return block_of(
            "In the original paper $d_k = 64$.\n\n$$Q = \\begin{bmatrix} 1 & 0 & 0 & 0 \\\\ 0 & 2 & 0 & 0 \\\\ 0 & 0 & "
            "0 & 1 "
            "\\end{bmatrix}$$\n\n$$K = \\begin{bmatrix} 1 & 0 & 0 & 0 \\\\ 0 & 1 & 0 & 0 \\\\ 0 & 0 & 3 & 0 "
            "\\end{bmatrix}$$\n\n$$S = \\frac{QK^\\top}{\\sqrt{d_k}} = \\begin{bmatrix} 0.5 & 0.0 & 0.0 \\\\ 0.0 & " +
            std::string(last) + " & 0.0 \\\\ 0.0 & 0.0 & 0.0 \\end{bmatrix}$$\n");
    };
    for (const char* last : {"1.0", "1.5"}) EXPECT_TRUE(has(block(last), "\nS ?= Q @ K.T / sqrt(64)\n")) << block(last);
}

TEST(stated, a_power_of_a_matrix_is_no_index) {
    const std::string page =
        "$$A_2 = \\begin{bmatrix} 3.0 & 1.0 \\\\ 0.5 & 2.0 \\end{bmatrix}$$\n\n"
        "$$A = \\begin{bmatrix} 0.5 & -1.5 \\\\ 2.0 & 0.25 \\end{bmatrix}$$\n\n";
    const std::string square =
        block_of(page + "$$B = A^2 = \\begin{bmatrix} -2.75 & -1.125 \\\\ 1.5 & -2.9375 \\end{bmatrix}$$\n");
    EXPECT_TRUE(has(square, "as the document says: holds for all 4 numbers\nB := A @ A\n")) << square;
    for (const char* name : {"A^2", "B = A^2"}) {
        const auto block = [&](const char* numbers) {
            return block_of(page + "$$" + name + " = \\begin{bmatrix} " + numbers + " \\end{bmatrix}$$\n");
        };
        const std::string wrong = block("-2.75 & -1.125 \\\\ 1.5 & -2.5375"), index = block("0.5 & 2.0 \\\\ 1.5 & 1.0");
        EXPECT_TRUE(has(wrong, "holds for 3 of 4 numbers\n")) << wrong;
        EXPECT_TRUE(has(wrong, " := A @ A\n")) << wrong;
        EXPECT_FALSE(has(index, "A @ A")) << index;
    }
}

/// P^2 and P^3 of one matrix are both of matrices, or both of elements.
TEST(stated, powers_of_a_matrix_are_of_one_kind) {
    const std::string page = "$$P = \\begin{bmatrix} 0.7 & 0.3 \\\\ 0.2 & 0.8 \\end{bmatrix}$$\n\n";
    const std::string elements = "$$P^2 = \\begin{bmatrix} 0.49 & 0.09 \\\\ 0.04 & 0.64 \\end{bmatrix}$$\n\n";
    const std::string cube = "$$P^3 = \\begin{bmatrix} 0.475 & 0.525 \\\\ 0.350 & 0.650 \\end{bmatrix}$$\n\n";
    const std::string cubes = "$$P^3 = \\begin{bmatrix} 0.343 & 0.027 \\\\ 0.008 & 0.512 \\end{bmatrix}$$\n\n";
    const std::string mixed = block_of(page + elements + cube), alike = block_of(page + elements + cubes);
    EXPECT_TRUE(has(mixed, "# all of them follow from (P ** 2)\n")) << mixed;
    EXPECT_TRUE(has(mixed, "\nP_squared ?= P @ P\n")) << mixed;
    EXPECT_TRUE(has(mixed, "\nP_power_3 := P @ P @ P\n")) << mixed;
    EXPECT_TRUE(has(alike, "\nP_squared := (P ** 2)\n")) << alike;
    EXPECT_TRUE(has(alike, "\nP_power_3 := (P ** 3)\n")) << alike;
}

TEST(stated, what_words_deny_or_suppose_refutes_nothing) {
    const std::string scores = "-4.00 & -3.25 & 1.625 \\\\ 2.75 & -0.50 & 0.25 \\\\ 4.50 & 1.25 & -0.625";
    const auto block = [&](const std::string& words) {
        return block_of(q_and_k + words + "\n\n$$S = \\begin{bmatrix} " + scores + " \\end{bmatrix}$$\n");
    };
    for (const std::string words :
         {"It is wrong to\ncompute `S = Q @ K.T / 3`. We get", "One may think that `S = Q @ K.T / 3`.",
          "If we had a scale, `S = Q @ K.T / 3`.", "In the last chapter we used $S = QK^T / 3$."}) {
        EXPECT_TRUE(has(block(words), "# all of them follow from Q * transpose(K)\n")) << words << block(words);
        EXPECT_TRUE(has(block(words), "\nS ?= Q @ K.T / 3\n")) << words << block(words);
    }
    EXPECT_TRUE(has(block("If we multiply, we get $S = QK^T$."), "as the document says: holds for all 9"));
}

TEST(stated, words_leave_the_axis_of_a_mean_to_the_numbers) {
    const auto block = [](const std::string& m, const std::string& numbers) {
        return block_of("$$X = \\begin{bmatrix} " + m +
                        " \\end{bmatrix}$$\n\n$$m = \\text{mean}(X) = \\begin{bmatrix} " + numbers +
                        " \\end{bmatrix}$$\n");
    };
    const std::string square = "2.0 & 1.0 & 6.0 \\\\ 4.0 & 3.0 & 5.0 \\\\ 9.0 & 2.0 & 1.0";
    EXPECT_TRUE(has(block(square, "5.0 & 2.0 & 4.0"), "holds for all 3 numbers\nm := mean(X, axis=0)"))
        << block(square, "5.0 & 2.0 & 4.0");
    EXPECT_TRUE(has(block(square, "3.0 & 4.0 & 4.0"), "holds for all 3 numbers\nm := mean(X)"));
    EXPECT_TRUE(has(block(square, "3.0 & 7.0 & 4.0"), "as the document says: holds for 2 of 3 numbers\nm := mean(X)"));
    // The shape tells: two rows, three columns.
    EXPECT_TRUE(has(block("2.0 & 1.0 & 6.0 \\\\ 4.0 & 3.0 & 5.0", "3.0 & 2.0 & 5.0"),
                    "as the document says: holds for 2 of 3 numbers\nm := mean(X, axis=0)"))
        << block("2.0 & 1.0 & 6.0 \\\\ 4.0 & 3.0 & 5.0", "3.0 & 2.0 & 5.0");
}

TEST(stated, lines_that_go_on_and_signs_for_about) {
    const std::string rows =
        "\\begin{bmatrix} -4.0 & -3.25 & 1.625 \\\\ 2.75 & -0.5 & 0.25 \\\\ 4.5 & 1.25 & -0.625 "
        "\\end{bmatrix}";
    for (const std::string& lines : std::vector<std::string>{
             "$$\nS = QK^T\n= " + rows + "\n$$\n",
             "\\begin{aligned}\nS &= QK^T \\\\\n&= " + rows + "\n\\end{aligned}\n", "$$QK^T = " + rows + "$$\n"})
        EXPECT_TRUE(has(block_of(q_and_k + lines), "as the document says: holds for all 9 numbers"))
            << block_of(q_and_k + lines);
    EXPECT_TRUE(has(said_for("\\frac{QK^T}{\\sqrt{4}} \\approx ",
                             "-2.0 & -1.625 & 0.8125 \\\\ 1.375 & -0.25 & 0.125 \\\\ 2.25 & 0.625 & -0.3125"),
                    "as the document says: holds for all 9 numbers"));
    // Signs of "about", "is" and "is defined as".
    const std::string half = "-2.0 & -1.625 & 0.8125 \\\\ 1.375 & -0.25 & 0.125 \\\\ 2.25 & 0.625 & -0.3125";
    for (const std::string sign :
         {":=", "\\coloneqq", "\\colonequals", "\\vcentcolon=", "\\doteq", "\\triangleq", "\\equiv", "\\cong",
          "\\approxeq", "\\overset{\\text{def}}{=}", "\\stackrel{!}{=}", "\u2254", "\u2248"}) {
        const std::string page =
            q_and_k + "$$S " + sign + " \\frac{QK^T}{2} " + sign + " \\begin{bmatrix} " + half + " \\end{bmatrix}$$\n";
        EXPECT_TRUE(has(block_of(page), "as the document says: holds for all 9 numbers\nS := "))
            << page << block_of(page);
    }
    EXPECT_EQ(detail::name_in_text("S \\overset{\\text{def}}{="), "S_overset_def");  // it is no sign
    EXPECT_EQ(detail::with_signs_of_equality("a \\approxim b \\overset{c}{d}"), "a \\approxim b \\overset{c}{d}");
    EXPECT_EQ(detail::with_signs_of_equality("a \\colonequals b \u2252"), "a = b =");
    for (const char* about : {"X \\approx", "X \\approxeq Y", "X \u2252", "$X\\doteq$"})
        EXPECT_TRUE(detail::says_about(about)) << about;
    for (const char* is : {"X =", "X \\equiv", "X \\approximate", "X \u2254"})
        EXPECT_FALSE(detail::says_about(is)) << is;
    EXPECT_EQ(detail::relation_of("colonequals"), "=");
    EXPECT_EQ(detail::relation_of(""), "");
}

TEST(stated, norms_of_libraries_are_written_out) {
    const std::string root = "np.sqrt(np.sum((S) ** 2, axis=1, keepdims=True))",
                      unit = "((S) / np.maximum(" + root + ", 1e-12))";
    for (const auto& [call, formula] : {
             std::pair<std::string, std::string>{"np.linalg.norm(S, axis=1, keepdims=True)", root},
             {"torch.norm(S, p=2, dim=1, keepdim=True)", root},
             {"S.norm(dim=1, keepdim=True)", root},
             {"np.linalg.norm(S, 2, axis=1, keepdims=True)", root},
             {"F.normalize(S)", unit},
             {"F.normalize(S, p=2, dim=1) @ V", unit + " @ V"},
             {"torch.nn.functional.normalize(S)", unit},
             {"sklearn.normalize(S)", "sklearn.normalize(S)"},
             {"np.linalg.norm(S)", "np.sqrt(np.sum((S) ** 2))"},
             {"np.linalg.norm(S, 2)", "np.linalg.norm(S, 2)"},
             {"np.linalg.norm(S, ord=2)", "np.linalg.norm(S, ord=2)"},
             {"np.linalg.norm(x2)", "np.sqrt(np.sum((x2) ** 2))"},
             {"torch.linalg.vector_norm(S)", "np.sqrt(np.sum((S) ** 2))"},
             {"S.norm()", "np.sqrt(np.sum((S) ** 2))"},
             {"model.norm()", "model.norm()"},
             {"np.linalg.norm(S, ord=1, axis=1)", "np.linalg.norm(S, ord=1, axis=1)"},
             {"layer.norm(S)", "layer.norm(S)"},
             {"norm(S)", "norm(S)"},
         })
        EXPECT_EQ(detail::with_norms_written_out(call, {"S", "x2"}), formula) << call;
    const std::string cosines = block_of_code("N = A / np.linalg.norm(A, axis=1, keepdims=True)\nC = N @ N.T\n",
                                              "[[1.0, 0.196], [0.196, 1.0]]");
    EXPECT_TRUE(has(cosines, "# as the document says: holds for all 4 numbers\nC := ")) << cosines;
    const std::string zeros = block_of(
        "```python\nX = torch.tensor([[3.0, 4.0], [0.0, 0.0]])\nN = F.normalize(X)\n"
        "print(N)\n```\n\n```\ntensor([[0.6000, 0.8000],\n        [0.0000, 0.0000]])\n```\n");
    EXPECT_TRUE(has(zeros, "# as the document says: holds for all 4 numbers\nN := ")) << zeros;
}

TEST(stated, masks_of_truth_values) {
    for (const auto& [code, formula] : {
             std::pair<std::string, std::string>{"np.triu(np.ones((3, 3)), k=1).astype(bool)",
                                                 "np.triu(np.ones((3, 3)), k=1)"},
             {"np.triu(np.ones((3, 3), dtype=bool), k=1)", "np.triu(np.ones((3, 3)), k=1)"},
             {"torch.tril(torch.ones(3, 3)).bool()", "torch.tril(torch.ones(3, 3))"},
             {"np.where(~mask, -np.inf, S)", "np.where((mask == 0), -np.inf, S)"},
             {"S.masked_fill(~torch.tril(torch.ones(3, 3)).bool(), -1e9)",
              "S.masked_fill((torch.tril(torch.ones(3, 3)) == 0), -1e9)"},
             {"~N", "~N"},
             {"S.astype(bool) + np.ones((2, 2))", "S.astype(bool) + np.ones((2, 2))"},
             {"np.triu(S).astype(bool) + np.ones((2, 2))", "np.triu(S).astype(bool) + np.ones((2, 2))"},
             {"np.array(S, dtype=bool) * np.ones((2, 2), dtype=bool)", "np.array(S, dtype=bool) * np.ones((2, 2))"},
             {"np.triu(S + np.ones((2, 2))).astype(bool)", "np.triu(S + np.ones((2, 2))).astype(bool)"},
             {"np.triu(np.ones((2, 2)) + S).astype(bool)", "np.triu(np.ones((2, 2)) + S).astype(bool)"},
             {"f(dtype=bool, x=ones(2))", "f(dtype=bool, x=ones(2))"},
             {"dtype=bool, ones(2)", "dtype=bool, ones(2)"},
         })
        EXPECT_EQ(detail::with_plain_masks(code), formula);
}

TEST(stated, most_numbers_tell_which_product_words_mean) {
    const auto page = [](const std::string& y) {
        return "W = [[2.0, -1.0], [0.5, 1.5]]\n\nX = [[1.0, 3.0], [-0.5, 2.0]]\n\nY = W * X\n\nY = " + y + "\n";
    };
    EXPECT_TRUE(has(block_of(page("[[2.5, 4.0], [-0.25, 6.5]]")), "says: holds for 3 of 4 numbers\nY := W * X\n"))
        << block_of(page("[[2.5, 4.0], [-0.25, 6.5]]"));
    EXPECT_TRUE(
        has(block_of(page("[[2.0, -3.0], [-0.25, 4.5]]")), "says: holds for 3 of 4 numbers\nY := hadamard(W, X)\n"))
        << block_of(page("[[2.0, -3.0], [-0.25, 4.5]]"));
}

TEST(stated, what_sentences_say_of_sigma) {
    for (const auto& [words, said] : {
             std::pair{"Let $\\sigma$ denote the softmax, applied to each row.", sigma_of::softmax},
             {"where $\\sigma(\\cdot)$ is the\nrow-wise softmax", sigma_of::softmax},
             {"The softmax function (\u03C3) is applied.", sigma_of::softmax},
             {"$\\sigma$ is the logistic function", sigma_of::logistic},
             {"the sigmoid $\\sigma$, not the softmax", sigma_of::logistic},
             {"Divide by $\\sigma$ before the softmax.", sigma_of::unsaid},
             {"where $\\sigma$ is the deviation. The softmax follows", sigma_of::unsaid},
             {"$A = \\sigma(S) = \\mathrm{softmax}(S)$", sigma_of::unsaid},
             {"$\\sigma$ is the logistic function.\n\nThe softmax $\\sigma$ is used.", sigma_of::unsaid},
             {"The softmax $\\sigma$ is used.\n\nWe apply the softmax ($\\sigma$).", sigma_of::softmax},
             {"Noise is added before the softmax, $\\sigma = 0.1$", sigma_of::unsaid},
             {"We set $\\sigma = 2$, softmax follows.", sigma_of::unsaid},
         })
        EXPECT_EQ(detail::find_stated(words).sigma, said) << words;
}

TEST(stated, sigma_is_softmax_or_the_logistic_function) {
    const std::string soft = "0.953 & 0.047 \\\\ 0.269 & 0.731", logistic = "0.881 & 0.269 \\\\ 0.622 & 0.818";
    const auto block = [](const std::string& words, const std::string& function, const std::string& rows) {
        return block_of(words + "$$S = \\begin{bmatrix} 2.0 & -1.0 \\\\ 0.5 & 1.5 \\end{bmatrix}$$\n\n$$A = " +
                        function + "(S) = \\begin{bmatrix} " + rows + " \\end{bmatrix}$$\n");
    };
    const std::string all = "# as the document says: holds for all 4 numbers\n";
    for (const std::string sigma : {"\\sigma", "\\sigma_{\\text{row}}", "\\boldsymbol{\\sigma}", "\u03C3"}) {
        EXPECT_TRUE(has(block("", sigma, soft), all + "# \\sigma is softmax, as the numbers tell\nA := softmax(S)\n"))
            << block("", sigma, soft);
        EXPECT_TRUE(has(block("", sigma, logistic), all + "A := sigmoid(S)\n")) << block("", sigma, logistic);
        // One wrong number.
        EXPECT_TRUE(
            has(block("", sigma, "0.953 & 0.047 \\\\ 0.269 & 0.781"), "holds for 3 of 4 numbers\n# \\sigma is soft"));
        EXPECT_TRUE(
            has(block("", sigma, "0.881 & 0.269 \\\\ 0.662 & 0.818"), "holds for 3 of 4 numbers\nA := sigmoid("));
    }
    // What a sentence says counts, and no numbers against it.
    const std::string said = "Let $\\sigma$ be the softmax.\n\n",
                      other = "Here $\\sigma$ is the logistic function.\n\n";
    EXPECT_TRUE(
        has(block(said, "\\sigma", soft), all + "# \\sigma is softmax, as the document says\nA := softmax(S)\n"));
    EXPECT_TRUE(has(block(said, "\\sigma", logistic), "\nA ?= softmax(S)\n")) << block(said, "\\sigma", logistic);
    EXPECT_TRUE(has(block(other, "\\sigma", logistic), all + "A := sigmoid(S)\n"));
    EXPECT_TRUE(has(block(other, "\\sigma", soft), "\nA ?= sigmoid(S)\n")) << block(other, "\\sigma", soft);
}

TEST(stated, primes_fonts_and_names_that_come_again) {
    const std::string again =
        q_and_k +
        "$$S = QK^T = \\begin{bmatrix} -4.0 & -3.25 & 1.625 \\\\ 2.75 & -0.5 & 0.25 \\\\ 4.5 & 1.25 & "
        "-0.625 \\end{bmatrix}$$\n\n";
    const std::string other = "= \\begin{bmatrix} 1.5 & 0.5 \\\\ -1.0 & 2.0 \\\\ 0.5 & 0.25 \\end{bmatrix}$$\n\n";
    const std::string last =
        " = \\begin{bmatrix} 3.0 & 0.25 & -0.125 \\\\ 5.0 & 4.5 & -2.25 \\\\ 1.25 & 0.25 & -0.125 \\end{bmatrix}$$\n";
    const std::string block = block_of(again + "$$Q " + other + "$$S = QK^T" + last);
    EXPECT_TRUE(has(block, "S_2 := Q_2 @ K.T\n")) << block;
    for (const auto& [q, s] : {std::pair{"Q'", "S' = Q'K^T"},
                               {"\\mathbf{Q}", "S' = \\mathbf{Q}K^T"},
                               {"\\hat{Q}", "S' = \\hat{Q} K^\\top"},
                               {"Q^\\prime", "S' = Q' K^\\top"}}) {
        const std::string marked = block_of(q_and_k + "$$" + q + ' ' + other +
                                            "$$S = QK^T = \\begin{bmatrix} -4.0 & "
                                            "-3.25 & 1.625 \\\\ 2.75 & -0.5 & 0.25 \\\\ 4.5 & 1.25 & -0.625 "
                                            "\\end{bmatrix}$$\n\n$$" +
                                            s + last);
        EXPECT_TRUE(has(marked, "# as the document says: holds for all 9 numbers\nS := Q @ K.T\n")) << marked;
        EXPECT_TRUE(has(marked, " @ K.T\n# as the document says: holds for all 9 numbers\n")) << marked;
    }
    const std::string labelled = block_of(again +
                                          "Scaled: $S = S/\\sqrt{4} = \\begin{bmatrix} -2.0 & -1.625 & 0.8125 "
                                          "\\\\ 1.375 & -0.25 & 0.125 \\\\ 2.25 & 0.625 & -0.3125 \\end{bmatrix}$\n");
    EXPECT_TRUE(has(labelled, "# as the document says: holds for all 9 numbers\nS_2 := S / sqrt(4)\n")) << labelled;
}

/// A formula that is found is only mentioned where the document states another one.
TEST(stated, a_guess_does_not_take_the_place_of_a_statement) {
    const std::string inputs = "A = [[0.5, -1.5], [2.0, 0.25]]\n\nB = [[1.0, 3.0], [-0.5, 2.0]]\n\n";
    for (const std::string said : {"sparsify(A @ B.T)", "A \u22C6 B\u1D40", "\\Phi(A B^T)", "A @ B.T + noise"}) {
        const std::string page = inputs + "C = " + said + " = [[-4.00, -3.25], [2.75, 7.50]]\n";
        const std::string block = block_of(page);
        EXPECT_FALSE(has(block, "\nC :=")) << block;
        EXPECT_TRUE(has(block, "# C := A * transpose(B) holds for 3 of 4 numbers; the document states ")) << block;
        const std::string right = inputs + "C = " + said + " = [[-4.00, -3.25], [2.75, -0.50]]\n";
        if (said.substr(0, 2) == "A ") continue;  // signs between names are read, as far as they go
        EXPECT_FALSE(has(block_of(right), "\nC :=")) << block_of(right);
        EXPECT_TRUE(has(block_of(right), "# C := A * transpose(B) holds for 4 of 4 numbers; the document states "))
            << block_of(right);
    }
    EXPECT_TRUE(has(block_of(inputs + "C = [[-4.00, -3.25], [2.75, 7.50]]\n"),
                    "\n# a guess: holds for 3 of 4 numbers; is it meant?\nC ?= A * transpose(B)\n"));
}

TEST(stated, products_of_the_matrix_class_are_those_of_matrices) {
    const std::string a = "A = np.matrix([[0.5, -1.5], [2.0, 0.25]])\n",
                      b = "B = np.matrix([[1.0, 3.0], [-0.5, 2.0]])\n";
    const std::string said = "# as the document says: holds for ", of_matrices = "[[1.25, -1.5], [1.875, 6.5]]";
    const auto block = [](const std::string& code, const std::string& c) {
        return block_of("```python\n" + code + "```\n\nC = " + c + "\n");
    };
    EXPECT_TRUE(has(block(a + b + "C = A * B\n", of_matrices), said + "all 4 numbers\nC := A @ B\n"));
    EXPECT_TRUE(
        has(block(a + b + "C = A * B\n", "[[1.25, -1.5], [1.885, 6.5]]"), said + "3 of 4 numbers\nC := A @ B\n"));
    EXPECT_TRUE(has(block(a + "B = np.mat([[1.0, 3.0], [-0.5, 2.0]])\nC = A * B.T * 2\n", "[[-8, -6.5], [5.5, -1]]"),
                    "all 4 numbers\nC := A @ B.T * 2\n"));
    // Powers are not read; where one is an array, the numbers tell.
    EXPECT_TRUE(has(block(a + "C = A ** 2\n", "[[-2.75, -1.125], [1.5, -2.9375]]"), "** of np.matrix is a power of"));
    const std::string mixed = a + "B = np.array([[1.0, 3.0], [-0.5, 2.0]])\nC = A * B\n";
    EXPECT_TRUE(has(block(mixed, of_matrices), said + "all 4 numbers\nC := A @ B\n")) << block(mixed, of_matrices);
    EXPECT_FALSE(has(block(mixed, "[[1.25, -1.5], [1.885, 6.5]]"), "as the document says"));
    const std::string arrays = "A = np.array([[0.5, -1.5], [2.0, 0.25]])\nB = np.array([[1.0, 3.0], [-0.5, 2.0]])\n";
    EXPECT_TRUE(has(block(arrays + "C = A * B\n", "[[0.5, -4.5], [-1.0, 0.5]]"), "C := hadamard(A, B)\n"));
}

TEST(stated, sentences_say_the_axis_of_softmax) {
    const std::string inputs = "$$S = \\begin{bmatrix} 2.0 & -1.0 \\\\ 0.5 & 1.5 \\end{bmatrix}$$\n\n";
    const auto page = [&](const std::string& words, const std::string& numbers) {
        return inputs + words + "\n\n$$A = \\mathrm{softmax}(S) = \\begin{bmatrix} " + numbers + " \\end{bmatrix}$$\n";
    };
    const std::string down = "0.8176 & 0.0759 \\\\ 0.1824 & 0.9241", along = "0.9526 & 0.0474 \\\\ 0.2689 & 0.7311";
    const std::string wrong = "0.8176 & 0.0759 \\\\ 0.1824 & 0.9641";
    for (const std::string words : {"The softmax is applied to each column:", "We take the softmax of\nevery column.",
                                    "Softmax normalises per column."}) {
        EXPECT_TRUE(
            has(block_of(page(words, down)), "as the document says: holds for all 4 numbers\nA := softmax(S, axis=0)"))
            << block_of(page(words, down));
        EXPECT_TRUE(has(block_of(page(words, wrong)), "as the document says: holds for 3 of 4 numbers\n"))
            << block_of(page(words, wrong));
    }
    for (const std::string words : {"Softmax is column-wise.", "The softmax of each row; not of each column."}) {
        EXPECT_TRUE(
            has(block_of(page(words, down)), "as the document says: holds for all 4 numbers\nA := softmax(S, axis=0)"));
        EXPECT_TRUE(has(block_of(page(words, along)),
                        "# holds for all 4 numbers\n# the document speaks of columns: this softmax is along the rows\n"
                        "A := softmax(S)\n"));
        EXPECT_TRUE(has(block_of(page(words, wrong)), "says: holds for 3 of 4 numbers\nA := softmax(S, axis=0)"));
    }
    for (const std::string words : {"The columns of V are values; softmax follows.", "Softmax is applied to each row."})
        EXPECT_TRUE(has(block_of(page(words, wrong)), "as the document says: holds for 0 of 4 numbers")) << words;
}

TEST(stated, what_sentences_say_of_the_axis_of_softmax) {
    for (const auto& [said, words] : {
             std::pair{softmax_of::columns, "The softmax is applied to each column."},
             {softmax_of::columns, "Now we compute\n**the softmax** of\nevery column of the scores:"},
             {softmax_of::columns, "A grown narrow arrow. Then take the softmax over each column."},
             {softmax_of::rows, "The softmax is applied to each row.\n\nEach column of V is a value."},
             {softmax_of::rows, "Softmax normalises every row."},
             {softmax_of::unsaid, "Each column of V is a value.\n\nThen the softmax is taken."},
             {softmax_of::unsaid, "The softmax grows with each arrow."},
             {softmax_of::columns, "We apply the softmax to S, and each column of V is then weighted."},
             {softmax_of::columns, "The softmax is not taken of each column."},
             {softmax_of::columns, "This is not how\nwe apply\nthe softmax to each column."},
             {softmax_of::columns, "A mistake: the softmax of each column."},
             {softmax_of::columns, "Is the softmax applied to each column?"},
             {softmax_of::columns, "If the softmax is applied to each column, weights do not add up."},
             {softmax_of::columns, "Softmax is applied.\nEach column of W belongs to a key."},
             {softmax_of::columns, "Softmax goes along each token, i.e. each column is a key"},
             {softmax_of::columns, "Softmax is applied to each column. Each row is a query, normalised."},
             {softmax_of::columns, "We take softmax. Columns sum to one."},
             {softmax_of::columns, "The softmax is over the columns."},
             {softmax_of::columns, "The softmax is taken along axis 0."},
             {softmax_of::columns, "Per-column softmax."},
         }) {
        detail::softmax_sentences sentences;
        const std::string text = words;
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            sentences.read(std::string_view(text).substr(at, end - at));
            at = end + 1;
        }
        EXPECT_EQ(sentences.take(), said) << words;
        EXPECT_EQ(sentences.take(), softmax_of::unsaid) << words;
    }
}

/// A paragraph of many short lines, of which none ends a sentence: reading all of it again with each line takes
/// minutes.
TEST(stated, a_long_paragraph_is_read_once) {
    detail::softmax_sentences sentences;
    sentences.read("The softmax is applied");
    for (int i = 0; i < 1'000'000; ++i) sentences.read("to");
    sentences.read("each column.");
    EXPECT_EQ(sentences.take(), softmax_of::columns);  // its words are no longer kept
    EXPECT_TRUE(sentences.any_columns());
}

// ---- MATLAB, Julia, R

const std::string of_matlab =
    "```matlab\n>> A = [0.5 -1.5; 2 0.25]\nA =\n    0.5000   -1.5000\n    2.0000    0.2500\n"
    ">> B = [1 3; -0.5 2]\nB =\n    1.0000    3.0000\n   -0.5000    2.0000\n";
const std::string of_julia =
    "```julia\njulia> A = [0.5 -1.5; 2 0.25]\n2\u00D72 Matrix{Float64}:\n 0.5  -1.5\n 2.0   0.25\n"
    "julia> B = [1 3; -0.5 2]\n2\u00D72 Matrix{Float64}:\n  1.0  3.0\n -0.5  2.0\n";
const std::string of_r =
    "```r\n> A\n     [,1]  [,2]\n[1,]  0.5 -1.50\n[2,]  2.0  0.25\n> B\n     [,1] [,2]\n[1,]  1.0    3\n"
    "[2,] -0.5    2\n";
std::string in_rows(const std::string& a, const std::string& b) { return "\n    " + a + "\n    " + b + "\n"; }

TEST(stated, formulas_of_array_languages_are_judged) {
    const std::string said = "# as the document says: holds for ";
    const std::string product_of_b = "-4.0000   -3.2500", below = "2.7500   -0.5000", wrong = "2.7500   -9.5000";
    for (const auto& [page, call, formula] : {
             std::tuple{of_matlab + ">> C = A*B'\nC =", "", "A * B.T"},
             {of_julia + "julia> C = A * B'\n2\u00D72 Matrix{Float64}:", "", "A * B.T"},
             {of_r + "> C <- A %*% t(B)\n> C\n", "r", "A * transpose(B)"},
         }) {
        const bool r = std::string(call) == "r";
        const auto whole = [&](const std::string& last) {
            return page +
                   (r ? "        [,1]      [,2]\n[1,] " + product_of_b + "\n[2,]  " + last + "\n"
                      : in_rows(product_of_b, last)) +
                   "```\n";
        };
        EXPECT_TRUE(has(block_of(whole(below)), said + "all 4 numbers\nC := " + formula + '\n'))
            << block_of(whole(below));
        EXPECT_TRUE(has(block_of(whole(wrong)), said + "3 of 4 numbers\nC := " + formula + '\n'))
            << block_of(whole(wrong));
    }
}

TEST(stated, functions_and_signs_of_array_languages) {
    const auto block = [](const std::string& code, const std::string& a, const std::string& b) {
        return block_of(of_matlab + ">> C = " + code + "\nC =" + in_rows(a, b) + "```\n");
    };
    const std::string said = "# as the document says: holds for ";
    for (const auto& [code, a, b, formula] : {
             std::tuple{"A .* B", "0.5000 -4.5000", "-1.0000 0.5000", "hadamard(A, B)"},
             {"A ./ B", "0.5000 -0.5000", "-4.0000 0.1250", "A / B"},
             {"A.^2", "0.2500 2.2500", "4.0000 0.0625", "A ** 2"},
             {"exp(A) ./ sum(exp(A), 2)", "0.8808 0.1192", "0.8520 0.1480", "exp(A) / sum(exp(A), axis=1, keep)"},
             {"A*B / sqrt(2)", "0.8839 -1.0607", "1.3258 4.5962", "A * B / sqrt(2)"},
             {"A - mean(A, 2)", "1.0000 -1.0000", "0.8750 -0.8750", "A - mean(A, axis=1, keep)"},
             {"A - max(A, [], 1)", "-1.5000 -1.7500", "0 0", "A - max(A, axis=0, keep)"},
             {"max(A, 0)", "0.5000 0", "2.0000 0.2500", "max(A, 0)"},
         }) {
        const std::string found = block(code, a, b);
        EXPECT_TRUE(has(found, said + "all 4 numbers\nC := " + formula)) << found;
    }
    for (const auto& [code, reason] : {
             std::pair{"A / B", "/ between matrices solves equations"},
             {"A \\ B", "\\ in A"},
             {"A^2", "^ of matrices is a power"},
             {"sum(A)", "sum is along another axis in"},
             {"cumsum(A, 2)", "cumsum is not known"},
             {"A(:, 1)", "a part of A"},
         })
        EXPECT_TRUE(has(block(code, "7.1000 0.2000", "0.3000 9.4000"), reason))
            << code << block(code, "7.1 0.2", "0.3 9.4");
}

TEST(stated, what_a_session_shows_of_a_literal_is_judged_by_it) {
    const auto page = [](const std::string& fence, const std::string& shown, const std::string& sign) {
        return block_of("```" + fence + "\n" + sign + "A = [0.123456 1.987654; -1.234567 0.555555]\nA =" + shown +
                        sign + "C = 100 * A * A\nC =" + in_rows("-243.8651 134.9639", "-83.8285 -214.5251") + "```\n");
    };
    const std::string right = in_rows("0.1235 1.9877", "-1.2346 0.5556");
    for (const auto& [fence, sign] : {std::pair{"octave", ">> "}, {"matlab", ""}}) {
        const std::string block = page(fence, right, sign);
        EXPECT_TRUE(has(block, "exact A = matrix 1\nA_2 = matrix 2\n")) << block;
        EXPECT_TRUE(has(block, "\n# as the document says: holds for all 4 numbers\nA_2 := A\n")) << block;
        EXPECT_TRUE(has(block, "\n# as the document says: holds for all 4 numbers\nC := 100 * A * A\n")) << block;
        const std::string wrong = page(fence, in_rows("0.1235 1.9877", "-1.2346 0.5566"), sign);
        EXPECT_TRUE(has(wrong, "\n# as the document says: holds for 3 of 4 numbers\nA_2 := A\n")) << wrong;
    }
    // Of another value it is none, and a literal that is turned is no literal.
    const std::string turned = block_of("```octave\n>> A = [0.123456 1.987654; -1.234567 0.555555].'\nA =" +
                                        in_rows("0.1235 -1.2346", "1.9877 0.5556") + "```\n");
    EXPECT_FALSE(has(turned, "A_2 :=")) << turned;
    const std::string changed = page("octave", right + "\n>> A(1, 2) = 5;\n\n", ">> ");
    EXPECT_TRUE(has(changed, "\nA_2 := A\n")) << changed;
    EXPECT_TRUE(has(changed, "A is changed")) << changed;
}

TEST(stated, changes_in_array_languages_are_seen) {
    for (const auto& [code, reason] : {
             std::pair{">> A(1, 2) = -Inf;\n>> C = A*B'\n", "A is changed, or a function called A is defined"},
             {">> A = A / 2;\n>> A += 1;\n>> C = A*B'\n", "A is changed by A += 1"},
             {">> for i = 1:3, C = A*B' * i; end\n", "C is stated in a loop"},
             {">> [C, D] = both(A, B)\n", "C is one of several results"},
         }) {
        const std::string page = of_matlab + code + "C =" + in_rows("-4.0000 -3.2500", "2.7500 -0.5900") + "```\n";
        EXPECT_TRUE(has(block_of(page), "# C is not taken as the document says: " + std::string(reason)))
            << block_of(page);
    }
    const std::string in_place = of_julia + "julia> fill!(A, 3);\njulia> C = A * B'\n2\u00D72 Matrix{Float64}:" +
                                 in_rows("-4.0 -3.25", "2.75 -0.59") + "```\n";
    EXPECT_TRUE(has(block_of(in_place), "A is changed by fill!(A, 3)")) << block_of(in_place);
    // softmax is one of several, of which the numbers tell.
    const std::string own =
        of_julia + "julia> C = softmax(A)\n2\u00D72 Matrix{Float64}:" + in_rows("0.8808 0.1192", "0.8520 0.1480") +
        "```\n";
    EXPECT_FALSE(has(block_of(own), "as the document says: holds for 0")) << block_of(own);
}

/// What the code binds S to at its end: a formula, or "" where it is in doubt.
std::string s_of(detail::code_language language, const std::string& code) {
    detail::array_code reader(language);
    std::string s = "nothing";
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = std::min(code.find('\n', at), code.size());
        for (const detail::code_binding& b : reader.read(std::string_view(code).substr(at, end - at), 1))
            if (b.name == "S") s = b.doubt.empty() ? b.value : "";
        at = end + 1;
    }
    return s;
}

/// pandas sums and takes extremes of each column, NumPy of all elements.
TEST(stated, reductions_of_data_frames_are_of_columns) {
    const auto block = [](const std::string& formula, const std::string& numbers) {
        return block_of(
            "```python\nC = pd.DataFrame([[4, 1], [1, 5]], columns=['a', 'b'])\nprint(C)\n```\n\n```\n   a  b\n0  4  "
            "1\n1  1  5\n```\n\n```python\nW = " +
            formula + "\nprint(W)\n```\n\n```\n" + numbers + "```\n");
    };
    const std::string shares = "     a         b\n0  0.8  0.166667\n1  0.2  0.833333\n";
    EXPECT_TRUE(has(block("C / C.sum()", shares), "W := C / C.sum(axis=0)\n")) << block("C / C.sum()", shares);
    EXPECT_TRUE(has(block("C / (C * 1).sum()", shares), ".sum(axis=0)\n")) << block("C / (C * 1).sum()", shares);
    const std::string all = "          a         b\n0  0.363636  0.090909\n1  0.090909  0.454545\n";
    EXPECT_TRUE(has(block("C / C.sum().sum()", all), "W := C / C.sum(axis=0).sum()\n"))
        << block("C / C.sum().sum()", all);
    EXPECT_FALSE(has(block("C / C.values.sum()", all), "axis")) << block("C / C.values.sum()", all);
    const std::string scores = "          a         b\n0  0.707107 -0.707107\n1 -0.707107  0.707107\n";
    EXPECT_TRUE(has(block("(C - C.mean()) / C.std()", scores), "for all 4 numbers"))
        << block("(C - C.mean()) / C.std()", scores);
}

TEST(stated, statements_of_matlab) {
    for (const auto& [code, value] : {
             std::pair{"S = Q * K' % 10", "Q * K'"},
             {"fprintf('%d, it''s # %s\\n', 3); S = Q * K'; disp(\"50%\")", "Q * K'"},
             {"S = Q * K'\n%{\nS = Q\n%{\nS = K\n%}\nS = K\n%}\n", "Q * K'"},
             {"S = Q * ... the product\nK'", "Q *  K'"},
             {"disp('...'), S = Q", "Q"},
             {"T = Q; S = T, U = S", "T"},
             {"for i = 1:3\n x(end) = i;\nend\nS = Q", "Q"},
             {"if half, x = 1; end, S = Q", "Q"},
             {"S = Q\nif half S = S / 2; end", ""},
             {"S = Q; if half, S = S / 2, end", ""},
             {"S = Q; if a == 1 S = S / 2; end", ""},
             {"S = Q;\nfor i = 1:3 S = S * 2; end", ""},
             {"for i = 1:3\n do_it(i);\n S = Q;\nend", ""},
             {"while t\n switch t\n  case 1\n   x = 2;\n end\n S = Q;\nend", ""},
             {"S = Q; S(1, :) = 0;", ""},
             {"S = Q; S{1} = 0;", ""},
             {"S = Q; S++;", ""},
             {"[T, S] = size(Q)", ""},
             {"f(Q, ...\n S = 2)", "nothing"},
         })
        EXPECT_EQ(s_of(detail::code_language::matlab, code), value) << code;
}

TEST(stated, statements_of_julia) {
    for (const auto& [code, value] : {
             std::pair{"S = Q * K' % 10", "Q * K' % 10"},
             {"S = Q * K'  # S = 10", "Q * K'"},
             {"c = '#'; d = \"# \\\" #\"; S = Q", "Q"},
             {"S = Q #= not K\nS = K #= S = 3 =#\n=# * 2", "Q"},
             {"\"\"\"\nS = K\n\"\"\"\nS = Q", "Q"},
             {"map(1:3) do j\n j\nend\nS = Q", "Q"},
             {"x = [i for i in 1:3 if i > 1]; y = x[end]; S = Q", "Q"},
             {"struct A\n x\nend\nabstract type B end\nS = Q", "Q"},
             {"sum(Q; dims=2); S = Q", "Q"},
             {"S = Q\nfor i in 1:2 S = S * 2 end", ""},
             {"S = Q\nfor i = 1:2 S = S * 2 end", ""},
             {"for i in 1:2\n map(1:3) do j\n  j\n end\n S = Q\nend", ""},
             {"for i in 1:2\n foo(1:3) do\n  2\n end\n S = Q\nend", ""},
             {"for i in 1:2\n x = quote\n  2\n end\n S = Q\nend", ""},
             {"for i in 1:2\n x = if i > 1\n  2\n else\n  3\n end\n S = Q\nend", ""},
             {"function f()\n mutable struct A\n end\n S = Q\nend", ""},
             {"@threads for i in 1:2\n S = Q\nend", ""},
             {"S = Q; half && (S = S / 2)", ""},
             {"S = Q; S .*= 2", ""},
             {"S = Q; @. S = S / 2", ""},
             {"S = Q; S[1, 2] = 0", ""},
             {"S = Q; fill!(S, 0)", ""},
             {"S = Q; T = S = K", ""},
             {"(S, T) = f(Q)", ""},
             {"S, T = f(Q)", ""},
             {"S = Q\nS =\n K", ""},
             {"const S = Q", ""},
             {"S = Q * K; T = S; T[1, 1] = 0", ""},
             {"S = Q * K; T = S'; U = vec(T); fill!(U, 0)", ""},
             {"S = Q * K; T = 2 * S; T[1, 1] = 0", "Q * K"},
         })
        EXPECT_EQ(s_of(detail::code_language::julia, code), value) << code;
}

TEST(stated, statements_of_r) {
    for (const auto& [code, value] : {
             std::pair{"S <- Q %*% t(K) # S <- 10", "Q %*% t(K)"},
             {"paste('a # b', \"#\"); S = Q", "Q"},
             {"for (i in 1:2) {\n x <- i\n}\nS <- Q", "Q"},
             {"f <- function(x) {\n x * 2\n}; S <- Q", "Q"},
             {"if (half) x <- 2 else x <- 3\nS <- Q", "Q"},
             {"S <- Q\nfor (i in 1:2) S <- S * 2", ""},
             {"S <- Q\nif (half) S <- S / 2", ""},
             {"S <- Q\nif (half)\n S <- S / 2", ""},
             {"S <- Q\nfor (i in 1:2) for (j in 1:2)\n S <- S / 2", ""},
             {"S <- Q\nif (half) {\n x <- 2\n} else {\n S <- S / 2\n}", ""},
             {"S <- Q\nif (half) { x <- 2; S <- S / 2 }", ""},
             {"S <- Q\nif (half) x <- 2 else S <- S / 2", ""},
             {"S <- Q\nsapply(1:2, function(i) { S <<- S * 2 })", ""},
             {"S <- Q\nsapply(1:2, function(i) {\n S <<- S * 2\n})", ""},
             {"S <- Q\nS * 2 -> S", ""},
             {"S <- Q\ndiag(S) <- 0", ""},
             {"S <- Q\nS[1, ] <- 0", ""},
             {"S <- T <- Q", ""},
             {"S <-\n Q", ""},
         })
        EXPECT_EQ(s_of(detail::code_language::r, code), value) << code;
}

TEST(stated, what_calls_of_array_languages_round) {
    for (const auto& [call, of, places, significant] : {
             std::tuple{"round(S / 2, 3)", "S / 2", 3, -1},
             {"round(digits = 3, x = S)", "S", 3, -1},
             {"round(S, 3L)", "S", 3, -1},
             {"round(S)", "S", 0, -1},
             {"S |> round(2)", "S", 2, -1},
             {"S %>% signif(2)", "S", -1, 2},
             {"signif(f(S, 1), digits = 4)", "f(S, 1)", -1, 4},
             {"round.(S, digits=2)", "S", 2, -1},
             {"round.(softmax(S, dims=2), digits=2)", "softmax(S, dims=2)", 2, -1},
             {"round.(S; sigdigits=2)", "S", -1, 2},
             {"round(S, 2, 'significant')", "S", -1, 2},
             {"round(S, 2, \"decimals\")", "S", 2, -1},
             {"round(S, 10)", "", -1, -1},
             {"round(S, n)", "", -1, -1},
             {"round(S, -1)", "", -1, -1},
             {"round(S, digits=n)", "", -1, -1},
             {"S |> round(n)", "", -1, -1},
             {"round.(S, digits=3, base=2)", "", -1, -1},
             {"round(S, 2, significant)", "", -1, -1},
             {"round(S, 2) + 1", "", -1, -1},
             {"rounded(S, 2)", "", -1, -1},
         }) {
        const detail::rounding_of_arrays found = detail::rounding_of_arrays::in(call);
        EXPECT_EQ(found.of, of) << call;
        EXPECT_EQ(found.to.places, places) << call;
        EXPECT_EQ(found.to.significant, significant) << call;
    }
}

/// A page of R that shows what it rounds.
std::string rounded_in_r(const std::string& code, const std::string& rows) {
    return "```\nS = [[2.0, -1.0], [0.5, 1.5]]\n```\n\n```{r}\nE <- exp(S)\nA <- E / rowSums(E)\n" + code +
           "\n```\n\n```\n##       [,1]   [,2]\n" + rows + "```\n";
}

TEST(stated, significant_digits_that_r_shows) {
    const std::string zeros = "## [1,] 0.953 0.0470\n## [2,] 0.269 0.7300\n",  // 0.0474 and 0.731 to two digits
        wrong = "## [1,] 0.950 0.0470\n## [2,] 0.270 0.7600\n", right = "## [1,] 0.950 0.0470\n## [2,] 0.270 0.7300\n";
    for (const std::string code : {"signif(A, 2)", "print(signif(A, digits = 2))", "A |> signif(2)"}) {
        const std::string block = block_of(rounded_in_r(code, right));
        EXPECT_TRUE(has(block, "A = matrix 2 with 2 significant digits\n")) << block;
        EXPECT_TRUE(has(block, "holds for all 4 numbers\nA := ")) << block;
        EXPECT_TRUE(has(block_of(rounded_in_r(code, wrong)), "holds for 3 of 4 numbers\nA ")) << code;
        EXPECT_FALSE(has(block_of(rounded_in_r(code, zeros)), "significant")) << code;  // it shows three
    }
    const std::string stated = block_of(rounded_in_r("A <- signif(A, 2)\nA", right));
    EXPECT_TRUE(has(stated, "# A is not taken as the document says: it is rounded to significant digits\n")) << stated;
    const std::string rounded =
        block_of(rounded_in_r("A <- round(A, 2)\nA", "## [1,]  0.95   0.05\n## [2,]  0.27   0.73\n"));
    EXPECT_TRUE(has(rounded, "holds for all 4 numbers\nA := (exp(S) / sum(exp(S), axis=1, keep))\n")) << rounded;
}

/// What a formula is in Python; "" where it is refused.
TEST(stated, precedence_in_array_languages) {
    const std::set<std::string, std::less<>> matrices = {"A", "B", "C"};
    using enum detail::code_language;
    for (const auto& [language, formula, python] : {
             std::tuple{r, "A / B %*% C", "A / (B@C)"},
             {r, "A * B %*% t(C) %*% A + B", "A * (B@transpose(C)@A) + B"},
             {r, "A %*% B / sqrt(2)", "A@B / sqrt(2)"},
             {r, "2 * (A / B %*% C)", "2 * (A / (B@C))"},
             {r, "A^2 %*% B", "A ** 2@B"},
             {r, "A * B^2 %*% C", "A * (B ** 2@C)"},
             {r, "-A * B", "-A * B"},
             {r, "A / -B %*% C", ""},
             {r, "A^B^2", ""},
             {r, "A %% B", ""},
             {r, "pmax(A %*% B, 0)", "max(A@B, 0)"},
             {r, "pmin(1, A)", ""},
             {r, "pmin(A, B) * 2", "min(A, B) * 2"},
             {r, "pmax(A, B, 0)", ""},
             {r, "max(A, 0)", ""},
             {r, "A %o% B", ""},
             {r, "round(A %*% B, 3)", "round(A@B, 3)"},
             {r, "signif(A %*% B, 3)", ""},
             {matlab, "round(A, 2)", "round(A, 2)"},
             {matlab, "round(A, 2, 'significant')", ""},
             {r, "round(A, n)", ""},
             {r, "round(A, -1)", ""},
             {matlab, "round(A, 10)", ""},
             {julia, "round.(A, digits=3, base=2)", ""},
             {julia, "round.(A * B; digits=2)", "round(A@B, 2)"},
             {matlab, "A .* B'", "A * B.T"},
             {matlab, "A * B' / sqrt(2)", "A@B.T / sqrt(2)"},
             {matlab, "A.^2 ./ .5", "A ** 2 / .5"},
             {matlab, "2 .^ A .^ 2", ""},
             {matlab, "A.^2'", ""},
             {matlab, "(A.^2)'", "(A ** 2).T"},
             {matlab, "A B", ""},
             {matlab, "A *", ""},
             {matlab, "A.W", ""},
             {matlab, "1e-3 * A", "1e-3@A"},
             {matlab, "exp(A)", "exp(A)"},
             {julia, "exp.(A)", "exp(A)"},
             {julia, "exp(A)", ""},
             {julia, "A * B' % 10", ""},
             {julia, "2A", ""},
             {julia, "2(A + B)", ""},
             {julia, "A'B", ""},
             {julia, "2 .^ A .^ 2", ""},
             {julia, "sum(A, dims=n2)", ""},
             {julia, "sum(A; dims = 2)", "sum(A, axis=1, keep)"},
         }) {
        std::string found = detail::array_formula(language, matrices).in_python(formula);
        EXPECT_EQ(without_blanks(found), without_blanks(python)) << formula;
    }
}

/// Statements and names of a page of HTML are read without its tags.
TEST(stated, formulas_of_html) {
    const std::string page =
        "<h1>Attention with d<sub>k</sub> = 2</h1>\n<p>Queries "
        "Q:</p><table><tr><td>0.22</td><td>-0.54</td></tr><tr><td>-0.66</td><td>0.58</td></tr></table>\n"
        "<p>Keys K:</p><table><tr><td>0.41</td><td>0.69</td></tr><tr><td>0.80</td><td>0.24</td></tr></table>\n"
        "<p>Scores S = QK<sup>T</sup>/&radic;d<sub>k</sub>:</p><table><tr><td>-0.1997</td>"
        "<td>0.0328</td></tr><tr><td>0.0916</td><td>-0.2749</td></tr></table>\n";
    EXPECT_TRUE(has(block_of(page), "# as the document says: holds for all 4 numbers\nS := Q @ K.T / sqrt(2)\n"))
        << block_of(page);
}

/// One call prints several matrices, one below the other.
TEST(stated, names_of_several_prints) {
    for (const char* print : {"print(Q, K, sep=\"\\n\")\nprint(S)", "print(Q.round(2), K)\nprint(S)",
                              "print(pd.DataFrame(Q, columns=[\"a\", "
                              "\"b\"]).round(2))\nprint(tabulate(K))\nprint(DataFrame(S).to_string(index=False))"}) {
        const std::string page = "```python\nQ = draw()\nK = draw()\nS = Q @ K.T\n" + std::string(print) +
                                 "\n```\n\n```\n[[0.22 1.54]]\n\n[[0.41 0.69]\n [0.50 0.25]]\n\n[[1.15 0.50]]\n```\n";
        EXPECT_TRUE(has(block_of(page), "Q = matrix 1\nK = matrix 2\n")) << block_of(page);
    }
}

/// A wrong number is one beside what the page's own softmax gives; of a function that is not written out it is asked
/// whether it is the usual one.
TEST(stated, functions_of_the_page) {
    const auto page = [](const std::string& number, const std::string& branch = "") {
        return "```python\ndef softmax(x):\n" + branch +
               "    e = np.exp(x - x.max(axis=-1, keepdims=True))\n    return e / "
               "e.sum(axis=-1, keepdims=True)\n\nS = np.array([[1.5, -0.5, 0.25], [0.75, 1.0, -1.25]])\nA = "
               "softmax(S)\n"
               "print(A.round(4))\n```\n\n```\n[[0.7033 0.0952 0.2015]\n [0.4133 " +
               number + " 0.0559]]\n```\n";
    };
    EXPECT_FALSE(has(block_of(page("0.5307")), "?=")) << block_of(page("0.5307"));
    EXPECT_TRUE(has(block_of(page("0.5703")), "holds for 5 of 6 numbers\nA := softmax(S)\n"))
        << block_of(page("0.5703"));
    const std::string branch = "    if x.ndim == 1: x = x[None]\n";
    EXPECT_TRUE(has(block_of(page("0.5703", branch)), "\nA ?= softmax(S)\n")) << block_of(page("0.5703", branch));
}

/// A layer without weights is the function that it applies.
TEST(stated, layers_of_pytorch) {
    const auto page = [](const std::string& code) {
        return "```python\nX = torch.tensor([[1.0, 0.5, 2.0], [0.2, 0.8, -1.0]])\n" + code +
               "\nprint(Y)\n```\n\n```\ntensor([[0.5, 0.5, 0.5],\n        [0.5, 0.5, 0.5]])\n```\n";
    };
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"Y = nn.Softmax(dim=-1)(X)", "F.softmax(X, dim=-1)"},
        {"Y = nn.GELU(approximate='tanh')(X)", "F.gelu(X, approximate='tanh')"},
        {"Y = torch.nn.Softmax(0)(X / 2)", "F.softmax(X / 2, dim=0)"},
        {"softmax = nn.Softmax(dim=1)\nY = softmax(X)", "F.softmax(X, dim=1)"},
        {"norm = nn.LayerNorm(3, eps=1e-6)\nY = norm(X) + 1", "F.layer_norm(X, eps=1e-6) + 1"},
        {"Y = F.layer_norm(X, (3,))", "F.layer_norm(X)"},
        {"Y = F.layer_norm(X, X.shape[-1:], eps=1e-6)", "F.layer_norm(X, eps=1e-6)"},
        {"Y = nn.ReLU()(X)", "F.relu(X)"},
        {"Z = nn.Tanh()(X)\nY = Z + X", "F.tanh(X) + X"},
    };
    for (const auto& [code, formula] : cases)
        EXPECT_TRUE(has(block_of(page(code)), "= " + formula + "\n")) << code << '\n' << block_of(page(code));
    for (const char* code : {"Y = nn.Softmax()(X)", "Y = F.layer_norm(X, X.shape)", "Y = nn.LayerNorm((2, 3))(X)",
                             "Y = nn.GELU(0.5)(X)", "softmax = nn.Softmax()\nY = softmax(X)"})
        EXPECT_FALSE(has(block_of(page(code)), "= F.")) << code << '\n' << block_of(page(code));
}

/// Another type is no other value; sizes have names.
TEST(stated, conversions_and_sizes) {
    const auto page = [](const std::string& code, const std::string& number) {
        return "```python\nQ = torch.tensor([[1.0, 0.0], [0.0, 2.0]])\nK = torch.tensor([[1.0, 1.0], [0.5, 0.25]])\n" +
               code + "\nprint(S)\n```\n\n```\ntensor([[0.7071, 0.3536],\n        [" + number + ", 0.3536]])\n```\n";
    };
    for (const char* code :
         {"d = 2\nS = Q @ K.T / torch.sqrt(torch.tensor(d))", "S = Q @ K.T / torch.sqrt(torch.tensor(2.0))",
          "S = Q @ K.T / torch.sqrt(torch.tensor(K.shape[-1], dtype=torch.float32))",
          "S = torch.matmul(Q, K.T) / math.sqrt(float(K.size(-1)))", "n, d = Q.shape\nS = Q @ K.T / math.sqrt(d)",
          "_, d = K.size()\nS = Q @ K.T / d ** 0.5", "S = Q.float() @ K.detach().T / np.sqrt(2)"}) {
        EXPECT_TRUE(has(block_of(page(code, "1.4142")), "# as the document says: holds for all 4 numbers\nS := "))
            << code << '\n'
            << block_of(page(code, "1.4142"));
        EXPECT_TRUE(has(block_of(page(code, "1.4412")), "# as the document says: holds for 3 of 4 numbers\nS := "))
            << code << '\n'
            << block_of(page(code, "1.4412"));
    }
    for (const char* code : {"S = Q @ K.T / torch.sqrt(torch.tensor(2.5, dtype=torch.int32))",
                             "n, d = shapes()\nS = Q @ K.T / math.sqrt(d)", "S = Q.half() @ K.T / np.sqrt(2)",
                             "S = Q.astype(np.float32) @ K.T / np.sqrt(2)"})
        EXPECT_FALSE(has(block_of(page(code, "1.4142")), "# as the document says: holds for all")) << code;
}

/// W_{Q,1} is a name; a_{i,j} are elements.
TEST(stated, names_with_lists_of_indices) {
    const std::string page =
        "$$X = \\begin{bmatrix} 1 & 2 \\\\ 0.5 & 0.25 \\end{bmatrix}$$\n\n$$W_{Q,1} = \\begin{bmatrix} 0.1 & 0.2 \\\\ "
        "0.3 & "
        "0.4 \\end{bmatrix}, \\quad W_{2, K} = \\begin{bmatrix} 0.5 & 0.2 \\\\ 0.1 & 0.3 \\end{bmatrix}$$\n\n"
        "$$Q_1 = X W_{Q,1} = \\begin{bmatrix} 0.7 & 1.0 \\\\ 0.125 & 0.2 \\end{bmatrix}$$\n";
    const std::string block = block_of(page);
    EXPECT_TRUE(has(block, "W_Q_1 = matrix 2\nW_2_K = matrix 3\n")) << block;
    EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nQ_1 := X @ W_Q_1\n")) << block;
    EXPECT_TRUE(find_tables_and_skipped(page).rest.empty());
}

/// Several formulas of one line, each with its matrix.
TEST(stated, formulas_side_by_side) {
    const std::string a_and_b =
        "$$A = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix},\\quad B = \\begin{bmatrix} 0 & 1 \\\\ 5 & 1 "
        "\\end{bmatrix}$$\n\n";
    for (const char* between :
         {" \\quad ", ",\\qquad ", ", \\; ", "; ", " \\quad\\text{and}\\quad ", "\\quad \\text{ and } "}) {
        const auto page = [&](const char* number) {
            return a_and_b + "$$C = AB = \\begin{bmatrix} 10 & 3 \\\\ 20 & 7 \\end{bmatrix}" + between +
                   "D = BA = \\begin{bmatrix} 3 & 4 \\\\ 8 & " + number + " \\end{bmatrix}$$\n";
        };
        const std::string right = block_of(page("14")), wrong = block_of(page("15"));
        EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers\nC := A @ B\n")) << between << right;
        EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers\nD := B @ A\n")) << between << right;
        EXPECT_TRUE(has(wrong, "# as the document says: holds for 3 of 4 numbers\nD := B @ A\n")) << between << wrong;
    }
    const std::string sum = block_of(a_and_b +
                                     "$$C = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} + B = "
                                     "\\begin{bmatrix} 1 & 3 \\\\ 8 & 5 \\end{bmatrix}$$\n");
    EXPECT_FALSE(has(sum, "B :=")) << sum;
}

/// What stands before a matrix is its formula where it is one: a product, a sum, a call.
TEST(stated, an_expression_before_a_matrix_is_its_formula) {
    const std::string a_and_b =
        "$$A = \\begin{bmatrix} 1 & -2 \\\\ 3 & 4 \\end{bmatrix}$$\n\n$$B = \\begin{bmatrix} 2 & 1 \\\\ 5 & -3 "
        "\\end{bmatrix}$$\n\n";
    const auto page = [&](const std::string& label, const std::string& numbers) {
        return block_of(a_and_b + "$$" + label + " = \\begin{bmatrix} " + numbers + " \\end{bmatrix}$$\n");
    };
    for (const auto& [label, first, others, formula] : {
             std::tuple{"AB", "-8", " & 7 \\\\ 26 & -9", " := A @ B\n"},
             {"A B", "-8", " & 7 \\\\ 26 & -9", " := A @ B\n"},
             {"A \\cdot B", "-8", " & 7 \\\\ 26 & -9", " := A @ B\n"},
             {"A \\times B", "-8", " & 7 \\\\ 26 & -9", " := A @ B\n"},
             {"A \\odot B", "2", " & -2 \\\\ 15 & -12", " := hadamard(A, B)\n"},
             {"2A", "2", " & -4 \\\\ 6 & 8", " := 2 @ A\n"},
             {"A - B", "-1", " & -3 \\\\ -2 & 7", " := A - B\n"},
             {"\\mathrm{ReLU}(A - B)", "0", " & 0 \\\\ 0 & 7", " := relu(A - B)\n"},
             {"\\text{Concat}(A, B)", "1", " & -2 & 2 & 1 \\\\ 3 & 4 & 5 & -3", " := concat(A, B)\n"},
         }) {
        const std::string right = page(label, std::string(first) + others),
                          wrong = page(label, std::string("9") + others);
        EXPECT_TRUE(has(right, "# as the document says: holds for all ") && has(right, formula)) << label << right;
        EXPECT_TRUE(has(wrong, "# as the document says: holds for ") && has(wrong, formula)) << label << wrong;
        EXPECT_FALSE(has(wrong, "holds for all ")) << label << wrong;
    }
    const std::string both = block_of(a_and_b +
                                      "$$AB = \\begin{bmatrix} -8 & 7 \\\\ 26 & -9 \\end{bmatrix}$$\n\n$$AB^T = "
                                      "\\begin{bmatrix} 0 & 11 \\\\ 10 & 3 \\end{bmatrix}$$\n");
    EXPECT_TRUE(has(both, "# as the document says: holds for all 4 numbers\nAB_transposed := A @ B.T\n")) << both;
    for (const char* const label : {"C", "A_1", "B (2 \\times 2)", "B(2 \\times 2)", "AC", "Data"}) {
        const std::string block = page(label, "9 & 8 \\\\ 7 & 5");
        EXPECT_FALSE(has(block, "# as the document says")) << label << block;
    }
}

/// The matrix behind a name in a sentence is no formula.
TEST(stated, a_matrix_in_a_sentence_states_nothing) {
    const std::string block = block_of(
        "Let $S=\\begin{bmatrix} 0.3 & -1.1 \\\\ 1.6 & 0.4 \\end{bmatrix}$. Softmax over rows gives "
        "$A=\\begin{bmatrix} 0.802 & "
        "0.198 \\\\ 0.769 & 0.321 \\end{bmatrix}$.\n");
    EXPECT_FALSE(has(block, "the document states")) << block;
    EXPECT_TRUE(has(block, " softmax(S)\n")) << block;
}

/// Z = A V = [[...]] [[...]] = [[...]]: the last one is Z, and the product of the two before it.
TEST(stated, derivations_through_the_numbers_of_factors) {
    const std::string a = "\\begin{bmatrix} 0.6 & 0.4 \\\\ 0.3 & 0.7 \\end{bmatrix}",
                      v = "\\begin{bmatrix} 1.5 & -0.2 \\\\ 0.5 & 2.3 \\end{bmatrix}";
    const std::string given = "$$A = " + a + ",\\quad V = " + v + "$$\n\n";
    const std::string z = "\\begin{bmatrix} 1.10 & 0.80 \\\\ 0.80 & 1.55 \\end{bmatrix}";
    const auto aligned = [&](const std::string& factor) {
        return block_of(given + "$$\\begin{aligned}\nZ &= AV \\\\\n&= " + factor + v + " \\\\\n&= " + z +
                        "\n\\end{aligned}$$\n");
    };
    const std::string right = aligned(a), wrong = aligned("\\begin{bmatrix} 0.6 & 0.4 \\\\ 0.7 & 0.3 \\end{bmatrix}");
    EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers\n") && has(right, " := A @ V\n")) << right;
    EXPECT_FALSE(has(right, "?=")) << right;
    EXPECT_TRUE(has(wrong, "# all of them follow from A @ V\n") && has(wrong, " ?= M3 * M4\n")) << wrong;
    const std::string line = block_of(given + "$$Z = AV = " + a + v + " = " + z + "$$\n");
    EXPECT_TRUE(has(line, "# as the document says: holds for all 4 numbers\n") && has(line, " := A @ V\n")) << line;
    const std::string turned = block_of(given + "$$Z = " + v + " \\cdot " + a + " = " + z + "$$\n");
    EXPECT_TRUE(has(turned, " ?= M3 * M4\n")) << turned;
}

/// The same for an expression in the sentence right above.
TEST(stated, an_expression_in_the_sentence_above_a_matrix_is_its_formula) {
    const std::string a_and_b =
        "$$A = \\begin{bmatrix} 1 & -2 \\\\ 3 & 4 \\end{bmatrix}, B = \\begin{bmatrix} 2 & 1 \\\\ 5 & -3 "
        "\\end{bmatrix}$$\n\n";
    const auto page = [&](const std::string& sentence) {
        return block_of(a_and_b + sentence + "\n\n$$\\begin{bmatrix} 2 & -2 \\\\ 15 & 12 \\end{bmatrix}$$\n");
    };
    for (const char* const sentence :
         {"Then $A \\odot B$ is", "The elementwise product $A \\odot B$ is:", "**Step 2: compute $A \\odot B$**",
          "$A \\odot B$:", "Next, $A \\odot B$ equals"})
        EXPECT_TRUE(has(page(sentence), "holds for 3 of 4 numbers\nA_odot_B := hadamard(A, B)\n"))
            << sentence << page(sentence);
    for (const char* const sentence :
         {"Softmax of $A \\odot B$:", "Apply it to $AB$:", "Divide $AB$ by 2:", "We normalise $AB$:", "$A$ and $B$:"})
        EXPECT_FALSE(has(page(sentence), "as the document says")) << sentence << page(sentence);
}

/// A mask that stands elsewhere than the one that the formula adds.
TEST(stated, a_sum_with_a_printed_mask_says_where_infinities_are) {
    const auto page = [](const char* numbers) {
        return block_of(
            std::string(
                "$$S = \\begin{bmatrix} 0.4 & -1.3 \\\\ 0.2 & 0.8 \\end{bmatrix}$$\n\n$$M = \\begin{bmatrix} 0 & "
                "-\\infty \\\\ 0 & 0 \\end{bmatrix}$$\n\n$$S + M = \\begin{bmatrix} ") +
            numbers + " \\end{bmatrix}$$\n");
    };
    const std::string right = page("0.4 & -\\infty \\\\ 0.2 & 0.8"), turned = page("0.4 & 0.2 \\\\ -\\infty & 0.8");
    EXPECT_TRUE(has(right, "holds for all 4 numbers\nS_plus_M := S + M\n")) << right;
    EXPECT_TRUE(has(turned, "holds for 2 of 4 numbers\n") && has(turned, "\nS_plus_M ?= S + M\n")) << turned;
}

/// A LayerNorm of which no number follows is asked about: its epsilon is not said, and it may be another one.
TEST(stated, a_layer_norm_that_does_not_hold_is_asked_about) {
    const std::string x = "$$X = \\begin{bmatrix} 0.4 & -1.3 & 2.1 \\\\ 0.2 & 0.8 & -0.7 \\end{bmatrix}$$\n\n";
    for (const char* const label : {"\\mathrm{LayerNorm}(X)", "Y = \\mathrm{LayerNorm}(X)"}) {
        const std::string wrong =
            block_of(x + "$$" + label + " = \\begin{bmatrix} 0.1 & 0.9 & 0.3 \\\\ 1.9 & 0.4 & 1.1 \\end{bmatrix}$$\n");
        EXPECT_TRUE(has(wrong, " ?= layer_norm(X)\n")) << wrong;
        const std::string right = block_of(
            x + "$$" + label + " = \\begin{bmatrix} 0.00 & -1.22 & 1.22 \\\\ 0.16 & 1.14 & -1.30 \\end{bmatrix}$$\n");
        EXPECT_TRUE(has(right, " := layer_norm(X")) << right;
    }
}

/// What a comment shows belongs to the code before it, or to the line above.
TEST(stated, names_of_lists_in_comments) {
    const std::string code =
        "```python\nx = np.array([1.0, 2.0])\nprint(x)\nprint(x * 2)  # [2., 4.]\ny = x + 0.5  # [1.5, 2.5]\n"
        "print(y * 3)\nprint(y)\n# [1.5, 2.5]\nz = y * x  # [1.5, 5.1]\n```\n";
    const std::string block = block_of(code);
    EXPECT_TRUE(has(block, "y = matrix 3\n")) << block;
    EXPECT_TRUE(has(block, "y_2 = matrix 4\n")) << block;
    EXPECT_TRUE(has(block, "z = matrix 5\n")) << block;
    EXPECT_TRUE(has(block, "holds for 1 of 2 numbers")) << block;
}

/// How many digits R prints is no part of what it prints.
TEST(stated, arguments_of_print_in_r) {
    const std::string block = block_of(
        "```r\n> Q\n     [,1] [,2]\n[1,]  0.2  0.3\n[2,]  0.5  0.1\n> K\n     [,1] [,2]\n[1,] 0.50 1.00\n[2,] 0.25 "
        "1.17\n> S <- Q %*% t(K)\n> print(S, digits = 3)\n     [,1]  [,2]\n[1,] 0.40 0.401\n[2,] 0.35 0.242\n```\n");
    EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nS := Q * transpose(K)\n")) << block;
}

void expect_judged(const std::string& before, const std::string& right, const std::string& wrong,
                   const std::string& behind, const std::string& formula) {
    const auto page = [&](const std::string& number) { return before + number + behind; };
    EXPECT_TRUE(has(block_of(page(right)), "# as the document says: holds for all ")) << block_of(page(right));
    EXPECT_TRUE(has(block_of(page(right)), formula + '\n')) << block_of(page(right));
    EXPECT_FALSE(has(block_of(page(wrong)), "# as the document says: holds for all ")) << block_of(page(wrong));
    EXPECT_TRUE(has(block_of(page(wrong)), formula + '\n')) << block_of(page(wrong));
}

TEST(stated, truth_values_of_masks) {
    for (const auto& [mask, formula] : {
             std::pair{"mask = torch.triu(torch.ones(3, 3), diagonal=1)\nM = S.masked_fill(mask.bool(), -torch.inf)",
                       "M := S.masked_fill(torch.triu(torch.ones(3, 3), diagonal=1).bool(), -torch.inf)"},
             {"M = S.masked_fill(torch.tril(torch.ones_like(S)).bool().logical_not(), float('-inf'))",
              "M := S.masked_fill(torch.tril(torch.ones_like(S)).bool().logical_not(), float('-inf'))"},
         })
        expect_judged("```python\nS = torch.tensor([[0.5, 1.5, -2.0], [1.0, 0.25, 3.0], [-0.5, 2.0, 1.25]])\n" +
                          std::string(mask) +
                          "\nprint(M)\n```\n\n```\ntensor([[0.5000, -inf, -inf],\n        [1.0000, ",
                      "0.2500", "0.2600", ", -inf],\n        [-0.5000, 2.0000, 1.2500]])\n```\n", formula);
}

TEST(stated, elements_at_places) {
    const std::string given =
        "```python\nP = np.array([[0.5, 0.3, 0.2], [0.1, 0.6, 0.3], [0.25, 0.25, 0.5]])\n"
        "y = np.array([0, 1, 0])\n";
    expect_judged(given + "loss = -np.log(P[np.arange(len(y)), y])\nprint(loss)\n```\n\n```\n[0.6931 ", "0.5108",
                  "0.5208", " 1.3863]\n```\n", "loss := -np.log(P[np.arange(len(y)), y])");
    expect_judged(
        given + "Y = np.eye(3)[y]\nG = (P - Y) / 3\nprint(G)\n```\n\n```\n[[-0.1667  0.1     0.0667]\n [ 0.0333 ",
        "-0.1333", "-0.1433", "  0.1   ]\n [-0.25    0.0833  0.1667]]\n```\n", "G := (P - np.eye(3)[y]) / 3");
    expect_judged(given + "G = P.copy()\nG[range(3), y] -= 1\nprint(G)\n```\n\n```\n[[-0.5   0.3   0.2 ]\n [ 0.1  ",
                  "-0.4", "-0.5", "   0.3 ]\n [-0.75  0.25  0.5 ]]\n```\n",
                  "G := P.copy() - 1 * np.eye(P.copy().shape[-1])[y]");
    // others are still changes that are not read
    for (const char* change : {"G[0, y] -= 1", "G[range(3), y] *= 2", "G[range(3), y] = 1", "G[y] -= 1"}) {
        const std::string block =
            block_of(given + "G = P.copy()\n" + change +
                     "\nprint(G)\n```\n\n```\n[[-0.5 0.3 0.2]\n [0.1 -0.4 0.3]\n [-0.75 0.25 0.5]]\n```\n");
        EXPECT_TRUE(has(block, "G is changed afterwards by ")) << block;
    }
}

TEST(stated, halves_of_rows) {
    const auto page = [](const std::string& code) {
        return "```python\nx = torch.tensor([[1.0, 2.0, 3.0, 4.0], [0.5, 0.0, -1.0, 2.0]])\n" + code +
               "\nprint(r)\n```\n\n```\ntensor([[-3., -4.,  1.,  2.],\n        [ 1., ";
    };
    for (const char* code :
         {"x1, x2 = x.chunk(2, dim=-1)\nr = torch.cat([-x2, x1], dim=-1)",
          "x1, x2 = torch.chunk(x, 2, dim=-1)\nr = torch.cat((-x2, x1), -1)",
          "x1, x2 = x[..., :2], x[..., 2:]\nr = torch.cat((-x2, x1), dim=-1)",
          "def rotate_half(x):\n    x1, x2 = x.chunk(2, dim=-1)\n    return torch.cat((-x2, x1), dim=-1)\n\nr = "
          "rotate_half(x)",
          "def rotate_half(x):\n    x1 = x[..., : x.shape[-1] // 2]\n    x2 = x[..., x.shape[-1] // 2 :]\n    return "
          "torch.cat((-x2, x1), dim=-1)\n\nr = rotate_half(x)"}) {
        const std::string right = block_of(page(code) + "-2.,  0.5,  0.]])\n```\n"),
                          wrong = block_of(page(code) + "-2.,  0.7,  0.]])\n```\n");
        EXPECT_TRUE(has(right, "holds for all 8 numbers\nr := ")) << code << '\n' << right;
        EXPECT_TRUE(has(wrong, "holds for 7 of 8 numbers\nr := ")) << code << '\n' << wrong;
    }
}

TEST(stated, operations_of_data_frames_have_an_axis) {
    const auto page = [](const std::string& formula) {
        return "```python\nC = pd.DataFrame([[4, 1], [1, 4]], columns=['a', 'b'])\nprint(C)\n```\n\n```\n   a  b\n0  4 "
               " "
               "1\n1  1  4\n```\n\n```python\nW = " +
               formula + "\nprint(W)\n```\n\n```\n";
    };
    for (const auto& [formula, written] : {
             std::pair{"C.div(C.sum(axis=1), axis=0)", "W := (C / (C.sum(axis=1))[:, None])"},
             {"C.divide(C.sum(axis='columns'), axis='index')", "W := (C / (C.sum(axis=1))[:, None])"},
             {"C.div(C.sum(), axis=1)", "W := (C / (C.sum(axis=0)))"},
         })
        expect_judged(page(formula) + "     a    b\n0  0.8  ", "0.2", "0.3", "\n1  0.2  0.8\n```\n", written);
    expect_judged(page("np.exp(C).sub(C.mean(axis=1), axis=0)") + "           a          b\n0  52.098150   ",
                  "0.218282", "0.318282", "\n1   0.218282  52.098150\n```\n",
                  "W := (np.exp(C) - (C.mean(axis=1))[:, None])");
}

TEST(stated, matrices_of_r_that_are_written_out) {
    const std::string shown = "\nS <- A %*% t(B)\nS\n```\n\n```\n     [,1] [,2]\n[1,]  4.5 -1.0\n[2,]  ";
    for (const char* a :
         {"matrix(c(1, 2, -0.5, 3), nrow = 2, byrow = TRUE)", "matrix(c(1, -0.5, 2, 3), ncol=2)",
          "matrix(c(1, 2, -0.5, 3), 2, 2, byrow = T)", "rbind(c(1, 2), c(-0.5, 3))",
          "cbind(c(1, -0.5), c(2, 3))  # by columns", "matrix(c(\n  1, 2,\n  -0.5, 3\n), nrow = 2, byrow = TRUE)"})
        expect_judged("```r\nA <- " + std::string(a) + "\nB <- rbind(c(0.5, 2), c(1, -1))" + shown, "5.8", "5.9",
                      " -3.5\n```\n", "S := A * transpose(B)");
    for (const char* other :
         {"matrix(c(1, 2, 3), nrow = 2)", "matrix(c(1, 2, 3, x), nrow = 2)", "2 * rbind(c(1, 2), c(3, 4))",
          "rbind(c(1, 2), c(3, 4)) * 2", "rbind(c(1, 2), 3)", "matrix(c(1, 2, 3, 4), nrow = n)"})
        EXPECT_FALSE(has(block_of("```r\nA <- " + std::string(other) + shown + "5.8 -3.5\n```\n"), "A = matrix"))
            << other;
}

TEST(stated, softmax_and_sizes_of_array_languages) {
    const std::string given = "A = [0.5 1.5; 2.0 0.25]" + std::string(";\n");
    expect_judged("```matlab\n" + given + "W = softmax(A, 2)\n```\n\n```\nW =\n\n   0.2689   ", "0.7311", "0.7411",
                  "\n   0.8520   0.1480\n\n```\n", "W := softmax(A, axis=1)");
    expect_judged(
        "```julia\n" + given + "S = A * A' / sqrt(size(A, 2))\n```\n\n```\n2\u00D72 Matrix{Float64}:\n 1.76777   ",
        "0.972272", "0.982272", "\n 0.972272  2.87262\n```\n", "S := A * A.T / sqrt(A.shape[1])");
}

TEST(stated, layers_of_keras) {
    for (const char* code : {"W = layers.Softmax()(X)", "soft = tf.keras.layers.Softmax(axis=-1)\nW = soft(X)"})
        expect_judged("```python\nX = tf.constant([[0.5, 1.5], [2.0, 0.25]])\n" + std::string(code) +
                          "\nprint(W)\n```\n\n```\n[[0.2689 ",
                      "0.7311", "0.7411", "]\n [0.8520 0.1480]]\n```\n", "W := F.softmax(X, axis=-1)");
}

TEST(stated, steps_of_gradients) {
    const auto page = [](const std::string& gradient, const std::string& step, const std::string& number) {
        return "$$W = \\begin{bmatrix} 0.50 & -0.25 \\\\ 1.25 & 0.75 \\end{bmatrix}$$\n\n$$" + gradient +
               " = \\begin{bmatrix} 0.120 & -0.340 \\\\ 0.560 & 0.085 \\end{bmatrix}$$\n\nWith $\\eta = 0.1$ the step "
               "gives\n\n$$" +
               step + " = \\begin{bmatrix} 0.4880 & -0.2160 \\\\ 1.1940 & " + number + " \\end{bmatrix}$$\n";
    };
    for (const auto& [gradient, step] : {
             std::pair{"\\nabla_W L", "W \\leftarrow W - \\eta \\nabla_W L"},
             {"\\nabla_W L", "W_{new} = W - \\eta \\nabla_W L"},
             {"\\frac{\\partial L}{\\partial W}", "W \\gets W - \\eta \\frac{\\partial L}{\\partial W}"},
             {"G", "W \\leftarrow W - \\eta\\, G"},
             {"\\nabla_W L", "W \\leftarrow W - 0.1 \\cdot \\nabla_W L"},
         }) {
        const std::string right = block_of(page(gradient, step, "0.7415")),
                          wrong = block_of(page(gradient, step, "0.7515"));
        EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers")) << step << '\n' << right;
        EXPECT_TRUE(has(wrong, "# as the document says: holds for 3 of 4 numbers")) << step << '\n' << wrong;
    }
    EXPECT_FALSE(
        has(block_of(page("\\nabla_U L", "W \\leftarrow W - \\eta \\nabla_W L", "0.7415")), "as the document says"));
}

TEST(stated, inverses_of_latex) {
    const std::string given =
        "$$A = \\begin{bmatrix} 2 & 1 \\\\ 1 & 3 \\end{bmatrix}, \\quad B = \\begin{bmatrix} 0.5 & 1 \\\\ 2 & -1 "
        "\\end{bmatrix}$$\n\n";
    expect_judged(given + "$$A^{-1} = \\begin{bmatrix} 0.6 & -0.2 \\\\ -0.2 & ", "0.4", "0.5", " \\end{bmatrix}$$\n",
                  "A_inverse := inverse(A)");
    expect_judged(given + "$$X = A^{-1} B = \\begin{bmatrix} -0.1 & 0.8 \\\\ ", "0.7", "0.8",
                  " & -0.6 \\end{bmatrix}$$\n", "X := inverse(A) @ B");
}

}  // namespace heed::test
