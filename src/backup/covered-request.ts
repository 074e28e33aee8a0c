import { definedMembers } from '../base/json.ts';
import type { MigrationId, MigrationRequest } from '../model/migrations.ts';
import { isSameRepository, repositoryIdsByName } from '../model/repository-name.ts';
import type { BackupRun } from './backup-options.ts';
import { idsByName } from './choose-repositories.ts';
import type { ExportedPart } from './export-part.ts';
import type { Exports } from './export-parts.ts';

/**
 * A request without the repositories that failed: their records do not vanish. They remain in the list of the account,
 * unless their ids are not known.
 */
export function coveredRequest(
  request: MigrationRequest,
  { failedRepositories }: Pick<Exports, 'failedRepositories'>,
  { service }: Pick<BackupRun, 'service'>,
): MigrationRequest {
  const { listed, ...wanted } = request;
  const failedIds = idsByName(failedRepositories, service.repositories);
  const isFailed = (name: string) => failedRepositories.some((failed) => isSameRepository(failed, name));
  return {
    ...wanted,
    repositories: request.repositories.filter((name) => !isFailed(name)),
    ...definedMembers({
      listed: listed && failedIds && { ...listed, others: { ...listed.others, ...failedIds } },
    }),
  };
}

/** The service's ids of the repositories of a part, which identify renamed ones. */
export function idsOfPart(
  { part, migration }: ExportedPart,
  { service }: Pick<BackupRun, 'service'>,
): Readonly<Record<string, MigrationId>> {
  const asked = part.request.repositories.flatMap((name) =>
    Object.entries(idsByName([name], service.repositories) ?? {}),
  );
  return { ...Object.fromEntries(asked), ...repositoryIdsByName(migration) };
}
