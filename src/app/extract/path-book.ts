import { createFileNamer, type FileNamer } from '../../base/index.ts';

/** Bytes of one name that common file systems take. */
const MAX_NAME_BYTES = 255;

/** Where entries are written to, as parts of a path below one directory. */
export interface PathBook {
  /**
   * The place of an entry: each of its parts is safe, and no two entries share a place, also where upper and lower
   * case are the same. An entry that is asked for again gets its place again.
   */
  placeOf(entryName: string): string;
}

interface Folder {
  /** What was given a name here; files and folders apart, as one tar may hold both under one name. */
  readonly named: Map<string, string>;
  readonly namer: FileNamer;
  readonly folders: Map<string, Folder>;
}

/** Creates the book of one directory, with nothing in it. */
export function createPathBook(): PathBook {
  const root = createFolder();
  return {
    placeOf(entryName) {
      const parts = entryName.split('/').filter((part) => part !== '' && part !== '.');
      const names: string[] = [];
      let folder = root;
      for (const [index, part] of (parts.length === 0 ? [''] : parts).entries()) {
        const isFile = index >= parts.length - 1;
        const name = nameIn(folder, isFile ? `file ${part}` : `folder ${part}`, part);
        names.push(name);
        folder = isFile ? folder : folderIn(folder, name);
      }
      return names.join('/');
    },
  };
}

function createFolder(): Folder {
  return { named: new Map(), namer: createFileNamer(MAX_NAME_BYTES), folders: new Map() };
}

function folderIn(parent: Folder, name: string): Folder {
  const known = parent.folders.get(name) ?? createFolder();
  parent.folders.set(name, known);
  return known;
}

function nameIn({ named, namer }: Folder, key: string, part: string): string {
  const name = named.get(key) ?? namer.nameOf(part);
  named.set(key, name);
  return name;
}
