import { formatDuration } from '../base/durations.ts';
import { utcSeconds } from '../base/run-id.ts';
import type { TokenCheck } from '../endpoints/account.ts';
import type { Endpoints } from '../endpoints/open-endpoints.ts';
import type { Dialect, TokenKind } from '../model/dialects.table.ts';
import { type Check, checkThat, type Outcome } from './check.ts';
import { checkPurpose, type PurposeName } from './check-purpose.ts';

/** With a larger clock error, waits for rate limits end too early, or much too late. */
const MAX_CLOCK_ERROR_MS = 60_000;

/** A token that expires within this time may do so during an export. */
const SOON_MS = 7 * 86_400_000;

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
  yield await checkThat('service', () => `${baseUrl.href} (${dialect.name} dialect)`);
  const isAccountless = kind === undefined || kind === 'app_installation' || kind === 'workflow';
  const request = isAccountless ? undefined : endpoints.checkToken();
  const account = await checkThat('account', async () => {
    const facts = await request;
    return facts === undefined
      ? `none: ${kind === undefined ? 'public data only' : 'this token acts for an app'}`
      : `${facts.login}${facts.scopes === undefined ? '' : `, scopes ${facts.scopes.join(', ') || '(none)'}`}`;
  });
  yield account;
  const isKnown = account.verdict === 'ok';
  const facts = isKnown ? await request : undefined;
  if (facts?.expiresAtMs !== undefined) {
    const { expiresAtMs } = facts;
    yield await checkThat('token', () => describeExpiry(expiresAtMs, nowMs));
  }
  if (facts !== undefined) {
    yield await checkThat('clock', () => describeClock(facts));
  }
  if (isKnown) {
    yield await checkThat('API version', () => describeVersion(endpoints, dialect));
    yield await checkThat('rate limit', () => describeRateLimit(endpoints, nowMs));
  }
  for (const purpose of asked.purposes) {
    const result = await checkThat(`for ${purpose}`, () =>
      checkPurpose(purpose, { kind, scopes: facts?.scopes, org }),
    );
    // If authentication failed, only the kind of token is known: enough to rule a purpose out, but not to confirm it.
    if (result.verdict === 'fault' || isKnown) {
      yield result;
    }
  }
  if (org !== undefined && facts !== undefined && asked.purposes.includes('backup')) {
    yield await checkThat('organization', () => readMigrations(endpoints, org));
  }
}

function describeExpiry(expiresAtMs: number, nowMs: number): Outcome {
  const found = `expires in ${formatDuration(Math.max(0, expiresAtMs - nowMs))}, at ${utcSeconds(expiresAtMs)}`;
  return expiresAtMs - nowMs > SOON_MS ? found : { found, cure: 'Create a new token before it expires' };
}

function describeClock({ clockAheadMs }: TokenCheck): Outcome {
  const offMs = Math.abs(clockAheadMs);
  const found = `${formatDuration(offMs)} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  return offMs <= MAX_CLOCK_ERROR_MS
    ? 'agrees with the service'
    : { found, cure: 'Set the clock of this machine' };
}

/** The API version that Satchel uses must be among those that the service still supports (specification 9). */
async function describeVersion(endpoints: Endpoints, dialect: Dialect): Promise<Outcome> {
  const [, asked] = dialect.apiVersions;
  const supported = await endpoints.listVersions();
  const found = `${asked} is requested; the service supports ${supported?.join(', ')}`;
  return supported?.includes(asked) === false ? { found, cure: 'Update Satchel', exit: 'failed' } : asked;
}

async function describeRateLimit(endpoints: Endpoints, nowMs: number): Promise<Outcome> {
  const core = (await endpoints.getRateLimit())?.find(({ resource }) => resource === 'core');
  if (core === undefined) {
    return 'off';
  }
  const resetMs = Math.max(0, Date.parse(core.resetAt) - nowMs);
  const found = `${core.remaining} of ${core.limit} requests left; they reset in ${formatDuration(resetMs)}`;
  return core.remaining > 0 ? found : { found, cure: `Wait until ${core.resetAt}` };
}

/** Only a request shows whether an organization exists, and whether it requires ownership or single sign-on. */
async function readMigrations(endpoints: Endpoints, org: string): Promise<Outcome> {
  const migrations = endpoints.migrationsOf({ type: 'organization', name: org });
  await migrations
    .list({ exclude: ['repositories'] })
    [Symbol.asyncIterator]()
    .next();
  return `${org}: the token can read its migrations`;
}
