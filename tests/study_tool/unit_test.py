# SPDX-License-Identifier: BSL-1.0
"""The parts of the study tool on inputs written by hand.

    unit_test.py STUDY_FOLDER"""

import base64
import html
import math
import pathlib
import re
import sys
import tempfile
import unittest
import zlib

sys.path.insert(0, sys.argv[1])

import assembly  # noqa: E402
import attribution  # noqa: E402
import beside  # noqa: E402
import disassembly  # noqa: E402
import frames  # noqa: E402
import heed_study  # noqa: E402
import instructions  # noqa: E402
import kernel  # noqa: E402
import loops  # noqa: E402
import machine  # noqa: E402
import mca  # noqa: E402
import mix  # noqa: E402
import page_beside  # noqa: E402
import page_lengths  # noqa: E402
import page_maps  # noqa: E402
import page_panes  # noqa: E402
import page_roofline  # noqa: E402
import page_tables  # noqa: E402
import page_text  # noqa: E402
import remarks  # noqa: E402
import shares  # noqa: E402

# Two loops, one in the other, and what llvm-objdump and GNU objdump write differently.
nested = """
0000000000001000 <heed_kernel_0>:
    1000:      \txor\teax, eax
    1002:      \tmov\tecx, 8
    1004:      \tvfmadd231ps\tzmm0, zmm1, dword ptr [rax]{1to16}
    1006:      \tdec\tecx
    1008:      \tjne\t0x1004 <heed_kernel_0+0x4>
    100a:      \tinc\teax
    100c:      \tcmp\teax, 3
    100e:      \tjl\t0x1002 <heed_kernel_0+0x2>
    1010:      \tcall\t0x2000 <_Z6helperv>
    1015:      \tret

0000000000002000 <_Z6helperv>:
    2000:\tvmovss xmm0,DWORD PTR [rip+0xb53]        # 2004 <constant>
    2008:\tcs nop WORD PTR [rax+rax*1+0x0]
    2010:\tjmp    1010 <heed_kernel_0+0x10>
"""


def code(*rows):
    """Instructions one byte apart: (mnemonic, target or None)."""
    return [
        disassembly.Instruction(i, mnemonic, "", target, "f" if target is not None else None)
        for i, (mnemonic, target) in enumerate(rows)
    ]


def inflated(packed):
    return zlib.decompress(base64.b64decode(packed)).decode()


def mnemonics_of(page):
    """Of the machine code of a page, folded or not, of packed kernels too."""
    page += "".join(map(inflated, re.findall(r'<template class="packed">(.*?)</template>', page)))
    panes = "".join(re.findall(r'data-pane="assembly">(.*?)</section>', page, re.S))
    codes = re.findall(r"<pre[^>]*>(.*?)</pre>", panes, re.S) + list(map(inflated, re.findall(r'<template class="folded">(.*?)</template>', panes)))
    lines = [line for text in codes for line in html.unescape(re.sub(r"<[^>]*>", "\n", text)).splitlines()]
    return {line.split()[0] for line in lines if line.startswith("  ")}


class Instructions(unittest.TestCase):
    def test_every_mnemonic_of_the_committed_pages_has_a_line(self):
        for page in sorted((pathlib.Path(__file__).parents[2] / "docs" / "pages").glob("*.html")):
            mnemonics = mnemonics_of(page.read_text(encoding="utf-8"))
            self.assertGreater(len(mnemonics), 20, page.name)
            self.assertEqual([x for x in sorted(mnemonics) if not instructions.meaning(x)], [], page.name)

    def test_what_is_none_has_none(self):
        self.assertIsNone(instructions.meaning("vfoops"))
        self.assertIn("multiply-add", instructions.meaning("vfnmadd231sd"))

    def test_a_folded_page_says_all_of_them(self):
        folded = base64.b64encode(zlib.compress(b"<span>  vmulps zmm1, zmm2</span>")).decode()
        pane = f'<section data-pane="assembly"><template class="folded">{folded}</template><pre class="unfolded"><span>  vaddps zmm1, zmm2</span></pre></section>'
        other = f'<section data-pane="vector"><template class="folded">{base64.b64encode(zlib.compress(b"  no code")).decode()}</template></section>'
        packed = base64.b64encode(zlib.compress(pane.replace("vaddps", "vsubps").encode())).decode()
        page = f'{pane}{other}<template class="packed">{packed}</template>'
        self.assertEqual(mnemonics_of(page), {"vmulps", "vaddps", "vsubps"})


class Disassembly(unittest.TestCase):
    def test_both_dialects(self):
        functions = disassembly.parse(nested)
        self.assertEqual([x.mnemonic for x in functions["heed_kernel_0"]][:3], ["xor", "mov", "vfmadd231ps"])
        jump, call = functions["heed_kernel_0"][4], functions["heed_kernel_0"][8]
        self.assertEqual((jump.target, jump.to), (0x1004, "heed_kernel_0"))
        self.assertEqual((call.target, call.to), (0x2000, "_Z6helperv"))
        load, padding, back = functions["_Z6helperv"]
        self.assertEqual((load.operands, load.target), ("xmm0, DWORD PTR [rip+0xb53]", None))
        self.assertTrue(disassembly.is_padding(padding))
        self.assertEqual((back.mnemonic, back.target, back.to), ("jmp", 0x1010, "heed_kernel_0"))


class Loops(unittest.TestCase):
    def test_nested(self):
        body = disassembly.parse(nested)["heed_kernel_0"]
        outer, inner = loops.find_loops(body)
        self.assertEqual((outer.header, outer.body, outer.parent, outer.is_innermost), (1, set(range(1, 8)), None, False))
        self.assertEqual((inner.header, inner.body, inner.parent, inner.is_innermost), (2, {2, 3, 4}, outer, True))
        innermost = loops.innermost_of([outer, inner], len(body))
        self.assertEqual([innermost[i] for i in (0, 1, 2, 7, 8)], [None, outer, inner, outer, None])

    def test_two_back_edges_make_one_loop(self):
        body = code(("xor", None), ("dec", None), ("je", 1), ("inc", None), ("jne", 1), ("ret", None))
        (loop,) = loops.find_loops(body)
        self.assertEqual(loop.body, {1, 2, 3, 4})

    def test_blocks_that_lie_apart(self):
        # The body goes on behind the return: the loop has both pieces and not what is between them.
        body = code(("dec", None), ("je", 4), ("jne", 0), ("ret", None), ("inc", None), ("jmp", 0))
        (loop,) = loops.find_loops(body)
        self.assertEqual(loop.body, {0, 1, 2, 4, 5})

    def test_jump_backward_without_a_loop(self):
        # 3 jumps back over a return: nothing leads from there to 3.
        body = code(("jmp", 3), ("inc", None), ("ret", None), ("jmp", 1))
        self.assertEqual(loops.find_loops(body), [])

    def test_two_entries_are_no_natural_loop(self):
        body = code(("je", 2), ("inc", None), ("dec", None), ("jne", 1), ("ret", None))
        self.assertEqual(loops.find_loops(body), [])

    def test_code_that_only_exceptions_reach(self):
        body = code(("ret", None), ("dec", None), ("jne", 1), ("ud2", None))
        (loop,) = loops.find_loops(body)
        self.assertEqual(loop.body, {1, 2})


