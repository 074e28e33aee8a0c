/** Names within one folder. */
export interface FileNamer {
  /** A name that every file system takes, and that no other text got here. `extension` starts with a dot or is empty. */
  nameOf(text: string, extension: string): string;
}

/** Names that mean devices on Windows (learn.microsoft.com/windows/win32/fileio/naming-a-file), with any extension. */
const DEVICES =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])(?:\.|$)/i;

/** What some file system does not take in a name, or what would reverse the direction of a line. */
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Most file systems take 255 bytes; this leaves room for what is put to the name. */
const MAX_NAME_BYTES = 150;

/** Makes names for one folder. Names that differ only in case or in the composition of letters count as equal. */
export function createFileNamer(): FileNamer {
  const taken = new Set<string>();
  return {
    nameOf(text, extension) {
      const stem = safeName(text);
      for (let turn = 1; ; turn += 1) {
        const name = `${stem}${turn === 1 ? '' : `-${turn}`}${extension}`;
        const key = name.normalize('NFC').toLowerCase();
        if (!taken.has(key)) {
          taken.add(key);
          return name;
        }
      }
    },
  };
}

/** The text as a file name: what cannot stand in one becomes a hyphen. Long ones keep their ends. */
export function safeName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(FORBIDDEN, '-')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = shorten(name);
  return short === '' ? '_' : DEVICES.test(short) ? `_${short}` : short;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) {
    return name;
  }
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  let stem = '';
  let roomBytes = MAX_NAME_BYTES - extension.length;
  for (const character of name) {
    roomBytes -= Buffer.byteLength(character);
    if (roomBytes < 0) {
      break;
    }
    stem += character;
  }
  return `${stem}${extension}`;
}
