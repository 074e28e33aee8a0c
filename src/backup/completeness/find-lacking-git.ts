import type { VerifyReport } from '../../archive/index.ts';
import type { Migrations, RepositorySummary } from '../../endpoints/index.ts';
import { Failure, type MigrationId, type MigrationRequest } from '../../model/index.ts';
import type { ExportedPart } from '../export-part.ts';

interface GitSources {
  readonly parts: readonly ExportedPart[];
  readonly request: MigrationRequest;
  readonly verification: Pick<VerifyReport, 'findings'>;
  readonly migrations: Pick<Migrations, 'repositories'>;
}

/**
 * The repositories whose git data was requested, if the archive has none at all: the service left it out, or the
 * migration was started without it. Repositories to which nothing was ever pushed have none. If others have some, the
 * verification itself reports each one without.
 */
export async function findLackingGit(sources: GitSources): Promise<readonly string[]> {
  const { parts, request, verification, migrations } = sources;
  const isRequested = request.excludeGitData !== true && request.orgMetadataOnly !== true;
  if (!isRequested || !verification.findings.some(({ code }) => code === 'git-directory-excluded')) {
    return [];
  }
  const lacking: string[] = [];
  for (const { part, migration } of parts) {
    const listed = await listIfPossible(migration.id, migrations);
    const empty = new Set(listed.filter(isNeverPushed).map(({ fullName }) => fullName.toLowerCase()));
    lacking.push(...part.request.repositories.filter((name) => !empty.has(name.toLowerCase())));
  }
  return lacking;
}

/** A size of 0 alone does not prove it: the service measures repositories some time after a push. */
function isNeverPushed({ pushedAt, sizeKib }: RepositorySummary): boolean {
  return pushedAt === undefined && sizeKib === 0;
}

/** A failed request does not affect the backup: no repository is known to be empty then. */
async function listIfPossible(
  id: MigrationId,
  migrations: Pick<Migrations, 'repositories'>,
): Promise<readonly RepositorySummary[]> {
  const listed: RepositorySummary[] = [];
  try {
    for await (const repository of migrations.repositories(id)) {
      listed.push(repository);
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted' || error.code === 'internal') {
      throw error;
    }
  }
  return listed;
}
