# SPDX-License-Identifier: BSL-1.0
# Emitted C gives the bits of the library: every formula of emit_cases.hpp, as C and as C++17, by several compilers and
# at two levels of optimisation, or at the higher one with LEVELS=1; emitted C++ (NAME.cpp) gives them too, by the C++
# compiler beside each. Products and sums are contracted on neither side. Files with registers (NAME_vector.c) are
# compiled for the machine at the higher level, whose registers may be narrower or wider than those that are written
# there. The higher level is -O3 for plain C unless C_LEVEL names one, and VECTOR_LEVEL or -O2 for registers; C++ is
# compiled at one, that of CPP_LEVEL or -O2. A compiler takes a quarter of the time for registers if it does not
# optimise: beside a VECTOR_LEVEL, those of OPTIMISED="NAME NAME..." are compiled at -O2. With IN_CPP="NAME NAME..."
# only these are compared in C++.
#
#   bash emit.sh PROGRAM FOLDER [COMPILER...]
#
# PROGRAM is emit_files.cpp compiled with -ffp-contract=off. Compilers that are not there are left out; one has to be.
set -u -o pipefail
export LC_ALL=C

# compare COMPILER LANGUAGE LEVEL SOURCE: says what is wrong, and nothing else.
compare() {
    local compiler=$1 language=$2 level=$3 source=$4
    local file=${source##*/} folder=${source%/*}
    local name=${file%.*} binary=$folder/build/$file
    local warnings="-Wall -Wextra -Wshadow -Werror"
    [ "$name.cpp" != "$file" ] || warnings+=" -Wpedantic -Wconversion -Wold-style-cast"
    if ! $compiler $language $level -ffp-contract=off $warnings "$source" -o "$binary" -lm \
        2> "$binary.messages"; then
        echo "emit: $compiler $level does not compile $file:"
        head -5 "$binary.messages"
        return
    fi
    if ! "$binary" bits | cmp -s - "$folder/$name.bits"; then
        local differ=$("$binary" bits | cmp -l - "$folder/$name.bits" 2> /dev/null | wc -l)
        echo "emit: $compiler $level: $differ bytes of $file are not those of the library"
    fi
    "$binary" > "$binary.words" || echo "emit: $compiler $level: $(cat "$binary.words")"
}
# The same for four arguments after the other: a process has many programs.
compare_all() {
    set -u -o pipefail
    while [ $# -gt 0 ]; do
        compare "${@:1:4}"
        shift 4
    done
}
export -f compare compare_all

program=$1
folder=$2
shift 2
[ $# -gt 0 ] || set -- gcc g++ clang clang-14 clang-19 clang++-19

rm -rf "$folder" && mkdir -p "$folder/build" || exit 1
"$program" "$folder" || { echo "emit: $program failed"; exit 1; }
for name in ${OPTIMISED-}; do
    [ -e "$folder/${name}_vector.c" ] || { echo "emit: there is no ${name}_vector.c"; exit 1; }
done
for name in ${IN_CPP-}; do
    [ -e "$folder/${name}_vector.cpp" ] || { echo "emit: there is no ${name}_vector.cpp"; exit 1; }
done

compared=0
cpp_compilers=
for compiler in "$@"; do
    command -v "$compiler" > /dev/null || { echo "emit: $compiler is not there: left out"; continue; }
    case $compiler in
        *++*) language="-x c++ -std=gnu++17" cpp_compiler=$compiler ;;
        gcc*) language="-x c -std=gnu17" cpp_compiler=${compiler/gcc/g++} ;;
        *) language="-x c -std=gnu17" cpp_compiler=${compiler/clang/clang++} ;;
    esac
    for source in "$folder"/*.c; do
        high=${C_LEVEL:--O3}
        if [[ $source == *_vector.c ]]; then
            name=${source##*/}
            high="${VECTOR_LEVEL:--O2} -march=native"
            [[ " ${OPTIMISED-} " != *" ${name%_vector.c} "* ]] || high="-O2 -march=native"
        fi
        printf '%s\0%s\0%s\0%s\0' "$compiler" "$language" "$high" "$source"
        [ "${LEVELS:-2}" = 1 ] || printf '%s\0%s\0%s\0%s\0' "$compiler" "$language" -O1 "$source"
    done > "$folder/build/list"
    if [[ " $cpp_compilers " != *" $cpp_compiler "* ]] && command -v "$cpp_compiler" > /dev/null; then
        cpp_compilers+=" $cpp_compiler"
        for source in "$folder"/*.cpp; do
            name=${source##*/} name=${name%.cpp} name=${name%_vector}
            [[ -z ${IN_CPP-} || " $IN_CPP " == *" $name "* ]] || continue
            printf '%s\0%s\0%s\0%s\0' "$cpp_compiler" "-std=gnu++20" "${CPP_LEVEL:--O2}" "$source"
        done >> "$folder/build/list"
    fi
    compared=$((compared + $(tr -cd '\0' < "$folder/build/list" | wc -c) / 4))
    # Two levels of one source share a binary, and stand side by side: one process has both.
    xargs -0 -n 32 -P "${JOBS:-2}" bash -c 'compare_all "$@"' compare < "$folder/build/list"
done > "$folder/build/wrong"
failed=0
if [ -s "$folder/build/wrong" ]; then
    cat "$folder/build/wrong"
    grep -qv ': left out$' "$folder/build/wrong" && failed=1
fi
if awk 'length($0) > 120 { print "emit: a line of " length($0) " columns in " FILENAME; long = 1 } END { exit !long }' "$folder"/*.c "$folder"/*.cpp; then failed=1; fi
[ "$compared" -gt 0 ] || { echo "emit: no compiler"; exit 1; }
echo "emit: $compared programs compared"
exit $failed
