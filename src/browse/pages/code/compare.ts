import { html } from 'hono/html';
import type { Difference } from '../../../git/file-difference.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import { Failure } from '../../../model/failure.ts';
import type { Frame, Markup } from '../../frame.ts';
import { type Answering, defineFile, definePage, type PageRequest, requireRepo } from '../../page.ts';
import { comparePath, repositoryPath, withQuery } from '../../paths.ts';
import { refChoice } from '../../show/code/code-bar.ts';
import { commitList, shortId } from '../../show/code/commit-line.ts';
import { ignoresWhitespace } from '../../show/code/difference-options.ts';
import { differenceView } from '../../show/code/difference-view.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import type { Sources } from '../../sources.ts';
import { menuNames, readCommits, requireGit, type ShownCommit } from './code-place.ts';
import { expandContext } from './expand-context.ts';
import { sendChanges } from './raw.ts';

interface CompareFacts {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  /** The commits of the two ends, and the one that lines are compared with. */
  readonly baseId: string;
  readonly fromId: string;
  readonly headId: string;
  readonly commits: readonly ShownCommit[];
  readonly hasMoreCommits: boolean;
  /** What the swapped comparison has, if this one has nothing; null if git did not finish counting. */
  readonly swapped: { readonly commits: number | null; readonly files: number | null } | undefined;
  readonly difference: Difference;
  /** The names in the menus. */
  readonly branches: readonly string[];
  readonly tags: readonly string[];
}

/** The maximum number of commits listed in a comparison. */
const MAX_COMMITS = 250;

/** More commits are folded, so that the changes are within reach. */
const MAX_OPEN_COMMITS = 10;

/** The changes between two branches, tags or commits: `/compare/BASE...HEAD`. */
export const compare = definePage<CompareFacts>({
  async read(sources, request) {
    const { repo, git, base, head, ...ends } = await readEnds(sources, request);
    const log = await git.log({ from: ends.to, without: ends.baseId, skip: 0, limit: MAX_COMMITS });
    const difference = await git.difference({
      from: ends.from,
      to: ends.to,
      ignoresWhitespace: ignoresWhitespace(request.query),
    });
    const isNothing = log.ids.length === 0 && difference.files.length === 0;
    return {
      ...{ repo, base, head, ...menuNames(await git.refs()) },
      baseId: ends.baseId,
      headId: ends.to,
      commits: await readCommits(git, log.ids, sources.links),
      hasMoreCommits: log.hasMore,
      swapped: isNothing ? await countSwapped(git, ends) : undefined,
      fromId: ends.from,
      difference: await expandContext(git, difference, request.query),
    };
  },
  show(facts, frame) {
    const { repo, base, head, baseId, fromId, headId, difference } = facts;
    const [baseName, headName] = [nameOf(base), nameOf(head)];
    return {
      title: `${baseName}...${headName} · ${repo}`,
      place: { repo, tab: 'code' },
      main: html`<h1>Compare <bdi>${baseName}</bdi> with <bdi>${headName}</bdi></h1>
${endMenus(facts)}
${
  baseId === headId
    ? emptyNote(
        html`<bdi>${baseName}</bdi> and <bdi>${headName}</bdi> are the same commit. Choose another branch or tag in one of the menus.`,
      )
    : html`${commitsOf(facts, frame)}
${facts.swapped === undefined ? differenceView(difference, { repo, from: fromId, to: headId, filePath: comparePath(repo, base, head) }, frame) : ''}`
}`,
    };
  },
});

async function countSwapped(git: GitRepository, { baseId, to }: Pick<Ends, 'baseId' | 'to'>) {
  const [commits = null, files = null] = await Promise.all([
    git.countCommits({ from: baseId, without: to }),
    git.countChangedFiles({ from: to, to: baseId }),
  ]);
  return { commits, files };
}

