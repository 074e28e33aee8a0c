import type { ApiCall, ApiMethod, Client } from '../client/index.ts';
import type { MigrationOwner } from '../model/index.ts';
import { createAnswerReader, type ReadAnswer } from './answer-reader.ts';

/** What an error of the service means for the endpoints of one migration. */
export const NO_MIGRATION = 'there is no such migration';

/** One owner's migrations at one service: the same seven endpoints below two roots (specification 4.5). */
export interface MigrationFamily {
  readonly client: Client;
  readonly owner: MigrationOwner;
  readonly readAnswer: ReadAnswer;
  /** The part of a call that names the endpoint: `call('GET', '/{migration_id}', { migration_id: 12 })`. */
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

/** Attributes that an answer can leave out; a migration of many repositories is megabytes with them. */
export interface MigrationView {
  readonly exclude?: readonly 'repositories'[];
}

/** The view as a query; the brackets are how the service spells lists there. */
export function viewQuery({ exclude = [] }: MigrationView): Readonly<Record<string, readonly string[]>> {
  return { 'exclude[]': exclude };
}
