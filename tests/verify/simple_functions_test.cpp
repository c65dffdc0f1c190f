// SPDX-License-Identifier: BSL-1.0
// Functions that a document defines itself: what their calls are, and what a block says of them.
#include <heed_check/document/simple_functions.hpp>
#include <tests/verify/proposed_block.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace heed::test {

using detail::known_function;
using detail::simple_function;
using detail::simple_functions;

/// A function of these lines, of which the first is its head.
simple_function function_of(const std::vector<std::string>& lines) {
    simple_function f(lines[0]);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::size_t indent = lines[i].find_first_not_of(' ');
        f.read(lines[i].substr(indent), indent);
    }
    return f;
}

/// What a statement is after f was defined.
std::string expanded(const std::string& statement, const std::vector<std::string>& lines) {
    simple_functions all;
    all.define("f", function_of(lines));
    return all.expanded(statement);
}

TEST(simple_functions, steps_are_put_into_the_result) {
    EXPECT_EQ(expanded("S = f(Q, K)", {"def f(a, b):", "    c = a @ b.T", "    return c / 2"}), "S = ((Q @ K.T) / 2)");
    EXPECT_EQ(expanded("S = f(Q + 1) * 2", {"def f(a): return a.T"}), "S = (Q + 1).T * 2");
    EXPECT_EQ(expanded("S = f(f(Q))", {"def f(a):", "    return a - 1"}), "S = ((Q - 1) - 1)");
    EXPECT_EQ(expanded("S = f(Q)", {"def f(a):", "    a = a * 2", "    a = a + 1", "    return a"}),
              "S = ((Q * 2) + 1)");
    EXPECT_EQ(expanded("S = f(Q)",
                       {"def f(x: np.ndarray, n: int = 3) -> np.ndarray:", "  \"\"\"of x\"\"\"", "  return x / n"}),
              "S = (Q / 3)");
    EXPECT_EQ(expanded("print(f(Q), f(K))", {"def f(x):", "  return x.T"}), "print(Q.T, K.T)");
}

TEST(simple_functions, arguments_go_where_they_belong) {
    const std::vector<std::string> lines{"def f(x, axis=-1, keepdims=True):",
                                         "    return x.sum(axis=axis, keepdims=keepdims)"};
    EXPECT_EQ(expanded("S = f(Q)", lines), "S = Q.sum(axis=-1, keepdims=True)");
    EXPECT_EQ(expanded("S = f(Q, 0)", lines), "S = Q.sum(axis=0, keepdims=True)");
    EXPECT_EQ(expanded("S = f(keepdims=False, x=Q)", lines), "S = Q.sum(axis=-1, keepdims=False)");
    for (const char* wrong :
         {"S = f()", "S = f(Q, x=K)", "S = f(Q, eps=1)", "S = f(Q, 0, True, 1)", "S = A.f(Q)", "S = 'f(Q)'"})
        EXPECT_EQ(expanded(wrong, lines), wrong);
}

TEST(simple_functions, several_results_need_as_many_names) {
    EXPECT_EQ(expanded("S, T = f(Q)", {"def f(q): return (q, q.T)"}), "S, T = Q, Q.T");
    const std::vector<std::string> lines{"def f(q, k):", "    n, d = q.shape", "    s = q @ k.T / np.sqrt(d)",
                                         "    return s, s.T"};
    EXPECT_EQ(expanded("S, T = f(Q, K)", lines),
              "S, T = Q @ K.T / np.sqrt(Q.shape[1]), (Q @ K.T / np.sqrt(Q.shape[1])).T");
    for (const char* other : {"S = f(Q, K)", "S = f(Q, K)[0]", "S, T, U = f(Q, K)", "S, T = g(f(Q, K))"})
        EXPECT_EQ(expanded(other, lines), other);
}

TEST(simple_functions, a_mask_counts_where_it_is_given) {
    const std::vector<std::string> lines{"def f(s, mask=None):", "    if mask is not None:", "        s = s + mask",
                                         "    return s.T"};
    EXPECT_EQ(expanded("A = f(S)", lines), "A = S.T");
    EXPECT_EQ(expanded("A = f(S, mask=M)", lines), "A = (S + M).T");
    EXPECT_EQ(expanded("A = f(S)", {"def f(s, mask=None):", "    if mask is not None: s = s + mask", "    return s.T"}),
              "A = S.T");
}

