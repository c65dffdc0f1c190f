# SPDX-License-Identifier: BSL-1.0
# docs/errata.md is what the program writes.
#
#   bash errata.sh PROJECT TUTORIAL_VERIFIED
set -u
if ! diff -u "$1/docs/errata.md" <("$2" --markdown); then
    echo "docs/errata.md is not what tutorial_verified --markdown writes"
    exit 1
fi
echo "docs/errata.md is what tutorial_verified --markdown writes"
