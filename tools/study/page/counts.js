// SPDX-License-Identifier: BSL-1.0
// Counts that are made of lengths (tools/study/heed_page/count_list.hpp), for some lengths: whole numbers of any size.
function countsAt(counts, lengths) {
    "use strict";
    const operations = {
        "+": (a, b) => a + b,
        "-": (a, b) => a - b,
        "*": (a, b) => a * b,
        "/": (a, b) => a / b,
        ceil: (a, b) => (a + b - 1n) / b,
        min: (a, b) => (a < b ? a : b),
        max: (a, b) => (a < b ? b : a),
    };
    const values = [];
    for (const entry of counts) {
        if (!Array.isArray(entry)) values.push(BigInt(entry));
        else if (entry[0] === "n") values.push(BigInt(lengths[entry[1]]));
        else values.push(operations[entry[0]](values[entry[1]], values[entry[2]]));
    }
    return values;
}
