# SPDX-License-Identifier: BSL-1.0
# cmake/need on a machine that lacks something, with an apt-get of our own: what it installs, how far it says it is, what it
# says of a failure; and scripts that print their usage before they install anything.
#
#   bash need.sh ROOT_OF_THE_PROJECT
set -u
root=$(cd "$1" && pwd) || exit 2
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for tool in bash cat dirname env mktemp rm; do ln -s "$(command -v $tool)" "$scratch/$tool"; done
printf '#!/bin/sh\necho 0\n' >"$scratch/id"
cat >"$scratch/apt-get" <<'END'
#!/bin/sh
echo "apt-get $* ($DEBIAN_FRONTEND)" >>"$CALLS"
case "$*" in
    *install*)
        for n in 0 4.5 12.0 19.9 100; do echo "dlstatus:1:$n:Retrieving" >&3; done
        # It closes that descriptor for the scripts of packages, one of which ends here if it cannot write.
        (exec 3>&-; echo "words of dpkg") || exit 100
        echo "pmstatus:one:50.0:Installing" >&3
        ;;
esac
case "$*" in *nowhere*) echo "E: no package nowhere" >&2; exit 100 ;; esac
END
chmod +x "$scratch/id" "$scratch/apt-get"

# expect STATUS WORDS COMMAND...: so it ends, and that is all it says
expect() {
    local status=$1 words=$2 said found
    shift 2
    : >"$scratch/calls"
    said=$(cd "$root" && CALLS=$scratch/calls PATH=$scratch bash "$@" 2>&1)
    found=$?
    [[ $found == "$status" && $said == "$words" ]] && return
    failed=1
    printf '%s\n  ends with %s, not %s, and says\n%s\n  not\n%s\n' "$*" "$found" "$status" "$said" "$words"
}
calls() {
    [[ $(cat "$scratch/calls") == "$1" ]] || { failed=1; printf 'called are\n%s\n  not\n%s\n' "$(cat "$scratch/calls")" "$1"; }
}
quiet="-qq -o APT::Status-Fd=3"

expect 0 "" cmake/need bash:bash "$root/README.md:readme"
calls ""
expect 0 "installing one two (Debian packages)
fetching packages: 0%
fetching packages: 10%
fetching packages: 100%
installing packages: 50%" cmake/need none:one bash:bash /nowhere/file:two
calls "apt-get $quiet update (noninteractive)
apt-get $quiet install --no-install-recommends one two (noninteractive)"
expect 1 "installing nowhere (Debian packages)
fetching packages: 0%
fetching packages: 10%
fetching packages: 100%
installing packages: 50%
words of dpkg
E: no package nowhere" cmake/need none:nowhere

expect 2 "run: --color is no option
usage: examples/run [--tutorial] [--colour | --no-colour]" examples/run --colour --color
calls ""
expect 2 "usage: examples/study/run [FOLDER]   (build/pages unless told)" examples/study/run -x
calls ""
for script in examples/run examples/study/run; do
    (cd "$root" && CALLS=$scratch/calls PATH=$scratch bash "$script" --help >"$scratch/out" 2>&1) || failed=1
    [[ $(head -1 "$scratch/out") == "usage: $script"* ]] || { failed=1; cat "$scratch/out"; }
done
calls ""
[[ $failed == 0 ]] && echo "need: as it should be"
exit $failed
