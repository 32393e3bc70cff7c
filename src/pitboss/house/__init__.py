"""The house: regulation by date, tables' files and their checks, signs, trays and daily reports."""
