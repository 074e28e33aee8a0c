import type { JsonObject } from '../base/index.ts';
import { MIGRATION_SWITCHES, type MigrationRequest } from '../model/index.ts';
import { SWITCH_NAMES } from './read-migration.ts';

/** The start body of a request (specification 4.5); switches that are not set are left to the service. */
export function migrationBody(request: MigrationRequest): JsonObject {
  const body: Record<string, boolean | readonly string[]> = { repositories: request.repositories };
  for (const name of SWITCH_NAMES) {
    const value = request[name];
    if (value !== undefined) {
      body[MIGRATION_SWITCHES[name]] = value;
    }
  }
  return request.exclude === undefined || request.exclude.length === 0
    ? body
    : { ...body, exclude: request.exclude };
}
