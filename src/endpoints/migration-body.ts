import { Failure, type JsonObject } from '../base/index.ts';
import { MIGRATION_SWITCHES, type MigrationRequest } from '../model/index.ts';
import { SWITCH_NAMES } from './read-migration.ts';

/**
 * The start body of a request (specification 4.5); switches that are not set are left to the service. Fails (`usage`) for
 * switches and repositories beside `orgMetadataOnly`, which the service would ignore without a word.
 */
export function migrationBody(request: MigrationRequest): JsonObject {
  requireAlone(request);
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

function requireAlone(request: MigrationRequest): void {
  if (request.orgMetadataOnly !== true) {
    return;
  }
  const switches = SWITCH_NAMES.filter((name) => name !== 'orgMetadataOnly' && request[name] === true);
  const ignored = switches.map((name) => MIGRATION_SWITCHES[name]);
  const others = request.repositories.length === 0 ? ignored : ['repositories', ...ignored];
  if (others.length > 0) {
    throw new Failure(
      'usage',
      `Cannot start a migration of metadata alone: with org_metadata_only the service ignores ${others.join(', ')}`,
    );
  }
}
