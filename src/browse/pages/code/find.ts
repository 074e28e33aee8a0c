import { html } from 'hono/html';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { markedText } from '../search/snippet-line.ts';
import { type CodePlace, openPlace } from './code-place.ts';

interface FindFacts {
  readonly place: CodePlace;
  readonly query: string;
  readonly paths: readonly string[];
  readonly fileCount: number;
  readonly isCut: boolean;
}

const MAX_SHOWN = 200;

/** Files whose paths contain the typed words, or their letters in this order. */
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
<form class="filter finder" data-live="found" action="${codePath('find', { repo, ref })}"><label class="unseen" for="find">Words or letters of the path</label><input type="search" id="find" name="q" value="${query}" placeholder="Words or letters of the path" autocomplete="off" spellcheck="false" autofocus> <button>Find</button></form>
<div id="found"><p class="muted small" role="status">${foundText(facts)}</p>
${paths.length === 0 ? emptyNote('No path contains these words, or their letters in this order.') : ''}<ul class="plain mono">${paths.map((path) => html`<li data-item><a href="${codePath('blob', { repo, ref, path })}"><bdi>${markedPath(path, query)}</bdi></a></li>`)}</ul></div>`,
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

type Range = readonly [start: number, end: number];

/**
 * Finds paths that contain all words of a query, those with them in the name of the file first; if there are none, those
 * that contain its letters in this order, the closest together first.
 */
export function rankPaths(paths: readonly string[], query: string, limit: number): readonly string[] {
  const words = wordsOf(query);
  if (words.length === 0) {
    return paths.slice(0, limit);
  }
  const found = pathsWithWords(paths, query, limit);
  return found.length > 0
    ? found
    : ranked(paths, (path) => spreadOf(lettersIn(path, words.join('')))).slice(0, limit);
}

/** Finds paths that contain each word of a query, or whose parts begin with its letters, in the order of `rankPaths`. */
export function pathsWithWords(paths: readonly string[], query: string, limit: number): readonly string[] {
  const words = wordsOf(query);
  const found = ranked(paths, (path) => scoreOfWords(path, words));
  const initialed = found.length > 0 ? [] : ranked(paths, (path) => scoreOfInitials(path, words));
  return [...found, ...initialed].slice(0, limit);
}

function ranked(paths: readonly string[], scoreOf: (path: string) => number | undefined): readonly string[] {
  return paths
    .flatMap((path) => {
      const score = scoreOf(path.toLowerCase());
      return score === undefined ? [] : { path, score };
    })
    .sort((one, other) => one.score - other.score || one.path.length - other.path.length)
    .map(({ path }) => path);
}

/** Of fewer letters, most paths have them by chance. */
const MIN_INITIALS = 3;

function scoreOfInitials(path: string, words: readonly string[]): number | undefined {
  const parts = path.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const initials = parts.map((part) => part.slice(0, 1)).join('');
  const isFound = (word: string) =>
    path.includes(word) || (word.length >= MIN_INITIALS && initials.includes(word));
  return words.every(isFound) ? initials.length : undefined;
}

function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The parts of a path that a query found. */
function hitsIn(path: string, query: string): readonly Range[] {
  const words = wordsOf(query);
  const lower = path.toLowerCase();
  // Small letters can be longer: their places are not those in the path.
  return lower.length === path.length
    ? (wordsIn(lower, words) ?? lettersIn(lower, words.join('')) ?? [])
    : [];
}

/** Where each word is, in the name of the file if it is there. */
function wordsIn(path: string, words: readonly string[]): readonly Range[] | undefined {
  const name = path.lastIndexOf('/') + 1;
  const ranges = words.flatMap((word): readonly Range[] => {
    const inName = path.indexOf(word, name);
    const start = inName < 0 ? path.indexOf(word) : inName;
    return start < 0 ? [] : [[start, start + word.length]];
  });
  return ranges.length < words.length ? undefined : ranges;
}

/** Lower is better: by the place of the first word in the name of the file, else in the path. */
function scoreOfWords(path: string, words: readonly string[]): number | undefined {
  const start = wordsIn(path, words)?.[0]?.[0];
  const name = path.lastIndexOf('/') + 1;
  return start === undefined ? undefined : start >= name ? start - name : 1_000 + start;
}

function lettersIn(path: string, letters: string): readonly Range[] | undefined {
  const ranges: Range[] = [];
  let position = -1;
  for (const letter of letters) {
    position = path.indexOf(letter, position + 1);
    if (position < 0) {
      return undefined;
    }
    ranges.push([position, position + letter.length]);
  }
  return ranges;
}

function spreadOf(ranges: readonly Range[] | undefined): number | undefined {
  return ranges && (ranges.at(-1)?.[0] ?? 0) - (ranges[0]?.[0] ?? 0);
}

/** A path with its hits marked. */
function markedPath(path: string, query: string): Markup {
  const sorted = hitsIn(path, query).toSorted(([one], [other]) => one - other);
  let place = 0;
  const parts = sorted.flatMap(([start, end]) => {
    const from = Math.max(start, place); // Words can overlap.
    const before = { text: path.slice(place, from), isHit: false };
    const hit = { text: path.slice(from, end), isHit: true };
    place = Math.max(place, end);
    return [before, hit].filter(({ text }) => text !== '');
  });
  return markedText([...parts, { text: path.slice(place), isHit: false }]);
}
