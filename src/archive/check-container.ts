import { invariant } from '../base/failure.ts';
import { Failure } from '../model/failure.ts';
import { createFindingCounter, type Finding } from '../model/findings.ts';
import type { ContainerSummary } from './archive-event.ts';
import { openArchiveSource } from './archive-source.ts';
import { type ReadArchiveOptions, readArchive } from './read-archive.ts';

/**
 * Reads the gzip and tar of an archive to their ends without parsing records, and hashes it. Returns the first findings
 * of each code.
 * Throws `absent`, `file-system`, `not-an-archive` or the signal's reason; damage is reported by findings.
 */
export async function checkContainer(
  path: string,
  options: Pick<ReadArchiveOptions, 'signal' | 'onProgress' | 'limits'> = {},
): Promise<ContainerSummary & { readonly findings: readonly Finding[] }> {
  const source = await openArchiveSource(path);
  const findings = createFindingCounter();
  let container: ContainerSummary | undefined;
  for await (const event of readArchive({ ...options, source, skipRecords: true })) {
    if (event.type === 'finding') {
      findings.add(event.finding);
    } else if (event.type === 'end') {
      container = event.container;
    }
  }
  invariant(container !== undefined, 'the last event of an archive is its end');
  return { ...container, findings: findings.tallies().flatMap(({ examples }) => examples) };
}

/** Reads the gzip and tar structures of a download to the end; fails with `archive-damaged` if they are incomplete. */
export async function proveWhole(path: string, signal: AbortSignal): Promise<void> {
  const { isWhole, findings } = await checkContainer(path, { signal });
  if (!isWhole) {
    const error = findings.find((finding) => finding.severity === 'error');
    throw new Failure(
      'archive-damaged',
      `Cannot keep the download "${path}": ${error?.message ?? 'it is incomplete'}`,
    );
  }
}
