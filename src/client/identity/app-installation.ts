import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { definedMembers, isJsonObject, type JsonObject } from '../../base/json.ts';
import { untilAborted } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import { checkTokenText } from '../check-token.ts';
import { isServerTrouble } from '../failures/response-failure.ts';
import { checkBaseUrl, requestUrl } from '../request-url.ts';
import type { ApiCall, ApiRequest, ApiResponse, Decorator, Send } from '../send.ts';
import { describeServiceError, serviceErrorOf, showForeignText } from '../service-error.ts';
import { serviceTimeMs } from '../service-time.ts';
import { readAppKey, signAppJwt } from './app-jwt.ts';

/** The private key of a GitHub App, which is exchanged for tokens of one of its installations. */
export interface AppKey {
  /** The id of the app, or its client id. */
  readonly appId: string;
  /** An RSA key in PEM. */
  readonly privateKey: string;
  /** Default: the installation on the account `owner`, or else the only one. */
  readonly installationId?: number | undefined;
  /** The login of the account or organization. */
  readonly owner?: string | undefined;
}

export interface InstallationOptions {
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Aborts requests for tokens. */
  readonly signal: AbortSignal | undefined;
  /** Called with each new token, so that it is redacted. */
  readonly onSecret: (secret: string) => void;
  readonly onNotice: (text: string) => void;
}

/** A token is replaced this long before it expires; one that lives for less than twice this time, after half of it. */
const EARLY_MS = 5 * 60_000;

/** A smaller difference of the clocks is not the reason why the service rejects an app. */
const MIN_SKEW_MS = 30_000;

/** Installations in one page of the list. Further pages are not requested: --installation-id is for such apps. */
const MAX_LISTED = 100;

/**
 * The caller for an installation of an app. It exchanges the key for a token before the first request, again before the
 * token expires, and once if the service rejects the token.
 */
export class AppInstallation {
  readonly tokenKind = 'app_installation';
  readonly identity: string;
  readonly secrets: readonly string[] = [];
  readonly #app: AppKey;
  readonly #key: KeyObject;
  readonly #options: InstallationOptions;
  #installationId: number | undefined;
  #token: { readonly authorization: string; readonly renewAtMs: number } | undefined;
  /** The exchange in progress, which concurrent requests share. */
  #pending: Promise<ApiResponse | undefined> | undefined;
  /** How far this machine's clock is ahead of the service's, if the service rejected the app because of that. */
  #aheadMs = 0;

  constructor(app: AppKey, options: InstallationOptions) {
    if (!/^[\w.-]+$/.test(app.appId)) {
      throw new Failure(
        'usage',
        'Cannot use the id of the app: it is empty or contains unexpected characters',
      );
    }
    this.#app = app;
    this.#key = readAppKey(app.privateKey);
    this.#options = { ...options, baseUrl: checkBaseUrl(options.baseUrl, true) };
    this.#installationId = app.installationId;
    this.identity = `${app.appId} ${app.installationId ?? app.owner ?? ''} ${app.privateKey}`;
  }

  authorize = ({ isFromApp }: Pick<ApiRequest, 'isFromApp'>): string | undefined => {
    const nowMs = this.#options.clock.now() - this.#aheadMs;
    return isFromApp === true
      ? `Bearer ${signAppJwt(this.#app.appId, this.#key, nowMs)}`
      : this.#token?.authorization;
  };

