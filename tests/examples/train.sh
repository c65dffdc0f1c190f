# SPDX-License-Identifier: BSL-1.0
# The built train as its users call it: it learns, goes on after a break with the same bits, with any number of threads, and
# refuses what it cannot use before it writes.
#
#   bash train.sh TRAIN
set -u
export LC_ALL=C
program=$1 name=train
source "$(dirname "${BASH_SOURCE[0]}")/../as_users_call.sh"

text=$folder/text
for i in $(seq 40); do echo "the cat sat on the mat, and the dog sat on the log $i"; done >"$text"
learn() {  # checkpoint steps every
    expect 0 --text "$text" --checkpoint "$1" --steps "$2" --every "$3"
}
loss_at() { tr '\r' '\n' <"$folder/out" | sed -n "s/.* step $1, loss \([0-9.]*\),.*/\1/p"; }

OMP_NUM_THREADS=1 learn "$folder/whole" 4 2
whole=$(loss_at 4)
OMP_NUM_THREADS=2 learn "$folder/parts" 2 2
OMP_NUM_THREADS=3 learn "$folder/parts" 4 2
says out "goes on after step 2"
cmp -s "$folder/whole" "$folder/parts" || fail "a run with a break has other numbers, or one with more threads"
[[ $(loss_at 4) == "$whole" ]] || fail "a run with a break says another loss: $(loss_at 4), not $whole"

# What it learned is worth something: from the loss of a guess, log(96) = 4.56, down.
learn "$folder/more" 8 4
awk -v loss="$(loss_at 8)" 'BEGIN { exit !(loss > 0 && loss < 4.3) }' || fail "no loss that fell: $(loss_at 8)"

# refuses WORDS ARGUMENTS...: and the checkpoint stays
refuses() {
    local words=$1 before
    shift
    before=$(sha256sum <"$folder/whole")
    expect 1 "$@"
    says err "train: $words"
    [[ $(sha256sum <"$folder/whole") == "$before" ]] || fail "the checkpoint changed: $*"
}
refuses "--steps needs a whole number from 1 on, not 0" --steps 0
refuses "--steps needs a whole number from 1 on, not -3" --steps -3
refuses "--every needs a value" --every
refuses "no option --nothing" --nothing 1
refuses "cannot read $folder/none" --text "$folder/none" --checkpoint "$folder/whole"
echo short >"$folder/short"
refuses "the text has fewer than 256 characters" --text "$folder/short" --checkpoint "$folder/whole"
head -c 1000 "$folder/whole" >"$folder/cut"
refuses "heed: $folder/cut: " --text "$text" --checkpoint "$folder/cut" --steps 5
sed 's/"last.mean"/"else.mean"/' "$folder/whole" >"$folder/renamed"
refuses "heed: $folder/renamed: " --text "$text" --checkpoint "$folder/renamed" --steps 5

[ $failures -eq 0 ] && echo "train: as its users call it"
exit $failures
