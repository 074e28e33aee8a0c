import { html, raw } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { TreeEntryKind } from '../../../git/parse-tree.ts';
import { isMarkdown } from '../../../git/read-readme.ts';
import type { Frame, Markup } from '../../frame.ts';
import { archivePath } from '../../pages/code/archive.ts';
import type { ShownEntry, TreeFacts } from '../../pages/code/read-tree.ts';
import { codePath, commitPath, repositoryPath } from '../../paths.ts';
import { countOf, countText } from '../counts.ts';
import { emptyNote } from '../facts.ts';
import { showProse } from '../preview/show-file.ts';
import { timeAgo } from '../times.ts';
import { encodingOf } from './code-text.ts';
import { shortId, tipLine } from './commit-line.ts';

/** A folder: newest commit, entries and README. */
export function treeTable(tree: TreeFacts, frame: Frame): Markup {
  const { place, entries, entryCount, tip, readme } = tree;
  const { repo, ref, path } = place;
  const up = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return html`${tipLine(tip, repo, frame)}
${entries.length === 0 ? emptyNote('There is nothing in this folder.') : ''}
<table class="tree"><caption class="unseen">Files of ${path === '' ? repo : path} at ${ref}</caption><tbody>
${path === '' ? '' : html`<tr><td colspan="4"><a href="${codePath('tree', { repo, ref, path: up })}" data-key="u" data-key-name="Folder above">..</a></td></tr>`}
${entries.map((entry) => entryRow(entry, tree, frame))}</tbody></table>
${entryCount > entries.length ? html`<p class="hint">${countText(entryCount - entries.length)} more names are not shown; the <a href="${codePath('find', { repo, ref })}">file finder</a> has them all.</p>` : ''}
${readme === null ? '' : html`<section class="file" aria-label="README"><p class="file-head"><a href="${codePath('blob', { repo, ref, path: readme.path })}">${readme.path.split('/').at(-1)}</a>${encodingOf(readme)}</p>${isMarkdown(readme.path) ? frame.markdown(readme.text, { repo, file: { ref, path: readme.path } }) : showProse(readme.text)}</section>`}`;
}

function entryRow(
  { name, kind, id, sizeBytes, newest }: ShownEntry,
  { place }: TreeFacts,
  frame: Frame,
): Markup {
  const { repo, ref, path } = place;
  const full = path === '' ? name : `${path}/${name}`;
  const text = html`<bdi>${name}</bdi>`;
  const link =
    kind === 'submodule'
      ? html`<span title="A commit of another repository: ${id}">${text} <span class="muted">@ ${shortId(id)}</span></span>`
      : html`<a href="${codePath(kind === 'folder' ? 'tree' : 'blob', { repo, ref, path: full })}">${text}</a>`;
  return html`<tr class="${kind}" data-item><td>${signOf(kind)}${link}</td>${
    newest === null
      ? html`<td class="newest"></td><td class="number"></td>`
      : html`<td class="newest">${newest.subject === '' ? '' : html`<a href="${commitPath(repo, newest.id)}" dir="auto">${newest.subject}</a>`}</td><td class="number">${timeAgo(newest.committedAt, frame.nowMs)}</td>`
  }<td class="number">${sizeBytes === null ? '' : formatSize(sizeBytes)}</td></tr>`;
}

const DRAWINGS: Readonly<Record<TreeEntryKind, string>> = {
  folder: '<path d="M1.500 3.500h4.500l1.500 2h7v7.500h-13z" fill="currentColor"/>',
  file: '<path d="M3.500 1.500h6l3 3v10h-9zM9.500 1.500v3h3" fill="none" stroke="currentColor"/>',
  program:
    '<path d="M3.500 1.500h6l3 3v10h-9zM5.500 8l2 2-2 2M8.500 12h2" fill="none" stroke="currentColor"/>',
  link: '<path d="M3.500 1.500h6l3 3v10h-9zM5.500 12c0-3 2-4 5-4M8.500 6l2 2-2 2" fill="none" stroke="currentColor"/>',
  submodule:
    '<path d="M1.500 3.500h4.500l1.500 2h7v7.500h-13z" fill="none" stroke="currentColor"/><path d="M5 9.500h6" stroke="currentColor"/>',
};

const WORDS: Readonly<Record<TreeEntryKind, string>> = {
  folder: 'Folder',
  file: 'File',
  program: 'Program',
  link: 'Symbolic link',
  submodule: 'Submodule',
};

function signOf(kind: TreeEntryKind): Markup {
  return html`<svg viewBox="0 0 16 16" role="img" aria-label="${WORDS[kind]}">${raw(DRAWINGS[kind])}</svg>`;
}

/** Links from a folder to other views. */
export function treeWays({ place, commitCount }: TreeFacts): readonly (readonly [string, string, string?])[] {
  const { repo, ref, path } = place;
  return [
    ['Go to file', codePath('find', { repo, ref }), 't'],
    [
      commitCount === null ? 'Commits' : countOf(commitCount, 'commit'),
      codePath('commits', { repo, ref, path }),
    ],
    ['Branches', `${repositoryPath(repo)}/branches`],
    ['Tags', `${repositoryPath(repo)}/tags`],
    ['ZIP', archivePath(repositoryPath(repo), ref)],
  ];
}
