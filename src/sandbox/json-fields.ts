import type { JsonObject, JsonValue } from '../base/json.ts';
import { snakeCased } from '../base/text-ends.ts';

/** Copies fields into JSON in the given order, with names in snake case: `createdAt` becomes `created_at`. */
export function jsonFields<Name extends string>(
  item: Readonly<Record<Name, JsonValue>>,
  ...names: readonly Name[]
): JsonObject {
  return Object.fromEntries(names.map((name) => [snakeCased(name), item[name]]));
}
