# SPDX-License-Identifier: BSL-1.0
"""From what the benchmarks measured (JSON) to tables, goals, the document and the plots."""
