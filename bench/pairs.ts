import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramRun } from './run-program.ts';

/** Two runs right after each other, so that load on the machine affects both alike. */
export interface Pair {
  readonly ours: ProgramRun;
  readonly theirs: ProgramRun;
}

/** Runs both by turns; the first pair only warms the cache. */
export async function alternate(
  rounds: number,
  { ours, theirs }: Readonly<Record<keyof Pair, () => Promise<ProgramRun>>>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    pairs.push({ ours: await ours(), theirs: await theirs() });
  }
  return pairs.slice(1);
}

/** Gives the work an empty folder in this one, and removes it at the end. */
export async function inEmptyFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(parent, 'run-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The bench exits with 1 if one promise is not kept. */
export function judge(isKept: boolean): void {
  process.exitCode = isKept ? (process.exitCode ?? 0) : 1;
}
