import type { Endpoints } from '../../endpoints/index.ts';
import type { Dialect, TokenKind } from '../../model/index.ts';
import type { Check } from './check.ts';
import { checkPurpose } from './check-purpose.ts';
import type { PurposeName } from './purposes.table.ts';
import { checkAccount, checkClock, checkExpiry, checkRateLimit, checkVersion } from './service-checks.ts';

/** The service as the doctor asks it, and what its token is to do. */
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

/** Asks the service who the token is and what is left of the limits, and says whether it can do what it is to do. */
export async function* examineService(asked: Examination): AsyncGenerator<Check, void, undefined> {
  const { endpoints, baseUrl, dialect, tokenKind: kind, org, nowMs } = asked;
  yield { name: 'service', verdict: 'ok', found: `${baseUrl.href} (${dialect.name} dialect)` };
  const { check, facts } = kind === undefined ? NO_ACCOUNT : await checkAccount(endpoints);
  yield check;
  if (facts !== undefined) {
    yield* checkExpiry(facts, nowMs);
    yield checkClock(facts);
  }
  if (facts !== undefined || kind === undefined) {
    yield await checkVersion(endpoints, dialect);
    yield await checkRateLimit(endpoints, nowMs);
  }
  for (const purpose of asked.purposes) {
    const found = checkPurpose(purpose, { kind, scopes: facts?.scopes, org });
    // Of a token that did not get through, only its kind is known: enough to refuse it, not to promise anything.
    if (found.verdict === 'fault' || check.verdict === 'ok') {
      yield found;
    }
  }
}

const NO_ACCOUNT = {
  check: { name: 'account', verdict: 'ok', found: 'none: public data only' },
  facts: undefined,
} as const satisfies { readonly check: Check; readonly facts: undefined };
