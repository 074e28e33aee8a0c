import type { Clock } from '../base/clock.ts';
import { isJsonObject, type JsonObject, parseJson } from '../base/json.ts';
import { withoutEndSlashes } from '../base/text-ends.ts';
import { Failure } from '../model/failure.ts';
import { checkTokenText } from './check-token.ts';
import type { Network } from './network.ts';
import { createPoster, type Poster } from './poster.ts';
import { checkBaseUrl, readUrl } from './request-url.ts';
import { showForeignText } from './service-error.ts';

/** A login in a browser that is waiting for its code (RFC 8628, 3.2). */
export interface DeviceCode {
  readonly userCode: string;
  /** The page on which the user enters the code. */
  readonly verificationUrl: URL;
  readonly expiresAtMs: number;
}

interface DeviceFlowOptions {
  readonly webUrl: URL;
  /** The id of an OAuth app for which device flow is enabled. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly network?: Network | undefined;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the code to show, once. */
  readonly onCode: (code: DeviceCode) => void;
  /** Called with each secret of the exchange. */
  readonly onSecret: (secret: string) => void;
}

/** RFC 8628, 3.2 and 3.5. */
const DEFAULT_INTERVAL_SECONDS = 5;
const SLOWER_MS = 5_000;

/** Bounds for what the service says: it could otherwise make us poll without pause or forever. */
const MIN_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 60_000;
const MAX_LIFETIME_SECONDS = 3_600;

const ACTION = 'log in';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Gets a token by device flow: requests a code, which the user enters in a browser, and polls until the service gives the
 * token (RFC 8628). Fails with `login-failed` if the service ends the login.
 */
export async function authorizeDevice(options: DeviceFlowOptions): Promise<string> {
  const webUrl = checkBaseUrl(options.webUrl, true);
  const poster = createPoster(options.network ?? {}, options.userAgent);
  try {
    return await runDeviceFlow({ poster, webUrl, signal: options.signal }, options);
  } finally {
    await poster.close();
  }
}

/** Where the requests of one login go. */
interface Website {
  readonly poster: Poster;
  readonly webUrl: URL;
  readonly signal: AbortSignal;
}

async function runDeviceFlow(website: Website, options: DeviceFlowOptions): Promise<string> {
  const { clientId, scopes, clock, signal, onCode, onSecret } = options;
  const started = await post('/login/device/code', { client_id: clientId, scope: scopes.join(' ') }, website);
  const { device_code: deviceCode, user_code: userCode, verification_uri: address, error } = started;
  if (typeof error === 'string') {
    throw refusal(error);
  }
  const verificationUrl = readUrl(String(address ?? ''), website.webUrl);
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || verificationUrl === undefined) {
    throw notTheService(website);
  }
  onSecret(deviceCode);
  const expiresAtMs = clock.now() + 1_000 * readSeconds(started['expires_in'], MAX_LIFETIME_SECONDS);
  onCode({ userCode, verificationUrl, expiresAtMs });
  const grant = { client_id: clientId, device_code: deviceCode, grant_type: DEVICE_GRANT };
  let intervalMs = boundedInterval(1_000 * readSeconds(started['interval'], DEFAULT_INTERVAL_SECONDS));
  for (;;) {
    await clock.sleep(intervalMs, signal);
    if (clock.now() >= expiresAtMs) {
      throw refusal('expired_token');
    }
    const answer = await postIfPossible('/login/oauth/access_token', grant, website);
    const { access_token: token } = answer ?? {};
    if (typeof token === 'string') {
      checkTokenText(token);
      onSecret(token);
      return token;
    }
    intervalMs = nextIntervalMs(answer, intervalMs);
  }
}

/**
 * The pause after a response without a token; undefined stands for no response. Throws if polling is pointless (RFC 8628,
 * 3.5).
 */
export function nextIntervalMs(answer: JsonObject | undefined, intervalMs: number): number {
  if (answer === undefined) {
    return boundedInterval(intervalMs * 2);
  }
  switch (answer['error']) {
    case 'authorization_pending':
      return intervalMs;
    case 'slow_down':
      return boundedInterval(Math.max(intervalMs + SLOWER_MS, 1_000 * readSeconds(answer['interval'], 0)));
    default:
      throw refusal(String(answer['error'] ?? ''));
  }
}

function boundedInterval(intervalMs: number): number {
  return Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, intervalMs));
}

function readSeconds(value: unknown, standard: number): number {
  const seconds = Number(value ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, MAX_LIFETIME_SECONDS) : standard;
}

const UNKNOWN_APP = {
  found: 'the service does not know this client id',
  hint: 'Copy the client id of an OAuth app from its settings; it is not the name or the number of the app',
} as const;

/** Errors that end a login (RFC 8628, 3.5, and "Authorizing OAuth apps"). */
const REFUSALS: Readonly<Record<string, { readonly found: string; readonly hint?: string }>> = {
  '': { found: 'the service sent no token' },
  access_denied: { found: 'it was cancelled in the browser' },
  expired_token: { found: 'the code expired before it was entered' },
  incorrect_client_credentials: UNKNOWN_APP,
  'Not Found': UNKNOWN_APP,
  device_flow_disabled: {
    found: 'device flow is not enabled for this OAuth app',
    hint: 'Select "Enable Device Flow" in the settings of the OAuth app',
  },
};

function refusal(error: string): Failure {
  const { found, hint } = REFUSALS[error] ?? { found: `the service answered "${showForeignText(error)}"` };
  return new Failure('login-failed', `Cannot ${ACTION}: ${found}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { error },
  });
}

/** As `post`; undefined if the service did not answer, or is in trouble. */
async function postIfPossible(
  path: string,
  fields: Readonly<Record<string, string>>,
  website: Website,
): Promise<JsonObject | undefined> {
  try {
    return await post(path, fields, website);
  } catch (error) {
    website.signal.throwIfAborted();
    if (error instanceof Failure && (error.code === 'network' || error.code === 'service-unavailable')) {
      return undefined;
    }
    throw error;
  }
}

async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  website: Website,
): Promise<JsonObject> {
  const { poster, webUrl, signal } = website;
  const { status, text } = await poster.post({
    action: ACTION,
    url: new URL(`${withoutEndSlashes(webUrl.href)}${path}`),
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    signal,
  });
  if (status >= 500 || status === 429) {
    throw new Failure('service-unavailable', `Cannot ${ACTION}: "${webUrl.origin}" answered ${status}`);
  }
  const answer = parseJson(text);
  if (!isJsonObject(answer)) {
    throw notTheService(website);
  }
  return answer;
}

function notTheService({ webUrl }: Pick<Website, 'webUrl'>): Failure {
  const found = `"${webUrl.origin}" does not answer as the website of the service`;
  return new Failure('not-the-service', `Cannot ${ACTION}: ${found}`);
}
