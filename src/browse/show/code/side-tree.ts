import { html } from 'hono/html';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { TreeEntry } from '../../../git/parse-tree.ts';
import type { Markup } from '../../frame.ts';
import type { CodePlace } from '../../pages/code/code-place.ts';
import { byKind } from '../../pages/code/read-tree.ts';
import { codePath } from '../../paths.ts';
import { countText } from '../counts.ts';

/** A folder on the way to a file, with the names in it. */
export interface WayFolder {
  readonly path: string;
  readonly entries: readonly Pick<TreeEntry, 'name' | 'kind'>[];
  /** The names that were left out. */
  readonly moreCount: number;
}

/** The names of a folder that are shown. */
const MAX_NAMES = 100;

/** Reads the folders that lead to a file, the root first. */
export async function readWay(
  git: GitRepository,
  { commit, path }: CodePlace,
): Promise<readonly WayFolder[]> {
  const parts = path.split('/').slice(0, -1);
  const paths = ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
  return await Promise.all(
    paths.map(async (folder, depth) => {
      const all = ((await git.folder(commit, folder)) ?? []).toSorted(byKind);
      const next = path.split('/')[depth];
      const entries = all.filter(({ name }, index) => index < MAX_NAMES || name === next);
      return {
        path: folder,
        entries: entries.map(({ name, kind }) => ({ name, kind })),
        moreCount: all.length - entries.length,
      };
    }),
  );
}

/** The tree next to a file: the folders that lead to it are open. */
export function sideTree(way: readonly WayFolder[], place: CodePlace): Markup {
  return html`<nav class="file-tree side-tree" aria-label="Files" tabindex="0" data-control>${folderList(way, place)}</nav>`;
}

function folderList([folder, ...deeper]: readonly WayFolder[], place: CodePlace): Markup | string {
  if (folder === undefined) {
    return '';
  }
  const { repo, ref } = place;
  const pathOf = (name: string) => (folder.path === '' ? name : `${folder.path}/${name}`);
  return html`<ul>${folder.entries.map(({ name, kind }) => {
    const path = pathOf(name);
    const isOpen = place.path.startsWith(`${path}/`);
    const view = kind === 'folder' ? 'tree' : 'blob';
    return kind === 'submodule'
      ? html`<li><bdi class="muted">${name}</bdi></li>`
      : html`<li><a href="${codePath(view, { repo, ref, path })}"${path === place.path ? html` aria-current="page"` : ''}><bdi>${name}${kind === 'folder' ? '/' : ''}</bdi></a>${isOpen ? folderList(deeper, place) : ''}</li>`;
  })}${folder.moreCount === 0 ? '' : html`<li><a href="${codePath('tree', { repo, ref, path: folder.path })}">${countText(folder.moreCount)} more</a></li>`}</ul>`;
}
