import { quoteText } from '../../base/terminal-text.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import { pluralOfKind } from '../../model/record-kind.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { ReferenceExpectation } from './reference-readers.ts';

/** A reference in a record. */
export interface WrittenReference {
  readonly text: string;
  /** The kind of the record. */
  readonly kind: string;
  readonly place: Pick<Finding, 'entryName' | 'recordIndex' | 'url' | 'pointer'>;
}

/** The result for something that is referenced and not in the archive. */
export interface Verdict {
  readonly expectation: ReferenceExpectation;
  /** True if it should be in the archive. */
  readonly isMissing: boolean;
  /** The number of references to it. */
  readonly count: number;
}

/** The finding about something that is not in the archive, described by the first reference to it if that was kept. */
export function describeAbsence(verdict: Verdict, written?: WrittenReference): Finding {
  const { expectation, isMissing, count } = verdict;
  const code = isMissing ? 'reference-missing' : 'reference-outside';
  if (written === undefined) {
    return createFinding(code, `Records refer to ${expectation.words} that is not in the archive`);
  }
  const { text, kind, place } = written;
  const subject =
    place.url === undefined ? `A record of the kind "${kind}"` : `The ${kind} ${quoteText(place.url)}`;
  const found = `refers to ${expectation.words}, which is not in the archive: ${quoteText(text)}`;
  return createFinding(code, `${subject} ${found}${describeOthers(count - 1)}`, place);
}

/** The finding about a kind without records that other records refer to. */
export function describeAbsentKind(
  kind: RecordKind,
  { count, hasFile }: { readonly count: number; readonly hasFile: boolean },
): Finding {
  const plural = pluralOfKind(kind);
  const references = count === 1 ? 'a reference points' : `${count} references point`;
  return createFinding(
    'record-kind-missing',
    `The archive has ${hasFile ? 'an empty' : 'no'} record file "${plural}", but ${references} to its records`,
  );
}

function describeOthers(count: number): string {
  if (count === 0) {
    return '';
  }
  return count === 1 ? ', as another reference does' : `, as ${count} other references do`;
}
