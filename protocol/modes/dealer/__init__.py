"""The dealer mode: the server holds the deal, and proves it when its seeds open."""
