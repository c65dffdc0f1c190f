#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Two sources of one program that evaluate a formula by par, one compiled with OpenMP and one without: functions that start
# threads, and all that have the policy, have different names. What both have by one name knows of no threads.
#
#   bash threads.sh PROJECT COMPILER FOLDER
set -euo pipefail
project=$1 compiler=$2 folder=$3
here=$project/tests/house/threads
mkdir -p "$folder"
cd "$folder"
if ! echo 'int main() {}' | "$compiler" -fopenmp -x c++ - -o openmp 2>openmp.log; then
    echo "skipped: there is no OpenMP for this compiler"
    exit 0
fi

compile() { "$compiler" -std=c++20 -O0 -I "$project/include" "$@"; }  # without optimisation every function is there
compile -c -fopenmp -DUNIT=with_openmp "$here/unit.cpp" -o with.o
compile -c -DUNIT=without_openmp "$here/unit.cpp" -o without.o
compile -c "$here/main.cpp" -o main.o

status=0
export OMP_NUM_THREADS=3
for order in "with.o without.o" "without.o with.o"; do
    # shellcheck disable=SC2086
    "$compiler" -fopenmp -pthread main.o $order -o program
    ./program || { echo "a source has other bits on several threads" && status=1; }
done

weak() { nm "$1" | awk '$2 ~ /[WVu]/ { print $3 }' | sort; }
common=$(comm -12 <(weak with.o) <(weak without.o))
[[ $(wc -l <<<"$common") -gt 20 ]] || { echo "the sources have no functions in common, which proves nothing" && status=1; }
for object in with without; do
    [[ $(weak $object.o) == *parallel_policy* ]] || { echo "$object.o has no policy of threads, which proves nothing" && status=1; }
    calls=$(objdump -dr --no-show-raw-insn $object.o | awk '
        /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3) }
        /R_.*[ \t](GOMP_|omp_|__kmpc_|pthread_|sched_)/ { print name }' | sort -u)
    [[ -n $calls ]] || { echo "no function of $object.o asks for threads, which proves nothing" && status=1; }
    if found=$(comm -12 <(echo "$calls") <(echo "$common") | grep .); then
        echo "both sources have, and $object.o asks for threads in:" && c++filt <<<"$found" | cut -c1-300
        status=1
    fi
done
if found=$(grep parallel_policy <<<"$common"); then
    echo "both sources have, with the policy:" && c++filt <<<"$found" | cut -c1-300
    status=1
fi
echo "$(wc -l <<<"$common") functions have one name in both sources; none of them knows of threads"
exit $status
