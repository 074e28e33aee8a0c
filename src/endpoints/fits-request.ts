import type { Migration, MigrationRequest } from '../model/index.ts';
import { SWITCH_NAMES } from './read-migration.ts';

/**
 * Tells whether a migration is what a request asks for: the same repositories without regard to case
 * (specification 4.0), and every switch that the migration states as requested.
 */
export function fitsRequest(migration: Migration, request: MigrationRequest): boolean {
  const isMetadataOnly = request.orgMetadataOnly === true;
  const hasSameSwitches = SWITCH_NAMES.every((name) => {
    const stated = migration.switches[name];
    // "Other flags are ignored" beside org_metadata_only (specification 4.5).
    const isIgnored = isMetadataOnly && name !== 'orgMetadataOnly';
    return stated === undefined || isIgnored || stated === (request[name] ?? false);
  });
  return hasSameSwitches && hasSameNames(migration.repositories, request.repositories);
}

function hasSameNames(exported: readonly string[], wanted: readonly string[]): boolean {
  const exportedNames = new Set(exported.map((name) => name.toLowerCase()));
  const wantedNames = new Set(wanted.map((name) => name.toLowerCase()));
  return (
    exportedNames.size === wantedNames.size &&
    [...wantedNames].every((name) => exportedNames.has(name) || isShortFor(name, exportedNames))
  );
}

/** A bare repository name, which the service also takes, stands for one of that name. */
function isShortFor(name: string, fullNames: ReadonlySet<string>): boolean {
  return !name.includes('/') && [...fullNames].some((fullName) => fullName.endsWith(`/${name}`));
}
