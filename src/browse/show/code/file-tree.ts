import { html } from 'hono/html';
import type { FileDifference } from '../../../git/file-difference.ts';
import type { Markup } from '../../frame.ts';

/** A folder of changed files. */
export interface Folder {
  /** Its path below the folder above; folders with a single folder in them are joined. */
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly FileDifference[];
}

/** Arranges changed files as a tree. */
export function arrangeFiles(files: readonly FileDifference[], name = '', depth = 0): Folder {
  const own: FileDifference[] = [];
  const below = new Map<string, FileDifference[]>();
  for (const file of files) {
    const parts = file.path.split('/');
    const part = parts[depth];
    if (part === undefined || depth === parts.length - 1) {
      own.push(file);
    } else {
      below.set(part, [...(below.get(part) ?? []), file]);
    }
  }
  const folders = [...below].map(([part, inner]) => arrangeFiles(inner, part, depth + 1));
  const [only] = folders;
  return only !== undefined && folders.length === 1 && own.length === 0 && depth > 0
    ? { ...only, name: `${name}/${only.name}` }
    : { name, folders, files: own };
}

/** The tree of changed files, with a link to each. */
export function fileTree(tree: Folder, show: (file: FileDifference) => Markup): Markup {
  return html`<nav class="file-tree" aria-label="Changed files" tabindex="0">${showFolder(tree, show)}</nav>`;
}

/** The files of a tree from top to bottom. */
export function inOrder({ folders, files }: Folder): readonly FileDifference[] {
  return [...folders.flatMap(inOrder), ...files];
}

function showFolder({ folders, files }: Folder, show: (file: FileDifference) => Markup): Markup {
  return html`<ul>${folders.map((folder) => html`<li><details open><summary><bdi>${folder.name}</bdi></summary>${showFolder(folder, show)}</details></li>`)}${files.map((file) => html`<li>${show(file)}</li>`)}</ul>`;
}
