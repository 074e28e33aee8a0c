import { hashBlob, hashTree } from './object-ids.ts';

/** A directory with all below it, as a commit has it. Never changes; writing gives a new one. */
export interface WorkTree {
  readonly sha: string;
  readonly files: ReadonlyMap<string, { readonly sha: string; readonly text: string }>;
  readonly directories: ReadonlyMap<string, WorkTree>;
}

/** The tree without files. */
export const EMPTY_TREE: WorkTree = createTree(new Map(), new Map());

/** The text of a file, or undefined where there is none. */
export function readTreeFile(tree: WorkTree, path: string): string | undefined {
  const [name, rest] = splitPath(path);
  if (rest === undefined) {
    return tree.files.get(name)?.text;
  }
  const directory = tree.directories.get(name);
  return directory === undefined ? undefined : readTreeFile(directory, rest);
}

/** The tree with a file written, its directories made as needed. */
export function writeTreeFile(tree: WorkTree, path: string, text: string): WorkTree {
  const [name, rest] = splitPath(path);
  if (rest === undefined) {
    return createTree(new Map(tree.files).set(name, { sha: hashBlob(text), text }), tree.directories);
  }
  const directory = writeTreeFile(tree.directories.get(name) ?? EMPTY_TREE, rest, text);
  return createTree(tree.files, new Map(tree.directories).set(name, directory));
}

function createTree(files: WorkTree['files'], directories: WorkTree['directories']): WorkTree {
  const sha = hashTree([
    ...[...files].map(([name, file]) => ({ name, sha: file.sha, isDirectory: false })),
    ...[...directories].map(([name, directory]) => ({ name, sha: directory.sha, isDirectory: true })),
  ]);
  return { sha, files, directories };
}

function splitPath(path: string): readonly [name: string, rest: string | undefined] {
  const slash = path.indexOf('/');
  return slash < 0 ? [path, undefined] : [path.slice(0, slash), path.slice(slash + 1)];
}
