// SPDX-License-Identifier: BSL-1.0
// expects: the file: has no case
int main() {}
