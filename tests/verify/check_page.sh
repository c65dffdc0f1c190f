# SPDX-License-Identifier: BSL-1.0
# The built check_page as its users call it: exit status, messages, files.
#
#   bash check_page.sh PROGRAM FOLDER_OF_SAMPLE_PAGES
set -u
export LC_ALL=C
unset NO_COLOR COLORTERM
program=$1 name=check_page
pages=$2
source "$(dirname "${BASH_SOURCE[0]}")/../as_users_call.sh"
is_empty() { [ ! -s "$folder/$1" ] || fail "$1 of the last call is not empty: $(head -1 "$folder/$1")"; }

expect 0 "$pages/attention.md"
says out "scores: all 9 printed numbers consistent"
is_empty err
expect 0 "$pages/map.txt"
says out "law: rows of map are distributions"
expect 1 "$pages/wrong.md"
says out "not divided by sqrt(2)"
says out "0.4370, which is the printed 0.4730 with two digits exchanged"
says out "with weights computed as softmax(scores) instead of as printed"

expect 0 --list "$pages/attention.md"
says out "matrix 10"
[ "$(wc -l <"$folder/out")" -eq 10 ] || fail "--list shows $(wc -l <"$folder/out") lines, not 10"
printf 'W = 2 * [[1, 2]]\n\n| Q | layer 1 |\n|---|---|\n| a | b |\n' >"$folder/skipped.md"
expect 0 --skipped "$folder/skipped.md"
says out "matrix 1   line 1: a factor beside the matrix is no power of ten, found \"2\""
says out "no matrix  line 3     \"| Q | layer 1 |\": line 5, row 1, column 1: expected a number, found \"b\""
printf 'Q \342\200\256 = [[1, 2]]\rA \377 = [[3]\r\302\233m [0.1, 0.2]\r' >"$folder/skipped.md" # lines end with \r
expect 0 --list "$folder/skipped.md"
says out 'after "Q \u{202E} ="'
says out "matrix 2   line 2"
says out 'after "A \xFF ="'
expect 0 --skipped "$folder/skipped.md"
says out 'no matrix  line 3     "[0.1, 0.2]"'
printf 'Q\0 \0=\0 \0[\0[\0001\0,\0002\0]\0]\0' >"$folder/skipped.md"
for option in --list --skipped --propose --markdown; do
    expect 2 $option "$folder/skipped.md"
    says err "saved as UTF-8"
done
echo 'Q = [[1, 2]]' >"$folder/skipped.md"
expect 0 --skipped "$folder/skipped.md"
says out 'every number of this document is read'
printf 'Q = [[1, 2]]\nfor d_k = 64\n\n0.5 0.25\n' >"$folder/skipped.md"
expect 0 --skipped "$folder/skipped.md"
says out 'numbers    line 2     "for d_k = 64": numbers within words'
says out 'numbers    line 4     "0.5 0.25": a line of numbers that is part of no list and no table'
printf 'q: [1, 2]\nk: [3, 4]\n' >"$folder/skipped.md"
expect 0 --list "$folder/skipped.md"
says out 'rows "q", "k"'
rm "$folder/skipped.md"
{
    printf '```heed\nexact A0 = [[1, 2]]\n'
    for i in $(seq 0 259); do echo "A$((i + 1)) := A$i + A0"; done
    printf 'B = [[3, 7]]\nB := A2\n```\n'
} >"$folder/long.md" # definitions that nobody asks for may be longer than a graph
expect 1 "$folder/long.md"
says out "printed 7, value 6"
rm "$folder/long.md"
expect 1 --markdown "$pages/wrong.md"
says out "|"
expect 1 --html "$folder/report.html" "$pages/wrong.md"
grep -q "</html>" "$folder/report.html" || fail "no page in report.html"
[ "$(ls "$folder")" = "$(printf 'err\nout\nreport.html')" ] || fail "other files beside report.html"

escape=$(printf '\033')
expect 1 --colour "$pages/wrong.md"
says out "$escape["
expect 1 --no-colour "$pages/wrong.md"
grep -qF "$escape" "$folder/out" && fail "colours with --no-colour"
expect 1 "$pages/wrong.md"
grep -qF "$escape" "$folder/out" && fail "colours in a file"

