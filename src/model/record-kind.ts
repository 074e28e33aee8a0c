import { RECORD_KINDS, type RecordKind } from './record-kinds.table.ts';

/** Prefixes of kinds to come may have digits, capitals, hyphens and dots; a name of anything else is told, not read. */
const NUMBERED = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,99})_(\d{1,9})\.json$/;

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(RECORD_KINDS, kind);
}

/** The kind that a record file's prefix stands for, or undefined where no known kind has it; capitals and hyphens do not matter. */
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

/** The plural for reports and tables; an unknown kind gets its own name with an s. */
export function pluralOfKind(kind: string): string {
  return isRecordKind(kind) ? RECORD_KINDS[kind].plural : `${kind}s`;
}

/** What the name of a numbered record file says. */
export interface RecordFileName {
  /** `issues` of `issues_000001.json`. */
  readonly prefix: string;
  readonly number: number;
}

/** Reads the name of a numbered record file; undefined where it is none. */
export function readRecordFileName(name: string): RecordFileName | undefined {
  const [, prefix, digits] = NUMBERED.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, number: Number(digits) };
}

/** The prefix of a record file's name, which people may have left without a number: `issues` of `issues.json`. */
export function prefixOfRecordFile(name: string): string {
  return readRecordFileName(name)?.prefix ?? name.replace(/\.json$/, '');
}

/** Whether a file of this name holds records. Without a number only the names of known kinds do. */
export function isRecordFileName(name: string): boolean {
  return (
    readRecordFileName(name) !== undefined ||
    (name.endsWith('.json') && kindOfPrefix(prefixOfRecordFile(name)) !== undefined)
  );
}

/** The kind of the records in a record file, told by its name: `issue` of `issues_000001.json`. */
export function kindOfRecordFile(name: string): string {
  const prefix = prefixOfRecordFile(name);
  return kindOfPrefix(prefix) ?? prefix;
}
