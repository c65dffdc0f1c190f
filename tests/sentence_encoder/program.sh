# SPDX-License-Identifier: BSL-1.0
# What the program of examples/sentence_encoder says where it cannot do what it is asked to: one line, and exit status 1.
#
#   bash program.sh PROGRAM MODEL       what needs a model is left out where there is none
set -u
program=$1 model=${HEED_SENTENCE_ENCODER:-$2}
failed=0 checks=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

says() {  # words option...
    local words="sentence_encoder: $1" said
    shift
    said=$("$program" "$@" 2>&1 >"$scratch/out" </dev/null)
    local status=$?
    checks=$((checks + 1))
    if [[ $status != 1 || $said != "$words" ]]; then
        failed=1
        printf '%s\n  exits with %s and says: %s\n  not: %s\n' "$*" "$status" "$said" "$words"
    fi
}

# The script, on a machine that has nothing: it says these before it installs anything.
mkdir "$scratch/bin"
for tool in bash cat dirname env mktemp rm sed; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
printf '#!/bin/sh\necho 0\n' >"$scratch/bin/id"
printf '#!/bin/sh\necho "apt-get is called" >&2\nexit 1\n' >"$scratch/bin/apt-get"
chmod +x "$scratch/bin/id" "$scratch/bin/apt-get"
script() { PATH=$scratch/bin bash "$(dirname "${BASH_SOURCE[0]}")/../../examples/sentence_encoder/run" "$@" 2>&1; }
script_says() {  # words option...
    local words=$1 said
    shift
    said=$(script "$@") && failed=1
    checks=$((checks + 1))
    [[ $said == *"$words"* ]] || { failed=1; printf 'the script says: %s\n  not: %s\n' "$said" "$words"; }
}
[[ $(script --help) == "$("$program" --help)" && $(script -h) == "$("$program" -h)" ]] || { failed=1; echo "the script has another usage than the program"; }
script_says "run: --pages is no option; --help lists them" a --pages x
script_says "run: --x[\$(id)] is no option; --help lists them" '--x[$(id)]'
script_says "run: --maps needs a whole number, not -1" --maps -1
script_says "run: --page needs a value" a --page
script_says "run: --threads 0 is not from 1 to 256" --threads 0
script_says "apt-get is called" --threads 008
script_says "apt-get is called" a -- --pages
for option in $(sed -n 's/^  \(--[a-z-]*\)  .*/\1/p' <(script --help)); do  # that take no value
    [[ $option == --help ]] || script_says "apt-get is called" "$option"
done

says "no model in $scratch: examples/sentence_encoder/run fetches it" --model "$scratch" a
says "--pages is no option; --help lists them" --pages a
says "$scratch/none cannot be read" --file "$scratch/none"
says "there are no texts" --prompt
: >"$scratch/empty"
says "there are no texts" --file "$scratch/empty"
printf '0\ta\n' >"$scratch/pieces.txt"
printf 'no header' >"$scratch/encoder.safetensors"
"$program" --model "$scratch" a >/dev/null 2>"$scratch/words" && failed=1
grep -q "^sentence_encoder: .*encoder.safetensors" "$scratch/words" || { failed=1; cat "$scratch/words"; }

