import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { isRecordKind } from '../../model/record-kind.ts';
import type { Database } from '../database.ts';

/** The public part of the documents of an archive: its version, and the templates of addresses of the known kinds. */
export function publicDocuments(
  db: Database,
  snapshotId: number,
): readonly (readonly [name: string, text: string])[] {
  return db
    .prepare<[number], { readonly name: string; readonly json: string }>(
      'SELECT entry_name AS name, json FROM archive_documents WHERE snapshot_id = ? ORDER BY entry_name',
    )
    .all(snapshotId)
    .flatMap(({ name, json }) => {
      const publish = DOCUMENTS.get(name.replace(/^\.\//, ''));
      const value = publish?.(JSON.parse(json));
      return value === undefined ? [] : [[name, JSON.stringify(value)] as const];
    });
}

const DOCUMENTS: ReadonlyMap<string, (value: JsonValue) => JsonValue | undefined> = new Map([
  ['schema.json', readVersion],
  ['urls.json', readTemplates],
]);

function readVersion(value: JsonValue): JsonValue | undefined {
  const version = isJsonObject(value) ? value['version'] : undefined;
  return typeof version === 'string' && /^\d+(?:\.\d+)*$/.test(version) ? { version } : undefined;
}

/** Literal parts of a template that every archive has: names of kinds and of sections. A host stands for itself. */
const TEMPLATE = /^[^\s{}@?]*(?:\{[^{}]*\}[/#\w-]*)+$/;

function readTemplates(value: JsonValue): JsonValue | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const known = Object.entries(value).flatMap(([kind, template]) => {
    const shown = isJsonObject(template) ? readTemplates(template) : template;
    const isTemplate = typeof shown === 'string' ? TEMPLATE.test(shown) : isJsonObject(shown);
    return shown !== undefined && isTemplate && (isRecordKind(kind) || kind === 'label')
      ? [[kind, shown] as const]
      : [];
  });
  return Object.fromEntries(known);
}
