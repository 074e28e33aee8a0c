import { kindOfPrefix } from '../model/index.ts';
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

/** What a name stands for. */
export interface PlacedName {
  /** Without `./` and without a wrapper directory. */
  readonly name: string;
  readonly class: EntryClass;
}

/**
 * Creates the judge of entry names of one archive. It learns the one wrapper directory that people add when they pack
 * an archive again from the first entry that makes sense only below it.
 */
export function createNamePlacer(): (name: string) => PlacedName {
  let wrapper: string | undefined;
  let hasRoot = false;
  return (rawName) => {
    const name = rawName.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
    const direct = classOfName(name);
    const slash = name.indexOf('/');
    if (direct !== 'unknown' || slash < 0 || hasRoot) {
      hasRoot ||= direct !== 'unknown';
      return { name, class: direct };
    }
    const inner = name.slice(slash + 1);
    const innerClass = classOfName(inner);
    if (wrapper === undefined && innerClass !== 'unknown') {
      wrapper = name.slice(0, slash);
    }
    return wrapper === name.slice(0, slash) ? { name: inner, class: innerClass } : { name, class: direct };
  };
}

/** The layout of an archive as its writers make it; the first row that fits holds. */
const LAYOUT: readonly { readonly pattern: RegExp; readonly class: EntryClass }[] = [
  { pattern: /^schema\.json$/, class: 'schema' },
  { pattern: /^urls\.json$/, class: 'urls' },
  { pattern: /^audit_log\.csv$/, class: 'audit_log' },
  { pattern: /^[a-z][a-z_]*_\d{1,9}\.json$/, class: 'records' },
  { pattern: /^repositories\/(?:[^/]+\/)+[^/]+\.git(?:\/|$)/, class: 'git' },
  { pattern: /^attachments\/.+/, class: 'attachment' },
  { pattern: /^repository_files\/\d+\/.+/, class: 'repository_file' },
  { pattern: /^releases\/[^/]+\/.+/, class: 'release_asset' },
  { pattern: /^log\/[^/]+\.log$/, class: 'log' },
];

/** What macOS puts beside the files of a folder. */
const DESKTOP_LITTER = /(?:^|\/)(?:\._[^/]*|\.DS_Store)$/;

function classOfName(name: string): EntryClass {
  if (DESKTOP_LITTER.test(name)) {
    return 'unknown';
  }
  const row = LAYOUT.find(({ pattern }) => pattern.test(name));
  if (row !== undefined) {
    return row.class;
  }
  return kindOfPrefix(name.replace(/\.json$/, '')) !== undefined && name.endsWith('.json')
    ? 'records'
    : 'unknown';
}

/** The prefix of a record file's name: `issues` of `issues_000001.json`. */
export function prefixOfRecordFile(name: string): string {
  return name.replace(/(?:_\d+)?\.json$/, '');
}

/** The directory of a bare repository that a git entry lies in: `repositories/owner/name.git`. */
export function gitDirectoryOf(name: string): string {
  return /^repositories\/(?:[^/]+\/)+?[^/]+\.git(?=\/|$)/.exec(name)?.[0] ?? name;
}
