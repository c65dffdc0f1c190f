# SPDX-License-Identifier: BSL-1.0
# heed/study/optimised.hpp has all that study includes from elsewhere: what it forgets would be compiled without
# optimisation, for the whole program. heed_page/page.hpp has the rest for pages. Neither has more than that.
#
#   bash optimised.sh PROJECT
set -u
export LC_ALL=C
cd "$1/include/heed" || exit 1
pages=../../tools/study/heed_page

# The headers that are included there, without those that are compiled without optimisation.
included_by() {
    sed -n 's/^#include <\([^>]*\)>.*/\1/p' "$@" | grep -vE '^heed/study/|^heed_page/|^heed/machine/(writ|record|names)' | sort -u
}

status=0
says() { [[ -z $1 ]] || { echo "$2: $1" | tr '\n' ' ' && echo; status=1; }; }

listed=$(sed -n 's/^#include <\([^>]*\)>.*/\1/p' study/optimised.hpp | sort -u)
says "$(comm -23 <(included_by $(ls study/*.hpp study/*/*.hpp | grep -v optimised) machine/{writ,record,names}*.hpp) <(echo "$listed"))" \
    "study/optimised.hpp lacks"
says "$(comm -13 <(included_by $(ls study/*.hpp study/*/*.hpp $pages/*.hpp | grep -v optimised) machine/{writ,record,names}*.hpp) <(echo "$listed"))" \
    "study/optimised.hpp includes what study does not"
says "$(comm -23 <(included_by $pages/*.hpp) <(included_by study/optimised.hpp $pages/page.hpp))" "heed_page/page.hpp lacks"
exit $status
