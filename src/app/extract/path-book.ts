import { createFileNamer, type FileNamer } from '../../base/index.ts';

/** Bytes of one name that common file systems take. */
const MAX_NAME_BYTES = 255;

/** The names in one folder. */
class Folder {
  /** What was given a name here; files and folders apart, as one tar may hold both under one name. */
  readonly #named = new Map<string, string>();
  readonly #namer: FileNamer = createFileNamer(MAX_NAME_BYTES);
  readonly #folders = new Map<string, Folder>();

  nameOf(type: 'file' | 'folder', part: string): string {
    const key = `${type} ${part}`;
    const name = this.#named.get(key) ?? this.#namer.nameOf(part);
    this.#named.set(key, name);
    return name;
  }

  inside(name: string): Folder {
    const known = this.#folders.get(name) ?? new Folder();
    this.#folders.set(name, known);
    return known;
  }
}

/** Where entries are written to, as paths below one directory. */
export class PathBook {
  readonly #root = new Folder();

  /**
   * The place of an entry: each of its parts is safe, and no two entries share a place, also where upper and lower
   * case are the same. An entry that is asked for again gets its place again.
   */
  placeOf(entryName: string): string {
    const parts = entryName.split('/').filter((part) => part !== '' && part !== '.');
    const file = parts.pop() ?? '';
    const names: string[] = [];
    let folder = this.#root;
    for (const part of parts) {
      const name = folder.nameOf('folder', part);
      names.push(name);
      folder = folder.inside(name);
    }
    return [...names, folder.nameOf('file', file)].join('/');
  }
}
