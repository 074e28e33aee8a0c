import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import { Failure } from '../model/failure.ts';
import { createAnswerReader } from './answer-reader.ts';
import { MAX_PER_PAGE } from './page-size.ts';

/** An organization that the token's account belongs to. */
interface Membership {
  readonly organization: string;
  /** Only owners can export an organization. Undefined if the service does not say. */
  readonly isOwner: boolean | undefined;
}

const ROLES: ReadonlyMap<string, boolean> = new Map([
  ['admin', true],
  ['member', false],
  ['billing_manager', false],
]);

const UNKNOWN = 404;

/** The organizations of the token's account, in the service's order. The endpoint is not in the specification. */
export async function listMemberships(client: Client): Promise<readonly Membership[]> {
  const action = 'list the organizations of the account';
  const readAnswer = createAnswerReader(client);
  const memberships: Membership[] = [];
  const query = { state: 'active', per_page: MAX_PER_PAGE };
  const call = { action, method: 'GET', route: '/user/memberships/orgs', query, expects: [UNKNOWN] } as const;
  for await (const page of listPages(client, call)) {
    if (page.status === UNKNOWN) {
      throw new Failure('absent', `Cannot ${action}: this service has no such list (404)`, {
        hint: 'Back up each organization by name',
        commandHint: 'Back up each organization by name, with --org NAME',
      });
    }
    for (const { organization, role } of readAnswer('memberships', page, action)) {
      memberships.push({ organization: organization.login, isOwner: ROLES.get(role ?? '') });
    }
  }
  return memberships;
}