"$program" - <"$pages/attention.md" >"$folder/out" 2>&1 || fail "standard input is not read"
says out "standard input"

# Bad pages: all errors, and nothing is written.
printf '$$Q = [[1, 2], [3, 4]]$$\n\n```heed\nQ = matrix 1\nS := Q * Wz\nQ = matrix 9\n```\n' >"$folder/bad.md"
rm "$folder/report.html"
expect 2 --html "$folder/report.html" "$folder/bad.md"
is_empty out
says err "bad.md:5:10: error: unknown name \"Wz\"; names are Q"
says err "    5 | S := Q * Wz"
says err "bad.md:6:5: error: there is no matrix 9: there is 1 matrix in this document; --list shows it"
[ ! -e "$folder/report.html" ] || fail "a report of a bad page"

echo "No block here." >"$folder/plain.md"
expect 2 "$folder/plain.md"
says err "no heed block"
says err '```heed'
: >"$folder/empty.md"
expect 2 "$folder/empty.md"
expect 0 --list "$folder/empty.md"

expect 2 "$folder/missing.md"
says err "cannot read"
expect 2 "$folder"
says err "cannot read"
expect 2
says err "which document?"
expect 2 --what "$pages/attention.md"
says err "unknown option --what"
expect 2 --html
expect 2 "$pages/attention.md" "$pages/wrong.md"
expect 2 --html "$folder/no/such/folder.html" "$pages/attention.md"
says err "cannot write"
expect 0 --help
says out "usage: check_page"

# A first block, put into the page that it is for, is read there and holds.
sed '/^```heed$/,/^```$/d' "$pages/attention.md" >"$folder/bare.md"
expect 2 "$folder/bare.md"
expect 0 --propose "$folder/bare.md"
says out "Q := X @ W_q"
says out "# holds for all 9 numbers"
cat "$folder/out" >>"$folder/bare.md"
expect 0 "$folder/bare.md"
expect 2 --propose "$folder/bare.md"
says err "has a heed block already"
sed '/^heed:/d' "$pages/map.txt" >"$folder/bare.txt"
expect 0 --propose "$folder/bare.txt"
says out "heed: rows of M1 are distributions"
cat "$folder/out" >>"$folder/bare.txt"
expect 0 "$folder/bare.txt"
printf 'A = [[1.23, 4.56]]\n' >"$folder/one.tex"
expect 1 --propose "$folder/one.tex"
says out "% heed: A = matrix 1"
expect 2 --propose "$folder/plain.md"
says err "has no matrix"

# Notebooks, where this program was built to read them.
"$program" "$pages/attention.ipynb" >"$folder/out" 2>"$folder/err" </dev/null
if grep -qF "reads no notebooks" "$folder/err"; then
    echo "check_page: built without nlohmann-json, notebooks are not tested"
