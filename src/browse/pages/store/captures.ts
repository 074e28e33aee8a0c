import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import { CAPTURE_NAMES, CAPTURES, type CaptureName } from '../../../model/captures.table.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { offsetIn, pager, pathsByOffset } from '../../show/pager.ts';
import { dateOf } from '../../show/times.ts';
import { readSubjects, type Subject } from './captured-subjects.ts';

type Counts = ReturnType<Browsing['capturedCounts']>;

interface Overview {
  readonly counts: Counts;
}

/** An overview of the data captured from the service's API. */
export const captures = definePage<Overview>({
  read: ({ store }) => ({ counts: store.capturedCounts() }),
  show: ({ counts }) => ({
    title: 'Captured',
    main: html`<h1>Captured</h1><p class="muted">What the service provides in addition to its archives, kept when it was read, because feeds expire.</p>
<ul class="cards">${CAPTURE_NAMES.map((kind) => {
      const { words } = CAPTURES[kind];
      const count = counts[kind];
      return html`<li><a class="title" href="/-/captures/${kind}"><strong>${capitalized(kind)}</strong></a> <span class="count">${countText(count)}</span><p class="muted small">${words}${count === 0 ? ' None have been captured yet.' : ''}</p></li>`;
    })}</ul>`,
  }),
});

interface CapturedList {
  readonly kind: CaptureName;
  readonly repo: string | null;
  readonly rows: ReturnType<Browsing['captured']>;
  /** What each row is about. */
  readonly subjects: readonly (Subject | null)[];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PER_PAGE = 60;

/** The captured data of one kind. */
export const capturedList = definePage<CapturedList>({
  async read(sources, request) {
    const { store } = sources;
    const { params, query } = request;
    const kind = CAPTURE_NAMES.find((name) => name === params['kind']);
    if (kind === undefined) {
      throw new Failure('absent', `Cannot show "${params['kind'] ?? ''}": there is no capture of this kind`);
    }
    const repo = query.get('repo') ?? undefined;
    const offset = offsetIn(query);
    const rows = store.captured({ kind, repo, offset, limit: PER_PAGE + 1 });
    const stretch = { offset, perPage: PER_PAGE, hasMore: rows.length > PER_PAGE };
    const shown = rows.slice(0, PER_PAGE);
    const subjects = await readSubjects(sources, kind, shown);
    return { kind, repo: repo ?? null, rows: shown, subjects, ...pathsByOffset(request, stretch) };
  },
  show({ kind, repo, rows, subjects, prevPath, nextPath }, frame) {
    const title = capitalized(kind);
    const { columns, linked } = CAPTURES[kind];
    return {
      title,
      main: html`<h1>${title}${repo === null ? '' : html` of ${repo}`}</h1>${
        rows.length === 0
          ? emptyNote('None have been captured, and archives do not contain them.')
          : html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="grid-table"><caption>As last seen</caption><thead><tr>${columns.map(([name, word]) => html`<th scope="col"${numberClass(name)}>${word}</th>`)}</tr></thead><tbody>${rows.map(
              (row, index) =>
                html`<tr>${columns.map(([name]) => html`<td${numberClass(name)}>${name === linked ? subjectLink(row[name], subjects[index] ?? null, frame) : linkedCell(name, row[name], frame)}</td>`)}</tr>`,
            )}</tbody></table></div>`
      }${pager({ before: prevPath, after: nextPath })}`,
      aside: html`<div data-control><h2>Captured</h2><ul class="plain">${CAPTURE_NAMES.map((name) => html`<li><a href="${withQuery(`/-/captures/${name}`, { repo: repo ?? undefined })}"${name === kind ? html` aria-current="page"` : ''}>${capitalized(name)}</a></li>`)}</ul></div>`,
    };
  },
});

/** The text of a row, or else the name of its subject, linked to the page of the subject. */
function subjectLink(
  value: string | number | null | undefined,
  subject: Subject | null,
  frame: Frame,
): Markup | string {
  const text = value === undefined || value === null || value === '' ? (subject?.text ?? '') : String(value);
  const path = subject?.path ?? null;
  return path === null ? text : html`<a href="${path}">${frame.title(text)}</a>`;
}

function linkedCell(name: string, value: string | number | null | undefined, frame: Frame): Markup | string {
  const path = name === 'repo' ? frame.links.repository(String(value)) : undefined;
  return path !== undefined
    ? html`<a href="${path}">${value}</a>`
    : name === 'actor' || name === 'org' || name === 'owner'
      ? personLink(String(value), frame)
      : cellText(name, value);
}

function numberClass(name: string): Markup | string {
  return /amount$|^(?:comments|stargazers)$/.test(name) ? html` class="number"` : '';
}

/** The columns with names that the service gives to kinds of things. */
const NAMED_KINDS: ReadonlySet<string> = new Set(['type', 'reason', 'scope', 'products']);

function cellText(name: string, value: string | number | null | undefined): Markup | string {
  if (value === null || value === undefined) {
    return '';
  }
  if (name.endsWith('_at')) {
    return dateOf(String(value));
  }
  if (name.startsWith('is_') || name.startsWith('prevents_')) {
    return value === 1 ? 'yes' : 'no';
  }
  return NAMED_KINDS.has(name)
    ? inWords(String(value))
    : LISTS.has(name)
      ? listText(String(value))
      : String(value);
}

/** The columns with JSON arrays of texts. */
const LISTS: ReadonlySet<string> = new Set(['files', 'languages']);

function listText(json: string): string {
  return (JSON.parse(json) as readonly string[]).join(', '); // Written by a capture.
}

/** A name in words: `IssueCommentEvent` as `issue comment`, `["git_lfs"]` as `git lfs`. */
function inWords(name: string): string {
  return name
    .replace(/Event$|[[\]"]/g, '')
    .replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ')
    .replace(/,(?=\S)/g, ', ')
    .toLowerCase();
}
