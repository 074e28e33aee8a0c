import { tmpdir } from 'node:os';
import { type ReadArchiveOptions, readArchive } from '../archive/read-archive.ts';
import { type VerifyReport, withVerification } from '../archive/verification.ts';
import { verifiesInThread, verifyInThread } from '../archive/verify-in-thread.ts';
import { nextTurn } from '../base/clock.ts';
import { itemsUntilAborted } from '../base/signals.ts';
import { openWorkplace } from '../base/workplace.ts';
import { findGit } from '../git/run-git.ts';
import type { Finding } from '../model/findings.ts';
import { createGitCheck, type GitCheck } from './git-check.ts';

/** `quick` verifies the container, `records` everything in it except git, `deep` the git repositories too. */
export type VerifyLevel = 'quick' | 'records' | 'deep';

export interface VerifyOptions
  extends Pick<ReadArchiveOptions, 'source' | 'limits' | 'splitter' | 'onProgress'> {
  readonly level: VerifyLevel;
  /** Where programs are looked up: the `PATH` of the environment. Only `deep` runs one. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
  /** SHA-256 that the archive should have, in lower-case hexadecimal. */
  readonly expectedSha256?: string | undefined;
  /** Receives every finding; the report lists only the first ones of each code. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

/**
 * Verifies an archive in one pass. Only `deep` writes, to a private temporary directory that is removed at the end.
 * Fails if the archive cannot be read at all, or with `git-missing`; defects are findings of the report.
 */
export async function verifyArchive(options: VerifyOptions): Promise<VerifyReport> {
  const { level, searchPath, signal } = options;
  if (level !== 'deep') {
    return await verify(options, undefined);
  }
  await findGit({ searchPath, signal });
  const workplace = await openWorkplace(tmpdir(), 'satchel-git-');
  const gitCheck = createGitCheck({ directory: workplace.path, searchPath, signal });
  try {
    return await verify(options, gitCheck);
  } finally {
    gitCheck.close();
    await workplace.close();
  }
}

async function verify(options: VerifyOptions, gitCheck: GitCheck | undefined): Promise<VerifyReport> {
  const { source, limits, splitter, signal, onProgress, level, expectedSha256, onFinding } = options;
  if (level === 'records' && verifiesInThread(source)) {
    const reading = { sources: [source], limits, splitter, signal, onProgress };
    return await verifyInThread(reading, { expectedSha256, onFinding });
  }
  const isQuick = level === 'quick';
  const checks = { expectedSha256, onFinding, extent: isQuick ? 'container' : 'references' } as const;
  const reading = { source, limits, splitter, signal, onProgress, skipRecords: isQuick };
  return await withVerification(checks, async (verification) => {
    const events = readArchive({ ...reading, openFile: gitCheck?.openFile });
    for await (const event of itemsUntilAborted(events, signal)) {
      gitCheck?.observe(event);
      verification.observe(event);
    }
    for await (const finding of gitCheck?.findings() ?? []) {
      signal.throwIfAborted();
      verification.observe({ type: 'finding', finding });
    }
    await nextTurn(); // An abort during the last steps is heard now.
    signal.throwIfAborted();
    return verification.report();
  });
}
