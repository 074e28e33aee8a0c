/** A stretch of lines that differs, with the lines around it. */
export interface LineHunk {
  /** Number of the first line in each text, from 1; 0 where the hunk has no line of that text. */
  readonly beforeStart: number;
  readonly beforeCount: number;
  readonly afterStart: number;
  readonly afterCount: number;
  /** Each with its mark before it: a blank, `-` or `+`. */
  readonly lines: readonly string[];
}

/** How many equal lines stand around a difference. */
const CONTEXT_LINES = 3;

/** Beyond this many differing lines, what differs is given as a whole: the search costs their square. */
const MAX_EDITS = 1_000;

interface Edit {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/**
 * The lines in which two texts differ, as hunks of a unified diff. It finds a shortest script of edits (E. W. Myers,
 * "An O(ND) Difference Algorithm and Its Variations", 1986). A carriage return at the end of a line belongs to the line.
 */
export function diffLines(before: string, after: string): readonly LineHunk[] {
  return toHunks(findEdits(splitLines(before), splitLines(after)));
}

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** Sets aside what both begin and end with: most edits of a text are in one place. */
function findEdits(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) {
    start += 1;
  }
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
  }
  const middle = findShortestEdits(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  const keep = (line: string): Edit => ({ mark: ' ', line });
  return [...before.slice(0, start).map(keep), ...middle, ...before.slice(before.length - end).map(keep)];
}

function findShortestEdits(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const trace = traceEdits(before, after);
  if (trace === undefined) {
    return [
      ...before.map((line): Edit => ({ mark: '-', line })),
      ...after.map((line): Edit => ({ mark: '+', line })),
    ];
  }
  return walkBack(trace, before, after);
}

/** For each number of edits, the furthest line of `before` reached on each diagonal; undefined beyond the limit. */
function traceEdits(
  before: readonly string[],
  after: readonly string[],
): readonly ReadonlyMap<number, number>[] | undefined {
  const trace: ReadonlyMap<number, number>[] = [];
  let furthest: ReadonlyMap<number, number> = new Map([[1, 0]]);
  const mostEdits = Math.min(before.length + after.length, MAX_EDITS);
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    const reached = new Map<number, number>();
    trace.push(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepFrom(furthest, diagonal, edits).x;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) {
        x += 1;
      }
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) {
        return trace;
      }
    }
    furthest = reached;
  }
  return undefined;
}

/** The next point on a diagonal: down by a line of `after`, or right by one of `before`, whichever is further. */
function stepFrom(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number) {
  const below = furthest.get(diagonal + 1) ?? -1;
  const left = furthest.get(diagonal - 1) ?? -1;
  const isDown = diagonal === -edits || (diagonal !== edits && left < below);
  return isDown ? { x: below, from: diagonal + 1 } : { x: left + 1, from: diagonal - 1 };
}

function walkBack(
  trace: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Edit[] {
  const reversed: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const { from } = stepFrom(furthest, x - y, edits);
    const fromX = edits === 0 ? 0 : (furthest.get(from) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      reversed.push({ mark: ' ', line: before[x] ?? '' });
    }
    if (edits > 0) {
      const isDown = x === fromX;
      reversed.push(
        isDown ? { mark: '+', line: after[fromY] ?? '' } : { mark: '-', line: before[fromX] ?? '' },
      );
      x = fromX;
      y = fromY;
    }
  }
  return reversed.reverse();
}

/** Cuts the edits into hunks: differences that are closer than twice the context share one. */
function toHunks(edits: readonly Edit[]): readonly LineHunk[] {
  const hunks: LineHunk[] = [];
  const changed = edits.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  for (let next = 0; next < changed.length; ) {
    const first = changed[next] ?? 0;
    let last = first;
    for (; next < changed.length && (changed[next] ?? 0) - last <= 2 * CONTEXT_LINES; next += 1) {
      last = changed[next] ?? last;
    }
    hunks.push(toHunk(edits, Math.max(0, first - CONTEXT_LINES), last + 1 + CONTEXT_LINES));
  }
  return hunks;
}

function toHunk(edits: readonly Edit[], start: number, end: number): LineHunk {
  const own = edits.slice(start, end);
  const linesOf = (list: readonly Edit[], mark: '-' | '+') =>
    list.filter((edit) => edit.mark === ' ' || edit.mark === mark).length;
  const earlier = edits.slice(0, start);
  const [beforeCount, afterCount] = [linesOf(own, '-'), linesOf(own, '+')];
  return {
    beforeStart: linesOf(earlier, '-') + (beforeCount === 0 ? 0 : 1),
    beforeCount,
    afterStart: linesOf(earlier, '+') + (afterCount === 0 ? 0 : 1),
    afterCount,
    lines: own.map(({ mark, line }) => `${mark}${line}`),
  };
}
