# SPDX-License-Identifier: BSL-1.0
# Include arrows between the folders of heed and of its tools, the first lines of headers, their names and lengths, and
# nodes of graphs made by hand.
#
#   bash layering.sh PROJECT
set -u
export LC_ALL=C
cd "$1" || exit 1

find include/heed tools -name '*.hpp' -path '*/heed*/*' 2>/dev/null | sort | xargs awk '
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
        below_study = "meta shape scalar simd tensor expr graph trace lower machine kernel "
        folder("study/subject", below_study)
        folder("study/text", below_study "study/subject")
        folder("study/emit", below_study "study/subject study/text")
        folder("study/written", below_study "study/subject study/text study/emit")
        folder("study", below_study "study/subject study/text study/emit study/written")
        folder("printed", "meta shape scalar tensor")
        folder("reference", "meta shape scalar tensor expr graph trace")
        folder("verify", "meta shape scalar tensor expr graph trace printed reference")
        folder("io", "meta shape scalar tensor")
        folder("mpi", "meta shape scalar simd tensor expr graph trace lower machine kernel run")
        folder("heed_check", "meta shape scalar tensor expr graph trace printed reference verify")
        folder("heed_check/tables", "meta shape scalar tensor printed")
        folder("heed_check/formula", "meta shape scalar graph printed")
        folder("heed_check/slip", "meta shape scalar tensor expr graph trace printed reference verify heed_check")
        folder("heed_check/report", "meta shape scalar tensor expr graph trace printed reference verify heed_check")
        folder("heed_check/document",
               "meta shape scalar tensor expr graph trace printed reference verify heed_check heed_check/tables " \
               "heed_check/formula heed_check/slip heed_check/report")
        folder("heed_page", "meta shape scalar tensor expr graph trace lower machine kernel study/subject study/text " \
                            "study/emit study reference")
        licence = "// SPDX-License-Identifier: BSL-1.0"
        most_lines = 400
    }

    FNR == 1 {
        file = FILENAME  # as it is included
        sub(/^include\/heed\//, "", file) || sub(/^tools\/[a-z]+\//, "", file)
        files[++count] = file
        if ($0 != licence) report("header: " file " does not begin with " licence)
        from = file ~ /\// ? file : ""
        sub(/\/[^\/]*$/, "", from)
        if (from != "" && !(from in known)) report("layering: " from "/ has no place among the folders")
        name = file
        sub(/.*\//, "", name)
        if (name in called) report("name: " called[name] " and " file " have one name")
        called[name] = file
    }

    FNR == most_lines + 1 { report("length: " file " has more than " most_lines " lines; a header has one idea") }

    /^#pragma once$/ { once[file] = 1 }

    # Operands, shapes and index maps of a node belong together: they are put together in one place.
    /\.kind = (detail::)?node_kind::/ && file != "graph/build.hpp" {
        report("nodes: " file " makes a node by hand, line " FNR "; node_of has them all")
    }

    /^[ \t]*#[ \t]*include/ {
        included = $0
        sub(/^[ \t]*#[ \t]*include[ \t]*/, "", included)
        sub(/[ \t]*(\/\/.*)?$/, "", included)
        if (included ~ /^"/) {
            report("spelling: " file " includes " included "; write <heed/folder/file.hpp>")
        } else if (included ~ /^<heed[a-z_]*\//) {
            to = included
            sub(/^<(heed\/)?/, "", to)
            sub(/\/[^\/]*$/, "", to)
            # verify.hpp is heed.hpp and more, and tools are users.
            umbrella = (from == "" && included == "<heed/heed.hpp>") || (from ~ /^heed_/ && included ~ /^<heed\/[a-z_]+\.hpp>$/)
            only_mpi = to == "mpi" && from == "" && file != "mpi.hpp"
            in_folder = included ~ /^<heed[a-z_]*\/([a-z_]+\/)*[a-z0-9_]+\.hpp>$/ && included !~ /^<heed\/[^\/]*>$/
            if (!umbrella && (!in_folder || only_mpi || (from in known && !((from, to) in may))))
                report("layering: " file " may not include " included)
        } else if (included ~ /^<boost\//) {
            wide = from ~ /^(reference|verify|printed|heed_check)(\/|$)/
            if (included !~ /^<boost\/hana\// && !(wide && included ~ /^<boost\/multiprecision\//))
                report("layering: " file " may not include " included)
        } else if (included == "<mpi.h>" && from != "mpi") {
            report("layering: " file " may not include " included)
        } else if (included ~ /^<nlohmann\// && file != "io/safetensors_header.hpp") {
            report("layering: " file " may not include " included)
        }
    }

    END {
        for (i = 1; i <= count; ++i)
            if (!(files[i] in once)) report("header: " files[i] " has no #pragma once")
        if (count == 0) report("layering: no headers")
        exit failed
    }'
