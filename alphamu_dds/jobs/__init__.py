"""Many pieces of work, whatever they are: processes that may die, records that stay."""
