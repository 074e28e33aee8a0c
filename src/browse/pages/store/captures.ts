import { html } from 'hono/html';
import { Failure } from '../../../base/index.ts';
import type { Browsing } from '../../../reading/index.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { offsetIn, pager, pathsByOffset } from '../../show/pager.ts';
import { exactText } from '../../show/times.ts';
import { CAPTURES } from './captures.table.ts';

type Counts = ReturnType<Browsing['capturedCounts']>;
type Kind = keyof Counts;

interface Overview {
  readonly counts: Counts;
}

/** An overview of the data captured from the service's API. */
export const captures = definePage<Overview>({
  read: ({ store }) => ({ counts: store.capturedCounts() }),
  show: ({ counts }) => ({
    title: 'Captured',
    main: html`<h1>Captured</h1><p class="muted">What the service provides in addition to its archives, kept when it was read, because feeds expire.</p>
<ul class="cards">${Object.entries(CAPTURES).map(([kind, { title, command, words }]) => {
      const count = counts[kind as Kind]; // Both have the same keys.
      return html`<li><a class="title" href="/-/captures/${kind}"><strong>${title}</strong></a> <span class="count">${countText(count)}</span><p class="muted small">${words}${count === 0 ? html` None have been captured yet: <code>${command}</code> captures them.` : ''}</p></li>`;
    })}</ul>`,
  }),
});

interface CapturedList {
  readonly kind: Kind;
  readonly repo: string | null;
  readonly rows: ReturnType<Browsing['captured']>;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PER_PAGE = 60;

/** The captured data of one kind. */
export const capturedList = definePage<CapturedList>({
  read({ store }, request) {
    const { params, query } = request;
    const kind = (Object.keys(CAPTURES) as Kind[]).find((name) => name === params['kind']); // The keys of a constant.
    if (kind === undefined) {
      throw new Failure('absent', `Cannot show "${params['kind'] ?? ''}": there is no capture of this kind`);
    }
    const repo = query.get('repo') ?? undefined;
    const offset = offsetIn(query);
    const rows = store.captured({ kind, repo, offset, limit: PER_PAGE + 1 });
    const stretch = { offset, perPage: PER_PAGE, hasMore: rows.length > PER_PAGE };
    return { kind, repo: repo ?? null, rows: rows.slice(0, PER_PAGE), ...pathsByOffset(request, stretch) };
  },
  show({ kind, repo, rows, prevPath, nextPath }, frame) {
    const { title, columns, command } = CAPTURES[kind];
    return {
      title,
      main: html`<h1>${title}${repo === null ? '' : html` of ${repo}`}</h1>${
        rows.length === 0
          ? emptyNote(
              html`None have been captured, and archives do not contain them. <code>${command}</code> reads them from the service and keeps them here.`,
            )
          : html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="grid-table"><caption>As last seen</caption><thead><tr>${columns.map(([, word]) => html`<th scope="col">${word}</th>`)}</tr></thead><tbody>${rows.map(
              (row) =>
                html`<tr>${columns.map(([name]) => html`<td>${name === 'repo' && frame.links.repository(String(row[name])) !== undefined ? html`<a href="${frame.links.repository(String(row[name]))}">${row[name]}</a>` : cellText(name, row[name])}</td>`)}</tr>`,
            )}</tbody></table></div>`
      }${pager({ before: prevPath, after: nextPath })}`,
      aside: html`<h2>Captured</h2><ul class="plain">${Object.entries(CAPTURES).map(([name, row]) => html`<li><a href="${withQuery(`/-/captures/${name}`, { repo: repo ?? undefined })}"${name === kind ? html` aria-current="page"` : ''}>${row.title}</a></li>`)}</ul>`,
    };
  },
  table({ rows }) {
    const columns = Object.keys(rows[0] ?? {});
    return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
  },
});

function cellText(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (name.endsWith('_at')) {
    return exactText(String(value));
  }
  return name.startsWith('is_') || name.startsWith('prevents_')
    ? value === 1
      ? 'yes'
      : 'no'
    : String(value);
}
