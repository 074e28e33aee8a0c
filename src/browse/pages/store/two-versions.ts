import { html } from 'hono/html';
import { diffLines } from '../../../base/diff-lines.ts';
import { Failure } from '../../../model/failure.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { lineText } from '../../show/code/code-text.ts';
import { pairChanges } from '../../show/code/pair-changes.ts';
import { emptyNote } from '../../show/facts.ts';
import { nameSnapshots } from '../../show/snapshot-names.ts';
import type { Sources } from '../../sources.ts';

interface TextVersion {
  readonly snapshotId: number;
  readonly takenAt: string | null;
  /** The name of the snapshot; no two have the same. */
  readonly name: string;
  readonly text: string;
}

interface TwoVersions {
  readonly url: string;
  readonly before: TextVersion;
  readonly after: TextVersion;
}

/** The text of one record in two snapshots, side by side. */
export const twoVersions = definePage<TwoVersions>({
  read({ store }, { query }) {
    const url = query.get('url') ?? '';
    const read = (name: string) => readVersion(store, url, Number(query.get(name)));
    return { url, before: read('from'), after: read('to') };
  },
  show({ url, before, after }, frame) {
    const path = frame.links.local(url);
    return {
      title: `${referenceText(url)} in two snapshots`,
      original: url,
      main: html`<h1>${referenceText(url)} in two snapshots</h1>
<p><a href="${withQuery('/-/history', { url })}">Changes between snapshots</a>${path === undefined ? '' : html` · <a href="${path}">As it is in the newest snapshot</a>`}</p>
${before.text === after.text ? emptyNote('The text is the same in both snapshots.') : sideBySide(before, after, path ?? '/')}`,
    };
  },
});

function readVersion(store: Sources['store'], url: string, snapshotId: number): TextVersion {
  const snapshots = store.snapshots();
  const at = snapshots.findIndex(({ id }) => id === snapshotId);
  const place = (id: number | undefined) => snapshots.findIndex((one) => one.id === id);
  const version = store
    .history(url)
    .find(({ from, until }) => place(from) <= at && (until === undefined || at <= place(until)));
  const record: { readonly body?: unknown } = JSON.parse(version?.json ?? '{}');
  const snapshot: Snapshot | undefined = snapshots[at];
  if (snapshot === undefined || typeof record.body !== 'string') {
    throw new Failure(
      'absent',
      `Cannot compare the text of "${url}": snapshot ${snapshotId} does not have it`,
      {
        hint: 'The history of the record shows in which snapshots it is',
      },
    );
  }
  const name = nameSnapshots(snapshots, {}).get(snapshotId) ?? '';
  return { snapshotId, takenAt: snapshot.takenAt ?? null, name, text: record.body };
}

type Line = Parameters<typeof pairChanges>[0][number];

/** Two columns: lines that both texts share are next to each other, as are changed ones. */
function sideBySide(before: TextVersion, after: TextVersion, path: string): Markup {
  const lines = diffLines(before.text, after.text, { context: Number.MAX_SAFE_INTEGER }).flatMap((hunk) =>
    hunk.lines.map(toLine),
  );
  const changes = pairChanges(lines);
  const cell = (index: number | undefined) => {
    const line = index === undefined ? undefined : lines[index];
    const change = index === undefined ? undefined : changes.get(index);
    return html`<td${line === undefined || line.kind === 'same' ? '' : html` class="${line.kind}"`}>${line === undefined ? '' : markedText(line, change)}</td>`;
  };
  const head = ({ snapshotId, takenAt, name }: TextVersion) =>
    html`<th scope="col"><a href="/-/at/${snapshotId}${path}">Snapshot ${snapshotId}</a>${takenAt === null ? '' : `, ${name}`}</th>`;
  return html`<table class="side-by-side"><caption class="unseen">The text in both snapshots</caption><thead><tr>${head(before)}${head(after)}</tr></thead><tbody>${pairRows(lines).map(([left, right]) => html`<tr>${cell(left)}${cell(right)}</tr>`)}</tbody></table>`;
}

function toLine(line: string): Line {
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
  return { kind, text: line.slice(1), oldLine: null, newLine: null, isUnended: false };
}

/** The indexes of the lines in each row, on the left and on the right. */
function pairRows(lines: readonly Line[]): readonly (readonly [number | undefined, number | undefined])[] {
  const rows: [number | undefined, number | undefined][] = [];
  let open = 0; // The first row whose right side is free for an added line.
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') {
      rows.push([index, index]);
      open = rows.length;
    } else if (kind === 'removed') {
      rows.push([index, undefined]);
    } else {
      const row = rows[open];
      if (row === undefined) {
        rows.push([undefined, index]);
      } else {
        row[1] = index;
      }
      open += 1;
    }
  }
  return rows;
}

function markedText({ text, kind }: Line, change: readonly [start: number, end: number] | undefined): Markup {
  if (change === undefined) {
    return lineText(text);
  }
  const [start, end] = change;
  const part = text.slice(start, end);
  return html`${text.slice(0, start)}${kind === 'added' ? html`<ins>${part}</ins>` : html`<del>${part}</del>`}${text.slice(end)}`;
}
