import type { TestContext } from 'vitest';
import { ROWS } from './rows.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the rows that the test proves. */
    claims?: string[];
  }
}

const KNOWN: ReadonlySet<string> = new Set(ROWS.filter((row) => row.concerns.length > 0).map(({ id }) => id));

/**
 * Says, inside a running test, which rows of the specification it has proved. The claims travel with the result of
 * the test, so that only those of tests that passed count. Throws for an id that no row has.
 */
export function claim({ task }: TestContext, ...ids: readonly string[]): void {
  for (const id of ids) {
    if (!KNOWN.has(id)) {
      throw new RangeError(`Cannot claim "${id}": the specification has no such row`);
    }
  }
  task.meta.claims = [...(task.meta.claims ?? []), ...ids];
}