parts = ["tiles", "read", "scores"]
scores = ("_ZN4heed6detail7in_loopILm0ELNS0_9loop_partE2EZNS0_3runEvEUlvE_EEvRKT1_", "in_loop.hpp:16")
tiles = ("_ZN4heed6detail7in_loopILm0ELNS0_9loop_partE0EZNS0_3runEvEUlvE_EEvRKT1_", "in_loop.hpp:16")
outside = ("_ZN4heed6detail7executeEv", "evaluate.hpp:28")


class Frames(unittest.TestCase):
    def test_names_of_the_parts(self):
        header = """enum class loop_part : unsigned char {
            read,   ///< one, two
            tail    ///< last
        };
        case loop_part::read: return "read"; case loop_part::tail: return "write";"""
        self.assertEqual(frames.part_names(header), ["read", "write"])

    def test_innermost_frame_decides(self):
        self.assertEqual(frames.loop_id([("f", "f.hpp:1"), scores, tiles, outside], parts), "k0.scores")
        self.assertEqual(frames.loop_id([("f", "f.hpp:1"), tiles, scores], parts), "k0.tiles")
        self.assertEqual(frames.loop_id([outside], parts), "")

    def test_demangled_and_other_sizes(self):
        for name in (
            "heed::detail::in_loop<12ul, (heed::detail::loop_part)1, heed::x::{lambda()#1}>(heed::x const&)",
            "void heed::detail::in_loop<12ul, (heed::detail::loop_part)1, heed::x>(heed::x const&)",
            "_ZN4heed6detail7in_loopILj12ELNS0_9loop_partE1EZNS0_3runEvEUlvE_EEvRKT1_",
        ):
            self.assertEqual(frames.loop_id([(name, "")], parts), "k12.read")

    def test_name_inside_another_name(self):
        name = "_ZN4heed6detail10for_blocksIZNS0_7in_loopILm0ELNS0_9loop_partE2EEvRKT1_EUlvE_EEvv"
        self.assertEqual(frames.loop_id([(name, "")], parts), "")

    def test_output_of_the_symbolizers(self):
        found = frames.parse("0x10\ninner\na.hpp:3 (discriminator 2)\nouter\nb.cpp:7\n\n0x14\n??\n??:0\n")
        self.assertEqual(found, {0x10: [("inner", "a.hpp:3"), ("outer", "b.cpp:7")], 0x14: [("??", "??:0")]})
        self.assertTrue(frames.has_line(found[0x10]))
        for place in ("??:0", "a.hpp:0", "a.hpp:?", "??:?"):
            self.assertFalse(frames.has_line([("f", place)]), place)


    def test_what_asks_lengths(self):
        asking = [("walk", "/usr/include/heed/trace/size_walk.hpp:30"), ("f", "/usr/include/heed/run/evaluate_formula.hpp:9")]
        self.assertTrue(frames.asks_lengths(asking))
        self.assertTrue(frames.asks_lengths(asking[1:] + [("raise", "/a/heed/meta/raise.hpp:3")]))
        self.assertFalse(frames.asks_lengths(asking[1:]))
        self.assertFalse(frames.asks_lengths([("mine", "/home/heedless/trace/a.cpp:30"), ("??", "??:0")]))


def attributed(functions, chains):
    found = attribution.attribute(functions, "root", chains, parts)
    return [found[x.address] for body in functions.values() for x in body]


class Attribution(unittest.TestCase):
    def test_instruction_without_line_in_a_block_of_one_loop(self):
        body = code(("mov", None), ("mov", None), ("jne", 0), ("ret", None))
        chains = {0: [scores], 1: [("f", "f.hpp:0")], 2: [scores], 3: [outside]}
        expected = [("k0.scores", ""), ("k0.scores", "block"), ("k0.scores", ""), ("", "")]
        self.assertEqual(attributed({"root": body}, chains), expected)

    def test_frame_without_a_line_is_a_frame(self):
        body = code(("mov", None), ("mov", None), ("mov", None), ("ret", None))
        chains = {0: [outside], 1: [("f", "f.hpp:0"), tiles], 2: [tiles], 3: [tiles]}
        self.assertEqual(attributed({"root": body}, chains)[1], ("k0.tiles", ""))

    def test_block_of_two_kernels_says_nothing(self):
        other = (scores[0].replace("Lm0E", "Lm1E"), scores[1])
        body = code(("mov", None), ("mov", None), ("mov", None), ("ret", None))
        chains = {0: [scores], 1: [("f", "f.hpp:0")], 2: [other], 3: [other]}
        self.assertEqual(attributed({"root": body}, chains)[1], ("", ""))

    def test_tiles_enclose_the_other_parts(self):
        body = code(("mov", None), ("mov", None), ("ret", None))
        chains = {0: [scores], 1: [("f", "f.hpp:0")], 2: [tiles]}
        self.assertEqual(attributed({"root": body}, chains)[1], ("k0.tiles", "block"))

    def test_line_of_what_stands_before(self):
        # g++: what follows the return has no line and seems to go on with that of the return.
        body = code(("ret", None), ("mov", None), ("call", None), ("jmp", None))
        chains = {0: [outside], 1: [outside], 2: [scores], 3: [scores]}
        self.assertEqual(attributed({"root": body}, chains)[1], ("k0.scores", "block"))

    def test_line_of_a_place_outside_is_kept(self):
        body = code(("jne", 1), ("mov", None), ("mov", None), ("ret", None))
        chains = {0: [("f", "a.hpp:1")], 1: [("f", "a.hpp:9")], 2: [scores], 3: [scores]}
        self.assertEqual(attributed({"root": body}, chains)[1], ("", ""))

    def test_function_that_one_loop_calls(self):
        call = disassembly.Instruction(1, "call", "", 10, "helper")
        helper = [disassembly.Instruction(10, "mov"), disassembly.Instruction(11, "ret")]
        chains = {1: [scores], 10: [("helper", "h.hpp:1")], 11: [tiles]}
        self.assertEqual(attributed({"root": [call], "helper": helper}, chains)[1:], [("k0.scores", "caller"), ("k0.tiles", "")])
        second = disassembly.Instruction(2, "call", "", 10, "helper")
        chains[2] = [outside]
        self.assertEqual(attributed({"root": [call, second], "helper": helper}, chains)[2], ("", ""))


