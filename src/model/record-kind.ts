import { RECORD_KINDS, type RecordKind } from './record-kinds.table.ts';

/** Prefixes of future kinds may contain digits, capitals, hyphens and dots; files with other names are not read. */
const NUMBERED = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,99})_(\d{1,9})\.json$/;

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(RECORD_KINDS, kind);
}

/** The kind of a record file's prefix, ignoring capitals and hyphens; undefined if it is unknown. */
export function kindOfPrefix(prefix: string): RecordKind | undefined {
  const spelled = prefix.toLowerCase().replaceAll('-', '_');
  for (const [kind, row] of Object.entries(RECORD_KINDS)) {
    const prefixes: readonly string[] = row.prefixes;
    if (isRecordKind(kind) && prefixes.includes(spelled)) {
      return kind;
    }
  }
  return undefined;
}

/** The plural for reports and tables; unknown kinds get an `s`. */
export function pluralOfKind(kind: string): string {
  return isRecordKind(kind) ? RECORD_KINDS[kind].plural : `${kind}s`;
}

export interface RecordFileName {
  /** `issues` of `issues_000001.json`. */
  readonly prefix: string;
  readonly number: number;
}

/** Parses the name of a numbered record file; undefined for other names. */
export function readRecordFileName(name: string): RecordFileName | undefined {
  const [, prefix, digits] = NUMBERED.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, number: Number(digits) };
}

/** The prefix of a record file's name, which may lack its number: `issues` of `issues.json`. */
export function prefixOfRecordFile(name: string): string {
  return readRecordFileName(name)?.prefix ?? name.replace(/\.json$/, '');
}

/** True if a file with this name contains records. Without a number, only the names of known kinds count. */
export function isRecordFileName(name: string): boolean {
  return (
    readRecordFileName(name) !== undefined ||
    (name.endsWith('.json') && kindOfPrefix(prefixOfRecordFile(name)) !== undefined)
  );
}

/** The kind of the records in a file, by its name: `issue` of `issues_000001.json`. */
export function kindOfRecordFile(name: string): string {
  const prefix = prefixOfRecordFile(name);
  return kindOfPrefix(prefix) ?? prefix;
}
