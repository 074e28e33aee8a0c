import type { JsonObject, JsonValue } from '../base/json.ts';
import { isRecordKind } from './record-kind.ts';
import { PATHS_AROUND_OWNER } from './url-sections.table.ts';
import { WRITER_VARIATIONS } from './writer-variations.table.ts';

/** The value of a field in a record of any writer, by the service's name or the writer's; null if it is absent. */
export function writtenField(kind: string, value: JsonObject, field: string): JsonValue {
  const own = value[field] ?? null;
  const renames = isRecordKind(kind) ? WRITER_VARIATIONS[kind]?.renames : undefined;
  if (own !== null || renames === undefined) {
    return own;
  }
  for (const [name, meant] of Object.entries(renames)) {
    if (meant === field) {
      return value[name] ?? null;
    }
  }
  return null;
}

/** `owner/name` from the path of a repository's URL on any host, including nested groups. */
export function repositoryNameOfPath(path: string): string {
  return path.includes('/repos/') ? path.replace(PATHS_AROUND_OWNER, '$1/') : path;
}