class Mix(unittest.TestCase):
    def test_kinds(self):
        for kind, mnemonic, operands in (
            ("fma", "vfmadd231ps", "zmm0, zmm1, zmm2"),
            ("fma", "vfnmadd132pd", "ymm0, ymm1, ymm2"),
            ("scalar", "vfmadd231ss", "xmm0, xmm1, xmm2"),
            ("vector", "vmulps", "zmm0, zmm1, zmmword ptr [rax]"),
            ("vector", "addps", "xmm0, xmm1"),
            ("broadcast", "vbroadcastss", "zmm0, dword ptr [rax]"),
            ("load", "vmovups", "zmm0, zmmword ptr [rax]"),
            ("load", "mov", "rax, QWORD PTR [rsp+0x8]"),
            ("store", "vmovaps", "ZMMWORD PTR [rbp-0x430], zmm17"),
            ("store", "movss", "dword ptr [rax], xmm1"),
            ("store", "mov", "dword ptr [rax + 4], ecx"),
            ("move", "vmovaps", "zmm3, zmm2"),
            ("shuffle", "vunpcklps", "zmm0, zmm1, zmm2"),
            ("shuffle", "vextractf128", "xmm0, ymm0, 0x1"),
            ("shuffle", "vmovshdup", "xmm0, xmm1"),
            ("scalar", "add", "rax, 64"),
            ("scalar", "vmulss", "xmm0, xmm1, xmm2"),
            ("scalar", "mov", "rax, rbx"),
            ("scalar", "lea", "rax, [rbx + 4]"),
            ("branch", "jne", "401000"),
            ("branch", "call", "2000"),
        ):
            self.assertEqual(mix.kind_of(disassembly.Instruction(0, mnemonic, operands)), kind, f"{mnemonic} {operands}")

    def test_kinds_on_arm(self):
        for kind, mnemonic, operands in (
            ("fma", "fmla", "v0.4s, v1.4s, v2.4s"),
            ("vector", "fadd", "v0.4s, v1.4s, v2.4s"),
            ("broadcast", "dup", "v0.4s, v1.s[0]"),
            ("load", "ldr", "q0, [x1]"),
            ("store", "stp", "q0, q1, [x1]"),
            ("shuffle", "zip1", "v0.4s, v1.4s, v2.4s"),
            ("scalar", "add", "x0, x0, #64"),
            ("branch", "b.ne", "1000"),
        ):
            self.assertEqual(mix.kind_of(disassembly.Instruction(0, mnemonic, operands), arm=True), kind, mnemonic)


class Assembly(unittest.TestCase):
    def test_spills(self):
        functions = assembly.parse(
            "\t.text\nf:\n.LFB1:\n# a.cpp:1: x\n\tmovq\t%rsi, 152(%rsp)\t# tmp995, %sfp\n\tvmovss\t(%rax), %xmm1\t# x\n"
            "\tvmovss\t%xmm1, 4(%rsp)                  # 4-byte Spill\n\tnop\n\tret\t\n"
        )
        self.assertEqual([x.is_spill for x in functions["f"]], [True, False, True, False, False])
        self.assertEqual(functions["f"][1].text, "vmovss (%rax), %xmm1")
        machine_code = code(("mov", None), ("vmovss", None), ("vmovss", None), ("ret", None))
        paired = assembly.pair(machine_code, functions["f"])
        self.assertEqual([paired[i].is_spill for i in range(4)], [True, False, True, False])

    def test_a_register_that_is_put_together_in_memory_is_no_spill(self):
        def spills(*rows):
            return [x.is_spill for x in assembly.parse("f:\n" + "".join(f"\t{row}\t# x, %sfp\n" for row in rows))["f"]]
        # Two numbers for a register of four, as a copy of 8 bytes writes them; and the like elsewhere is none of it.
        self.assertEqual(
            spills("vmovaps %xmm7, -72(%rsp)", "vmovlps %xmm2, -72(%rsp)", "vshufps $136, -72(%rsp), %xmm1, %xmm3",
                   "movq %rsi, -48(%rsp)", "movl -48(%rsp), %eax"), [False, False, False, True, True])
        whole = ("vmovaps %zmm7, 64(%rsp)", "movq %rax, (%rsp)", "vaddps 64(%rsp), %zmm1, %zmm1", "addq (%rsp), %rax")
        self.assertEqual(spills(*whole), [True] * 4)
        # A place that two registers have after each other.
        self.assertEqual(spills("vmovss %xmm1, 8(%rsp)", "vmulss 8(%rsp), %xmm0, %xmm0", "vmovaps %ymm1, 8(%rsp)",
                                "vmovaps 8(%rsp), %ymm0"), [True] * 4)

    def test_code_that_does_not_agree(self):
        lines = assembly.parse("f:\n\tmovq\t%rsi, %rdi\n\tjmp\tg\n")["f"]
        self.assertEqual(assembly.pair(code(("mov", None)), lines), {})
        self.assertEqual(assembly.pair(code(("mov", None), ("ret", None)), lines), {})


