import { withoutEndSlashes } from '../base/index.ts';
import { isRecordFileName, kindOfPrefix, prefixOfRecordFile } from '../model/index.ts';
import type { EntryClass } from './archive-event.ts';

/** Says what makes an entry name unsafe, or undefined where nothing does. */
export function unsafetyOfName(name: string, maxNameBytes: number): string | undefined {
  if (Buffer.byteLength(name) > maxNameBytes) {
    return `longer than ${maxNameBytes} bytes`;
  }
  if (name.includes('\u0000')) {
    return 'it holds a NUL';
  }
  if (/^[/\\]/.test(name) || /^[A-Za-z]:/.test(name)) {
    return 'it is absolute';
  }
  return name.split(/[/\\]/).includes('..') ? 'it climbs out with ".."' : undefined;
}

/** What a name means. */
export interface PlacedName {
  /** Without `./` and without wrapper directories. */
  readonly name: string;
  readonly class: EntryClass;
  /** True of a record file below a directory that is not the archive's: one of another export, perhaps. */
  readonly isMisplaced?: true;
  /** True of a JSON file among the record files that is not named like one. */
  readonly isOddlyNamed?: true;
}

/** How many directories people put around an archive when they pack it again with the path that led to it. */
const MAX_WRAPPERS = 3;

/**
 * Creates the judge of entry names of one archive. It learns the wrapper directory that people add when they pack
 * an archive again from the first entry that makes sense only below it.
 */
export function createNamePlacer(): (name: string) => PlacedName {
  let wrapper: string | undefined;
  let hasRoot = false;
  return (rawName) => {
    const name = withoutEndSlashes(rawName.replace(/^(?:\.\/+)+/, ''));
    const direct = placeInside(name);
    if (direct.class !== 'unknown') {
      hasRoot ||= wrapper === undefined;
      return direct;
    }
    wrapper ??= hasRoot ? undefined : wrapperOf(name);
    return wrapper !== undefined && name.startsWith(`${wrapper}/`)
      ? placeInside(name.slice(wrapper.length + 1))
      : direct;
  };
}

/** A name relative to the archive's own directory. */
function placeInside(name: string): PlacedName {
  const placed = { name, class: classOfName(name) };
  if (placed.class !== 'unknown' || DESKTOP_LITTER.test(name)) {
    return placed;
  }
  if (isRecordFileBelow(name)) {
    return { ...placed, isMisplaced: true };
  }
  return ODD_RECORD_FILE.test(name) ? { ...placed, isOddlyNamed: true } : placed;
}

/** The directories around the first part of a name that makes sense in an archive. */
function wrapperOf(name: string): string | undefined {
  if (OWN_DIRECTORY.test(name)) {
    return undefined;
  }
  let slash = name.indexOf('/');
  for (let depth = 1; depth <= MAX_WRAPPERS && slash >= 0; depth += 1) {
    if (classOfName(name.slice(slash + 1)) !== 'unknown') {
      return name.slice(0, slash);
    }
    slash = name.indexOf('/', slash + 1);
  }
  return undefined;
}

function isRecordFileBelow(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1);
  if (file === name || OWN_DIRECTORY.test(name) || classOfName(file) !== 'records') {
    return false;
  }
  return kindOfPrefix(prefixOfRecordFile(file)) !== undefined || SERVICE_NUMBER.test(file);
}

/** The layout of an archive as its writers make it; the first row that fits holds. */
const LAYOUT: readonly { readonly pattern: RegExp; readonly class: EntryClass }[] = [
  { pattern: /^schema\.json$/, class: 'schema' },
  { pattern: /^urls\.json$/, class: 'urls' },
  { pattern: /^audit_log\.csv$/, class: 'audit_log' },
  { pattern: /^repositories\/(?:[^/]+\/)+[^/]+\.git(?:\/|$)/, class: 'git' },
  { pattern: /^attachments\/.+/, class: 'attachment' },
  { pattern: /^repository_files\/\d+\/.+/, class: 'repository_file' },
  { pattern: /^releases\/[^/]+\/.+/, class: 'release_asset' },
  { pattern: /^log\/[^/]+\.log$/, class: 'log' },
];

/** The directories that an archive has itself. */
const OWN_DIRECTORY = /^(?:repositories|attachments|repository_files|releases|log)\//;

/** How the service numbers record files: by it a file of an unknown kind is distinguished from other files. */
const SERVICE_NUMBER = /_\d{6}\.json$/;

/** What may hold records, but is not named like a record file, so that their kind is unknown. */
const ODD_RECORD_FILE = /^[^/]+\.(?:json|jsonl|ndjson)\b[^/]*$/i;

/** What macOS adds to the files of a folder. */
const DESKTOP_LITTER = /(?:^|\/)(?:\._[^/]*|\.DS_Store)$/;

function classOfName(name: string): EntryClass {
  if (DESKTOP_LITTER.test(name)) {
    return 'unknown';
  }
  const row = LAYOUT.find(({ pattern }) => pattern.test(name));
  if (row !== undefined) {
    return row.class;
  }
  return isRecordFileName(name) ? 'records' : 'unknown';
}

/** The directory of a bare repository that a git entry lies in: `repositories/owner/name.git`. */
export function gitDirectoryOf(name: string): string {
  return /^repositories\/(?:[^/]+\/)+?[^/]+\.git(?=\/|$)/.exec(name)?.[0] ?? name;
}
