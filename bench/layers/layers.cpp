// SPDX-License-Identifier: BSL-1.0
// Whole layers as formulas: the other files of this folder.
//
//   bench.layers [--quick] [--only PART] JSON
#include <bench/layers/measured_comparisons.hpp>

#include <fstream>
#include <nlohmann/json.hpp>

int main(int count, char** arguments) {
    const bench::options o = bench::read_options(count, arguments);
    std::ofstream(o.file) << nlohmann::json{{"layers", bench::measured_comparisons(o)}}.dump(1) << '\n';
}