class Remarks(unittest.TestCase):
    def test_gcc(self):
        text = (
            "a.hpp:3:4: missed: couldn't vectorize loop\n"
            "b.hpp:9:1: missed: not vectorized: control flow in loop.\n"
            "b.hpp:9:1: missed: not vectorized: no vectype for stmt: x = y;\n"
            "a.hpp:5:4: optimized: loop with 8 iterations completely unrolled (header execution count 14)\n"
            "c.cpp:1:1: note: nothing\n"
        )
        expected = [
            ("a.hpp", 3, "couldn't vectorize loop: control flow in loop"),
            ("a.hpp", 5, "loop with 8 iterations completely unrolled"),
        ]
        self.assertEqual(remarks.parse_gcc(text), expected)

    def test_clang(self):
        text = (
            "--- !Passed\nPass:            loop-vectorize\nName:            Vectorized\n"
            "DebugLoc:        { File: 'a dir/a.hpp', \n                   Line: 56, Column: 17 }\nFunction:        f\nArgs:\n"
            "  - String:          'vectorized '\n  - String:          'loop (width: '\n"
            "  - VectorizationFactor: '16'\n  - String:          ')'\n...\n"
            "--- !Missed\nPass:            loop-vectorize\nName:            MissedDetails\n"
            "DebugLoc:        { File: a.hpp, Line: 5, Column: 1 }\nFunction:        f\nArgs:\n"
            "  - String:          loop not vectorized\n...\n"
        )
        self.assertEqual(remarks.parse_clang(text), [("a dir/a.hpp", 56, "vectorized loop (width: 16)")])

    def test_places(self):
        chains = {1: [("f", "/s/a.hpp:3")], 2: [("f", "/s/a.hpp:3")], 3: [("f", "/s/b.hpp:1"), ("g", "/s/c.hpp:8")]}
        ids = {1: ("k0.scores", ""), 2: ("k0.values", ""), 3: ("k0.write", "")}
        said = [("/s/a.hpp", 3, "unrolled"), ("/s/c.hpp", 8, "vectorized"), ("/s/c.hpp", 8, "vectorized"), ("/s/d.hpp", 1, "x")]
        self.assertEqual(
            remarks.place(said, chains, ids),
            [
                {"text": "a.hpp:3: unrolled", "id": "k0.scores", "ambiguous": True},
                {"text": "a.hpp:3: unrolled", "id": "k0.values", "ambiguous": True},
                {"text": "c.hpp:8: vectorized (2 times)", "id": "k0.write"},
                {"text": "d.hpp:1: x", "id": ""},
            ],
        )


    def test_second_compilation_has_the_remarks_once(self):
        class Compiler:
            is_clang = False

            def compile(self, *words):
                for word in words:
                    if word.startswith("-fopt-info"):  # as g++ does: behind what is there
                        with open(word.partition("=")[2], "a", encoding="utf-8") as file:
                            file.write("a.hpp:5:4: optimized: loop vectorized\n")

        with tempfile.TemporaryDirectory() as folder:
            compiled = kernel.Kernel("a.hpp", "f", 0, folder)
            for _ in range(2):
                compiled.compile(Compiler())
                self.assertEqual(remarks.read(Compiler(), compiled.remarks), [("a.hpp", 5, "loop vectorized")])

    def test_what_is_left_out_is_said(self):
        def summary(n):
            said = [{"text": f"a.hpp:{i}: x", "id": ""} for i in range(n)]
            text = page_tables.machine({"machine": {"remarks": said}, "cost": {}})
            return re.search("<summary>(.*?)</summary>", text)[1], text.count("<li")
        self.assertEqual(summary(3), ("3 remarks of the compiler", 3))
        self.assertEqual(summary(75), ("75 remarks of the compiler, the first 60 of them", 60))

    def test_all_remarks_are_in_the_data(self):
        self.assertEqual(len(remarks.place([("/s/a.hpp", n, "x") for n in range(99)], {}, {})), 99)


class Mca(unittest.TestCase):
    def test_two_regions(self):
        text = (
            "\n[0] Code Region - 0\n\nIterations:        100\nInstructions:      700\nTotal Cycles:      413\n"
            "IPC:               1.69\n\nThroughput Bottlenecks: \n  Resource Pressure       [ 60.82% ]\n  - Zn4FP0  [ 12.11% ]\n"
            "  - Zn4FP1  [ 20.58% ]\n  Data Dependencies:      [ 47.46% ]\n  - Register Dependencies [ 47.46% ]\n"
            "  - Memory Dependencies   [ 0.00% ]\n"
            "\n[1] Code Region - 1\n\nIterations:        100\nInstructions:      100\nTotal Cycles:      403\nIPC:     0.25\n\n"
            "No resource or data dependency bottlenecks discovered.\n"
        )
        self.assertEqual(
            mca._parse(text, 3),
            [
                {"cycles_per_iteration": 4.13, "ipc": 1.69, "bottleneck": "resource pressure, 61 % of the cycles, most of it Zn4FP1"},
                {"cycles_per_iteration": 4.03, "ipc": 0.25, "bottleneck": "none found"},
                None,
            ],
        )


class Names(unittest.TestCase):
    def test_short_names(self):
        for full, short in (
            ("void heed::detail::run_product<heed::a<(b)1>, 0ul>(int, char const*)", "run_product"),
            ("heed::detail::streaming<P, 0ul>::add_tile<64ul>(std::integral_constant<int, 3>) const", "streaming::add_tile"),
            ("heed::detail::f<T>(int)::{lambda(auto:1)#1}::operator()<int>(int) const", "f::operator()"),
            ("heed_kernel_0", "heed_kernel_0"),
        ):
            self.assertEqual(machine.short_name(full), short)

    def test_literals(self):
        self.assertEqual(heed_study.c_string('a "b" \\ é?'), '"a \\042b\\042 \\134 \\303\\251\\077"')


class Panes(unittest.TestCase):
    def test_width_that_a_register_says_is_left_out(self):
        for text, shown in (
            ("mov rcx, qword ptr [rbp - 0xc98]", "mov rcx, [rbp - 0xc98]"),
            ("mov qword ptr [rdx + rax*8], rsi", "mov [rdx + rax*8], rsi"),
            ("vmovups zmmword ptr [rdx] {k1}, zmm2", "vmovups [rdx] {k1}, zmm2"),
            ("vfmadd231ps zmm0, zmm1, dword ptr [rax]{1to16}", "vfmadd231ps zmm0, zmm1, [rax]{1to16}"),
        ):
            self.assertEqual(page_panes.without_width(text), shown)

    def test_other_widths_stay(self):
        for text in (
            "mov qword ptr [rsp], 0x0",
            "call qword ptr [rip + 0x3f]",
            "movsxd rax, dword ptr [rdi]",
            "vcvtsi2sd xmm0, xmm0, qword ptr [rdi]",
            "vpmovzxbd ymm0, qword ptr [rdi]",
            "shl qword ptr [rdi], cl",
            "mov byte ptr [rsp + 0x300], 0x1",
            "ret",
        ):
            self.assertEqual(page_panes.without_width(text), text)

    def test_source_says_once_what_a_run_of_lines_has_in_common(self):
        lines = [{"text": t, "id": i} for t, i in (("/* a", ""), ("b */", ""), ("    x = 1;", "k0.sums"), ("      y;", "k0.sums"))]
        self.assertEqual(
            page_panes.source_lines(lines),
            '<div class="row lines"><code><i>/* a</i></code>\n<code><i>b */</i></code></div>\n'
            '<div class="row lines" data-l="k0.sums"><code>\tx = 1;</code>\n<code>\t  y;</code></div>\n')


