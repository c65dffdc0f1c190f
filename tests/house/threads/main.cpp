// SPDX-License-Identifier: BSL-1.0
bool with_openmp();
bool without_openmp();

int main() { return with_openmp() && without_openmp() ? 0 : 1; }
