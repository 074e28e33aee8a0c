import { pairRepositories } from '../model/index.ts';
import type { BackupRun } from './backup-run.ts';
import type { ExportedPart } from './export-part.ts';

/** As what each repository that was asked for was exported, by its name in lower case; what is not there was not. */
export function pairExports(
  parts: readonly ExportedPart[],
  { service }: Pick<BackupRun, 'service'>,
): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap(({ part, migration }) => {
      const names = part.request.repositories;
      const asked = { names, ids: service.repositories.idsOf(names) };
      const { repositories, repositoryIds } = migration;
      // A service that names none does not say what it left out.
      const exported = { names: repositories.length === 0 ? names : repositories, ids: repositoryIds };
      return [...pairRepositories(asked, exported)];
    }),
  );
}
