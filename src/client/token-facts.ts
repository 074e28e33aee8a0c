import type { Dialect } from '../model/index.ts';
import type { ApiResponse } from './send.ts';

/** What an answer tells of the token that asked. */
export interface TokenFacts {
  /** Scopes of a classic or OAuth token; undefined for other kinds, which have none. */
  readonly scopes: readonly string[] | undefined;
  /** Scopes that the endpoint takes, any one of which is enough; undefined where it does not tell. */
  readonly acceptedScopes: readonly string[] | undefined;
  /** What the endpoint asks of fine-grained tokens: sets of permissions, of which one set is needed whole. */
  readonly acceptedPermissions: readonly (readonly Permission[])[];
  /** When the token ends, in milliseconds since the Unix epoch; undefined where it does not, or is not told. */
  readonly expiresAtMs: number | undefined;
}

export interface Permission {
  readonly name: string;
  readonly access: string;
}

/** Reads what the headers of an answer tell of scopes, permissions and expiry (specification 5, rule 5). */
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

/** `contents=read,issues=write; metadata=read`: commas join what is needed together, semicolons part alternatives. */
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

/** Two forms are seen: `2027-04-19 16:30:08 UTC` and `2027-04-19 16:30:08 -0700`. */
function readExpiry(text: string | undefined): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?(UTC|Z|[+-]\d\d:?\d\d)$/.exec(text?.trim() ?? '');
  const timeMs = Date.parse(`${match?.[1]}T${match?.[2]}${zoneOf(match?.[3] ?? '')}`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function zoneOf(text: string): string {
  return text === 'UTC' || text === 'Z' ? 'Z' : `${text.slice(0, 3)}:${text.slice(-2)}`;
}