class Cost(unittest.TestCase):
    def cells(self, skipped):
        cost = {"flops": 1000, "computed_flops": 600 if skipped else 1000, "bytes_in": 80, "skipped_tiles": skipped,
                "score_tiles": 9, "naive": {}}
        text = page_tables.cost({"cost": cost})
        heads = re.findall('<th scope="col">(.*?)</th>', text)
        rows = [re.findall(r'<td(?: data-key="(\w+)" data-n="(\d+)")?>', row) for row in re.findall("<tr><th.*?</tr>", text)]
        return {cell: head for row in rows for head, cell in zip(heads, row) if cell[0]}

    def test_a_key_means_the_same_in_all_variants(self):
        self.assertEqual(self.cells(0), {("computed_flops", "1000"): "as it runs", ("bytes_in", "80"): "as it runs"})
        self.assertEqual(self.cells(3), {("flops", "1000"): "all scores", ("computed_flops", "600"): "as it runs",
                                         ("bytes_in", "80"): "all scores"})


    def test_operations_of_indices_are_no_flops(self):
        cost = {"flops": 1000, "bytes_in": 80, "naive": {}}
        self.assertNotIn("indices", page_tables.cost({"cost": cost}))
        text = page_tables.cost({"cost": {**cost, "index_operations": 70, "computed_index_operations": 50}})
        self.assertIn('data-key="computed_index_operations" data-n="50"', text)
        self.assertIn("no flop: operations of indices", text)

    def test_table_of_operations_has_a_column_of_indices_where_there_are_any(self):
        row = {"operation": "<=", "flops": 0, "exp": 0, "other": 0, "indices": 0, "where": "", "loops": ["k0.scores"]}
        rows = [{**row, "indices": n} for n in (0, 81)]
        plain, masked = (page_tables.cost_rows({"tree": [], "cost": {}, "cost_rows": shown}) for shown in (rows[:1], rows))
        self.assertNotIn("of indices", plain)
        self.assertIn('<th scope="col">of indices</th><th scope="col">where', masked)
        self.assertIn('data-n="81">81</td><td class="where">', masked)


class Lengths(unittest.TestCase):
    variant = {
        "tree": [],
        "lengths": {"names": [{"name": "n", "value": 70, "of": "A"}], "counts": [["n", 0], 64, ["ceil", 0, 1], ["*", 0, 0]],
                    "facts": [{"kernel": 0, "of": 2, "words": ["none", "one block", "blocks"]}], "stops": [1, 2],
                    "totals": ["n2 = n + 16"], "asks": True},
        "cost": {"flops": 4900, "computed_flops": 4900, "naive": {"flops": 70},
                 "in_lengths": {"flops": ["n^2", 3], "naive": {"flops": ["n", 0]}}},
    }

    def test_counts_are_of_the_lengths(self):
        lengths = self.variant["lengths"]
        self.assertEqual(page_lengths.values_of(lengths), [70, 64, 2, 4900])
        self.assertEqual(page_lengths.values_of(lengths, [0]), [0, 64, 0, 0])

    def test_numbers_have_their_values_beside_them(self):
        pieces = ["for n[", ["n", 0], "] < 3"]
        self.assertEqual(page_lengths.marked("for n[n] < 3", pieces, [70]),
                         'for n[<span class="n" data-c="0" data-at="70">n</span>] &lt; 3')
        self.assertEqual(page_lengths.marked("a < b", None, []), "a &lt; b")

    def test_figures_say_what_they_are_made_of(self):
        text = page_tables.cost(self.variant)
        self.assertIn('<td class="in-lengths">n^2</td><td data-key="computed_flops" data-n="4900" data-c="3">4,900</td>', text)
        self.assertIn('<td data-n="70" data-c="0">70</td>', text)

    def test_what_hangs_on_a_length_is_said(self):
        fact, values = self.variant["lengths"]["facts"][0], page_lengths.values_of(self.variant["lengths"])
        self.assertEqual(page_lengths.fact_words(self.variant, fact, values), "blocks")
        self.assertIn('<li data-of="2">blocks</li>', page_lengths.lengths_pane(self.variant))
        self.assertIn("<code>n2 = n + 16</code>", page_lengths.lengths_pane(self.variant))
        self.assertIn("refuses lengths that do not fit", page_lengths.lengths_pane(self.variant))
        self.assertEqual(page_lengths.lengths_pane({"tree": []}), "")


class Timing(unittest.TestCase):
    measured = {"nanoseconds": 50.0, "gflops": 12.0, "peak_gflops": 48.0, "fraction": 0.25}

    def test_rate_counts_what_is_computed(self):
        text = page_tables.timing(self.measured, {"flops": 1000, "computed_flops": 600})
        self.assertIn("12.0 of 48.0 GFLOP/s", text)
        self.assertIn("25 %", text)
        self.assertIn("60 % of the flops remain", text)

    def test_nothing_is_said_where_no_mask_skips(self):
        text = page_tables.timing(self.measured, {"flops": 1000, "computed_flops": 1000})
        self.assertIn("25 %", text)
        self.assertNotIn("remain", text)

    def test_rate_and_peak_give_the_fraction(self):
        """Each page says one percentage: the roofline divides the rate by the peak."""
        time = machine._time({"nanoseconds": 50.0, "possible": 2400.0, "clock": 3e9, "samples": [], "reads": []}, 600)
        self.assertEqual((time["gflops"], time["peak_gflops"], time["fraction"]), (12.0, 48.0, 0.25))

    def test_without_a_count_of_flops(self):
        text = page_tables.timing(dict(self.measured, gflops=None, fraction=None), {"flops": 0})
        self.assertIn("50.0 ns", text)


