import { createHash } from 'node:crypto';
import { shownBytes } from './byte-text.ts';

/** Most file systems allow 255 bytes; this leaves room for extensions, including those of part files. */
const MAX_NAME_BYTES = 150;

/** Device names on Windows, with any extension (Microsoft Learn, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/**
 * Characters that some file system rejects, and invisible ones, which make different names look alike. Their number is
 * bounded, because millions would overflow V8's stack.
 */
const UNFIT = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]{1,10000}/gu;

/** A leading dot hides a file or leaves the folder; a hyphen looks like an option, a tilde like a home directory. */
const UNFIT_START = /^[.\-~\s]+/;

/** Windows ignores these at the end of a name, and would open another file. */
const UNFIT_END = /(?<![.\s])[.\s]+$/;

const EXTENSION = /\.[A-Za-z0-9]{1,16}$/;

/**
 * Converts a text from outside to a file name that every file system accepts, that stays in its folder, and that no
 * program mistakes for an option or a device. Good names are unchanged. Different texts can result in the same name, so
 * other modules use the functions below, which keep them apart.
 */
function safeName(text: string, maxBytes = MAX_NAME_BYTES): string {
  const name = shownBytes(text)
    .normalize('NFC')
    .replaceAll(UNFIT, '_')
    .replace(UNFIT_START, '_')
    .replace(UNFIT_END, '');
  return shorten(name === '' ? '_' : DEVICE.test(name) ? `_${name}` : name, maxBytes);
}

/** Names that no file system changes. Some treat those that differ only in case as equal. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._+@-]*$/;
const MAX_PLAIN_LENGTH = 100;
const MAX_STEM_LENGTH = 40;
/** Letters that come later are left out: only the digest must differ, and millions of characters would overflow V8's stack. */
const MAX_STEM_SOURCE = 1_000;
const DIGEST_DIGITS = 16;

/**
 * The name that a text has wherever and whenever it is named: the text itself if it is plain, otherwise its letters with
 * a digest. The names of different texts differ, but perhaps only in case.
 */
export function distinctName(text: string, maxLength = MAX_PLAIN_LENGTH): string {
  return text.length <= maxLength && PLAIN.test(text) && safeName(text) === text ? text : digestName(text);
}

/** No plain name has a tilde. */
function digestName(text: string): string {
  const extension = EXTENSION.exec(text.slice(1))?.[0] ?? '';
  const stemLength = Math.min(text.length - extension.length, MAX_STEM_SOURCE);
  const stem = text.slice(0, stemLength).replaceAll(/[^A-Za-z0-9]+/g, '-');
  const letters = stem.replace(/^-/, '').slice(0, MAX_STEM_LENGTH);
  // UTF-8 would make all halves of characters equal.
  const digest = createHash('sha256').update(text, 'utf16le').digest('hex').slice(0, DIGEST_DIGITS);
  return `${letters || '_'}~${digest}${extension}`;
}

/**
 * Names files and folders after texts: the same text always has the same name in its folder, and different texts have
 * names that no file system takes for one another. Names that lasted from earlier runs stay with their texts.
 */
export class LastingNamer {
  readonly #holders = new Map<string, string>();
  /** What was named before: a site has hundreds of links on each page. */
  readonly #paths = new Map<string, string>();

  /** `present` are paths that `pathOf` returned in earlier runs. */
  constructor(present: Iterable<string> = []) {
    for (const path of present) {
      const parts = path.split('/');
      parts.forEach((name, index) => {
        const holder = index === parts.length - 1 ? name : `${name}/`;
        this.#holders.set(foldName(parts.slice(0, index + 1).join('/')), holder);
      });
    }
  }

  /** The path of a file, by its folders and its own name. The extension is added to the name. */
  pathOf(parts: readonly string[], extension = ''): string {
    return parts.reduce((folder, text, index) => {
      const ending = index === parts.length - 1 ? extension : '/';
      const key = `${folder}\0${text}\0${ending}`;
      const path = this.#paths.get(key) ?? this.#pathIn(folder, text, ending);
      this.#paths.set(key, path);
      return path;
    }, '');
  }

  #pathIn(folder: string, text: string, ending: string): string {
    const extension = ending === '/' ? '' : ending;
    const inFolder = (name: string) => (folder === '' ? '' : `${folder}/`) + name + extension;
    const plain = distinctName(text);
    // A name with an added extension, a name that has it by itself, and a folder are three things.
    const holder = plain + (ending === '' || ending === '/' ? ending : `/${ending}`);
    const key = foldName(inFolder(plain));
    if (!this.#holders.has(key)) {
      this.#holders.set(key, holder);
    }
    const aside = () => digestName(ending === '/' ? `${text}/` : text);
    return inFolder(this.#holders.get(key) === holder ? plain : aside());
  }
}

interface FileNameOptions {
  readonly extension?: string;
  readonly folder?: string;
}

/** Creates names for files that are unique in their folder: `photo.png`, then `photo-2.png`. */
export class FileNamer {
  readonly #taken = new Set<string>();
  readonly #lastNumbers = new Map<string, number>();
  readonly #maxBytes: number;

  constructor(maxBytes = MAX_NAME_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** A safe name that no earlier call returned for the folder. `extension` starts with a dot. */
  nameOf(text: string, { extension = '', folder = '' }: FileNameOptions = {}): string {
    const wanted = safeName(text, this.#maxBytes - Buffer.byteLength(extension)) + extension;
    const ending = extension === '' ? (EXTENSION.exec(wanted)?.[0] ?? '') : extension;
    const stem = wanted.slice(0, wanted.length - ending.length);
    const wantedPath = foldName(`${folder}/${wanted}`);
    let [name, path] = [wanted, wantedPath];
    let number = this.#lastNumbers.get(wantedPath) ?? 1;
    while (this.#taken.has(path)) {
      number += 1;
      name = safeName(`${stem}-${number}${ending}`, this.#maxBytes);
      path = foldName(`${folder}/${name}`);
    }
    if (number > 1) {
      this.#lastNumbers.set(wantedPath, number);
    }
    this.#taken.add(path);
    return name;
  }
}

/** Maps names to the same text that some file system treats as equal: by case, Unicode composition or width. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}

/** Shortens a long name to its start, a digest and its extension. */
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
