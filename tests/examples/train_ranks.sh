# SPDX-License-Identifier: BSL-1.0
# The model that learns, over ranks: the losses of one process, the same bits from run to run, errors that end all ranks.
#
#   bash train_ranks.sh TRAIN TRAIN_RANKS MPIEXEC NUMBER_OPTION
set -u
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
train=$1 over_ranks=$2 mpiexec=$3 number=$4 failures=0
fail() { echo "train_ranks: $*"; failures=$((failures + 1)); }

for i in $(seq 40); do echo "the cat sat on the mat, and the dog sat on the log $i"; done >"$folder/text"
losses() {  # checkpoint, program...
    local checkpoint=$1
    shift
    timeout 200 "$@" --text "$folder/text" --checkpoint "$checkpoint" --steps 4 --every 4 2>&1 | tr '\r' '\n' | grep -o 'loss [0-9.]*'
}
wanted=$(losses "$folder/one" "$train")
[[ $(wc -l <<<"$wanted") == 4 ]] || fail "one process has no four losses: $wanted"
for ranks in 1 2 3 4; do
    found=$(losses "$folder/$ranks" "$mpiexec" "$number" "$ranks" "$over_ranks")
    paste <(echo "$wanted") <(echo "$found") | awk 'NF != 4 || $2 - $4 > 0.002 || $4 - $2 > 0.002 { bad = 1 } END { exit bad }' ||
        fail "$ranks ranks have other losses: $found, not $wanted"
done
losses "$folder/again" "$mpiexec" "$number" 4 "$over_ranks" >"$folder/losses"
cmp -s "$folder/4" "$folder/again" || fail "two runs of 4 ranks have other bits"
timeout 60 "$mpiexec" "$number" 3 "$over_ranks" --text "$folder/none" >"$folder/words" 2>&1
status=$?
[[ $status != 0 && $status != 124 ]] || fail "a text that is not there ends with $status"
grep -q "cannot read $folder/none" "$folder/words" || fail "a text that is not there says $(cat "$folder/words")"

[ $failures -eq 0 ] && echo "train_ranks: the losses of one process"
exit $failures
