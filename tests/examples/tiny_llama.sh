# SPDX-License-Identifier: BSL-1.0
# The built tiny_llama as its users call it, with a model that make_model makes: text, options, exit status, messages.
#
#   bash tiny_llama.sh TINY_LLAMA MAKE_MODEL
set -u
export LC_ALL=C
program=$1 name=tiny_llama
make_model=$2
source "$(dirname "${BASH_SOURCE[0]}")/../as_users_call.sh"

model=$folder/model.bin tokens=$folder/tokenizer.bin
"$make_model" "$model" "$tokens" 32 40 2 4 2 400 40 || fail "make_model ends with status $?"
[ "$(stat -c %s "$model")" -lt 150000 ] || fail "the model is large"
# refuses WORDS ARGUMENTS...: make_model does not take these
refuses() {
    local words=$1
    shift
    "$make_model" "$@" 2>"$folder/err"
    local found=$?
    [ $found -eq 2 ] || fail "make_model ends with status $found, not 2: $*"
    says err "make_model: $words"
}
refuses "needs two files, and all seven sizes or none" "$folder/x"
refuses "needs two files, and all seven sizes or none" "$folder/x" "$folder/y" 32
refuses "vocab_size needs a number from 300 to 2147483647, not 200" "$folder/x" "$folder/y" 32 40 2 4 2 200 40
refuses "vocab_size needs a number from 300 to 2147483647, not -400" "$folder/x" "$folder/y" 32 40 2 4 2 --400 40
refuses "dim needs a number from 1 to 2147483647, not 32x" "$folder/x" "$folder/y" 32x 40 2 4 2 400 40
refuses "seq_len needs a number from 1 to 2147483647, not 99999999999" "$folder/x" "$folder/y" 32 40 2 4 2 400 99999999999
refuses "n_layers needs a number from 1 to 2147483647, not -2" "$folder/x" "$folder/y" 32 40 -2 4 2 400 40
refuses "n_heads 5 does not divide dim 32" "$folder/x" "$folder/y" 32 40 2 5 5 400 40
refuses "n_kv_heads 3 does not divide n_heads 4" "$folder/x" "$folder/y" 32 40 2 4 3 400 40
refuses "a head has 1 numbers, of which rotary positions turn pairs" "$folder/x" "$folder/y" 32 40 2 32 2 400 40
refuses "--version needs a number from 0 to 2, not 3" "$folder/x" "$folder/y" --version 3
[ ! -e "$folder/x" ] || fail "make_model writes a model that it refuses"
for option in --help -h; do
    "$make_model" $option >"$folder/out" || fail "make_model $option ends with status $?"
    grep -q "^usage: make_model MODEL TOKENIZER" "$folder/out" || fail "make_model $option says no usage"
done
timeout 20 "$make_model" /nowhere/model.bin "$tokens" 40000 40000 2000 4 2 400 40 2>"$folder/err"
[ $? -eq 1 ] || fail "make_model computes weights that it cannot write"
says err "make_model: heed: /nowhere/model.bin: cannot be written: No such file or directory"

# Versions: the same floats, and 8-bit numbers, a file of a third of the size.
for version in 1 2; do
    "$make_model" "$folder/$version.bin" "$tokens" 32 40 2 4 2 400 40 --version $version || fail "make_model ends with status $?"
    expect 0 "$folder/$version.bin" "$tokens" "banana kilo" --steps 3
    cp "$folder/out" "$folder/of_version_$version"
done
expect 0 "$model" "$tokens" "banana kilo" --steps 3
cmp -s "$folder/out" "$folder/of_version_1" || fail "the same weights as version 1 write another text"
[ "$(stat -c %s "$folder/2.bin")" -lt $(($(stat -c %s "$model") / 3)) ] || fail "version 2 is no third of version 0"

