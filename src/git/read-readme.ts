import { type FileText, readFileText } from './file-text.ts';
import type { TreeEntry } from './parse-tree.ts';
import type { ObjectReader } from './reading/read-objects.ts';

export interface Readme extends FileText {
  /** Path within the repository. */
  readonly path: string;
}

const README_BYTES = 512 * 1024;
const README_NAMES = /^readme(?:\.(?:md|markdown|mdown|txt|rst|adoc|org))?$/i;

/** Reads the README of a folder, preferably Markdown; null if there is none. */
export async function readReadme(
  git: Pick<ObjectReader, 'blob'>,
  folder: string,
  entries: readonly TreeEntry[],
): Promise<Readme | null> {
  const files = entries.filter(({ name, kind }) => kind === 'file' && README_NAMES.test(name));
  const chosen = files.find(({ name }) => isMarkdown(name)) ?? files[0];
  const blob = chosen === undefined ? undefined : await git.blob(chosen.id, README_BYTES);
  const read = blob?.bytes === undefined ? undefined : readFileText(blob.bytes);
  return chosen === undefined || read === undefined
    ? null
    : { path: folder === '' ? chosen.name : `${folder}/${chosen.name}`, ...read };
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown|mdown|mkd)$/i.test(path);
}
