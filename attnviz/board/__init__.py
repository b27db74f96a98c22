"""The lesson as data: texts, glossary, prompts, questions and jobs, read from one board file. No Qt here."""