expect 0 "$model" "$tokens" "banana kilo"
says err "tokens per second"
head -c 11 "$folder/out" | grep -qx "banana kilo" || fail "the text does not begin with the prompt"
cp "$folder/out" "$folder/greedy"
expect 0 "$model" "$tokens" "banana kilo" --temperature 0 --seed 5
cmp -s "$folder/out" "$folder/greedy" || fail "without temperature the seed matters"
expect 0 "$model" "$tokens" "banana kilo" --temperature 1 --seed 5
cp "$folder/out" "$folder/sampled"
expect 0 "$model" "$tokens" "banana kilo" --temperature 1 --seed 5
cmp -s "$folder/out" "$folder/sampled" || fail "one seed, two texts"
expect 0 "$model" "$tokens" "banana kilo" --temperature 1 --seed 6
cmp -s "$folder/out" "$folder/sampled" && fail "two seeds, one text"
expect 0 "$model" "$tokens" "banana kilo" --temperature 1 --seed 5 --top-p 0.001
cmp -s "$folder/out" "$folder/greedy" || fail "the likeliest token alone is another one"
expect 0 "$model" "$tokens"
expect 0 "$model" "$tokens" $'any \xff bytes\n' --steps 1
says out $'any \xff bytes'
expect 0 "$model" "$tokens" $'no\xc2\x9b2J \x9bm \xc3\xa9\n' --steps 1
head -1 "$folder/out" | grep -qxF $'no2J m \xc3\xa9' || fail "control characters of 8 bits are shown, or a letter is not"
expect 0 "$model" "$tokens" $'no\e[2J clearing,\x7f\r\a a\ttab\n' --steps 1
head -1 "$folder/out" | grep -qxF $'no[2J clearing, a\ttab' || fail "control characters of a prompt are shown, or a tab is not"

expect 0 "$model" "$tokens" "banana <b>" --steps 3 --maps "$folder/maps.html"
[ "$(grep -c '<svg' "$folder/maps.html")" -eq 8 ] || fail "not a map for each of 4 heads in 2 layers"
grep -q 'src=\|href="http' "$folder/maps.html" && fail "the page asks a network"
grep -q '<b>' "$folder/maps.html" && fail "text of tokens is taken for tags"
tokens_on_page=$(grep -o '<button>' "$folder/maps.html" | wc -l)
[ "$(grep -o '<span class="later"' "$folder/maps.html" | wc -l)" -eq 1 ] || fail "the token that was written last is not on the page"
grep -q '<button></button>' "$folder/maps.html" && fail "a token cannot be seen"
# Three were written: what may come next has three lists, of which the likeliest, which is taken, is the first.
[ "$(grep -c '<ol class="next"' "$folder/maps.html")" -eq 3 ] || fail "what may come next is not said of three tokens"
[ "$(grep -c '<ol class="next" data-after="[0-9]*" hidden><li class="taken">' "$folder/maps.html")" -eq 3 ] || fail "the likeliest is not taken"
last=$(sed -n 's/.*<span class="later"[^>]*>\([^<]*\)<.*/\1/p' "$folder/maps.html")
grep '<ol class="next"' "$folder/maps.html" | tail -1 | grep -qF "<li class=\"taken\"><span class=\"word\">$last</span>" || fail "$last is not what is taken last"
if command -v chromium >/dev/null; then
    chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/browser" --dump-dom "file://$folder/maps.html" \
        >"$folder/page" 2>"$folder/browser.err" || fail "no browser: $(tail -1 "$folder/browser.err")"
    grep -q "Token $tokens_on_page of $tokens_on_page, “.*”, looks most at “.*” [0-9.]*%, " "$folder/page" ||
        fail "the page does not say whom the last of $tokens_on_page tokens looks at"
    [ "$(grep -o 'aria-current="true"' "$folder/page" | wc -l)" -eq 1 ] || fail "not one token is chosen"
    shown=$(grep -o '<ol class="next" data-after="[0-9]*">' "$folder/page")
    [ "$shown" = "<ol class=\"next\" data-after=\"$((tokens_on_page - 1))\">" ] || fail "what may come next is shown of another token: $shown"
else
    echo "skipped: the page of a text in a browser, there is no chromium"
fi
# A text that ends by itself: its last token has been read, so that nobody on the page has looked at nothing.
early=0
for seed in {1..40}; do
    expect 0 "$model" "$tokens" x --steps 30 --temperature 100 --top-p 1 --seed "$seed" --maps "$folder/maps.html"
    grep -q '<span class="later"' "$folder/maps.html" && continue
    grep -q '<button>' "$folder/maps.html" && early=$seed && break
