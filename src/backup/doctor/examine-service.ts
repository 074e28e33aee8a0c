import type { Endpoints } from '../../endpoints/index.ts';
import type { Dialect, TokenKind } from '../../model/index.ts';
import type { Check } from './check.ts';
import { checkPurpose } from './check-purpose.ts';
import type { PurposeName } from './purposes.table.ts';
import {
  checkAccount,
  checkClock,
  checkExpiry,
  checkOrganization,
  checkRateLimit,
  checkVersion,
} from './service-checks.ts';

/** The service to be checked, and what its token will be used for. */
export interface Examination {
  readonly endpoints: Endpoints;
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** Undefined for anonymous callers and OAuth apps. */
  readonly tokenKind: TokenKind | undefined;
  readonly org: string | undefined;
  readonly purposes: readonly PurposeName[];
  readonly nowMs: number;
}

/** Checks the token's account and the remaining rate limit, and whether the token suffices for its purposes. */
export async function* examineService(asked: Examination): AsyncGenerator<Check, void, undefined> {
  const { endpoints, baseUrl, dialect, tokenKind: kind, org, nowMs } = asked;
  yield { name: 'service', verdict: 'ok', found: `${baseUrl.href} (${dialect.name} dialect)` };
  const isAccountless = kind === undefined || kind === 'app_installation' || kind === 'workflow';
  const found = kind === undefined ? 'none: public data only' : 'none: this token acts for an app';
  const { check, facts } = isAccountless
    ? { check: { name: 'account', verdict: 'ok', found } as const, facts: undefined }
    : await checkAccount(endpoints);
  yield check;
  if (facts !== undefined) {
    yield* checkExpiry(facts, nowMs);
    yield checkClock(facts);
  }
  if (facts !== undefined || isAccountless) {
    yield await checkVersion(endpoints, dialect);
    yield await checkRateLimit(endpoints, nowMs);
  }
  for (const purpose of asked.purposes) {
    const result = checkPurpose(purpose, { kind, scopes: facts?.scopes, org });
    // If authentication failed, only the kind of token is known: enough to rule a purpose out, but not to confirm it.
    if (result.verdict === 'fault' || check.verdict === 'ok') {
      yield result;
    }
  }
  if (org !== undefined && facts !== undefined && asked.purposes.includes('backup')) {
    yield await checkOrganization(endpoints.migrationsOf({ type: 'organization', name: org }), org);
  }
}