if [[ -e $model/pieces.txt ]]; then
    says "text 2 is empty: there is nothing to encode" --model "$model" a ""
    says "text 1 is not UTF-8: byte 2 of 2 begins no character" --model "$model" $'a\xff'
    says "text 1 is empty: there is nothing to encode" --model "$model" --time 1 ""
    says "heed: $scratch/none/page.html: cannot be written: No such file or directory" \
        --model "$model" --maps 0 --page "$scratch/none/page.html" a
    if [[ -c /dev/full ]]; then
        says "heed: /dev/full: cannot be written: No space left on device" --model "$model" --maps 0 --page /dev/full a
        "$program" --model "$model" a >/dev/full 2>"$scratch/words" && failed=1
        grep -qx "sentence_encoder: what was found cannot be written: No space left on device" "$scratch/words" || failed=1
        [[ -c /dev/full ]] || { failed=1; echo "a device is removed"; }
    fi
    mkdir "$scratch/other"
    ln -s "$(realpath "$model/encoder.safetensors")" "$scratch/other/"
    head -n 100 "$model/pieces.txt" >"$scratch/other/pieces.txt"
    says "$scratch/other/pieces.txt has 100 pieces; the encoder was trained with 8000" --model "$scratch/other" a
    cp "$model/pieces.txt" "$scratch/other/"
    rm "$scratch/other/encoder.safetensors"
    (head -c 20000000 "$model/encoder.safetensors"; yes | tr 'y\n' '\377' | head -c 8000000) |  # numbers that are none
        head -c "$(stat -L -c %s "$model/encoder.safetensors")" >"$scratch/other/encoder.safetensors"
    says "the model computes an embedding that is no numbers" --model "$scratch/other" a
    echo old >"$scratch/half.html"
    (ulimit -f 8; trap '' XFSZ; exec "$program" --model "$model" --maps 0 --page "$scratch/half.html" a) \
        >"$scratch/out" 2>"$scratch/words" && failed=1
    grep -qx "sentence_encoder: heed: $scratch/half.html: cannot be written: File too large" "$scratch/words" ||
        { failed=1; cat "$scratch/words"; }
    [[ $(cat "$scratch"/half.html*) == old ]] || { failed=1; echo "half a page is left, or the one before is gone"; }
    for input in /dev/null "$scratch/empty"; do  # what standard input is does not matter; once it did
        "$program" --model "$model" --maps 0 --page "$scratch/closed.html" a <"$input" >&- 2>"$scratch/words" && failed=1
        grep -qx "sentence_encoder: what was found cannot be written: Bad file descriptor" "$scratch/words" ||
            { failed=1; cat "$scratch/words"; }
    done
    "$program" --model "$model" --maps 0 --page "$scratch/closed.html" a <&- >&- 2>"$scratch/words" && failed=1
    grep -qx "sentence_encoder: what was found cannot be written: Bad file descriptor" "$scratch/words" || failed=1
    "$program" --model "$model" --maps 0 --page "$scratch/closed.html" a >/dev/null 2>&- || failed=1
    grep -q 'similarities, 1' "$scratch/closed.html" && { failed=1; echo "a page has what was meant for another stream"; }
    says "--maps 3: there are 2 texts" --model "$model" --maps 3 a b
    "$program" --model "$model" "One text." "Another one." >"$scratch/one" || failed=1
    "$program" --model "$model" --threads 3 "One text." "Another one." >"$scratch/three" || failed=1
    cmp "$scratch/one" "$scratch/three" || failed=1
    printf '\xef\xbb\xbfOne text.\r\n\n \nAnother one.\n' >"$scratch/lines"  # a mark, blank lines, ends of Windows
    "$program" --model "$model" --file "$scratch/lines" >"$scratch/of_file" || failed=1
    cmp "$scratch/one" "$scratch/of_file" || failed=1
    printf 'a\n\nb\xff\n' >"$scratch/lines"
    says "$scratch/lines, line 3, is not UTF-8: byte 2 of 2 begins no character" --model "$model" --file "$scratch/lines"
    "$program" --model "$model" --maps 0 --page "$scratch/page.html" '猫' "$(yes and | head -n 200 | tr '\n' ' ')" >"$scratch/out" || failed=1
    for words in 'characters that the model does not know' 'the first 128 pieces of 20'; do
        grep -q "$words" "$scratch/out" && grep -q "$words" "$scratch/page.html" || { failed=1; echo "not said: $words"; }
    done
    "$program" --model "$model" --page "$scratch/page.html" 'a < b' c >"$scratch/out" || failed=1
    grep -q 'a &lt; b' "$scratch/page.html" && ! grep -q 'http' <(sed 's|http://www.w3.org||g' "$scratch/page.html") ||
        { failed=1; echo "the page is not what it should be"; }
else
    echo "no model in $model: what needs one is left out"
fi
echo "$checks checks"
exit $failed
