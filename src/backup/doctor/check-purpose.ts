import { accessOf, needsOf, type TokenKind } from '../../model/index.ts';
import type { Check } from './check.ts';
import { PURPOSES, type PurposeName, SCOPE_INCLUDES } from './purposes.table.ts';

/** What is known about the caller. */
export interface CallerFacts {
  /** Undefined for anonymous callers and OAuth apps. */
  readonly kind: TokenKind | undefined;
  /** Undefined for kinds of tokens without scopes. */
  readonly scopes: readonly string[] | undefined;
  readonly org: string | undefined;
}

/**
 * Whether a caller can do something, according to the tables of specification 4 and 5.1, and what is needed otherwise.
 */
export function checkPurpose(purpose: PurposeName, caller: CallerFacts): Check {
  const name = `for ${purpose}`;
  for (const call of PURPOSES[purpose].calls(caller.org)) {
    const [method = '', path = ''] = call.split(' ');
    const access = accessOf(method, path);
    if (access !== undefined) {
      const refusal = findRefusal(access, caller, purpose);
      if (refusal !== undefined) {
        return { name, verdict: 'fault', exit: 'authentication', ...refusal };
      }
    }
  }
  return { name, verdict: 'ok', found: describeEnough(purpose, caller) };
}

type Access = NonNullable<ReturnType<typeof accessOf>>;

function findRefusal(
  { tokens, scopes, isOpen }: Access,
  caller: CallerFacts,
  purpose: PurposeName,
): Pick<Check, 'cure' | 'found'> | undefined {
  const { kind } = caller;
  if (kind === undefined) {
    return isOpen ? undefined : { found: 'a token is needed', cure: `Give a token: ${tokens.join(', ')}` };
  }
  if (kind !== 'unknown' && !tokens.includes(kind)) {
    return {
      found: `the service does not accept ${kind} tokens here`,
      cure: `Use a ${tokens.join(' or ')} token`,
    };
  }
  const held = caller.scopes?.flatMap((scope) => [scope, ...(SCOPE_INCLUDES[scope] ?? [])]);
  if (held === undefined) {
    return undefined;
  }
  const extra = extraScopes(purpose, caller.org).filter((scope) => !held.includes(scope));
  if (extra.length > 0 || (scopes.length > 0 && !scopes.some((scope) => held.includes(scope)))) {
    const wanted = [scopes.join(' or '), ...extraScopes(purpose, caller.org)].filter((text) => text !== '');
    return {
      found: `the token has the scopes ${caller.scopes?.join(', ') || '(none)'}`,
      cure: `Add these scopes to the token: ${wanted.join(', and ')}`,
    };
  }
  return undefined;
}

function extraScopes(purpose: PurposeName, org: string | undefined): readonly string[] {
  const row = PURPOSES[purpose];
  return 'extraScopes' in row ? row.extraScopes(org) : [];
}

/** The permissions of fine-grained and app tokens cannot be queried: only a request shows whether they suffice. */
function describeEnough(purpose: PurposeName, { kind, scopes, org }: CallerFacts): string {
  if (scopes !== undefined || kind === undefined) {
    return 'enough';
  }
  const wanted = PURPOSES[purpose].calls(org).flatMap((call) => {
    const [method = '', path = ''] = call.split(' ');
    return needsOf(method, path).rows.map(
      ({ permission, level, access }) => `${permission} (${level}, ${access})`,
    );
  });
  return wanted.length === 0 ? 'enough' : `if it has the permission ${[...new Set(wanted)].join(' or ')}`;
}
