import { html } from 'hono/html';
import { definePage } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type CodePlace, openPlace } from './code-place.ts';
import { rankPaths } from './rank-paths.ts';

interface FindFacts {
  readonly place: CodePlace;
  readonly query: string;
  readonly paths: readonly string[];
  readonly fileCount: number;
  readonly isCut: boolean;
}

const MAX_SHOWN = 200;

/** The files whose paths hold the letters that were typed, in their order. */
export const find = definePage<FindFacts>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const { paths, isCut } = await git.files(place.commit);
    const query = (request.query.get('q') ?? '').slice(0, 200);
    return { place, query, paths: rankPaths(paths, query, MAX_SHOWN), fileCount: paths.length, isCut };
  },
  show({ place, query, paths, fileCount, isCut }) {
    const { repo, ref } = place;
    return {
      title: `Find a file · ${repo} at ${ref}`,
      place: { repo, tab: 'code' },
      main: html`${codeBar({ ...place, path: '' }, { view: 'find', ways: [['Files', codePath('tree', { repo, ref })]] })}
<form class="filter finder" action="${codePath('find', { repo, ref })}"><label class="unseen" for="find">Letters of the path</label><input type="search" id="find" name="q" value="${query}" placeholder="Letters of the path, in their order" autocomplete="off" spellcheck="false" autofocus> <button>Find</button></form>
<p class="muted small">${countText(fileCount)} files${isCut ? ' and more' : ''}; ${query === '' ? 'the first' : 'the best'} ${countText(paths.length)} are shown.</p>
${paths.length === 0 ? emptyNote('No file has these letters in its path in this order.') : ''}<ul class="plain mono">${paths.map((path) => html`<li data-item><a href="${codePath('blob', { repo, ref, path })}"><bdi>${path}</bdi></a></li>`)}</ul>`,
    };
  },
});
