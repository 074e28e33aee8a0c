/** The head of a hunk in a unified diff. */
export interface HunkHead {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** What git shows of the line that the hunk is in, such as the name of a function. */
  readonly section: string;
}

const HEAD = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@ ?(.*)$/;

/** Reads `@@ -8,7 +10,9 @@ def read`; undefined for any other line. A count that is left out is 1. */
export function parseHunkHead(line: string): HunkHead | undefined {
  const [, oldStart, oldCount = '1', newStart, newCount = '1', section = ''] = HEAD.exec(line) ?? [];
  return oldStart === undefined || newStart === undefined
    ? undefined
    : {
        oldStart: Number(oldStart),
        oldCount: Number(oldCount),
        newStart: Number(newStart),
        newCount: Number(newCount),
        section,
      };
}
