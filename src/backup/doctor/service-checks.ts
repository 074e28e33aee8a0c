import { FAILURES, Failure, formatDuration, utcSeconds } from '../../base/index.ts';
import type { Endpoints, Migrations, TokenCheck } from '../../endpoints/index.ts';
import type { Dialect } from '../../model/index.ts';
import type { Check } from './check.ts';

/** With a larger clock error, waits for rate limits end too early, or much too late. */
const MAX_CLOCK_ERROR_MS = 60_000;

/** A token that expires within this time may do so during an export. */
const SOON_MS = 7 * 86_400_000;

/** A failed check, with the hint of the failure as cure. */
export function failedCheck(name: string, error: unknown): Check {
  if (!(error instanceof Failure)) {
    throw error;
  }
  return { name, verdict: 'fault', found: error.message, cure: error.hint, exit: FAILURES[error.code].exit };
}

/** Checks the token's account; facts are undefined if the request failed. */
export async function checkAccount(
  endpoints: Pick<Endpoints, 'checkToken'>,
): Promise<{ readonly check: Check; readonly facts: TokenCheck | undefined }> {
  try {
    const facts = await endpoints.checkToken();
    const scopes = facts.scopes === undefined ? '' : `, scopes ${facts.scopes.join(', ') || '(none)'}`;
    return { facts, check: { name: 'account', verdict: 'ok', found: `${facts.login}${scopes}` } };
  } catch (error) {
    return { facts: undefined, check: failedCheck('account', error) };
  }
}

export function checkExpiry({ expiresAtMs }: TokenCheck, nowMs: number): readonly Check[] {
  if (expiresAtMs === undefined) {
    return [];
  }
  const found = `expires in ${formatDuration(Math.max(0, expiresAtMs - nowMs))}, at ${utcSeconds(expiresAtMs)}`;
  return [
    expiresAtMs - nowMs > SOON_MS
      ? { name: 'token', verdict: 'ok', found }
      : { name: 'token', verdict: 'warning', found, cure: 'Create a new token before it expires' },
  ];
}

export function checkClock({ clockAheadMs }: TokenCheck): Check {
  const offMs = Math.abs(clockAheadMs);
  if (offMs <= MAX_CLOCK_ERROR_MS) {
    return { name: 'clock', verdict: 'ok', found: 'agrees with the service' };
  }
  const found = `${formatDuration(offMs)} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  return { name: 'clock', verdict: 'warning', found, cure: 'Set the clock of this machine' };
}

/** The API version that Satchel uses must be among those that the service still supports (specification 9). */
export async function checkVersion(
  endpoints: Pick<Endpoints, 'listVersions'>,
  dialect: Dialect,
): Promise<Check> {
  const name = 'API version';
  const [, asked] = dialect.apiVersions;
  try {
    const supported = await endpoints.listVersions();
    if (supported === undefined || supported.includes(asked)) {
      return { name, verdict: 'ok', found: asked };
    }
    const found = `${asked} is requested; the service supports ${supported.join(', ')}`;
    return { name, verdict: 'fault', found, cure: 'Update Satchel', exit: 'failed' };
  } catch (error) {
    return failedCheck(name, error);
  }
}

export async function checkRateLimit(
  endpoints: Pick<Endpoints, 'getRateLimit'>,
  nowMs: number,
): Promise<Check> {
  const name = 'rate limit';
  try {
    const core = (await endpoints.getRateLimit())?.find(({ resource }) => resource === 'core');
    if (core === undefined) {
      return { name, verdict: 'ok', found: 'off' };
    }
    const resetMs = Math.max(0, Date.parse(core.resetAt) - nowMs);
    const found = `${core.remaining} of ${core.limit} requests left; they reset in ${formatDuration(resetMs)}`;
    return core.remaining > 0
      ? { name, verdict: 'ok', found }
      : { name, verdict: 'warning', found, cure: `Wait until ${core.resetAt}` };
  } catch (error) {
    return failedCheck(name, error);
  }
}

/**
 * Asks for the migrations of an organization, because only a request shows whether it exists, and whether it requires
 * ownership or an authorization of the token for single sign-on.
 */
export async function checkOrganization(migrations: Pick<Migrations, 'list'>, org: string): Promise<Check> {
  const name = 'organization';
  try {
    await migrations
      .list({ exclude: ['repositories'] })
      [Symbol.asyncIterator]()
      .next();
    return { name, verdict: 'ok', found: `${org}: the token can read its migrations` };
  } catch (error) {
    return failedCheck(name, error);
  }
}
