import { kindOfPrefix } from './record-kind.ts';

/** What the name of a numbered record file says. */
export interface RecordFileName {
  /** `issues` of `issues_000001.json`. */
  readonly prefix: string;
  readonly number: number;
}

/** Prefixes of kinds to come may have digits, capitals, hyphens and dots; a name of anything else is told, not read. */
const NUMBERED = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,99})_(\d{1,9})\.json$/;

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
