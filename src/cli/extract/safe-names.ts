import { createHash } from 'node:crypto';

/** Names that Windows gives to devices, with any extension (Microsoft Learn, "Naming Files, Paths, and Namespaces"). */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** What no name may hold on Windows; the control characters would also deceive whoever lists a directory. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Bytes of one name that common file systems take. */
const MAX_NAME_BYTES = 255;

/** Turns one part of an entry's name into a file name that is safe on every file system. */
export function safeName(part: string): string {
  const clean = part
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(/^ +/, (start) => '_'.repeat(start.length));
  return shorten(DEVICE_NAME.test(clean) ? `_${clean}` : clean === '' ? '_' : clean);
}

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
  readonly taken: Set<string>;
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
      for (const [index, part] of parts.entries()) {
        const isFile = index === parts.length - 1;
        const name = nameIn(folder, isFile ? `file ${part}` : `folder ${part}`, part);
        names.push(name);
        folder = isFile ? folder : folderIn(folder, name);
      }
      return names.join('/');
    },
  };
}

function createFolder(): Folder {
  return { named: new Map(), taken: new Set(), folders: new Map() };
}

function folderIn(parent: Folder, name: string): Folder {
  const known = parent.folders.get(name) ?? createFolder();
  parent.folders.set(name, known);
  return known;
}

function nameIn({ named, taken }: Folder, key: string, part: string): string {
  const known = named.get(key);
  if (known !== undefined) {
    return known;
  }
  const wanted = safeName(part);
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase().toUpperCase()); number += 1) {
    name = numbered(wanted, number);
  }
  named.set(key, name);
  taken.add(name.toLowerCase().toUpperCase());
  return name;
}

/** `photo.png` becomes `photo~2.png`. */
function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return shorten(`${stem}~${number}${extension}`);
}

/** A name that is too long keeps its start and its extension, and a digest tells it from others. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) {
    return name;
  }
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? '';
  let stem = name;
  while (Buffer.byteLength(`${stem}-${digest}${extension}`) > MAX_NAME_BYTES) {
    stem = [...stem].slice(0, -1).join('');
  }
  return `${stem}-${digest}${extension}`;
}
