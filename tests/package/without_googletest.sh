# SPDX-License-Identifier: BSL-1.0
# Configures and installs heed as somebody does who has a compiler, CMake and Boost only.
#
#   bash without_googletest.sh PROJECT SCRATCH_FOLDER CMAKE COMPILER
set -eu
project=$1 scratch=$2 cmake=$3 compiler=$4
rm -rf "$scratch"

if ! "$cmake" -S "$project" -B "$scratch/build" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON \
    >"$scratch.log" 2>&1; then
    cat "$scratch.log"
    exit 1
fi
grep -q "heed: tests are left out, there is no GoogleTest" "$scratch.log" || { cat "$scratch.log"; exit 1; }
"$cmake" --install "$scratch/build" --prefix "$scratch/prefix" >>"$scratch.log" 2>&1 || { cat "$scratch.log"; exit 1; }

if command -v pkg-config >/dev/null; then
    options=$(PKG_CONFIG_PATH=$scratch/prefix/share/pkgconfig pkg-config --cflags 'heed >= 0.2')
else
    echo "skipped: no pkg-config"
    options=-I$scratch/prefix/include
fi
# shellcheck disable=SC2086  # several words
"$compiler" -std=c++20 $options -fsyntax-only "$project/examples/first.cpp"
[[ -n $(find "$scratch/prefix" -name heedConfig.cmake) ]] || { echo "no heedConfig.cmake was installed"; exit 1; }
echo "installed without GoogleTest"
