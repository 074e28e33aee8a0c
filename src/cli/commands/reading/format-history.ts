import { capitalized } from '../../../base/text-ends.ts';
import type { RecordHistory } from '../../../reading/find-history.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import type { Reading } from '../../../reading/open-reading.ts';
import type { RecordVersion } from '../../../store/read-history.ts';
import { factsOfRecord } from '../../../store/record-facts.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { snapshotText, whenChanged } from '../../../store/when-changed.ts';
import { cellText } from '../../render/cell-text.ts';
import { formatFieldDifferences } from '../../render/format-field-differences.ts';
import type { Style } from '../../render/painter.ts';
import { formatTexts, joinParagraphs, type ReadingLayout } from './paragraphs.ts';

/** A version of a record, with the preceding version. */
export interface Step {
  readonly version: RecordVersion;
  readonly earlier: RecordVersion | undefined;
}

/** What happened to a record, with its texts, as people read it. */
export function formatHistory(
  { url }: RecordHistory,
  steps: readonly Step[],
  reading: Reading,
  layout: ReadingLayout,
): string {
  const snapshots = new Map(reading.snapshots().map((snapshot) => [snapshot.id, snapshot]));
  return joinParagraphs([
    [layout.paint(['bold'], cellText(nameOf(url))), layout.paint(['dim'], cellText(url))],
    ...steps.flatMap((step) => formatStep(step, snapshots, layout)),
  ]);
}

/** `acme/app#7`, `acme/app#7, issuecomment-42`. */
function nameOf(url: string): string {
  const [thread = '', part] = url.split('#', 2);
  const name = referenceText(thread.replace(/\/files$/, ''));
  return part === undefined ? name : `${name}, ${part}`;
}

const CHANGE_WORDS = {
  added: { words: 'added', style: 'green' },
  changed: { words: 'edited', style: 'yellow' },
  vanished: { words: 'deleted', style: 'red' },
  returned: { words: 'there again, after it was deleted', style: 'green' },
} as const satisfies Record<RecordVersion['change'], { readonly words: string; readonly style: Style }>;

/** What happened, then the text: of a first version and of a deleted one the whole, otherwise the fields that differ. */
function formatStep(
  { version, earlier }: Step,
  snapshots: ReadonlyMap<number, Snapshot>,
  layout: ReadingLayout,
): readonly (readonly string[])[] {
  const { kind, change, from, seenBefore, json } = version;
  const { paint } = layout;
  const found = snapshots.get(from) ?? { id: from, takenAt: undefined, archiveName: '' };
  const { words, style } = CHANGE_WORDS[change];
  const isFirst = earlier === undefined && seenBefore === undefined;
  const head = isFirst
    ? `in the snapshot of ${snapshotText(found)}`
    : `${words} ${whenChanged(seenBefore === undefined ? undefined : snapshots.get(seenBefore), found)}`;
  const noun = capitalized(cellText(kind.replaceAll('_', ' ')));
  const place = paint(['dim'], `(snapshot ${from}, ${cellText(found.archiveName)})`);
  const line = `${paint([style, 'bold'], `${noun} ${head}`)} ${place}`;
  if (json !== undefined && earlier?.json !== undefined) {
    return [[line, ...formatFieldDifferences(earlier.json, json, paint)]];
  }
  return [[line], formatRecord(json ?? earlier?.json ?? '{}', layout)];
}

/** The title, the author and the text of a record. */
function formatRecord(json: string, layout: ReadingLayout): readonly string[] {
  const { title, author, body } = factsOfRecord(json);
  const facts = [title ?? '', author === null ? '' : `by ${author}`].filter((text) => text !== '');
  return [
    ...(facts.length === 0 ? [] : [`  ${layout.paint(['bold'], cellText(facts.join(' ')))}`]),
    ...formatTexts([body], layout),
  ];
}
