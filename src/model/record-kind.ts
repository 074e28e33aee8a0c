import { RECORD_KINDS, type RecordKind } from './record-kinds.table.ts';

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
