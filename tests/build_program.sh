# SPDX-License-Identifier: BSL-1.0
# To be sourced: compiles a program of one source, as one command would. Objects of the same code come from ccache, where
# that is installed.
build_program() {  # program, source, compiler and options
    local launcher=
    ! command -v ccache >/dev/null || launcher=ccache
    $launcher "${@:3}" -c "$2" -o "$1.o" && "${@:3}" "$1.o" -o "$1"
}
