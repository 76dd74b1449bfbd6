"""Look a clause up as any edition prints it, and see what is read into it and what carries it out."""

from houseway import coverage, find_as_printed, readings_for

for clause in find_as_printed("577.6(c)(2)"):
    print(clause.id, clause.duty, clause.summary)
    for reading in readings_for(clause.id):
        print("  read so:", reading.reading)
rows = coverage("661a")
print(sum(bool(row.tests) for row in rows), "of", len(rows), "clauses of 661a have tests")
