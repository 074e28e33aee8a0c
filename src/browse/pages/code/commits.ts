import { html } from 'hono/html';
import { definePage, requireRepo } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { commitList } from '../../show/code/commit-line.ts';
import { emptyNote } from '../../show/facts.ts';
import { pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import {
  type CodePlace,
  isEmptyRepository,
  openPlace,
  originalOf,
  readCommits,
  type ShownCommit,
} from './code-place.ts';

interface CommitsFacts {
  readonly repo: string;
  /** Undefined for an empty repository. */
  readonly place: CodePlace | undefined;
  readonly commits: readonly ShownCommit[];
  readonly cut: string | null;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PAGE_SIZE = 50;
/** Git walks over all skipped commits, so very late pages would reach its time limit. */
const MAX_SKIP = 1_000_000;

/** The history of a branch, folder or file, in pages. */
export const commits = definePage<CommitsFacts>({
  async read(sources, request) {
    const repo = requireRepo(sources.store, request.params);
    if ((request.params['rest'] ?? '') === '' && (await isEmptyRepository(sources, repo))) {
      return { repo, place: undefined, commits: [], cut: null, prevPath: undefined, nextPath: undefined };
    }
    const { git, place } = await openPlace(sources, request);
    const skip = Math.min(Math.max(Math.trunc(Number(request.query.get('skip') ?? 0)) || 0, 0), MAX_SKIP);
    const { ids, hasMore, cut } = await git.log({
      from: place.commit,
      path: place.path,
      skip,
      limit: PAGE_SIZE,
    });
    const stretch = { offset: skip, perPage: PAGE_SIZE, hasMore };
    const commits = await readCommits(git, ids);
    return { repo, place, commits, cut, ...pathsByOffset(request, stretch, 'skip') };
  },
  show({ repo, place, commits: list, cut, prevPath, nextPath }, frame) {
    if (place === undefined) {
      return {
        title: `Commits · ${repo}`,
        place: { repo, tab: 'commits' },
        main: html`<h1>Commits</h1>${emptyNote('This repository is empty: nothing has been pushed to it.')}`,
      };
    }
    const { ref, path } = place;
    const neighbours = { before: prevPath, after: nextPath };
    return {
      title: `Commits of ${path === '' ? ref : path} · ${repo}`,
      place: { repo, tab: 'commits', file: path },
      original: originalOf('commits', place),
      links: pagerLinks(neighbours),
      main: html`${codeBar(place, { view: 'commits', ways: [['Files', codePath('tree', place)]] })}
${list.length === 0 ? emptyNote('No commit changed this path.') : commitList(list, repo, frame)}
${cut === null ? '' : emptyNote('The history ends here: git was stopped, or older commits are missing from this archive.')}${pager(neighbours)}`,
    };
  },
});
