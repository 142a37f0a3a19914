"""A manager for tests that open, pause or close tables."""

from puntobanco.table.shared.shared_table import StaffActor

OLGA = StaffActor(99, "olga", is_manager=True)
