import type { Dialect } from '../model/dialects.table.ts';
import type { ApiResponse } from './send.ts';

/** What the headers of a response reveal about the token. */
export interface TokenFacts {
  /** Scopes of a classic or OAuth token; undefined for other kinds, which have none. */
  readonly scopes: readonly string[] | undefined;
  /** Scopes that the endpoint accepts, any one of which is enough; undefined if it does not say. */
  readonly acceptedScopes: readonly string[] | undefined;
  /** What the endpoint requires of fine-grained tokens: all permissions of any one of these sets. */
  readonly acceptedPermissions: readonly (readonly Permission[])[];
  /** When the token expires, in milliseconds since the Unix epoch; undefined if it does not, or if it is unknown. */
  readonly expiresAtMs: number | undefined;
}

export interface Permission {
  readonly name: string;
  readonly access: string;
}

/** Parses the headers about scopes, permissions and expiry (specification 5, rule 5). */
export function readTokenFacts({ headers }: Pick<ApiResponse, 'headers'>, dialect: Dialect): TokenFacts {
  return {
    scopes: readList(headers.get('x-oauth-scopes')),
    acceptedScopes: readList(headers.get('x-accepted-oauth-scopes')),
    acceptedPermissions: readPermissions(headers.get(dialect.acceptedPermissionsHeader.toLowerCase())),
    expiresAtMs: readExpiry(headers.get(dialect.tokenExpirationHeader.toLowerCase())),
  };
}

function readList(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
}

/** `contents=read,issues=write; metadata=read`: commas mean "and", semicolons mean "or". */
function readPermissions(text: string | undefined): readonly (readonly Permission[])[] {
  return (text ?? '')
    .split(';')
    .map((alternative) => (readList(alternative) ?? []).map(readPermission))
    .filter((permissions) => permissions.length > 0);
}

function readPermission(text: string): Permission {
  const [name = '', access = ''] = text.split('=');
  return { name: name.trim(), access: access.trim() };
}

/** There are two forms: `2027-04-19 16:30:08 UTC` and `2027-04-19 16:30:08 -0700`. */
function readExpiry(text: string | undefined): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?(UTC|Z|[+-]\d\d:?\d\d)$/.exec(text?.trim() ?? '');
  const timeMs = Date.parse(`${match?.[1]}T${match?.[2]}${zoneOf(match?.[3] ?? '')}`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function zoneOf(text: string): string {
  return text === 'UTC' || text === 'Z' ? 'Z' : `${text.slice(0, 3)}:${text.slice(-2)}`;
}
