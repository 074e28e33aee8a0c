import { totalOf } from '../../base/sizes.ts';
import type { Browsing } from '../../reading/open-browsing.ts';
import { type Snapshot, salvageOf } from '../../store/snapshot.ts';
import type { ArchiveProof } from '../sources.ts';
import { countOf, countText } from './counts.ts';

/** What is known about whether a store has all that it should have. */
export interface StoreState extends Pick<ReturnType<Browsing['keptState']>, 'kept' | 'rejectedCount'> {
  /** Null in an empty store. */
  readonly newest: Snapshot | null;
  /** The results of verifying its archives, newest first. */
  readonly proofs: readonly ArchiveProof[];
}

/** What is not as it should be, as parts of a sentence; empty if all is well. */
export function faultsOf({ newest, kept, rejectedCount, proofs }: StoreState): readonly string[] {
  const missing = kept.reduce((sum, { named, kept: here }) => sum + Math.max(0, named - here), 0);
  const doubtful = proofs.filter(({ isVerified }) => !isVerified).length;
  const incomplete = proofs.filter(({ completeness }) => completeness?.isComplete === false).length;
  return [
    newest === null || salvageOf(newest) === undefined ? '' : 'part of the newest archive could not be read',
    missing === 0
      ? ''
      : `${countOf(missing, 'file', 'files')} that records name ${missing === 1 ? 'is' : 'are'} not here`,
    rejectedCount === 0
      ? ''
      : `${countOf(rejectedCount, 'record')} without the form of ${rejectedCount === 1 ? 'its' : 'their'} kind`,
    doubtful === 0 ? '' : `${countOf(doubtful, 'archive')} not verified`,
    incomplete === 0 ? '' : `${countOf(incomplete, 'archive')} not complete`,
  ].filter((fault) => fault !== '');
}

/** The state of the store in one sentence. */
export function verdictOf(state: StoreState): string {
  const { newest, proofs } = state;
  if (newest === null) {
    return 'There is nothing to judge yet.';
  }
  const faults = faultsOf(state);
  if (faults.length > 0) {
    return `Not all is as it should be: ${faults.join('; ')}.`;
  }
  const content = `${countText(totalOf(newest.counts))} records and every file that they name`;
  return proofs.length === 0
    ? `No file is missing: the newest archive has ${content}. Whether it was verified is not known.`
    : proofs.length === 1
      ? `All is well: the archive is verified, and has ${content}.`
      : `All is well: all ${countText(proofs.length)} archives are verified, and the newest has ${content}.`;
}

/** The proofs of the archives that were loaded, newest first. */
export function proofsOfSnapshots(
  snapshots: readonly Snapshot[],
  proofs: readonly ArchiveProof[],
): readonly ArchiveProof[] {
  const known = new Map(proofs.map((proof) => [proof.sha256, proof]));
  return snapshots.toReversed().flatMap(({ archiveSha256 }) => known.get(archiveSha256 ?? '') ?? []);
}
