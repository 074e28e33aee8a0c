import type { JournalLine } from '../../model/index.ts';
import { plainNameOf } from '../manifest/manifest.ts';

/**
 * Plain names of the archives that the vault should have: those that a run has noted down and none has removed since.
 * Lines without a digest are of versions that did not note each removal; they prove nothing.
 */
export function findExpectedArchives(lines: readonly JournalLine[]): ReadonlySet<string> {
  const expected = new Set<string>();
  for (const line of lines) {
    if (line.type === 'manifest-written' && line.sha256 !== undefined) {
      expected.add(plainNameOf(line.archive));
    } else if (isRemoval(line)) {
      for (const archive of line.archives) {
        expected.delete(plainNameOf(archive));
      }
    }
  }
  return expected;
}

/** Whether a line says that archives are in the vault no more. */
export function isRemoval(
  line: JournalLine,
): line is Extract<JournalLine, { readonly type: 'archives-forgotten' | 'archives-lost' }> {
  return line.type === 'archives-forgotten' || line.type === 'archives-lost';
}