class Roofline(unittest.TestCase):
    """What bounds a formula: 100 GFLOP/s at most; 200 GB/s from 1 KiB, 20 GB/s from memory."""

    reads = [{"where": "L1", "bytes": 1024, "gbytes_per_second": 200.0}, {"where": "memory", "bytes": 1 << 20, "gbytes_per_second": 20.0}]

    def variant(self, flops, rate, operands=800, **cost):
        time = {"gflops": rate, "peak_gflops": 100.0, "fraction": rate / 100, "reads": self.reads}
        return {"cost": {"flops": flops, "bytes_in": operands, "bytes_out": 200, **cost}, "machine": {"time": time}}

    def said(self, *arguments, **cost):
        return page_roofline.bound_words(page_roofline.work_of(self.variant(*arguments, **cost)))

    def test_what_bounds(self):
        self.assertIn("<b>The multiply-add peak bounds it</b>: at 6 flops a byte even memory keeps up, and it does 80 GFLOP/s", self.said(6000, 80.0))
        self.assertIn("peak bounds it</b>: at 2 flops a byte L1, where its 1,000 B stay, keeps up, and it does 80 GFLOP/s; from memory", self.said(2000, 80.0))
        self.assertIn("from memory it would be 40 GFLOP/s at most", self.said(2000, 80.0))
        self.assertIn("<b>Reads bound it</b>: at 2 flops a byte memory, where its 10 KiB stay, allows 40 of the 100", self.said(20480, 30.0, 10040))
        self.assertIn("of the peak, and it does 30.", self.said(20480, 30.0, 10040))
        self.assertIn("<b>Neither limit bounds it</b>: at 2 flops a byte they allow 100 GFLOP/s, and it does 3;", self.said(2000, 3.0))

    def test_the_percentage_of_the_peak_is_said_elsewhere(self):
        for arguments in ((6000, 80.0), (2000, 80.0), (20480, 30.0, 10040), (2000, 3.0)):
            self.assertNotIn("%", self.said(*arguments))

    def test_what_is_counted(self):
        """Skipped tiles are not done, temporaries are written and read, and need room once."""
        work = page_roofline.work_of(self.variant(6000, 80.0, computed_flops=3000, temporary_bytes=100, workspace_bytes=50))
        self.assertEqual((work.flops, work.bytes, work.data), (3000, 1200, 1150))

    def test_names_that_are_close_give_way_to_the_left(self):
        places = page_roofline.name_places([90, 96, 100, 200], ["L1", "L2", "L3", "memory"])
        self.assertEqual(places[2:], [102, 202])
        self.assertTrue(places[0] + 14 < places[1] < 102 - 14 and 60 < places[0])
        self.assertEqual(page_roofline.name_places([60, 100, 150], ["L1", "L2", "memory"]), [62, 102, 152])

    def test_without_a_measurement(self):
        for time in (None, {"gflops": None, "reads": self.reads}, {"gflops": 5.0}, {"gflops": 110.0, "fraction": 1.1, "reads": self.reads}):
            variant = {**self.variant(1, 1.0), "machine": {"time": time}}
            self.assertEqual(page_roofline.roofline(variant), "")
        self.assertEqual(page_roofline.roofline({"cost": {}, "machine": None}), "")


class Beside(unittest.TestCase):
    """One loop of a plan by two compilers."""

    def machine(self, *loops, straight=()):
        return {"compiler": "clang version 19", "time": None, "machine_loops": list(loops), "straight": list(straight),
                "asm": [{"text": f"of {x['n']}", "id": x["id"], "loop": x["n"]} for x in loops]}

    def loop(self, n, loop_id, share, **facts):
        return {"n": n, "id": loop_id, "share": share, "innermost": True, "mix": {}, "instructions": 1, **facts}

    def test_the_loop_that_takes_most_of_the_time(self):
        first = self.machine(self.loop(0, "k0.read", 0.2), self.loop(1, "k0.scores", 0.4), self.loop(2, "k0.blocks", 0.9, innermost=False))
        other = self.machine(self.loop(5, "k0.scores", 0.3), self.loop(7, "k0.scores", 0.1), self.loop(8, "k0.read", 0.5),
                             straight=[{"id": "k0.scores", "share": 0.05}])
        found = beside.beside(first, other)
        self.assertEqual((found["id"], found["loop"]["n"], found["share"]), ("k0.scores", 5, 0.45))
        self.assertEqual([line["text"] for line in found["asm"]], ["of 5"])
        self.assertEqual(found["loops"], 2)
        self.assertIsNone(beside.beside(first, self.machine(self.loop(0, "k0.read", 1)))["loop"], "the other has no such loop")

    def test_many_loops_that_take_it_together(self):
        first = self.machine(self.loop(0, "k0.sums", 0.06), self.loop(1, "k1.values", 0.09), self.loop(2, "k0.sums", 0.07))
        self.assertEqual(beside.beside(first, first)["id"], "k0.sums")
        self.assertEqual(beside.beside(first, first)["loop"]["n"], 2)

    def test_none_where_no_loop_takes_time(self):
        self.assertIsNone(beside.beside(self.machine(self.loop(0, "k0.read", 0.02)), self.machine()))
        self.assertIsNone(beside.beside(self.machine(), self.machine(self.loop(0, "k0.read", 1))))

    def lines(self, *texts):
        return [{"text": text, "label": text.endswith(":")} for text in texts]

    def test_instructions_that_the_other_does_not_have(self):
        """Registers, addresses and numbers are each compiler's own; labels are no instructions."""
        one = self.lines(".L3:", "vmovups      zmm0, [rdi + 4*rcx + 0x40]", "vfmadd231ps  zmm4, zmm1, zmm0", "vmovaps [rsp + 0x40], zmm4", "add rcx, 0x10", "jne .L3")
        other = self.lines("vmovups      zmm7, [rax]", "vmulps zmm1, zmm1, zmm2", "vfmadd231ps  zmm9, zmm2, zmm7", "add          r8, 0x40", "jne          .L12", ".L9:")
        only = beside.without_partner(one, other)
        self.assertEqual([line["text"].split()[0] for line, is_only in zip(one, only[0]) if is_only], ["vmovaps"])
        self.assertEqual([line["text"].split()[0] for line, is_only in zip(other, only[1]) if is_only], ["vmulps"])
        self.assertEqual(beside.without_partner(one, one)[0], [False] * len(one))
        self.assertNotEqual(beside.kind_of("vaddps zmm0, zmm1, zmm2"), beside.kind_of("vaddps ymm0, ymm1, ymm2"), "of another width")
        self.assertNotEqual(beside.kind_of("vaddps zmm0, zmm1, [rax]"), beside.kind_of("vaddps zmm0, zmm1, zmm2"), "from memory")

    def test_another_machine(self):
        """Its processor names the column; what it was compiled with is said where it differs; kernels are found by name and label."""
        own = {**self.machine(self.loop(0, "k0.sums", 0.5)), "cpu": "here", "options": "-O3"}
        there = {**self.machine(self.loop(3, "k0.sums", 0.7)), "cpu": "there", "options": "-O2"}
        data = {"kernels": [{"name": "attend", "variants": [{"label": "n 4", "machine": own}, {"label": "n 8", "machine": own}]}]}
        heed_study.put_beside(data, {"kernels": [{"name": "attend", "variants": [{"label": "n 8", "machine": there}]}]}, "there.json")
        first, second = data["kernels"][0]["variants"]
        self.assertNotIn("beside", first)
        text = page_beside.two_compilers(second)
        self.assertEqual(re.findall('<th scope="col">(.*?)</th>', text), ["clang, here", "clang, there"])
        self.assertIn("on two machines (there with <code>-O2</code>)", text)
        self.assertEqual(page_beside.title_of(second), "Two machines")
        with self.assertRaisesRegex(heed_study.Failed, "there.json has machine code of none of the kernels; it has other \\(n 8\\)"):
            heed_study.put_beside(data, {"kernels": [{"name": "other", "variants": [{"label": "n 8", "machine": there}]}]}, "there.json")

    def test_the_page_underlines_them(self):
        asm = [{**line, "id": "k0.sums", "loop": 0} for line in self.lines("vaddps zmm0, zmm1, zmm2", "add rcx, 0x10")]
        mine = {**self.machine(self.loop(0, "k0.sums", 0.5)), "asm": asm}
        other = {**beside.excerpt(mine, "k0.sums"), "asm": asm[1:]}
        text = page_beside.two_compilers({"machine": mine, "beside": other})
        self.assertEqual(re.findall('<em class="only">(.*?)</em>', text), ["  vaddps zmm0, zmm1, zmm2"])
        self.assertIn("Underlined: 1 and 0 instructions", text)

    def test_names(self):
        self.assertEqual(page_beside.short_name("g++ (Debian 12.2.0-14+deb12u1) 12.2.0"), "g++ 12.2.0")
        self.assertEqual(page_beside.short_name("c++ (Debian 12.2.0-14+deb12u1) 12.2.0"), "g++ 12.2.0")
        self.assertEqual(page_beside.short_name("Debian clang version 19.1.7 (++20250114)"), "clang 19.1.7")


