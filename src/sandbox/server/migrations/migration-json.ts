import type { JsonObject } from '../../../base/index.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import { accountJson, type JsonContext } from '../json/account-json.ts';
import { nodeIdOf } from '../json/node-id.ts';
import { migratedRepositoryJson } from '../json/repository-json.ts';
import type { MigrationFamily } from './migration-order.ts';
import type { MigrationView } from './migration-register.ts';

/** How a migration is to be shown. */
export interface MigrationJsonOptions {
  readonly version: string;
  /** Leaves the attribute `repositories` out. */
  readonly isWithoutRepositories: boolean;
}

/** Address of a family's migrations, below the root of the API. */
export function migrationsPath(family: MigrationFamily): string {
  return family.type === 'User' ? '/user/migrations' : `/orgs/${family.login}/migrations`;
}

/** Writes a migration (specification 2.8). */
export function migrationJson(
  view: MigrationView,
  context: JsonContext,
  options: MigrationJsonOptions,
): JsonObject {
  const { utcOffsetMinutes } = context.world;
  return {
    id: view.id,
    node_id: nodeIdOf('Migration', view.id),
    owner: accountJson(view.family.login, context),
    guid: view.guid,
    state: view.standing.state,
    ...switchesJson(view, context),
    ...(options.isWithoutRepositories ? {} : repositoriesJson(view, context, options.version)),
    url: `${context.baseUrl}${migrationsPath(view.family)}/${view.id}`,
    created_at: formatWithOffset(view.startedAtMs, utcOffsetMinutes),
    updated_at: formatWithOffset(view.standing.sinceMs, utcOffsetMinutes),
  };
}

/** The specification names four switches; the real service shows three more. */
function switchesJson({ request }: MigrationView, { dialect }: JsonContext): JsonObject {
  const specified = {
    lock_repositories: request.lockRepositories ?? false,
    exclude_attachments: request.excludeAttachments ?? false,
    exclude_releases: request.excludeReleases ?? false,
    exclude_owner_projects: request.excludeOwnerProjects ?? false,
  };
  if (dialect.name === 'service') {
    return specified;
  }
  return {
    ...specified,
    exclude_metadata: request.excludeMetadata ?? false,
    exclude_git_data: request.excludeGitData ?? false,
    org_metadata_only: request.orgMetadataOnly ?? false,
  };
}

function repositoriesJson(view: MigrationView, context: JsonContext, version: string): JsonObject {
  return {
    repositories: view.repositories.map((repository) => migratedRepositoryJson(repository, version, context)),
  };
}
