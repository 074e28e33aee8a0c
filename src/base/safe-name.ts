import { createHash } from 'node:crypto';

/** Most file systems take 255 bytes; this leaves room for endings, also those of files that are still growing. */
const MAX_NAME_BYTES = 150;

/** Names that mean devices on Windows, with any extension (Microsoft Learn, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/** What some file system refuses in a name, and invisible characters that make one name look like another. */
const UNFIT = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/** A leading dot hides a file or climbs a folder; programs take a leading hyphen for an option, a tilde for a home. */
const UNFIT_START = /^[.\-~\s]+/;

/** Windows drops these at the end of a name, so that it would find another file. */
const UNFIT_END = /(?<![.\s])[.\s]+$/;

const EXTENSION = /\.[A-Za-z0-9]{1,16}$/;

/**
 * Makes one file name of a text from outside: every file system takes it, it stays in its folder, and no program
 * mistakes it for something else. What is a good name already stays as it is. Different texts can give the same name;
 * `createFileNamer` keeps them apart.
 */
export function safeName(text: string, maxBytes = MAX_NAME_BYTES): string {
  const name = text.normalize('NFC').replaceAll(UNFIT, '_').replace(UNFIT_START, '_').replace(UNFIT_END, '');
  return shorten(name === '' ? '_' : DEVICE.test(name) ? `_${name}` : name, maxBytes);
}

/** Names within one folder. */
export interface FileNamer {
  /** A safe name for a text that no other call got here. `extension` starts with a dot. */
  nameOf(text: string, extension?: string): string;
}

/** Makes names for one folder: `photo.png`, then `photo-2.png`. */
export function createFileNamer(maxBytes = MAX_NAME_BYTES): FileNamer {
  const taken = new Set<string>();
  const turns = new Map<string, number>();
  return {
    nameOf(text, extension = '') {
      const wanted = safeName(text, maxBytes - Buffer.byteLength(extension)) + extension;
      const ending = extension === '' ? (EXTENSION.exec(wanted)?.[0] ?? '') : extension;
      const stem = wanted.slice(0, wanted.length - ending.length);
      const key = foldName(wanted);
      let name = wanted;
      let turn = turns.get(key) ?? 1;
      while (taken.has(foldName(name))) {
        turn += 1;
        name = safeName(`${stem}-${turn}${ending}`, maxBytes);
      }
      turns.set(key, turn);
      taken.add(foldName(name));
      return name;
    },
  };
}

/** Equal for names that some file system takes for one: by case, by composition of letters, by width. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}

/** A name that is too long keeps its start and its extension, and a digest tells it from others. */
function shorten(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) {
    return name;
  }
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const end = `-${digest}${EXTENSION.exec(name)?.[0] ?? ''}`;
  let roomBytes = maxBytes - end.length;
  let stem = '';
  for (const character of name) {
    roomBytes -= Buffer.byteLength(character);
    if (roomBytes < 0) {
      break;
    }
    stem += character;
  }
  return stem + end;
}
