import type { FindingTally } from '../model/index.ts';
import type { Manifest } from '../vault/index.ts';

/**
 * What was found in the parts of a backup, taken together: they repeat what they share, such as accounts, and only
 * what a part repeats by itself is remarkable.
 */
export function combineFindings(
  together: readonly FindingTally[],
  manifests: readonly Pick<Manifest, 'findings'>[],
): readonly FindingTally[] {
  if (manifests.length === 1) {
    return together;
  }
  const isRepetition = ({ code }: FindingTally) => code === 'record-duplicate';
  return [
    ...together.filter((tally) => !isRepetition(tally)),
    ...manifests.flatMap(({ findings }) => findings.filter(isRepetition)),
  ];
}
