import { html } from 'hono/html';
import { definePage } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type CodePlace, openPlace } from './code-place.ts';

interface FindFacts {
  readonly place: CodePlace;
  readonly query: string;
  readonly paths: readonly string[];
  readonly fileCount: number;
  readonly isCut: boolean;
}

const MAX_SHOWN = 200;

/** Files whose paths contain the typed letters in this order. */
export const find = definePage<FindFacts>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const { paths, isCut } = await git.files(place.commit);
    const query = (request.query.get('q') ?? '').slice(0, 200);
    return { place, query, paths: rankPaths(paths, query, MAX_SHOWN), fileCount: paths.length, isCut };
  },
  show(facts) {
    const { place, query, paths } = facts;
    const { repo, ref } = place;
    return {
      title: `Find a file · ${repo} at ${ref}`,
      place: { repo, tab: 'code' },
      main: html`${codeBar({ ...place, path: '' }, { view: 'find', ways: [['Files', codePath('tree', { repo, ref })]] })}
<form class="filter finder" data-live="found" action="${codePath('find', { repo, ref })}"><label class="unseen" for="find">Letters of the path</label><input type="search" id="find" name="q" value="${query}" placeholder="Letters of the path, in order" autocomplete="off" spellcheck="false" autofocus> <button>Find</button></form>
<div id="found"><p class="muted small" role="status">${foundText(facts)}</p>
${paths.length === 0 ? emptyNote('No path contains these letters in this order.') : ''}<ul class="plain mono">${paths.map((path) => html`<li data-item><a href="${codePath('blob', { repo, ref, path })}"><bdi>${path}</bdi></a></li>`)}</ul></div>`,
    };
  },
});

function foundText({ query, paths, fileCount, isCut }: FindFacts): string {
  const all = `${countText(fileCount)} files${isCut ? ' and more' : ''}`;
  if (query === '') {
    return paths.length < fileCount ? `The first ${countText(paths.length)} of ${all}.` : `${all}.`;
  }
  return paths.length === MAX_SHOWN
    ? `The best ${countText(paths.length)} of ${all}.`
    : `${countText(paths.length)} of ${all} ${paths.length === 1 ? 'matches' : 'match'}.`;
}

/** Finds paths that contain the letters of a query in order, best match first: contiguous matches rank higher. */
export function rankPaths(paths: readonly string[], query: string, limit: number): readonly string[] {
  const wanted = query.toLowerCase().replaceAll(' ', '');
  if (wanted === '') {
    return paths.slice(0, limit);
  }
  return paths
    .map((path) => ({ path, score: scoreOf(path.toLowerCase(), wanted) }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score || one.path.length - other.path.length)
    .slice(0, limit)
    .map(({ path }) => path);
}

/** Lower is better: by position of the query in the file name, else in the path, else by the spread of its letters. */
function scoreOf(path: string, wanted: string): number {
  const name = path.lastIndexOf('/') + 1;
  const inName = path.indexOf(wanted, name);
  if (inName >= 0) {
    return inName - name;
  }
  const inPath = path.indexOf(wanted);
  if (inPath >= 0) {
    return 1_000 + inPath;
  }
  let [position, first] = [-1, -1];
  for (const letter of wanted) {
    position = path.indexOf(letter, position + 1);
    if (position < 0) {
      return Number.POSITIVE_INFINITY;
    }
    first = first < 0 ? position : first;
  }
  return 10_000 + (position - first);
}
