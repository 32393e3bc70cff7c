"""The approved documents as data: wagers, pay tables, options, published figures, clause numbers."""

from pitboss.sheets.load import clauses, game_ids, load_sheet, naming_letter, rule_books, sheet
from pitboss.sheets.model import (
    Clause,
    Equipment,
    Letter,
    Line,
    Option,
    PayTable,
    Published,
    Reading,
    RuleSheet,
    Wager,
)
from pitboss.sheets.pay_table_files import load_pay_table_file, pay_table_of_lines, with_pays

__all__ = [
    "Clause",
    "Equipment",
    "Letter",
    "Line",
    "Option",
    "PayTable",
    "Published",
    "Reading",
    "RuleSheet",
    "Wager",
    "clauses",
    "game_ids",
    "load_pay_table_file",
    "load_sheet",
    "naming_letter",
    "pay_table_of_lines",
    "rule_books",
    "sheet",
    "with_pays",
]
