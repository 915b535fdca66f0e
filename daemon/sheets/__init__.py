"""Rule sheets on paper: as plain text at 80 columns, as one printable page, and checked against the table."""
