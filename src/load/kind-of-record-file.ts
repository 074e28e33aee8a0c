import { kindOfPrefix } from '../model/index.ts';

/** The kind of the records that a record file holds, told by its name: `issue` of `issues_000001.json`. */
export function kindOfRecordFile(entryName: string): string {
  const prefix = entryName.replace(/(?:_\d+)?\.json$/, '');
  return kindOfPrefix(prefix) ?? prefix;
}
