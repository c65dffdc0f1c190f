# SPDX-License-Identifier: BSL-1.0
# Include arrows between the folders of heed, the first lines of its headers, their names and lengths, and nodes of graphs
# made by hand (docs: design, "The house").
#
#   bash layering.sh INCLUDE_FOLDER
set -u
export LC_ALL=C
cd "$1/heed" || exit 1

find . -name '*.hpp' | sed 's|^\./||' | sort | xargs awk '
    function report(line) { print line; failed = 1 }

    # A folder may include itself and the ones named here, all of which come before it: no cycle can be written down. A
    # folder within another is one of its own: neither may include the other unless the table says so.
    function folder(name, below, names, n, i) {
        known[name] = 1
        may[name, name] = 1
        n = split(below, names, " ")
        for (i = 1; i <= n; ++i) {
            if (!(names[i] in known)) report("layering: the table has " names[i] " below " name " and does not say so before")
            may[name, names[i]] = 1
        }
    }

    BEGIN {
        folder("meta", "")
        folder("shape", "meta")
        folder("scalar", "meta")
        folder("simd", "meta scalar")
        folder("tensor", "meta shape scalar")
        folder("expr", "meta shape scalar tensor")
        folder("graph", "meta shape scalar")
        folder("trace", "meta shape scalar tensor expr graph")
        folder("lower", "meta shape scalar simd tensor graph")
        folder("machine", "meta scalar simd lower")
        folder("kernel", "meta scalar lower machine")
        folder("run", "meta shape scalar simd tensor expr graph trace lower machine kernel")
        folder("compiled", "meta shape scalar tensor run")
        folder("study", "meta shape scalar simd tensor expr graph trace lower machine kernel")
        folder("printed", "meta shape scalar tensor")
        folder("reference", "meta shape scalar tensor expr graph trace")
        folder("page", "meta shape scalar tensor expr graph trace lower machine kernel study reference")
        folder("verify", "meta shape scalar tensor expr graph trace printed reference")
        folder("verify/formula", "meta shape scalar graph printed")
        folder("verify/slip", "meta shape scalar tensor expr graph trace printed reference verify")
        folder("verify/report", "meta shape scalar tensor expr graph trace printed reference verify")
        folder("verify/document",
               "meta shape scalar tensor expr graph trace printed reference verify verify/formula verify/slip verify/report")
        folder("io", "meta shape scalar tensor")
        licence = "// SPDX-License-Identifier: BSL-1.0"
        most_lines = 400
    }

    FNR == 1 {
        files[++count] = FILENAME
        if ($0 != licence) report("header: " FILENAME " does not begin with " licence)
        from = FILENAME ~ /\// ? FILENAME : ""
        sub(/\/[^\/]*$/, "", from)
        if (from != "" && !(from in known)) report("layering: " from "/ has no place among the folders")
        name = FILENAME
        sub(/.*\//, "", name)
        if (name in called) report("name: " called[name] " and " FILENAME " have one name")
        called[name] = FILENAME
    }

    FNR == most_lines + 1 { report("length: " FILENAME " has more than " most_lines " lines; a header has one idea") }

    /^#pragma once$/ { once[FILENAME] = 1 }

    # Operands, shapes and index maps of a node belong together: they are put together in one place.
    /\.kind = (detail::)?node_kind::/ && FILENAME != "graph/build.hpp" {
        report("nodes: " FILENAME " makes a node by hand, line " FNR "; node_of has them all")
    }

    /^[ \t]*#[ \t]*include/ {
        included = $0
        sub(/^[ \t]*#[ \t]*include[ \t]*/, "", included)
        sub(/[ \t]*(\/\/.*)?$/, "", included)
        if (included ~ /^"/) {
            report("spelling: " FILENAME " includes " included "; write <heed/folder/file.hpp>")
        } else if (included ~ /^<heed\//) {
            to = included
            sub(/^<heed\//, "", to)
            sub(/\/[^\/]*$/, "", to)
            umbrella = from == "" && included == "<heed/heed.hpp>"  # verify.hpp is heed.hpp and more
            if (!umbrella && (included !~ /^<heed\/([a-z_]+\/)+[a-z0-9_]+\.hpp>$/ || (from in known && !((from, to) in may))))
                report("layering: " FILENAME " may not include " included)
        } else if (included ~ /^<boost\//) {
            wide = from ~ /^(reference|verify|printed)(\/|$)/
            if (included !~ /^<boost\/hana\// && !(wide && included ~ /^<boost\/multiprecision\//))
                report("layering: " FILENAME " may not include " included)
        } else if (included ~ /^<nlohmann\// && FILENAME != "io/safetensors_header.hpp") {
            report("layering: " FILENAME " may not include " included)
        }
    }

    END {
        for (i = 1; i <= count; ++i)
            if (!(files[i] in once)) report("header: " files[i] " has no #pragma once")
        if (count == 0) report("layering: no headers")
        exit failed
    }'
