import { Failure, isJsonObject } from '../base/index.ts';
import type { Client } from '../client/index.ts';
import type { MigrationId } from '../model/index.ts';
import { exactId } from './read-migration.ts';
import { repositoryParameters } from './repository-parameters.ts';

/** Dialects that show a repository by its name, and lead on from a former name: the specification has no such call. */
const SHOWING: ReadonlySet<string> = new Set(['github']);

/** More names than people type: those of lists have their ids from there. */
const MAX_IDENTIFIED = 50;

/**
 * Asks for the ids of repositories that are known by name alone. A name that a repository had until it was renamed leads
 * to it all the same. What the service does not show stays null.
 */
export async function identifyRepositories(
  client: Client,
  names: readonly string[],
  known: readonly (MigrationId | null)[],
): Promise<readonly (MigrationId | null)[]> {
  const canAsk = SHOWING.has(client.dialect.name) && names.length <= MAX_IDENTIFIED;
  const ids: (MigrationId | null)[] = [];
  for (const [index, name] of names.entries()) {
    ids.push(known[index] ?? (canAsk ? await askForId(client, name) : null));
  }
  return ids;
}

async function askForId(client: Client, name: string): Promise<MigrationId | null> {
  try {
    const { body } = await client.request({
      action: `read the repository "${name}"`,
      method: 'GET',
      route: '/repos/{owner}/{repo}',
      parameters: { ...repositoryParameters(name) },
    });
    const id = isJsonObject(body) ? body['id'] : undefined;
    return typeof id === 'number' || typeof id === 'string' ? exactId(id) : null;
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted' && error.code !== 'internal') {
      return null;
    }
    throw error;
  }
}
