# SPDX-License-Identifier: BSL-1.0
# An older C++ gets one sentence and the compiler stops, whatever a program does after it includes heed.
#
#   bash cxx17.sh INCLUDE_FOLDER COMPILER [FLAG...]
set -u
export LC_ALL=C
include=$1
shift
failed=0 headers=0

for header in "$include"/heed/*.hpp "$include"/heed/tensor/eigen.hpp "$include"/heed/reference/evaluate.hpp; do
    name=${header#"$include"/}
    headers=$((headers + 1))
    said=$("$@" -std=c++17 -I"$include" -x c++ - 2>&1 <<<"#include <$name>
using namespace heed;
inline constexpr axis tokens{\"tokens\"};
tensor<float, tokens[3], 4> a;")
    errors=$(grep -E ': (fatal )?error:' <<<"$said")
    if [[ $(sed -n '1s/.*error: //p' <<<"$errors") != *'"heed: this is a C++20 library; compile with -std=c++20 (g++ 12 and newer, clang 14 and newer)"' ||
          $(sed -n 2p <<<"$errors") != *"fatal error:"*"heed_needs_c++20"* || $(wc -l <<<"$errors") != 2 ]]; then
        failed=1
        printf '%s as C++17 says:\n%s\n' "$name" "$(head -n 20 <<<"$said")"
    fi
done
((headers > 4)) || { echo "cxx17: no header found" && failed=1; }
[[ $failed != 0 ]] || echo "$headers headers say that they need C++20"
exit $failed
