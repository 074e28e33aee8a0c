import { invariant } from '../base/failure.ts';
import { createFindingCounter, type Finding } from '../model/findings.ts';
import type { ContainerSummary } from './archive-event.ts';
import { openArchiveSource } from './archive-source.ts';
import { type ReadArchiveOptions, readArchive } from './read-archive.ts';

/**
 * Reads the gzip and tar of an archive to their ends without parsing records, and hashes it. Returns the first findings
 * of each code.
 * Throws `absent`, `file-system`, `not-an-archive` or `interrupted`; damage is reported by findings.
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
