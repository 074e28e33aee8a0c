import { html } from 'hono/html';
import { readFileText } from '../../../git/file-text.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import { isMarkdown } from '../../../git/read-readme.ts';
import { Failure } from '../../../model/failure.ts';
import { defineFile, definePage, requireRepo } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { authorOf } from '../../show/code/commit-line.ts';
import { timeAgo } from '../../show/times.ts';
import type { Sources } from '../../sources.ts';
import { requireGit, type ShownCommit, toShownCommit } from '../code/code-place.ts';
import { sendEntry } from '../code/raw.ts';

interface WikiFacts {
  readonly repo: string;
  /** For display: hyphens are shown as spaces. */
  readonly title: string;
  readonly path: string;
  readonly text: string;
  readonly sidebar: string | null;
  readonly footer: string | null;
  readonly pages: readonly string[];
  readonly tip: ShownCommit | null;
}

const PAGE_NAMES =
  /\.(?:md|markdown|mdown|mkdn?|txt|rst|adoc|asciidoc|org|textile|mediawiki|wiki|creole|pod|rdoc)$/i;
const MAX_BYTES = 512 * 1024;

/** A wiki page with its sidebar. */
export const wiki = definePage<WikiFacts>({
  async read(sources, { params }) {
    const repo = requireRepo(sources.store, params);
    const { git, commit } = await openWiki(sources, repo);
    const { paths } = commit === undefined ? { paths: [] } : await git.files(commit);
    const pages = paths.filter((path) => PAGE_NAMES.test(path));
    const wanted = params['page'] ?? 'Home';
    const path = findPage(pages, wanted) ?? (params['page'] === undefined ? pages[0] : undefined);
    if (commit === undefined || path === undefined) {
      throw new Failure(
        'absent',
        pages.length === 0
          ? `Cannot show the wiki of ${repo}: it has no pages`
          : `Cannot show the wiki page "${wanted}": the wiki of ${repo} has no page with that name`,
        { hint: 'The sidebar of each wiki page lists all pages' },
      );
    }
    const read = (name: string | undefined) => (name === undefined ? null : readText(git, commit, name));
    const [id] = (await git.log({ from: commit, path, skip: 0, limit: 1 })).ids;
    const tip = id === undefined ? undefined : await git.commit(id);
    return {
      repo,
      title: nameOf(path).replaceAll('-', ' '),
      path,
      text: (await read(path)) ?? '',
      sidebar: await read(findPage(pages, '_Sidebar')),
      footer: await read(findPage(pages, '_Footer')),
      pages: namesOf(pages),
      tip: tip === undefined ? null : toShownCommit(tip, sources.links),
    };
  },
  show({ repo, title, path, text, sidebar, footer, pages, tip }, frame) {
    const lay = (content: string) =>
      frame.markdown(content, { repo, file: { ref: 'HEAD', path, isWiki: true } });
    const home = `${repositoryPath(repo)}/wiki`;
    return {
      title: `${title} · Wiki of ${repo}`,
      place: { repo, tab: 'wiki' },
      width: 'text',
      main: html`<h1>${title}</h1>${tip === null ? '' : html`<p class="muted small own-words">${authorOf(tip, frame)} changed this page ${timeAgo(tip.committedAt, frame.nowMs)}.</p>`}
${isMarkdown(path) ? lay(text) : html`<pre class="prose scroll" tabindex="0">${text}</pre>`}${footer === null ? '' : html`<hr>${lay(footer)}`}`,
      aside: html`${sidebar === null ? '' : html`<div class="small">${lay(sidebar)}</div>`}<div data-control><h2>Pages</h2><ul class="plain">${pages.map((name) => html`<li><a href="${home}/${encodeURIComponent(name)}">${name.replaceAll('-', ' ')}</a></li>`)}</ul></div>`,
    };
  },
  text: ({ text }) => text,
});

/** A picture or another file of a wiki. Addresses name the place of the page that shows it, or of the file. */
export const wikiFile = defineFile(async (sources, request) => {
  const repo = requireRepo(sources.store, request.params);
  const wanted = request.params['file'] ?? '';
  const { git, commit } = await openWiki(sources, repo);
  const paths = commit === undefined ? [] : (await git.files(commit)).paths;
  const path = paths.includes(wanted) ? wanted : paths.find((each) => each.endsWith(`/${wanted}`));
  const entry = commit === undefined || path === undefined ? undefined : await git.entry(commit, path);
  const answer = await sendEntry(git, { entry, path: wanted, request, store: sources.store });
  if (answer === undefined) {
    throw new Failure('absent', `Cannot show "${wanted}": the wiki of ${repo} has no such file`);
  }
  return answer;
});

/** The names of the pages of a wiki, as in their addresses. */
export async function listWikiPages(sources: Sources, repo: string): Promise<readonly string[]> {
  const { git, commit } = await openWiki(sources, repo);
  const { paths } = commit === undefined ? { paths: [] } : await git.files(commit);
  return namesOf(paths.filter((path) => PAGE_NAMES.test(path)));
}

function namesOf(pages: readonly string[]): readonly string[] {
  return pages.map(nameOf).filter((name) => !name.startsWith('_'));
}

async function openWiki(sources: Sources, repo: string) {
  const git = requireGit(sources, repo, true);
  return { git, commit: (await git.find('HEAD')) ?? (await firstBranch(git)) };
}

async function firstBranch(git: GitRepository): Promise<string | undefined> {
  const [name] = (await git.refs()).branches.keys();
  return name === undefined ? undefined : git.find(name);
}

async function readText(git: GitRepository, commit: string, path: string): Promise<string | null> {
  const entry = await git.entry(commit, path);
  const blob = entry === undefined ? undefined : await git.blob(entry.id, MAX_BYTES);
  return blob?.bytes === undefined ? null : (readFileText(blob.bytes)?.text ?? null);
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(PAGE_NAMES, '');
}

/** Addresses name pages without folder and extension, ignoring case; spaces and hyphens are equal. */
function findPage(pages: readonly string[], wanted: string): string | undefined {
  const plain = (name: string) => name.toLowerCase().replaceAll(' ', '-');
  const name = plain(nameOf(wanted));
  return pages.find((path) => plain(nameOf(path)) === name);
}
