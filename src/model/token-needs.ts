import type { Open } from '../base/json.ts';
import { nearestName } from '../base/nearest-name.ts';
import type { TokenKind } from './dialects.table.ts';
import { Failure } from './failure.ts';
import { type EndpointAccess, UNLISTED_PERMISSIONS } from './permissions.table.ts';
import { listAccess, listPermissions, needsOf, type PermissionRow } from './permissions.ts';

/** What a token of one kind needs for one call. */
export interface TokenNeed {
  readonly call: string;
  readonly tokens: readonly TokenKind[];
  /** A permission, or scopes of which one is enough; empty if any token will do. */
  readonly needs: string;
  /** What the permission is for; empty for scopes. */
  readonly level: Open<'organization' | 'repository' | 'user' | ''>;
  /** `read` or `write`; `refused` if tokens of these kinds cannot call it; empty for scopes. */
  readonly access: Open<'read' | 'write' | 'refused' | ''>;
  /** A clause for people; may be empty. */
  readonly note: string;
}

export const TOKEN_KINDS: readonly TokenKind[] = [
  'classic',
  'fine_grained',
  'oauth',
  'app_user',
  'app_installation',
  'workflow',
];

/** Which needs of tokens are asked for. */
export interface NeedFilter {
  /** Only what applies to this kind of token. */
  readonly tokenKind?: TokenKind | undefined;
  /** Only calls that need this permission, such as `Administration`. */
  readonly permission?: string | undefined;
}

/** What tokens need for a call, or for all calls. Fails with `absent` if nothing matches the filter. */
export function findNeeds(call: string | undefined, filter: NeedFilter): readonly TokenNeed[] {
  const asked = call === undefined ? everyNeed() : needsOfCall(call);
  const needs = asked.filter((need) => fits(need, filter));
  if (needs.length === 0) {
    throw emptyFailure(call, filter);
  }
  return needs;
}

function everyNeed(): readonly TokenNeed[] {
  const accesses = listAccess().flatMap(([call, access]) => accessNeeds(call, access));
  const rows = listPermissions().flatMap((row) => row.calls.map((call) => needOf(call, row)));
  const levels = Object.entries(UNLISTED_PERMISSIONS);
  const unlisted = levels.flatMap(([level, names]) =>
    names.map((name) => ({
      call: '',
      tokens: ['fine_grained'] as const,
      needs: name,
      level,
      access: '',
      note: 'its calls are not shown',
    })),
  );
  return [...accesses, ...rows, ...unlisted];
}

function needsOfCall(text: string): readonly TokenNeed[] {
  const match = /^\s*([a-z]+)\s+(\/\S*)\s*$/i.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new Failure('usage', `Cannot read the call "${text}": it is not a method and a path`, {
      hint: 'Write it as "GET /user/migrations"',
    });
  }
  const call = `${match[1].toUpperCase()} ${match[2]}`;
  const { access, rows } = needsOf(match[1], match[2]);
  return [...accessNeeds(call, access), ...rows.map((row) => needOf(call, row))];
}

/** The kinds of token that may call at all, and their scopes if they have any (specification 4). */
function accessNeeds(call: string, access: EndpointAccess | undefined): readonly TokenNeed[] {
  if (access === undefined) {
    return [];
  }
  const scoped = access.tokens.filter((kind) => kind === 'classic' || kind === 'oauth');
  const others = access.tokens.filter((kind) => kind !== 'classic' && kind !== 'oauth');
  const refused = TOKEN_KINDS.filter((kind) => !access.tokens.includes(kind));
  const open = access.isOpen ? 'public data needs no token' : '';
  const row = { call, level: '', access: '', note: open };
  const needs = access.scopes.map((scope) => `scope ${scope}`).join(' or ');
  return [
    { ...row, tokens: scoped, needs, note: access.note ?? open },
    { ...row, tokens: others, needs: '' },
    { ...row, tokens: refused, needs: '', access: 'refused' },
  ].filter(({ tokens }) => tokens.length > 0);
}

function needOf(call: string, row: PermissionRow): TokenNeed {
  const { tokens, permission, level, access, isOneOfSeveral } = row;
  const note = isOneOfSeveral ? 'others may be required too, or may work instead' : '';
  return { call, tokens, needs: permission, level, access, note };
}

function fits({ tokens, needs }: TokenNeed, { tokenKind, permission }: NeedFilter): boolean {
  const isOfKind = tokenKind === undefined || tokens.includes(tokenKind);
  return isOfKind && (permission === undefined || isSameName(needs, permission));
}

function emptyFailure(call: string | undefined, { permission, tokenKind }: NeedFilter): Failure {
  if (call !== undefined && needsOfCall(call).length === 0) {
    return new Failure('absent', `Cannot look up "${call}": unknown method and path`, {
      hint: 'The specification does not contain this call',
    });
  }
  const lists = {
    hint: 'findTokenNeeds without filters lists all calls',
    commandHint: '"satchel permissions" without filters lists all calls',
  };
  const names = everyNeed().map(({ needs }) => needs);
  if (permission !== undefined && !names.some((name) => isSameName(name, permission))) {
    const nearest = nearestName(permission, names);
    return new Failure('absent', `Cannot look up the permission "${permission}": no call needs it`, {
      ...(nearest === undefined ? lists : { hint: `Did you mean "${nearest}"?` }),
    });
  }
  const what = [call, permission, tokenKind].filter((part) => part !== undefined).join(', ');
  return new Failure('absent', `Cannot look up "${what}": nothing matches all of it`, lists);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