else
    expect 0 "$pages/attention.ipynb"
    says out "weights: all 9 printed numbers consistent"
    "$program" - <"$pages/attention.ipynb" >"$folder/out" 2>&1 || fail "a notebook on standard input is not read"
    expect 0 --list "$pages/attention.ipynb"
    says out "matrix 4   cell 3, output line 1"
    says out 'after "Q ="'
    says out 'after "scores = array("'
    cell() { printf '{"cell_type": "code", "execution_count": 7, "source": "%s", "outputs": [{"output_type": "%s", %s}]}' "$@"; }
    shown='"execution_count": 7, "data": {"text/plain": "array([[1, 2], [3, 4]])"}'
    {
        printf '{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "a fence that is not closed\\n```"}, '
        cell "Q.round(2).T" execute_result "$shown" && printf ', '
        cell "Q.detach()" execute_result "$shown" && printf ', '
        cell "for W in (Wq, Wk):\n    print(W)" stream '"text": "[[5, 6], [7, 8]]\n"' && printf ', '
        cell "P, R" execute_result '"data": {"text/plain": "(array([[1, 2], [3, 4]]),\n array([[5, 6], [7, 8]]))"}' && printf ', '
        cell "frame" execute_result '"data": {"text/plain": "      a     b\nx  0.25  0.75\ny  0.50  0.50"}' && printf ', '
        cell "tool()" stream '"text": "```heed\nP := Q\n```\nheed: P := Q\n"' && printf ']}'
    } >"$folder/names.ipynb"
    expect 0 --list "$folder/names.ipynb"
    says out 'after "Out_7 = array("'
    says out 'after "Q = array("'
    says out 'after "frame ="'
    [ "$(wc -l <"$folder/out")" -eq 6 ] || fail "--list shows $(wc -l <"$folder/out") lines, not 6"
    grep -qE 'after "W[qk]?( =)?"' "$folder/out" && fail "a name for what a loop prints"
    says out 'after "(P = array("'
    says out 'after "R = array("'
    expect 2 "$folder/names.ipynb" # what a program writes is no block
    says err "no heed block"
    rm "$folder/names.ipynb"
    vectors='"data": {"text/plain": "(array([ 6. , -0.5]), array([7.25, 8.  ]), array([9., 1.]))"}'
    matrices='"data": {"text/plain": "(array([[6., 7.],\n        [8., 9.]]), array([[5., 4.],\n        [3., 2.]]))"}'
    deep='"data": {"text/plain": "(6.5, (array([7., 8.]), array([9., 1.])))"}'
    {
        printf '{"nbformat": 4, "metadata": {"language_info": {"name": "julia"}}, "cells": ['
        cell "a, b, c" execute_result "$vectors" && printf ', '
        cell "P, R" execute_result "$matrices" && printf ', '
        cell "x, pair" execute_result "$deep" && printf ', '
        cell "print(u)\nprint(w, z)" stream '"text": "6.5\n[1. 2.] [3. 4.]\n"' && printf ', '
        cell "print(g)\nprint(h)" stream '"text": "0.5\n(array([1., 2.]), array([3., 4.]))\n"' && printf ', '
        cell 'print(\"G:\")\nprint(g)\nprint(h)' stream '"text": "G:\n[[1. 2.]\n [3. 4.]]\n[[5. 6.]\n [7. 8.]]\n"' && printf ', '
        cell "W = [6 7\n     8 9]" stream '"text": ""' && printf ']}'
    } >"$folder/tuples.ipynb"
    expect 0 --list "$folder/tuples.ipynb"
    for said in '"(a = array("' '", b = array("' '", c = array("' '"(P = array("' '", R = array("' '"g ="' '"h ="'; do
        says out "after $said"
    done
    [ "$(wc -l <"$folder/out")" -eq 13 ] || fail "--list shows $(wc -l <"$folder/out") lines, not 13"
    grep -qE '(x|pair|u|w|z) = ' "$folder/out" && fail "a name for what it may not be"
    says out 'cell 7, line 1           2x2    6  7'
    expect 0 --skipped "$folder/tuples.ipynb"
    says out "2 matrices without names: it is not certain wh"
    cat >"$folder/kinds.ipynb" <<'END'
{"nbformat": 4, "cells": [{"cell_type": "code", "source": "show()", "outputs": [
 {"output_type": "display_data", "data": {"text/plain": "<Markdown object>",
  "text/markdown": "| a | b |\n|---|---|\n| 6 | 7 |\n\nand 61 more"}},
 {"output_type": "display_data", "data": {"text/plain": "<Latex object>",
  "text/latex": "$\\begin{pmatrix} 8 & 9 \\end{pmatrix}$ of 62"}},
 {"output_type": "display_data", "data": {"text/plain": "<HTML object>",
  "text/html": "<p>H = [[5, 4], [3, 2]] of 63</p><style>a { b: 99 }</style>"}},
 {"output_type": "display_data", "data": {"text/plain": "   a  b\n0  6  7",
  "text/html": "<table><caption>64</caption><tr><td>6</td><td>7</td></tr></table>"}},
 {"output_type": "display_data", "data": {"text/plain": "<SVG object>",
  "image/svg+xml": ["<svg width='98'>", "<text>65</text></svg>"]}},
 {"output_type": "display_data", "data": {"text/plain": "<JSON object>", "application/json": {"a": [66, 67]}}},
 {"output_type": "error", "ename": "E", "evalue": "68", "traceback": ["\u001b[31m--> x = [[6, 7], [8, 69]]"]},
 {"output_type": "stream", "name": "stderr", "text": "warning 70"}]}]}
