"""A sabot in our notation, shared by several tests."""

from typing import Final

TEXT: Final = """\
sabot live-mini
date 2026-11-15
croupier Lucia
burn 3h9cTd2s
1 7dKs9c2h3s anna: punto=1000 grande=200 bruno: banco=500
2 8d2cKcKs
3 AcAs2hJd2h8d punto=2000
"""
