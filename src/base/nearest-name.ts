/** Longer texts are not misspelled names, and comparing them takes time. */
const MAX_COMPARED = 100;

/**
 * The name that `text` was probably meant to be: the one with the smallest edit distance, ignoring case. Undefined if
 * all names differ in more than a third of the letters.
 */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  const typed = text.slice(0, MAX_COMPARED).toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= fewest) {
      continue; // There are at least as many insertions or deletions.
    }
    const mistakes = countMistakes(typed, name.toLowerCase());
    if (mistakes < fewest) {
      fewest = mistakes;
      nearest = name;
    }
  }
  return nearest;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function countMistakes(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(counts: readonly number[], index: number): number {
  return counts[index] ?? Number.POSITIVE_INFINITY;
}
