import type { Client } from '../client/create-client.ts';
import type { ApiCall, ApiMethod } from '../client/send.ts';
import type { MigrationOwner } from '../model/migrations.ts';
import { createAnswerReader, type ReadAnswer } from './answer-reader.ts';

export const NO_MIGRATION = 'there is no such migration';

/** The migrations of one owner: users and organizations have the same seven endpoints (specification 4.5). */
export interface MigrationFamily {
  readonly client: Client;
  readonly owner: MigrationOwner;
  readonly readAnswer: ReadAnswer;
  /** The endpoint of a call: `call('GET', '/{migration_id}', { migration_id: 12 })`. */
  call(
    method: ApiMethod,
    path: string,
    parameters?: Readonly<Record<string, string | number>>,
  ): Pick<ApiCall, 'method' | 'route' | 'parameters'>;
}

export function createMigrationFamily(client: Client, owner: MigrationOwner): MigrationFamily {
  const root = owner.type === 'user' ? '/user/migrations' : '/orgs/{org}/migrations';
  const ownParameters = owner.type === 'user' ? {} : { org: owner.name };
  return {
    client,
    owner,
    readAnswer: createAnswerReader(client),
    call: (method, path, parameters) => ({
      method,
      route: `${root}${path}`,
      parameters: { ...ownParameters, ...parameters },
    }),
  };
}

/** Attributes to omit from a response: with many repositories, a migration has several megabytes. */
export interface MigrationView {
  readonly exclude?: readonly 'repositories'[] | undefined;
}

/** The view as a query; the service requires the brackets. */
export function viewQuery({ exclude = [] }: MigrationView): Readonly<Record<string, readonly string[]>> {
  return { 'exclude[]': exclude };
}