/** What one end has that the other lacks. */
function commitsOf(facts: CompareFacts, frame: Frame): Markup {
  const { repo, base, head, commits, hasMoreCommits, swapped } = facts;
  const [baseName, headName] = [nameOf(base), nameOf(head)];
  const count = hasMoreCommits ? `more than ${MAX_COMMITS} commits` : countOf(commits.length, 'commit');
  const words =
    commits.length === 0
      ? html`<bdi>${baseName}</bdi> has every commit of <bdi>${headName}</bdi>.`
      : html`<bdi>${headName}</bdi> has ${count} that <bdi>${baseName}</bdi> lacks.`;
  const list = commits.length === 0 ? '' : commitList(commits, repo, frame);
  return html`<p class="muted">${words} <a href="${comparePath(repo, head, base)}">Swap the two</a>${swapped === undefined ? '' : swappedText(swapped)}</p>
${commits.length > MAX_OPEN_COMMITS ? html`<details><summary>Show ${count}</summary>${list}</details>` : list}`;
}

function swappedText({ commits, files }: NonNullable<CompareFacts['swapped']>): string {
  const counts = [
    ...(commits === null ? [] : [countOf(commits, 'commit')]),
    ...(files === null ? [] : [countOf(files, 'changed file')]),
  ];
  return counts.length === 0 ? '' : ` to see ${counts.join(' and ')}.`;
}

type ChosenEnds = Pick<CompareFacts, 'repo' | 'base' | 'head' | 'branches' | 'tags'>;

/** The menus of both ends; an end that is not chosen yet is empty. */
export function endMenus(ends: ChosenEnds): Markup {
  return html`<div class="code-bar">${endMenu(ends, 'base')} <span class="muted">…</span> ${endMenu(ends, 'head')}</div>`;
}

/** The branches and tags for one end, and a field for a commit. */
function endMenu({ repo, branches, tags, ...ends }: ChosenEnds, end: 'base' | 'head'): Markup {
  const ref = ends[end];
  const home = `${repositoryPath(repo)}/compare`;
  const [other, kept] = end === 'base' ? (['head', ends.head] as const) : (['base', ends.base] as const);
  const refKind = branches.includes(ref) ? 'branch' : tags.includes(ref) ? 'tag' : 'commit';
  const hrefOf = (name: string) =>
    kept === ''
      ? withQuery(home, { [end]: name })
      : comparePath(repo, end === 'base' ? name : kept, end === 'base' ? kept : name);
  const field = html`<form action="${home}" data-control><input type="hidden" name="${other}" value="${kept}"><input name="${end}" required aria-label="${end === 'base' ? 'Compare from' : 'Compare to'}" placeholder="branch, tag or commit" autocomplete="off" spellcheck="false" dir="auto"> <button>Choose</button></form>`;
  return refChoice({ repo, ref, refKind, branches, tags }, hrefOf, field);
}

/** Abbreviates a commit id, which is wider than a small screen. */
function nameOf(end: string): string {
  return /^[0-9a-f]{40,64}$/.test(end) ? shortId(end) : end;
}

/** The comparison as a diff or patch file. */
export function compareFile(form: 'diff' | 'patch'): Answering {
  return defineFile(async (sources, request) => {
    const { git, from, to, base, head } = await readEnds(sources, request);
    return sendChanges(git, { form, ends: { from, to }, name: `${base}...${head}`, request });
  });
}

interface Ends {
  readonly repo: string;
  readonly git: GitRepository;
  readonly base: string;
  readonly head: string;
  readonly baseId: string;
  /** The start of the diff; with three dots, the merge base. */
  readonly from: string;
  readonly to: string;
}

async function readEnds(sources: Sources, { params }: PageRequest): Promise<Ends> {
  const repo = requireRepo(sources.store, params);
  const git = requireGit(sources, repo);
  const spec = params['spec'] ?? '';
  const dots = spec.includes('...') ? '...' : '..';
  const at = spec.indexOf(dots);
  const { head: main } = await git.refs();
  const base = at < 0 ? (main ?? 'HEAD') : spec.slice(0, at);
  const head = at < 0 ? spec : spec.slice(at + dots.length);
  const [baseId, to] = await Promise.all([requireRef(git, repo, base), requireRef(git, repo, head)]);
  const shared = dots === '...' ? await git.mergeBase(baseId, to) : undefined;
  return { repo, git, base, head, baseId, from: shared ?? baseId, to };
}

async function requireRef(git: GitRepository, repo: string, name: string): Promise<string> {
  const id = await git.find(name);
  if (id === undefined) {
    throw new Failure(
      'absent',
      `Cannot compare with "${name}": ${repo} has no branch, tag or commit with that name`,
      {
        hint: 'Branches of forks are not part of a migration',
      },
    );
  }
  return id;
}
