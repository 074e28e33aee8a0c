import { html } from 'hono/html';
import { diffLines } from '../../../base/diff-lines.ts';
import { Failure } from '../../../model/failure.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import { diffRecords } from '../../../store/diff-records.ts';
import type { RecordVersion } from '../../../store/read-history.ts';
import { factsOfRecord, firstLine } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, type PageRequest } from '../../page.ts';
import { attachmentPath, withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { recordName } from '../../show/links.ts';
import { pager, pathsByOffset } from '../../show/pager.ts';
import { exactText } from '../../show/times.ts';
import type { Sources } from '../../sources.ts';

/** The history of one record through all snapshots. */
export const history = definePage<History>({
  read({ store }, { query }) {
    const url = query.get('url') ?? '';
    const versions = store.history(url);
    if (versions.length === 0) {
      throw new Failure(
        'absent',
        `Cannot show the history of "${url}": no snapshot has a record with this url`,
        {
          hint: 'Each thread links to its history as "Across all snapshots"',
        },
      );
    }
    const dates = new Map(store.snapshots().map(({ id, takenAt }) => [id, takenAt]));
    return {
      url,
      versions: versions.map((version) => ({ ...version, fromDate: dates.get(version.from) ?? null })),
    };
  },
  show: ({ url, versions }, frame) => ({
    title: `History of ${referenceText(url)}`,
    original: url,
    main: html`<h1>${referenceText(url)} across all snapshots</h1>
${frame.links.local(url) === undefined ? html`<p class="vanished">The newest snapshot no longer has it.</p>` : html`<p><a href="${frame.links.local(url)}">As it is now</a></p>`}
${versions
  .toReversed()
  .map(
    ({ kind, change, from, until, json, fromDate }, index, all) =>
      html`<section><h2>${change} with snapshot ${from}${fromDate === null ? '' : `, ${exactText(fromDate)}`}</h2><p class="muted">${kind.replaceAll('_', ' ')}${until === undefined ? ', still current' : `, until snapshot ${until}`}${asItWas({ from, until, json }, frame.links.local(url.replace(/#.*/, '')))}${change === 'changed' && isText(json) && isText(all[index + 1]?.json) ? html` · <a href="${withQuery('/-/history/texts', { url, from: all[index + 1]?.from, to: from })}">Compare its text with the one before</a>` : ''}</p>${
        json === undefined
          ? html`<p class="vanished">It was no longer there.</p>`
          : html`<details><summary>The record</summary><pre class="scroll" tabindex="0">${JSON.stringify(JSON.parse(json), null, 2)}</pre></details>`
      }</section>`,
  )}`,
  }),
});

/** A link to the page as it was while a former version was current. */
function asItWas(
  { from, until, json }: Pick<RecordVersion, 'from' | 'until' | 'json'>,
  path: string | undefined,
): Markup | string {
  return path === undefined || until === undefined || json === undefined
    ? ''
    : html` · <a href="/-/at/${from}${path}">The page as it was</a>`;
}

/** Whether a record has a text. */
function isText(json: string | undefined): boolean {
  const record: { readonly body?: unknown } = JSON.parse(json ?? '{}');
  return typeof record.body === 'string';
}

/** A difference with the title of its record or of the thread that it belongs to. */
type TitledDifference = ChangePage['differences'][number] & { readonly title: string | null };

type ChangePage = Awaited<ReturnType<Sources['store']['changes']>>;

interface Changes extends Omit<ChangePage, 'after' | 'differences'> {
  readonly differences: readonly TitledDifference[];
  readonly from: { readonly id: number; readonly takenAt: string | null };
  readonly to: { readonly id: number; readonly takenAt: string | null };
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
  readonly kind: string | null;
  readonly change: string | null;
}

const PER_PAGE = 50;

/** The changes between two snapshots: counts by kind, and the differences in each record. */
export const changes = definePage<Changes>({
  async read(sources, request) {
    const { from, to } = readEnds(sources, request);
    const { query } = request;
    const offset = Math.max(0, Math.trunc(Number(query.get('start') ?? 0)) || 0);
    const kind = query.get('kind');
    const change = query.get('change');
    const { after, ...found } = await sources.store.changes(
      {
        ...{ from: from.position, to: to.position, kind: kind ?? undefined, change: change ?? undefined },
        ...{ offset, limit: PER_PAGE },
      },
      request.signal,
    );
    const end = ({ id, takenAt }: typeof from) => ({ id, takenAt: takenAt ?? null });
    const paths = pathsByOffset(
      request,
      { offset, perPage: PER_PAGE, hasMore: after !== undefined },
      'start',
    );
    const differences = found.differences.map((one) => ({ ...one, title: titleOf(one, sources) }));
    return { ...found, differences, ...paths, from: end(from), to: end(to), kind, change };
  },
  show(facts, frame) {
    const { from, to, counts, differences, prevPath, nextPath } = facts;
    const stem = `/-/changes/${from.id}..${to.id}`;
    return {
      title: `From snapshot ${from.id} to ${to.id}`,
      main: html`<h1>From snapshot ${from.id} to ${to.id}</h1><p class="muted">${endText(from)} to ${endText(to)}</p>${
        counts.length === 0
          ? emptyNote('Nothing changed between these two snapshots.')
          : html`<div class="changes">${differences.map((one) => differenceOf(one, frame))}</div>`
      }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}`,
      aside: html`<div class="facets"><h2>What changed</h2><ul><li><a href="${stem}">everything</a><span class="count">${countText(counts.reduce((sum, { count }) => sum + count, 0))}</span></li>${counts.map(
        ({ kind, change, count }) =>
          html`<li><a href="${withQuery(stem, { kind, change })}"${kind === facts.kind && change === facts.change ? html` aria-current="true"` : ''}>${kind.replaceAll('_', ' ')} ${change}</a><span class="count">${countText(count)}</span></li>`,
      )}</ul></div>`,
    };
  },
});

function readEnds({ store }: Sources, { params, query }: PageRequest) {
  const find = (text: string | null | undefined) => {
    const found = store.snapshots().find(({ id }) => String(id) === text);
    if (found === undefined) {
      throw new Failure(
        'absent',
        `Cannot find snapshot "${text ?? ''}": the store has no snapshot with this number`,
        {
          hint: 'The page of snapshots lists all of them',
        },
      );
    }
    return found;
  };
  return { from: find(params['from'] ?? query.get('from')), to: find(params['to'] ?? query.get('to')) };
}

function endText({ takenAt, id }: Changes['from']): string {
  return takenAt === null ? `snapshot ${id}, of unknown date` : exactText(takenAt);
}

/** Readable names of record kinds. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  issue_comment: 'comment on',
  commit_comment: 'comment on commit',
  pull_request_review: 'review of',
  pull_request_review_comment: 'comment on code in',
};

function titleOf(
  { url, before, after }: ChangePage['differences'][number],
  { store }: Sources,
): string | null {
  const { title } = factsOfRecord(after ?? before ?? '{}');
  if (title !== null) {
    return title;
  }
  const { repo, number, kind } = url === undefined ? {} : store.urlPlace(url);
  return repo === undefined || number === undefined
    ? null
    : (store.glance(repo, number, kind)?.title ?? null);
}

/** The page of a record; for a vanished part of a thread, the page of the thread. */
function placeOf(
  url: string,
  change: Changes['differences'][number]['change'],
  { links }: Frame,
): string | undefined {
  const [thread = '', fragment] = url.split('#', 2);
  if (change === 'vanished') {
    return fragment === undefined ? undefined : links.local(thread);
  }
  return links.attachment(url) === undefined ? links.local(url) : attachmentPath(url);
}

function differenceOf(difference: Changes['differences'][number], frame: Frame): Markup {
  const { kind, change, url, repo, formerRepo, before, after, title } = difference;
  const address = url === undefined ? (repo ?? kind) : recordName(url);
  const name = title === null ? address : frame.title(title);
  const path = url === undefined ? undefined : placeOf(url, change, frame);
  const fields = before === undefined || after === undefined ? [] : diffRecords(before, after);
  const isRemark = change === 'added' && kind in KIND_WORDS;
  const text =
    change === 'vanished'
      ? cut(factsOfRecord(before ?? '{}').body)
      : isRemark
        ? firstLine(factsOfRecord(after ?? '{}').body)
        : '';
  return html`<section class="${change === 'vanished' ? 'vanished' : ''}"><h2><span class="tag${change === 'vanished' ? ' warn' : ''}">${change}</span> ${KIND_WORDS[kind] ?? kind.replaceAll('_', ' ')} ${path === undefined ? name : html`<a href="${path}">${name}</a>`}${title === null || kind === 'attachment' ? '' : html` <span class="muted small">${address}</span>`}${url === undefined ? '' : html` <a class="small" href="${withQuery('/-/history', { url })}">history</a>`}${formerRepo === undefined ? '' : html` <span class="muted small">of ${formerRepo}</span>`}</h2>
${text === '' ? '' : html`<p class="muted commit-message">${text}</p>`}${fields.length === 0 ? '' : html`<dl class="facts-list">${fields.map((field) => html`<dt>${fieldName(field)}</dt><dd>${fieldText(field)}</dd>`)}</dl>`}</section>`;
}

type Field = ReturnType<typeof diffRecords>[number];

function fieldName({ pointer }: Field): string {
  return pointer.replace(/^\//, '');
}

const MAX_SHOWN = 300;

/** Multi-line texts are compared line by line; other values are shown before and after. */
function fieldText({ before, after }: Field): Markup {
  const [old, young] = [textOf(before), textOf(after)];
  if (old !== undefined && young !== undefined && `${old}${young}`.includes('\n')) {
    const lines = diffLines(old, young).flatMap((hunk) => hunk.lines);
    return html`<pre class="hunk" tabindex="0">${lines.map((line) => html`<span class="${line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'}">${line}</span>`)}</pre>`;
  }
  return html`<div class="edits">${old === undefined ? '' : html`<del>${cut(old)}</del>`} ${young === undefined ? '' : html`<ins>${cut(young)}</ins>`}</div>`;
}

function textOf(json: string | undefined): string | undefined {
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

interface History {
  readonly url: string;
  readonly versions: readonly (RecordVersion & { readonly fromDate: string | null })[];
}
