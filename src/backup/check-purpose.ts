import type { TokenKind } from '../model/dialects.table.ts';
import { accessOf, needsOf } from '../model/permissions.ts';
import type { Outcome } from './check.ts';

interface Purpose {
  /** The requests that it depends on, in the notation of the `service` dialect. */
  readonly calls: (org: string | undefined) => readonly string[];
  /** Scopes in addition to those of the requests. */
  readonly extraScopes?: (org: string | undefined) => readonly string[];
}

const ROWS = {
  backup: {
    calls: (org) => (org === undefined ? ['POST /user/migrations'] : ['POST /orgs/{org}/migrations']),
    // Source: the service's reference of organization migrations.
    extraScopes: (org) => (org === undefined ? [] : ['admin:org']),
  },
  events: {
    calls: (org) => (org === undefined ? ['GET /users/{username}/events'] : ['GET /orgs/{org}/events']),
  },
  notifications: { calls: () => ['GET /notifications'] },
  alerts: { calls: () => ['GET /orgs/{org}/depmonitor/alerts'] },
  budgets: { calls: () => ['GET /organizations/{org}/settings/billing/budgets'] },
} as const satisfies Record<string, Purpose>;

export type PurposeName = keyof typeof ROWS;

/** What a token can be used for, by the name that `doctor --for` accepts. */
export const PURPOSES: Readonly<Record<PurposeName, Purpose>> = ROWS;

/** Scopes that include others, according to the service's page on scopes. */
const SCOPE_INCLUDES: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'security_events'],
  'admin:org': ['write:org', 'read:org'],
};

/** What is known about the caller. */
interface CallerFacts {
  /** Undefined for anonymous callers and OAuth apps. */
  readonly kind: TokenKind | undefined;
  /** Undefined for kinds of tokens without scopes. */
  readonly scopes: readonly string[] | undefined;
  readonly org: string | undefined;
}

/**
 * Whether a caller can do something, according to the tables of specification 4 and 5.1, and what is needed otherwise.
 */
export function checkPurpose(purpose: PurposeName, caller: CallerFacts): Outcome {
  const { calls, extraScopes } = PURPOSES[purpose];
  const extra = extraScopes?.(caller.org) ?? [];
  const asked = calls(caller.org).map((call) => splitCall(call));
  const refusal = asked
    .map(({ method, path }) => findRefusal(accessOf(method, path), caller, extra))
    .find((found) => found !== undefined);
  if (refusal !== undefined) {
    return { ...refusal, exit: 'authentication' };
  }
  if (asked.some(({ method, path }) => reachesPublicOnly(accessOf(method, path), caller))) {
    return 'for public repositories only';
  }
  // The permissions of fine-grained and app tokens cannot be queried: only a request shows whether they suffice.
  const isCertain = caller.scopes !== undefined || caller.kind === undefined;
  const wanted = asked.flatMap(({ method, path }) =>
    needsOf(method, path).rows.map(({ permission, level, access }) => `${permission} (${level}, ${access})`),
  );
  return isCertain || wanted.length === 0
    ? 'enough'
    : `if it has the permission ${[...new Set(wanted)].join(' or ')}`;
}

function splitCall(call: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = call.split(' ');
  return { method, path };
}

/** The scope `public_repo` is enough for what is public (specification 4.2). */
function reachesPublicOnly(access: ReturnType<typeof accessOf>, { scopes }: CallerFacts): boolean {
  const used = heldScopes(scopes)?.filter((scope) => access?.scopes.includes(scope) === true);
  return used?.length === 1 && used[0] === 'public_repo';
}

function heldScopes(given: readonly string[] | undefined): readonly string[] | undefined {
  return given?.flatMap((scope) => [scope, ...(SCOPE_INCLUDES[scope] ?? [])]);
}

function findRefusal(
  access: ReturnType<typeof accessOf>,
  { kind, scopes: given }: CallerFacts,
  extra: readonly string[],
): { readonly cure: string; readonly found: string } | undefined {
  if (access === undefined) {
    return undefined;
  }
  const { tokens, scopes, isOpen } = access;
  if (kind === undefined) {
    return isOpen ? undefined : { found: 'a token is needed', cure: `Give a token: ${tokens.join(', ')}` };
  }
  if (kind !== 'unknown' && !tokens.includes(kind)) {
    const found = `the service does not accept ${kind} tokens here`;
    return { found, cure: `Use a ${tokens.join(' or ')} token` };
  }
  const held = heldScopes(given);
  const hasOne = scopes.length === 0 || scopes.some((scope) => held?.includes(scope));
  if (held === undefined || (hasOne && extra.every((scope) => held.includes(scope)))) {
    return undefined;
  }
  const wanted = [scopes.join(' or '), ...extra].filter((text) => text !== '');
  return {
    found: `the token has the scopes ${given?.join(', ') || '(none)'}`,
    cure: `Add these scopes to the token: ${wanted.join(', and ')}`,
  };
}
