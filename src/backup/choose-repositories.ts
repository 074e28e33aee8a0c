import { Failure } from '../base/index.ts';
import type { Repositories } from '../endpoints/index.ts';
import type { MigrationOwner, MigrationRequest } from '../model/index.ts';

/** What a person asks to export; without repositories, all of the account or organization. */
export type RequestWish = Omit<MigrationRequest, 'repositories'> & {
  readonly repositories: readonly string[] | undefined;
};

interface RepositorySource {
  readonly owner: MigrationOwner;
  readonly repositories: Repositories;
}

/** Turns a wish into a request: asks the service for the names where none were given. */
export async function chooseRepositories(
  wish: RequestWish,
  source: RepositorySource,
): Promise<MigrationRequest> {
  if (wish.repositories !== undefined || wish.orgMetadataOnly === true) {
    return { ...wish, repositories: wish.repositories ?? [] };
  }
  const repositories: string[] = [];
  for await (const { fullName } of source.repositories.listFor(source.owner)) {
    repositories.push(fullName);
  }
  if (repositories.length === 0) {
    const whose = source.owner.type === 'user' ? 'the account' : `the organization "${source.owner.name}"`;
    throw new Failure('absent', `Cannot export anything: ${whose} has no repositories`, {
      hint: 'Name repositories with --repository OWNER/NAME',
    });
  }
  return { ...wish, repositories };
}