TEST(simple_functions, others_are_left_as_they_are) {
    for (const std::vector<std::string>& lines :
         std::vector<std::vector<std::string>>{{"def f(x):", "    x -= 1", "    return x"},
                                               {"def f(x):", "    x[0] = 1", "    return x"},
                                               {"def f(x):", "    for i in x:", "        x = x + 1", "    return x"},
                                               {"def f(x):", "    if x > 1:", "        return x", "    return -x"},
                                               {"def f(x, m=None):", "    if m is not None:", "        x = x + m",
                                                "    else:", "        x = x - 1", "    return x"},
                                               {"def f(x):", "    x.add_(1)", "    return x"},
                                               {"def f(x):", "    return x", "    return 2 * x"},
                                               {"def f(x):", "    y = x"},
                                               {"def f(*x):", "    return x"},
                                               {"def f(x, **options):", "    return x"},
                                               {"def f(x):", "    a = b = x", "    return a"},
                                               {"def f(x):", "    a, b = g(x)", "    return a"}})
        EXPECT_EQ(expanded("S = f(Q)", lines), "S = f(Q)") << lines[1];
}

TEST(simple_functions, a_function_of_a_block_is_known_however_it_is_written) {
    const auto known = [](std::string body) {
        for (std::size_t at = body.find('X'); at != std::string::npos; at = body.find('X'))
            body.replace(at, 1, detail::argument_word);
        std::string name = known_function(body);
        const std::size_t at = name.find(detail::argument_word);
        if (at != std::string::npos) name.replace(at, detail::argument_word.size(), "X");
        return name;
    };
    EXPECT_EQ(
        known("np.exp(X - X.max(-1, keepdims=True)) / np.exp(X - X.max(-1, keepdims=True)).sum(-1, keepdims=True)"),
        "heed.softmax(X)");
    EXPECT_EQ(known("np.exp(X - X.max()) / np.sum(np.exp(X - X.max()), axis=-1, keepdims=True)"), "heed.softmax(X)");
    EXPECT_EQ(known("np.exp(X) / np.exp(X).sum(axis=0)"), "heed.softmax(X, axis=0)");
    EXPECT_EQ(known("np.exp(X) / np.exp(X).sum()"), "");
    EXPECT_EQ(known("np.exp(X) / np.exp(X).sum(axis=1, keepdims=True)"), "heed.softmax(X, axis=1)")
        << "not the last axis of a batch";
    EXPECT_EQ(known("np.exp(X) / np.exp(X).sum(axis=1).reshape(-1, 1)"), "heed.softmax(X)");
    EXPECT_EQ(known("np.exp(X) / np.exp(X).sum(axis=1).reshape(1, -1)"), "");
    EXPECT_EQ(known("np.exp(X) / np.exp(X).sum(axis=0).reshape(1, -1)"), "heed.softmax(X, axis=0)");
    EXPECT_EQ(known("np.exp(X) / np.expand_dims(np.exp(X).sum(axis=-1), -1)"), "heed.softmax(X)");
    EXPECT_EQ(known("np.exp(X) / np.expand_dims(np.exp(X).sum(axis=1), 1)"), "heed.softmax(X, axis=1)");
    EXPECT_EQ(known("X * (X > 0)"), "heed.relu(X)");
    EXPECT_EQ(known("np.maximum(0, X)"), "heed.relu(X)");
    EXPECT_EQ(known("(X - X.mean(axis=-1, keepdims=True)) / np.sqrt(X.var(axis=-1, keepdims=True) + 1e-6)"),
              "heed.layer_norm(X, eps=1e-6)");
    EXPECT_EQ(known("X * 2"), "");
    EXPECT_EQ(known("X @ W"), "");
    const std::vector<std::string> softmax{"def f(x):", "    e = np.exp(x)", "    return e / e.sum(-1, keepdims=True)"};
    EXPECT_EQ(expanded("A = f(Q @ K.T)", softmax), "A = heed.softmax(Q @ K.T)");
}

/// f calls g, of which its name tells nothing.
TEST(simple_functions, functions_of_functions) {
    const auto with_g = [](const std::vector<std::string>& g, const std::vector<std::string>& f) {
        simple_functions all;
        all.define("softmax", function_of(g));
        all.define("f", function_of(f));
        return all.expanded("A = f(S)");
    };
    const std::vector<std::string> f{"def f(x):", "    return softmax(x)"};
    EXPECT_EQ(with_g({"def softmax(x):", "    return np.exp(x) / np.exp(x).sum(axis=0)"}, f),
              "A = heed.softmax(S, axis=0)");
    EXPECT_EQ(with_g({"def softmax(x):", "    return x / 3"}, f), "A = (S / 3)");
    EXPECT_EQ(with_g({"def softmax(x):", "    x -= 1", "    return x"}, f), "A = softmax(S)");
    EXPECT_EQ(with_g({"def softmax(x): return softmax(x)"}, f), "A = softmax(S)");
}