END
    expect 0 --list "$folder/kinds.ipynb"
    [ "$(grep -c "matrix" "$folder/out")" -eq 4 ] || fail "--list shows $(wc -l <"$folder/out") matrices, not 4"
    says out 'after "<p>H ="'
    expect 0 --skipped "$folder/kinds.ipynb"
    for said in "and 61 more" "of 62" "of 63" '"64' "65" "application/json of " "E: 68" "[8, 69]]" "warning 70" "image/svg+xml of "; do
        says out "$said"
    done
    grep -qE '9[89]' "$folder/out" && fail "numbers of tags and styles are listed"
    # Cells are read in the order in which they were run, others and raw ones not; %%timeit binds nothing, and %time is code.
    cat >"$folder/run.ipynb" <<'END'
{"cells": [
 {"cell_type": "code", "execution_count": 1, "source": "A = np.array([[3, 1], [0, 2]])\nB = np.array([[1, 4], [2, 5]])\nT = A @ B", "outputs": []},
 {"cell_type": "code", "execution_count": null, "source": "T = T + 7", "outputs": []},
 {"cell_type": "raw", "source": "T = T + 9"},
 {"cell_type": "code", "execution_count": 5, "source": "%%timeit\nT = A - B", "outputs": []},
 {"cell_type": "code", "execution_count": 4, "source": "T", "outputs": [{"output_type": "execute_result",
  "execution_count": 4, "data": {"text/plain": "array([[15, 51],\n       [12, 30]])"}}]},
 {"cell_type": "code", "execution_count": 2, "source": "%time T *= 3", "outputs": []},
 {"cell_type": "code", "execution_count": null, "source": "T = T + 1", "outputs": []}
], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
END
    expect 0 --propose "$folder/run.ipynb"
    says out "# as the document says: holds for all 4 numbers"
    says out "T := (A @ B) * (3)"
    expect 0 --list "$folder/run.ipynb"
    says out "cell 5, output line 1"
    rm "$folder/run.ipynb"
    sed 's/X @ Wq/X @ Wz/' "$pages/attention.ipynb" >"$folder/bad.ipynb"
    expect 2 "$folder/bad.ipynb"
    says err 'bad.ipynb: cell 6, line 7:10: error: unknown name "Wz"'
    sed 's/"```heed/"```text/' "$pages/attention.ipynb" >"$folder/bare.ipynb"
    expect 0 --propose "$folder/bare.ipynb"
    says out "exact Wq = matrix 2"
    says out "scores := Q @ K.T / np.sqrt(2)"
    docs="$pages/../../docs/check_page.md"
    while IFS= read -r line; do
        [ ! -e "$docs" ] || grep -qxF -- "$line" "$docs" || fail "docs/check_page.md does not show: $line"
    done <"$folder/out"
    for bad in '' '{' '[]' '{}' '{"cells": 3}' '{"cells": [3, null, {"source": 4}, {"cell_type": "code", "outputs": [{}]}]}' \
               '{"cells": [{"cell_type": "code", "outputs": [{"output_type": "execute_result", "data": []}]}]}'; do
        printf '%s' "$bad" >"$folder/bad.ipynb"
        expect 2 "$folder/bad.ipynb"
        is_empty out
        says err "error: "
    done
    head -c 1000000 /dev/zero | tr '\0' '[' >"$folder/deep.ipynb"
    expect 2 "$folder/deep.ipynb"
    says err "nested too deeply"
    size=$(wc -c <"$pages/attention.ipynb")
    for ((n = 0; n < size; n += 211)); do
        head -c $n "$pages/attention.ipynb" >"$folder/cut.ipynb"
        expect 2 "$folder/cut.ipynb"
    done
fi

# Whatever a page is cut to: messages, no signal.
size=$(wc -c <"$pages/attention.md")
for ((n = 0; n <= size; n += 37)); do
    head -c $n "$pages/attention.md" | "$program" - >/dev/null 2>&1
    status=$?
    [ $status -le 2 ] || fail "status $status for the first $n bytes of attention.md"
done
head -c 100000 /dev/urandom | "$program" - >/dev/null 2>&1
[ $? -eq 2 ] || fail "random bytes are no page"

[ $failures -eq 0 ] || exit 1
echo "check_page: all as expected"