class SharesTest(unittest.TestCase):
    """Time by loop, and what it says against a model."""

    def test_share_is_of_all_samples(self):
        places = {100: ("loop", 0), 104: ("loop", 0), 108: ("straight", "k0.write")}
        found = shares.count([0, 4] * 60 + [8] * 60 + [9999] * 20, 100, places)
        self.assertEqual(found, {("loop", 0): 0.6, ("straight", "k0.write"): 0.3, None: 0.1})
        self.assertEqual(shares.count([0] * (shares.FEWEST - 1), 100, places), {})

    def loop(self, **facts):
        return {"id": "k0.sums", "share": 0.5, "fma_lanes": 256, "cycles": None,
                "mca": {"cycles_per_iteration": 24.0}, **facts}

    def test_cycles_of_a_round(self):
        """1000 rounds of 256 multiply-adds in half of 16,000 cycles: 8 each."""
        self.assertEqual(shares.cycles_of_round(0.4, 0.0, 0.5, 256_000, 256, 16_000), 8)
        self.assertIsNone(shares.cycles_of_round(0.4, 0.1, 0.5, 256_000, 256, 16_000), "another loop does a part of them")
        self.assertIsNone(shares.cycles_of_round(0.5, 0, 0.5, None, 256, 16_000))
        self.assertIsNone(shares.cycles_of_round(0.5, 0, 0.5, 300, 256, 16_000), "a round and a bit")

    def test_rounds_refute_a_model(self):
        found = shares.refutation([self.loop(cycles=8.0)], [], {}, 16_000)
        self.assertEqual(found, {"id": "k0.sums", "of": "round", "model": 24.0, "measured": 8.0})
        self.assertIsNone(shares.refutation([self.loop(cycles=23.0)], [], {}, 16_000))

    def test_multiply_adds_of_a_part_refute_a_model(self):
        """By the model 85,333 in the half of 16,000 cycles that the loop takes, and as many in the rest of its part."""
        rest = {"id": "k0.sums", "share": 0.5, "fma_lanes": 0, "mca": None}
        found = shares.refutation([self.loop()], [rest], {"k0.sums": 256_000}, 16_000)
        self.assertEqual(found, {"id": "k0.sums", "of": "part", "model": 170_667, "measured": 256_000})
        self.assertIsNone(shares.refutation([self.loop()], [rest], {"k0.sums": 170_000}, 16_000))
        self.assertIsNone(shares.refutation([self.loop()], [rest], {}, 16_000))
        self.assertEqual(shares.refutation([self.loop()], [rest], {"": 256_000}, 16_000)["id"], "", "of the whole kernel")

    def test_a_model_that_is_wrong_once_is_withheld_everywhere(self):
        def variant(label, refuted, cpu="znver5"):
            return {"label": label, "machine": {"model": {"program": "llvm-mca", "cpu": cpu, "refuted": refuted}}}
        wrong = {"id": "k0.sums", "of": "round", "model": 24.0, "measured": 8.0}
        variants = [variant("a", None), variant("b", wrong), variant("c", None, "other"), {"label": "d", "machine": {}}]
        heed_study.withhold_refuted_models(variants)
        self.assertEqual([v["machine"].get("model", {}).get("refuted") for v in variants],
                         [{"id": "b", "of": "other", "model": None, "measured": None}, wrong, None, None])

    def test_multiply_adds_by_loop(self):
        row = {"operation": "product over d_k", "flops": 1000, "loops": ["k0.scores"]}
        cost = {"multiply_adds": 1000, "computed_multiply_adds": 500}
        self.assertEqual(shares.multiply_adds_of(cost, [row]), {"": 500, "k0.scores": 250})
        several = dict(row, operation="3 x product over d_k")
        self.assertEqual(shares.multiply_adds_of(cost, [several]), {"": 500, "k0.scores": None})
        self.assertEqual(shares.multiply_adds_of(cost, [row, row]), {"": 500, "k0.scores": None})
        self.assertEqual(shares.multiply_adds_of(cost, [dict(row, operation="softmax")]), {"": 500})

    machine = {
        "time": {"samples": 1000}, "elsewhere": 0.05,
        "machine_loops": [
            {"n": 0, "id": "k0.sums", "innermost": False, "instructions": 800, "mix": {}, "spills": 9, "share": 0.38},
            {"n": 1, "id": "k0.sums", "innermost": True, "instructions": 30, "mix": {"fma": 16}, "spills": 0, "share": 0.5,
             "cycles": 8.04, "mca": {"cycles_per_iteration": 24.0, "ipc": 1.2, "bottleneck": "none found"}},
            {"n": 2, "id": "k0.read", "innermost": False, "instructions": 5, "mix": {}, "spills": 0, "share": 0.0},
        ],
        "straight": [{"id": "k0.write", "instructions": 50, "mix": {}, "spills": 0, "share": 0.07}],
        "model": {"program": "llvm-mca 19.1.7", "cpu": "znver5", "same_as": "znver4", "refuted": None},
    }

    def test_rows_are_sorted_by_time_and_hold_epilogues(self):
        rows = page_tables.hot_rows(self.machine)
        self.assertEqual([(x["kind"], x["share"]) for x in rows], [("loop", 0.5), ("around", 0.38), ("straight", 0.07)])
        text = page_tables.machine_loops(self.machine)
        for words in ("around other loops", "outside of loops", "38.0 %", "1,000 samples", "5.0 % of the time is in other code",
                      "All innermost loops are listed; of the rest 1 piece of code with under 0.2 % of the time is not.", "llvm-mca 19.1.7, -mcpu=znver5 (which it models as znver4)", ">24<", ">8<"):
            self.assertIn(words, text)

    def test_a_refuted_model_is_withheld(self):
        wrong = {"id": "k0.sums", "of": "round", "model": 24.0, "measured": 8.04}
        text = page_tables.machine_loops(dict(self.machine, model=dict(self.machine["model"], refuted=wrong)))
        self.assertNotIn("by the model</th>", text)
        self.assertNotIn("none found", text)
        self.assertIn("are withheld: it says 24 cycles for a round of k0.sums that was measured to take 8", text)

    def test_spills_are_left_on_the_table(self):
        variant = {"left": ["nothing that the plan or the target shows"], "machine": self.machine}
        text = page_tables.target(variant)
        self.assertNotIn("nothing that", text)
        self.assertIn("9 instructions move registers to the stack or back", text)
        self.assertIn("9 in code of k0.sums outside of the plan&#x27;s innermost loops, which has 38.0 % of the time", text)
        loop = dict(self.machine["machine_loops"][1], spills=10)
        text = page_tables.target(dict(variant, machine=dict(self.machine, machine_loops=[self.machine["machine_loops"][0], loop])))
        self.assertIn("10 in a loop of k0.sums, which has 50.0 % of the time", text)
        self.assertIn("nothing that", page_tables.target(dict(variant, machine=None)))

    def test_assembly_opens_on_the_hottest_loop(self):
        lines = [{"id": "", "loop": None}, {"id": "k0.sums", "loop": 0}, {"id": "k0.sums", "loop": 1}]
        self.assertEqual(page_panes.hottest_run(self.machine, lines), ("k0.sums", 1))
        self.assertEqual(page_panes.hottest_run(self.machine, lines[:2]), ("k0.sums", 0), "what is left of a cut listing")
        self.assertIsNone(page_panes.hottest_run(self.machine, lines[:1]))
        unrolled = dict(self.machine, machine_loops=[])
        lines.append({"id": "k0.write", "loop": None})
        self.assertEqual(page_panes.hottest_run(unrolled, lines), ("k0.write", None))

    def test_every_part_has_words_and_a_colour(self):
        study = pathlib.Path(sys.argv[1])
        header = (study.parents[1] / "include" / "heed" / "lower" / "loop_part.hpp").read_text(encoding="utf-8")
        style = (study / "page" / "style.css").read_text(encoding="utf-8")
        parts = frames.part_names(header)
        self.assertGreater(len(parts), 8)
        for part in parts:
            self.assertIn(part, page_text.PARTS)
            self.assertEqual(style.count(f"--p-{part}: #"), 3, f"{part}: light, dark by the system, dark by choice")
            self.assertIn(f'[data-l$=".{part}"] {{', style)
            self.assertIn(f".p-{part} {{", style)


