import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { definePage } from '../../page.ts';
import { writingsPath } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { neighboursOf, pager, pagerLinks } from '../../show/pager.ts';
import { WRITING_WORDS, type Writing, writingRows } from '../../show/writing-rows.ts';

interface Writings {
  readonly login: string;
  readonly url: string | null;
  readonly kind: string | null;
  readonly counts: ReturnType<Browsing['writingCounts']>;
  readonly writings: readonly Writing[];
  readonly after: string | undefined;
}

const PER_PAGE = 40;

/** A person's writings of one kind or of all kinds, newest first. */
export const writings = definePage<Writings>({
  read({ store }, { params, query }) {
    const asked = params['login'] ?? '';
    const known = store.account(asked);
    const login = known?.login ?? asked;
    const kind = query.get('kind') ?? undefined;
    const counts = store.writingCounts(login);
    if (known === undefined && counts.length === 0) {
      throw new Failure('absent', `Cannot show "${asked}": the store has no account with this name`);
    }
    const page = store.writings({
      author: login,
      kind,
      limit: PER_PAGE,
      after: query.get('after') ?? undefined,
    });
    return { login, url: known?.url ?? null, kind: kind ?? null, counts, ...page };
  },
  show({ login, url, kind, counts, writings: all, after }, frame) {
    const neighbours = neighboursOf(frame.path, { after });
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const link = (name: string | undefined, word: string, count: number) =>
      html`<li data-control><a href="${writingsPath(login, name)}"${(name ?? null) === kind ? html` aria-current="true"` : ''}>${word}</a><span class="count">${countText(count)}</span></li>`;
    return {
      title: `What ${login} wrote`,
      place: { owner: login },
      original: url ?? undefined,
      links: pagerLinks(neighbours),
      main: html`<h1>What ${login} wrote</h1>${
        all.length === 0
          ? emptyNote('Nothing of this kind is in the archive.')
          : writingRows(all, frame, false)
      }${pager(neighbours)}`,
      aside: html`<div class="facets" data-control><h2>Kinds</h2><ul>${link(undefined, 'Everything', total)}${counts.map(({ kind: name, count }) => link(name, WRITING_WORDS[name]?.[1] ?? name, count))}</ul></div>`,
    };
  },
});
