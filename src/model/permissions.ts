import { withoutEndSlashes } from '../base/text-ends.ts';
import { DIALECTS, type Dialect, type TokenKind } from './dialects.table.ts';
import { ENDPOINT_ACCESS, type EndpointAccess, PERMISSION_TABLES } from './permissions.table.ts';

/** A permission that some tokens need for some calls: a row of specification 5.1. */
export interface PermissionRow {
  /** The kinds of token that the row is for. */
  readonly tokens: readonly TokenKind[];
  readonly level: 'organization' | 'repository' | 'user';
  readonly permission: string;
  readonly access: 'read' | 'write';
  /** As `METHOD /path`, in the words of the `service` dialect. */
  readonly calls: readonly string[];
  /** The note "(multi)": several permissions are needed, or another one may be used. */
  readonly isOneOfSeveral: boolean;
}

const TOKENS_OF_TABLE = {
  fine_grained: ['fine_grained'],
  app: ['app_user', 'app_installation'],
} as const satisfies Record<string, readonly TokenKind[]>;

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

/** The tokens that an endpoint accepts, and the permissions that some of them need. */
export interface EndpointNeeds {
  readonly access: EndpointAccess | undefined;
  readonly rows: readonly PermissionRow[];
}

/** Brand words in paths: of the tables, and of the `github` dialect. */
const PATH_WORDS: readonly (readonly [table: string, github: string])[] = [
  [DIALECTS.service.alertTool, DIALECTS.github.alertTool],
  ['assistant-spaces', 'copilot-spaces'],
  ['assistant', 'copilot'],
  ['devenv', 'codespaces'],
];

/**
 * Looks up an endpoint in the tables of specification 4 and 5.1. The path can contain placeholders or real names
 * (`/orgs/acme/teams`), in the words of either dialect.
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

/** The calls of the endpoints of specification 4, and the tokens that each accepts. */
export function listAccess(): readonly (readonly [call: string, access: EndpointAccess])[] {
  return ENDPOINT_ACCESS.flatMap((access) =>
    access.calls.flatMap((calls) => expandCall(calls).map((call) => [call, access] as const)),
  );
}

/** The tokens that an endpoint of specification 4 accepts; undefined for other endpoints. */
export function accessOf(method: string, path: string): EndpointAccess | undefined {
  const asked = { method: method.toUpperCase(), path: toTableWords(path) };
  return listAccess().find(([call]) => fitOf([call], asked) >= 0)?.[1];
}

/** A call of the tables (`GET /orgs/{org}/assistant/billing`) in the words of a dialect. */
export function callInWordsOf(call: string, dialect: Dialect): string {
  return dialect.name === 'service'
    ? call
    : swapWords(call, (word) => PATH_WORDS.find(([table]) => table === word)?.[1]);
}

/** Expands `PUT,DELETE /blocks/{username}` to one call for each method, with a path prefix. */
function expandCall(call: string, under = ''): readonly string[] {
  const [methods = '', path = ''] = call.split(' ');
  return methods.split(',').map((method) => `${method} ${under}${path}`);
}

/** The number of literal segments in the best matching call; -1 if none matches. */
function fitOf(calls: readonly string[], asked: { readonly method: string; readonly path: string }): number {
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