  withRenewal: Decorator = (next) => async (request) => {
    const trouble = await this.#prepare(next, request.signal);
    if (trouble !== undefined) {
      return trouble;
    }
    const sent = this.#token;
    const response = await next(request);
    if (response.status !== 401) {
      return response;
    }
    this.#token = this.#token === sent ? undefined : this.#token;
    return (await this.#prepare(next, request.signal)) ?? (await next(request));
  };

  renew = async (send: Send, signal: AbortSignal | undefined): Promise<void> => {
    const trouble = await this.#prepare(send, signal);
    if (trouble !== undefined) {
      const { status } = trouble;
      throw new Failure(
        'service-unavailable',
        `Cannot get a token for the app "${this.#app.appId}": the service answered ${status}`,
        { details: { status } },
      );
    }
  };

  /** Ensures that there is a token. Returns the response of a service in trouble; throws other failures. */
  async #prepare(next: Send, signal: AbortSignal | undefined): Promise<ApiResponse | undefined> {
    if (this.#token !== undefined && this.#options.clock.now() < this.#token.renewAtMs) {
      return undefined;
    }
    this.#pending ??= this.#exchange(next).finally(() => {
      this.#pending = undefined;
    });
    return await untilAborted(this.#pending, signal);
  }

  async #exchange(next: Send): Promise<ApiResponse | undefined> {
    const { appId, owner } = this.#app;
    if (this.#installationId === undefined) {
      const action = `find the installation of the app "${appId}"`;
      const query = { per_page: MAX_LISTED };
      const list = await this.#call({ action, method: 'GET', route: '/app/installations', query }, next);
      if (isServerTrouble(list.status)) {
        return list;
      }
      this.#installationId = chooseInstallation(list.body, action, owner);
    }
    const action = `get a token for the installation ${this.#installationId} of the app "${appId}"`;
    const route = '/app/installations/{installation_id}/access_tokens';
    const parameters = { installation_id: this.#installationId };
    const response = await this.#call({ action, method: 'POST', route, parameters }, next);
    if (isServerTrouble(response.status)) {
      return response;
    }
    this.#keepToken(response, action);
    return undefined;
  }

  #keepToken(response: ApiResponse, action: string): void {
    const { clock, onSecret } = this.#options;
    const body = isJsonObject(response.body) ? response.body : {};
    const { token, expires_at: expiry } = body;
    // By the clock of the service, which may differ from ours.
    const lifetimeMs = Date.parse(String(expiry)) - serviceTimeMs(response, clock.now());
    if (typeof token !== 'string' || Number.isNaN(lifetimeMs)) {
      throw new Failure('not-the-service', `Cannot ${action}: the response does not contain a token`);
    }
    checkTokenText(token);
    onSecret(token);
    const renewAtMs = clock.now() + lifetimeMs - Math.min(EARLY_MS, lifetimeMs / 2);
    this.#token = { authorization: `Bearer ${token}`, renewAtMs };
  }

  /** Calls as the app itself. If the service rejects that because the clocks differ, its own time is used. */
  async #call(call: ApiCall, next: Send): Promise<ApiResponse> {
    const { clock, baseUrl, signal, onNotice } = this.#options;
    const { action, method, route } = call;
    const url = requestUrl(baseUrl, call);
    const request = {
      action,
      method,
      route,
      url,
      headers: {},
      isFromApp: true,
      ...definedMembers({ signal }),
    };
    const response = await next(request);
    const aheadMs = clock.now() - serviceTimeMs(response, clock.now());
    if (response.status !== 401 || Math.abs(aheadMs - this.#aheadMs) < MIN_SKEW_MS) {
      return requireSuccess(response, action);
    }
    this.#aheadMs = aheadMs;
    const difference = `${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
    onNotice(
      `The clock of this machine is ${difference} the service's. Requests of the app are signed with the service's time instead; correct the clock of this machine.`,
    );
    return requireSuccess(await next(request), action);
  }
}

/** Returns the response of a success or of server trouble; throws after a refusal. */
function requireSuccess(response: ApiResponse, action: string): ApiResponse {
  const { status, body } = response;
  if (status < 300 || isServerTrouble(status)) {
    return response;
  }
  const error = serviceErrorOf(body);
  const found =
    status === 404
      ? 'there is no such app or installation'
      : 'the service does not accept the key of the app';
  const words = error === undefined ? '' : describeServiceError(error, undefined);
  throw new Failure('unauthorized', `Cannot ${action}: ${found} (${status}${words})`, {
    hint: 'Compare the ids and the key with the settings of the app, which list its private keys',
    details: { status },
  });
}

/** How many installations a message names. */
const MAX_NAMED = 5;

interface Installation {
  readonly id: number;
  /** The account on which the app is installed. */
  readonly owner: string;
}

/** The installation of `owner` in the response to `action`, or else the only one. */
export function chooseInstallation(body: unknown, action: string, owner: string | undefined): number {
  const all = installationsIn(body);
  const wanted = owner?.toLowerCase();
  const [first, ...others] = all.filter(
    (installation) => wanted === undefined || installation.owner.toLowerCase() === wanted,
  );
  if (first !== undefined && others.length === 0) {
    return first.id;
  }
  const names = all.slice(0, MAX_NAMED).map(({ id, owner: name }) => `${showForeignText(name)} (${id})`);
  const list = [...names, ...(all.length > MAX_NAMED ? ['others'] : [])].join(', ');
  if (first !== undefined) {
    throw new Failure('usage', `Cannot ${action}: it is installed on several accounts: ${list}`, {
      hint: 'Name one in "app"',
      commandHint: 'Name one with --org or --installation-id',
    });
  }
  const found =
    all.length === 0
      ? 'it is not installed on any account'
      : `it is not installed on "${owner}", but on ${list}`;
  throw new Failure('absent', `Cannot ${action}: ${found}`, {
    hint: 'Install it with "Install App" in its settings, or name an installation in "app"',
    commandHint:
      'Install it with "Install App" in its settings, or name an installation with --installation-id',
  });
}

function installationsIn(body: unknown): readonly Installation[] {
  return (Array.isArray(body) ? body : []).flatMap((item: unknown) => {
    const { id, account } = membersOf(item);
    const { login, slug } = membersOf(account);
    return typeof id === 'number' ? [{ id, owner: String(login ?? slug ?? id) }] : []; // Enterprises have a slug.
  });
}

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
