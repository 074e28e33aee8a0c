import { accessOf, type Dialect, needsOf } from '../model/index.ts';
import { KIND_TITLES } from './check-token.ts';
import type { ApiRequest, ApiResponse } from './send.ts';
import { readTokenFacts } from './token-facts.ts';

/** Which token a call wants, as an object of "use": by the tables, and where they are silent, what migrations want. */
export function describeWantedToken({ method, route }: Pick<ApiRequest, 'method' | 'route'>): string {
  const access = accessOf(method, route);
  if (access === undefined || access.tokens.includes('classic')) {
    const scopes = access === undefined || access.scopes.length === 0 ? ['repo'] : access.scopes;
    return `a valid classic personal access token with the ${scopes.join(' or ')} scope`;
  }
  return access.tokens.map((kind) => KIND_TITLES[kind]).join(' or ');
}

/**
 * Why a token may not do something, as far as the answer's headers or the permission tables (specification 5.1) tell:
 * a clause with its colon in front, or nothing.
 */
export function describeNeeds(
  { method, route }: Pick<ApiRequest, 'method' | 'route'>,
  response: Pick<ApiResponse, 'headers'>,
  dialect: Dialect,
): string {
  const { scopes, acceptedScopes = [], acceptedPermissions } = readTokenFacts(response, dialect);
  if (scopes !== undefined && acceptedScopes.length > 0) {
    const given = scopes.length === 0 ? 'none' : scopes.join(', ');
    return `: it needs one of the scopes ${acceptedScopes.join(', ')}, and has ${given}`;
  }
  if (acceptedPermissions.length > 0) {
    const sets = acceptedPermissions.map((set) =>
      set.map(({ name, access }) => `${name}=${access}`).join(' and '),
    );
    return `: it needs the permission ${sets.join(', or ')}`;
  }
  const rows = needsOf(method, route).rows.map(
    ({ permission, access, level }) => `${permission} (${level}, ${access})`,
  );
  return rows.length === 0 ? '' : `: a fine-grained or app token needs ${[...new Set(rows)].join(' or ')}`;
}