class MapsTest(unittest.TestCase):
    """Masked is null, NaN and infinities are strings of JSON; 0 is a number."""

    def setUp(self):
        self.data = page_maps.numbers_of({
            "rows": ["a", "NaN"], "columns": ["a", "NaN"], "row_axis": "q", "column_axis": "k",
            "scores": [[0, None], ["NaN", "Infinity"]], "values": [[1], [2]],
        })

    def test_signs_in_cells_and_beside_the_scale(self):
        table = page_maps.heat_map("scores", self.data, "Scores")
        self.assertIn(">0.00</td>", table)
        self.assertIn('class="masked"', table)
        self.assertRegex(table, r'background:#969696">NaN</td>')
        self.assertRegex(table, r'background:#d6288c">∞</td>')
        for words in (">masked</span>", "NaN: no number</span>", "∞</span>"):
            self.assertIn(words, table.partition("</table>")[2])
        self.data["scores"] = [[0, 1], [2, 3]]
        self.assertNotIn("sign", page_maps.heat_map("scores", self.data, "Scores"))

    def test_names_that_occur_again_are_told_apart(self):
        self.assertEqual(page_maps.told(["I", "see", "I"]), ["I 1", "see", "I 2"])

    def test_rows_that_do_not_add_up_to_1_are_said(self):
        lead = lambda scores: page_maps.exceptions([{"rows": ["a"], "columns": ["a", "b"], "scores": scores}])
        self.assertEqual(lead([[0, None]]), "")
        self.assertIn("masked throughout", lead([[0, 1], [None, None]]))
        self.assertIn("no finite number", lead([[0, "NaN"]]))

    def test_large_scores_have_room(self):
        for x, words in ((7e8, "7.0e8"), (-1.26e300, "−1.3e300"), (99_999, "99999.00"), (99_999.9, "1.0e5"), (0.125, "0.12")):
            self.assertEqual(page_text.short(x), words)
        self.data["scores"] = [[7e8, 1.0], [2.0, 3.0]]
        self.assertNotIn("00000", page_maps.heat_map("scores", self.data, "Scores"))

    def test_online_softmax_does_not_lose_nan(self):
        for block in (1, 2):
            finite, wrong = (page_maps.online_softmax(row, self.data["values"], block)[-1] for row in self.data["scores"])
            self.assertEqual((finite["l"], finite["o"]), (1, [1]))
            self.assertTrue(math.isnan(wrong["l"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
