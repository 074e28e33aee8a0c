import type { RepositoryThreads } from '../../archive/verification.ts';
import type { MigrationRequest } from '../../model/migrations.ts';
import { isSameRepository } from '../../model/repository-name.ts';
import { type CompletenessCheck, MAX_COMPLETENESS_DETAILS } from '../../vault/manifest.ts';

interface ComparedRepositories {
  readonly request: MigrationRequest;
  /** The repositories of the migration according to the service; empty if it does not list them. */
  readonly exported: readonly string[];
  /** According to the records in the archive. */
  readonly found: readonly RepositoryThreads[];
  /** Organizations whose repositories could not be listed. */
  readonly leftOut?: readonly string[];
}

/** Whether every requested repository is in the migration and in the archive. */
export function compareRepositories(compared: ComparedRepositories): CompletenessCheck {
  const { request, exported, found, leftOut = [] } = compared;
  const asked = request.repositories;
  if (asked.length === 0) {
    return {
      name: 'repositories',
      result: 'unknown',
      summary: 'No repository was requested by name',
      details: [],
    };
  }
  const hasRecords = request.excludeMetadata !== true;
  const missing = asked.flatMap((name) => {
    const isExported =
      exported.length === 0 || exported.some((repository) => isSameRepository(name, repository));
    const isFound = !hasRecords || found.some((repository) => isSameRepository(name, repository.name));
    if (isExported && isFound) {
      return [];
    }
    return [`${name}: ${isExported ? 'the archive has no record of it' : 'the migration left it out'}`];
  });
  const present = asked.length - missing.length;
  const unasked = leftOut.map(
    (organization) => `organization ${organization}: the token is not authorized for its single sign-on`,
  );
  const details = [...missing, ...unasked];
  return {
    name: 'repositories',
    result: details.length === 0 ? 'complete' : 'incomplete',
    summary: `${present} of ${asked.length} requested repositories are in the archive`,
    details: details.slice(0, MAX_COMPLETENESS_DETAILS),
  };
}
