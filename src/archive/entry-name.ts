import { withoutEndSlashes } from '../base/text-ends.ts';
import { isRecordFileName, kindOfPrefix, prefixOfRecordFile } from '../model/record-kind.ts';
import type { EntryClass } from './archive-event.ts';

/** Returns why an entry name is unsafe; undefined if it is safe. */
export function unsafetyOfName(name: string, maxNameBytes: number): string | undefined {
  if (Buffer.byteLength(name) > maxNameBytes) {
    return `longer than ${maxNameBytes} bytes`;
  }
  if (name.includes('\u0000')) {
    return 'it contains a NUL byte';
  }
  if (/^[/\\]/.test(name) || /^[A-Za-z]:/.test(name)) {
    return 'it is absolute';
  }
  return name.split(/[/\\]/).includes('..') ? 'it points outside with ".."' : undefined;
}

/** A classified entry name. */
export interface PlacedName {
  /** Without `./` and wrapper directories. */
  readonly name: string;
  readonly class: EntryClass;
  /** True for a record file in a directory outside the archive's own layout, perhaps from another export. */
  readonly isMisplaced?: true;
  /** True for a JSON file among the record files that is not named like one. */
  readonly hasUnusualName?: true;
}

/** The maximum number of wrapper directories: archives that were repacked may contain their former path. */
const MAX_WRAPPERS = 3;

/**
 * Creates the classifier of entry names for one archive. Repacked archives may have a wrapper directory, which is
 * detected from the first entry that is only recognizable without it.
 */
export function createNameResolver(): (name: string) => PlacedName {
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

/** Classifies a name that is relative to the archive's own directory. */
function placeInside(name: string): PlacedName {
  const placed = { name, class: classOfName(name) };
  if (placed.class !== 'unknown' || DESKTOP_LITTER.test(name)) {
    return placed;
  }
  if (isRecordFileBelow(name)) {
    return { ...placed, isMisplaced: true };
  }
  return ODD_RECORD_FILE.test(name) ? { ...placed, hasUnusualName: true } : placed;
}

/** The directories that precede the recognizable part of a name. */
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

/** The layout of archives; the first matching row applies. */
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

/** The directories that belong to the archive format. */
const OWN_DIRECTORY = /^(?:repositories|attachments|repository_files|releases|log)\//;

/** The numbering of record files by the service, which identifies record files of unknown kinds. */
const SERVICE_NUMBER = /_\d{6}\.json$/;

/** Files that may contain records, but are not named like record files, so that the kind is unknown. */
const ODD_RECORD_FILE = /^[^/]+\.(?:json|jsonl|ndjson)\b[^/]*$/i;

/** Files that macOS adds to folders. */
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

/** The directory of the bare repository that a git entry belongs to: `repositories/owner/name.git`. */
export function gitDirectoryOf(name: string): string {
  return /^repositories\/(?:[^/]+\/)+?[^/]+\.git(?=\/|$)/.exec(name)?.[0] ?? name;
}
