"""The companion: rules, rulings and the one live table."""
