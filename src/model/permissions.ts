import { withoutEndSlashes } from '../base/index.ts';
import { DIALECTS, type Dialect, type TokenKind } from './dialects.table.ts';
import { ENDPOINT_ACCESS, type EndpointAccess, PERMISSION_TABLES } from './permissions.table.ts';

/** What some tokens need for some calls: a row of specification 5.1. */
export interface PermissionRow {
  /** The kinds of token that the row is for. */
  readonly tokens: readonly TokenKind[];
  readonly level: 'organization' | 'repository' | 'user';
  readonly permission: string;
  readonly access: 'read' | 'write';
  /** `METHOD /path` each, in the words of the `service` dialect. */
  readonly calls: readonly string[];
  /** The note "(multi)": several permissions are needed, or another one may be used. */
  readonly isOneOfSeveral: boolean;
}

const TOKENS_OF_TABLE = {
  fine_grained: ['fine_grained'],
  app: ['app_user', 'app_installation'],
} as const satisfies Record<string, readonly TokenKind[]>;

/** Every row of the permission tables. */
export function listPermissions(): readonly PermissionRow[] {
  return PERMISSION_TABLES.flatMap(({ audience, level, rows }) =>
    rows.map(([permission, access, under, calls, note]) => ({
      tokens: note === 'app_user' ? (['app_user'] as const) : TOKENS_OF_TABLE[audience],
      level,
      permission,
      access,
      calls: calls.flatMap((call) => expandCall(call, under)),
      isOneOfSeveral: note === 'multi',
    })),
  );
}

/** What is known of one endpoint: which tokens it takes, and the permissions that it needs of some of them. */
export interface EndpointNeeds {
  readonly access: EndpointAccess | undefined;
  readonly rows: readonly PermissionRow[];
}

/** Brand words of paths, in the words of the tables and of the `github` dialect. */
const PATH_WORDS: readonly (readonly [table: string, github: string])[] = [
  [DIALECTS.service.alertTool, DIALECTS.github.alertTool],
  ['assistant-spaces', 'copilot-spaces'],
  ['assistant', 'copilot'],
  ['devenv', 'codespaces'],
];

/**
 * Looks an endpoint up in the tables of specification 4 and 5.1: a method and a path, with names in braces or with real
 * ones (`GET /orgs/acme/teams`), in the words of either dialect.
 */
export function needsOf(method: string, path: string): EndpointNeeds {
  const asked = { method: method.toUpperCase(), path: toTableWords(withoutEndSlashes(path)) };
  const rows = listPermissions().map((row) => ({ row, fit: fitOf(row.calls, asked) }));
  const best = Math.max(...rows.map(({ fit }) => fit));
  return {
    access: accessOf(asked.method, asked.path),
    rows: best < 0 ? [] : rows.filter(({ fit }) => fit === best).map(({ row }) => row),
  };
}

/** Which tokens an endpoint of specification 4 takes; undefined for an endpoint that is not described there. */
export function accessOf(method: string, path: string): EndpointAccess | undefined {
  const asked = { method: method.toUpperCase(), path: toTableWords(path) };
  return ENDPOINT_ACCESS.find(
    ({ calls }) =>
      fitOf(
        calls.flatMap((call) => expandCall(call)),
        asked,
      ) >= 0,
  );
}

/** A call of the tables (`GET /orgs/{org}/assistant/billing`) in the words of a dialect. */
export function callInWordsOf(call: string, dialect: Dialect): string {
  return dialect.name === 'service'
    ? call
    : swapWords(call, (word) => PATH_WORDS.find(([table]) => table === word)?.[1]);
}

/** `PUT,DELETE /blocks/{username}` below a path, as one call for each method. */
function expandCall(call: string, under = ''): readonly string[] {
  const [methods = '', path = ''] = call.split(' ');
  return methods.split(',').map((method) => `${method} ${under}${path}`);
}

interface AskedCall {
  readonly method: string;
  readonly path: string;
}

/** How many segments of the asked path a row names word for word; -1 where it does not fit. */
function fitOf(calls: readonly string[], asked: AskedCall): number {
  const fits = calls.map((call) => {
    const [method, path = ''] = call.split(' ');
    return method === asked.method ? fitOfPath(path.split('/'), asked.path.split('/')) : -1;
  });
  return Math.max(-1, ...fits);
}

function fitOfPath(pattern: readonly string[], path: readonly string[]): number {
  const isNamed = (segment: string | undefined) => segment?.startsWith('{') === true;
  const fits =
    pattern.length === path.length &&
    pattern.every((segment, index) => isNamed(segment) || segment === path[index]);
  return fits ? pattern.filter((segment) => !isNamed(segment)).length : -1;
}

function toTableWords(path: string): string {
  return swapWords(path, (word) => PATH_WORDS.find(([, github]) => github === word)?.[0]);
}

function swapWords(path: string, swap: (word: string) => string | undefined): string {
  return path
    .split('/')
    .map((word) => swap(word) ?? word)
    .join('/');
}