done
[ "$early" -gt 0 ] || fail "no text ends early, or the last map of one that does is lost"
"$make_model" "$folder/long.bin" "$tokens" 32 40 2 4 2 400 140 || fail "make_model ends with status $?"
expect 0 "$folder/long.bin" "$tokens" "more tokens than a drawing of all pairs has room for, and on, and on, and on" --steps 1 \
    --maps "$folder/maps.html"
grep -q '<svg' "$folder/maps.html" && fail "maps are drawn of more tokens than a page has room for"
grep -q 'No heat maps: ' "$folder/maps.html" || fail "the page does not say why there are no maps"

expect 0 --steps 3 -- "$model" "$tokens" "--steps"
head -c 7 "$folder/out" | grep -qxF -- "--steps" || fail "a prompt after -- is taken for an option"
expect 0 "$model" "$tokens" "banana kilo" --temperature 1e-40 --top-p 1
cmp -s "$folder/out" "$folder/greedy" || fail "the smallest temperature does not choose the likeliest token"
expect 0 --help
says out "usage: tiny_llama MODEL TOKENIZER [PROMPT]"

# Streams that are closed or full: no text is written into a page, no page is left without its text.
rm -f "$folder"/closed.html
"$program" "$model" "$tokens" x --steps 2 --maps "$folder/closed.html" >&- 2>"$folder/err" && fail "a closed output is not told"
says err "tiny_llama: the text cannot be written: Bad file descriptor"
[ -z "$(ls "$folder" | grep closed)" ] || fail "a page is left of a text that nobody saw"
"$program" "$model" "$tokens" x --steps 2 --maps "$folder/closed.html" >"$folder/out" 2>&- || fail "it needs a place for errors"
tail -1 "$folder/closed.html" | grep -qx '</body></html>' || fail "a page has what was meant for another stream"
"$program" "$model" "$tokens" x --steps 2 >/dev/full 2>"$folder/err" && fail "a full device is not told"
says err "tiny_llama: the text cannot be written: No space left on device"

expect 1 "$folder/none.bin" "$tokens" x
says err "none.bin: cannot be opened: No such file or directory"
for version in 1 2; do  # a size that nothing in the file stands for
    printf '\377\377\377\177' | dd of="$folder/$version.bin" bs=1 seek=32 conv=notrunc status=none
    expect 0 "$folder/$version.bin" "$tokens" x --steps 3
done
expect 1 "$model" "$folder" x
says err "is no regular file"
expect 1 "$tokens" "$tokens" x
says err "tokenizer.bin: "
head -c 20000 "$model" >"$folder/part.bin"
expect 1 "$folder/part.bin" "$tokens" x
says err "part.bin: ends within the embedding, of which 19972 bytes are there and 51200 should be"
expect 1 "$model" "$tokens" "$(printf 'x%.0s' {1..50})"
says err "the prompt has 52 tokens, and the model has 40 positions"
expect 1 "$model" "$tokens" "x" --steps 39
says err "the prompt has 3 tokens, 39 are to follow, and the model has 40 positions"
expect 1 "$model" "$tokens" "x" --steps 2 --maps /nowhere/maps.html
says err "/nowhere/maps.html: cannot be written"
[ -s "$folder/out" ] && fail "text is generated for a page that cannot be written"
mkdir "$folder/pages" "$folder/pages/old"
expect 1 "$model" "$tokens" "x" --steps 2 --maps "$folder/pages/old"
[ "$(ls "$folder/pages")" = old ] || fail "a page that cannot be written leaves a part"

expect 2
says err "usage: tiny_llama MODEL TOKENIZER [PROMPT]"
expect 2 "$model" "$tokens" one two
expect 2 "$model" "$tokens" --step 3
says err "no option --step"
expect 2 "$model" "$tokens" --steps
says err "--steps needs a value"
expect 2 "$model" "$tokens" --maps ""
says err "--maps needs a value"
for wrong in "--steps 0" "--steps x" "--temperature -1" "--temperature nan" "--top-p 0" "--top-p 1.5" "--seed -1" "--seed 1x"; do
    # shellcheck disable=SC2086 # an option and its value
    expect 2 "$model" "$tokens" x $wrong
    says err "${wrong% *} needs a number from "
done

[ $failures -eq 0 ] && echo "tiny_llama: as its users call it"
exit $failures
