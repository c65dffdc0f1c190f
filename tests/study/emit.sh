# SPDX-License-Identifier: BSL-1.0
# Emitted C gives the bits of the library: every formula of emit_cases.hpp, as C and as C++, by several compilers and at
# two levels of optimisation. Products and sums are contracted on neither side.
#
#   bash emit.sh PROGRAM FOLDER [COMPILER...]
#
# PROGRAM is emit_files.cpp compiled with -ffp-contract=off. Compilers that are not there are left out; one has to be.
set -u
export LC_ALL=C
program=$1
folder=$2
shift 2
[ $# -gt 0 ] || set -- gcc g++ clang clang-14 clang-19 clang++-19

rm -rf "$folder" && mkdir -p "$folder/build" || exit 1
"$program" "$folder" || { echo "emit: $program failed"; exit 1; }

failed=0 compared=0
for compiler in "$@"; do
    command -v "$compiler" > /dev/null || { echo "emit: $compiler is not there: left out"; continue; }
    case $compiler in
        *++*) language="-x c++ -std=gnu++17" ;;
        *) language="-x c -std=gnu17" ;;
    esac
    for level in -O1 -O3; do
        for source in "$folder"/*.c; do
            name=$(basename "$source" .c)
            binary=$folder/build/$name
            if ! $compiler $language $level -ffp-contract=off -Wall -Wextra -Wshadow -Werror "$source" -o "$binary" -lm \
                2> "$folder/build/messages"; then
                echo "emit: $compiler $level does not compile $name:"
                head -5 "$folder/build/messages"
                failed=1
                continue
            fi
            "$binary" bits > "$folder/build/bits"
            if ! cmp -s "$folder/build/bits" "$folder/$name.bits"; then
                differ=$(diff "$folder/build/bits" "$folder/$name.bits" | grep -c '^<')
                echo "emit: $compiler $level: $differ numbers of $name are not those of the library"
                failed=1
            fi
            "$binary" > "$folder/build/words" || { echo "emit: $compiler $level: $(cat "$folder/build/words")"; failed=1; }
            compared=$((compared + 1))
        done
    done
done
if awk 'length($0) > 120 { print "emit: a line of " length($0) " columns in " FILENAME; long = 1 } END { exit !long }' "$folder"/*.c; then failed=1; fi
[ "$compared" -gt 0 ] || { echo "emit: no compiler"; exit 1; }
echo "emit: $compared programs compared"
exit $failed
