import { NOBODY, type Row } from '../row.ts';

const NOT_SHOWN: readonly (readonly [id: string, what: string])[] = [
  ['2.4/agent-object', 'the name of the object with the agent fields, and its further fields'],
  ['2.4/dismissed_reason', 'values of dismissed_reason other than tolerable_risk'],
  ['2.6/subject-type', 'values of subject.type other than Issue'],
  ['3/alert', 'other alert states and moves: reopen, fixed, automatic dismissal'],
  ['3/migration', 'states beyond pending and exported, and the move between them'],
  ['4.0/defaults', 'defaults of page and per_page of budgets, alerts and notifications'],
  ['4.1/rule/5', 'which budget body fields are required, other than user'],
  ['4.1/rule/6', 'allowed values of the scope filter of the list'],
  ['4.1/usage', 'parameters and bodies of the other billing reads'],
  ['4.2/filters', 'allowed values of the filters of the alert lists'],
  ['4.2/update/state', 'other allowed values of state'],
  ['4.2/update/permissions', 'permission rules of the update beyond the statuses'],
  ['4.2/repository', 'repository-level list and get of alerts'],
  ['4.4/rule/1/defaults', 'exact defaults of all and participating'],
  ['4.4/ignored/default', 'default value of ignored'],
  ['4.4/rule/6', 'method, path and body that mark the notifications of one repository as read'],
  ['4.5/archive/path', 'method and path of the archive download'],
  ['4.5/others', 'get one migration, delete the archive, unlock a repository'],
  ['4.6/shape', 'the response shape of GET /rate_limit'],
  ['5/rule/6', 'token issuing, OAuth authorization flows and token expiry'],
  ['5.1/organization', 'endpoint rows of the further organization categories'],
  ['5.1/repository', 'endpoint rows of the other repository categories'],
  ['5.1/administration', 'the rest of the repository Administration table'],
  ['5.1/repository-apps', 'further repository categories of the tables for app tokens'],
  ['6/payloads', 'payloads of other event types'],
  ['6/webhooks', 'webhook deliveries and their signatures; any push channel'],
  ['7/shape', 'the shape of error bodies beyond a message'],
  ['8.1/search', 'the limits of search and of the graph query API'],
  ['9/versions', 'the list of versions, the default without the header, the deprecation policy'],
];

/** What the specification says that it does not show: nobody can be held to it. */
export const NOT_SHOWN_ROWS: readonly Row[] = NOT_SHOWN.map(([id, what]) => ({
  id: `not-shown/${id}`,
  says: `Not shown: ${what}`,
  concerns: NOBODY,
}));