/// A page whose code ends with these lines, and the numbers that it prints.
std::string page(const std::string& code, const std::string& numbers) {
    return "```python\nQ = np.array([[1.0, 0.0], [0.5, 2.0]])\nK = np.array([[1.0, 1.0], [0.0, 1.0]])\n" + code +
           "print(A)\n```\n\n```\n" + numbers + "\n```\n";
}
constexpr const char* softmax_of_rows =
    "def softmax(x):\n    e = np.exp(x - x.max(axis=-1, keepdims=True))\n    return e / e.sum(axis=-1, "
    "keepdims=True)\n";

TEST(simple_functions, a_page_is_checked_by_its_own_softmax) {
    const std::string stated = std::string(softmax_of_rows) + "A = softmax(Q @ K.T)\n";
    EXPECT_TRUE(has(block_of(page(stated, "[[0.7311 0.2689]\n [0.6225 0.3775]]")),
                    "# as the document says: holds for all 4 numbers\nA := softmax(Q @ K.T)"));
    EXPECT_TRUE(has(block_of(page(stated, "[[0.7311 0.2689]\n [0.6225 0.3875]]")),
                    "# as the document says: holds for 3 of 4 numbers\nA := softmax(Q @ K.T)"));
}

TEST(simple_functions, a_page_is_checked_by_what_it_computes_instead_of_softmax) {
    const std::string over_all = "softmax = lambda x: np.exp(x) / np.exp(x).sum()\nA = softmax(Q @ K.T)\n";
    const std::string block = block_of(page(over_all, "[[0.1167 0.0429]\n [0.5231 0.3173]]"));
    EXPECT_TRUE(
        has(block, "# as the document says: holds for all 4 numbers\nA := (np.exp(Q @ K.T) / np.exp(Q @ K.T).sum())\n"))
        << block;
}

TEST(simple_functions, a_page_is_checked_by_its_own_attention) {
    const std::string code = std::string(softmax_of_rows) +
                             "def attention(q, k, v, mask=None):\n    d = q.shape[-1]\n    s = q @ k.T / np.sqrt(d)\n"
                             "    if mask is not None:\n        s = np.where(mask, s, -np.inf)\n    w = softmax(s)\n"
                             "    return w @ v, w\nO, A = attention(Q, K, K)\n";
    const std::string block = block_of(page(code, "[[0.6698 0.3302]\n [0.5875 0.4125]]"));
    EXPECT_TRUE(
        has(block, "# as the document says: holds for all 4 numbers\nA := softmax(Q @ K.T / np.sqrt(Q.shape[-1]))"))
        << block;
}

TEST(simple_functions, a_gradient_of_cross_entropy) {
    const std::string code = std::string(softmax_of_rows) +
                             "y = np.array([[1, 0], [0, 1]])\ndef gradient(z, y): return (softmax(z) - y) / len(y)\n"
                             "A = gradient(Q @ K.T, y)\n",
                      formula = " of 4 numbers\nA := ((softmax(Q @ K.T) - y) / len(y))";
    const std::string right = block_of(page(code, "[[-0.1345  0.1345]\n [ 0.3112 -0.3112]]"));
    EXPECT_TRUE(has(right, "# as the document says: holds for all 4 numbers\nA := ((softmax(Q @ K.T) - y) / len(y))"))
        << right;
    const std::string wrong = block_of(page(code, "[[-0.1345  0.1345]\n [ 0.3112 -0.3221]]"));
    EXPECT_TRUE(has(wrong, "# as the document says: holds for 3" + formula)) << wrong;
}

TEST(simple_functions, of_a_class_a_decorator_or_a_branch_are_not_written_out) {
    for (const std::string code : {"class M:\n    def softmax(x):\n        return x\nA = softmax(Q @ K.T)\n",
                                   "@cached\ndef softmax(x):\n    return x\nA = softmax(Q @ K.T)\n",
                                   "if half:\n    def softmax(x):\n        return x\nA = softmax(Q @ K.T)\n"})
        EXPECT_FALSE(has(block_of(page(code, "[[1.0 0.0]\n [2.5 2.0]]")), "holds for all")) << code;
}

}  // namespace heed::test
