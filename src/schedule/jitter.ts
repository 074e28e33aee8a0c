import { createHash } from 'node:crypto';

/**
 * How long after its due time a run starts: from 0 to `jitterMs`, the same for a due time whenever it is asked, so that
 * a restart draws no second lot. `salt` differs from machine to machine, so that they do not all call at once.
 */
export function jitterOf(
  run: { readonly job: string; readonly dueMs: number; readonly jitterMs: number },
  salt: string,
): number {
  const digest = createHash('sha256').update(`${salt}\n${run.job}\n${run.dueMs}`).digest();
  return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * (run.jitterMs + 1));
}
