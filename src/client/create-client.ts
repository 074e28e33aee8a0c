import { join } from 'node:path';
import { type Clock, withDeadline } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import { definedMembers } from '../base/json.ts';
import type { Random } from '../base/random.ts';
import { joinSignals } from '../base/signals.ts';
import type { Dialect, TokenKind } from '../model/dialects.table.ts';
import { Failure } from '../model/failure.ts';
import { createPrivateAnswers, createSharedAnswers } from './answers/answer-store.ts';
import { withValidators } from './answers/with-validators.ts';
import { withTokenKind } from './check-token.ts';
import { isBroken } from './connection-failure.ts';
import {
  type Caller,
  type Credentials,
  gitAuthorizationOf,
  readCredentials,
  withAuthentication,
} from './credentials.ts';
import type { DownloadAnswer } from './download-answer.ts';
import { createDownloads, type DownloadRequest, type FileRequest } from './downloads/downloads.ts';
import type { SentFile } from './downloads/send-file.ts';
import { withFailures } from './failures/response-failure.ts';
import { createLeftOutList } from './failures/single-sign-on.ts';
import { digestOfCaller, openLimits } from './gate/known-limits.ts';
import { limitLfs } from './gate/limit-lfs.ts';
import { RateGate } from './gate/rate-gate.ts';
import { createWaitCheck, withRateLimit } from './gate/with-rate-limit.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from './network/dispatcher.ts';
import { createTransport, type RequestTrace, withTracing } from './network/transport.ts';
import type { Network } from './network.ts';
import { checkBaseUrl, redactUrl, requestUrl } from './request-url.ts';
import { createRefLister, type GitRefs, type GitRefsRequest } from './requests/git-refs.ts';
import { KnownSecrets, withRedaction } from './requests/known-secrets.ts';
import { createLfsBatch, type LfsBatchRequest } from './requests/lfs-batch.ts';
import { withRedirects } from './requests/with-redirects.ts';
import { withRetry } from './requests/with-retry.ts';
import type { ApiCall, ApiRequest, ApiResponse, Decorator, OnWait, Send, Wait } from './send.ts';

export interface ClientOptions extends Credentials {
  /** The root of the API; its path (`/api/v3` of self-managed servers) is the prefix of every route. */
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** The value of the version header; default: the dialect's. */
  readonly apiVersion?: string | undefined;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts all requests and waits. */
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** The maximum duration of one call with all its retries and waits; default: unlimited. */
  readonly callTimeoutMs?: number | undefined;
  /** How often a request is repeated after an outage or a broken connection; default: 4. */
  readonly retries?: number | undefined;
  readonly network?: Network | undefined;
  /** Where processes with the same token share what they know of its limits; default: in memory. */
  readonly limitsDirectory?: string | undefined;
  /** Where responses are cached; default: in memory. */
  readonly answersDirectory?: string | undefined;
  /** False: a request fails at once (`rate-limited`, with the time) instead of waiting for a limit. */
  readonly canWait?: boolean | undefined;
  /** Hosts, optionally with a port, from which archives may be fetched even if their addresses are private. */
  readonly allowedStorageHosts?: readonly string[] | undefined;
  /** Called before each wait. */
  readonly onWait?: OnWait | undefined;
  /** Called with problems that do not make a request fail, such as a damaged state file. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Called with each secret of the credentials, and with each token that replaces another one. */
  readonly onSecret?: ((secret: string) => void) | undefined;
  /** Called after each exchange; the trace contains no secrets. */
  readonly onRequest?: ((trace: RequestTrace) => void) | undefined;
}

/** A connection to one service with one token. */
export interface Client {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** Undefined for anonymous callers and OAuth apps. */
  readonly tokenKind: TokenKind | undefined;
  readonly clock: Clock;
  /** Aborts all requests. Callers that wait between requests should honour it too. */
  readonly signal: AbortSignal | undefined;
  /** Reports a problem that does not make a call fail. */
  notice(text: string): void;
  /** Ids of organizations that lists omitted because the token is not authorized for their single sign-on. */
  leftOut(): readonly string[];
  /** Makes a call; returns its response, or throws a failure if the status is an error. */
  request(call: ApiCall): Promise<ApiResponse>;
  /** Opens a file at the storage origin, without the headers of API requests. */
  openDownload(request: DownloadRequest): Promise<DownloadAnswer>;
  /** Lists the refs of a repository at the git server of the service, which has neither the API's headers nor its limits. */
  listGitRefs(request: GitRefsRequest): Promise<GitRefs>;
  /** Asks the git server of the service where objects of Git LFS are; it has limits of its own (specification 8.1). */
  askLfs(request: LfsBatchRequest): Promise<ApiResponse>;
  /** What the caller sends to that server as `Authorization`; undefined without a token. */
  gitAuthorization(signal?: AbortSignal): Promise<string | undefined>;
  /** Opens a file whose address such a server named, with the headers that it named, within the same limits. */
  openFile(request: FileRequest): Promise<DownloadAnswer>;
  /** Sends a file to an address that such a server named. Returns the status of the answer. */
  sendFile(file: SentFile): Promise<number>;
  close(): Promise<void>;
}

/** Creates a client. Sends nothing yet, but fails if the base URL or token cannot be used. */
export function createClient(options: ClientOptions): Client {
  const { clock, random, dialect, onNotice, userAgent, network = {}, canWait = true } = options;
  const { signal, end } = endOf(options.signal);
  let lastWait: Wait | undefined;
  const onWait: OnWait = (wait) => {
    lastWait = wait;
    options.onWait?.(wait);
  };
  const { caller, secrets } = openCaller(options);
  const hasToken = caller.identity !== undefined;
  const baseUrl = checkBaseUrl(options.baseUrl, hasToken);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const transport = createTransport(timeouts, network);
  const { origin } = baseUrl;
  const apiVersion = options.apiVersion ?? dialect.apiVersions[1];
  const checkWait = createWaitCheck(clock, canWait);
  const waits = { clock, random, onWait, canWait, retries: options.retries };
  const limitFiles = limitLfs({ ...waits, checkWait, isKnown: caller.tokenKind !== undefined });
  const allowedHosts = options.allowedStorageHosts ?? [];
  const storage = { baseUrl, timeouts, userAgent, network, allowedHosts, secrets, canWait, limitFiles };
  const downloads = createDownloads(storage);
  const onTrouble = (text: string) => onNotice?.(text);
  const { limits, answers } = openKnown(options, digestOfCaller(baseUrl.origin, caller.identity), onTrouble);
  const gate = new RateGate({ limits, clock, onWait, checkWait });
  const leftOut = createLeftOutList(onTrouble);
  // From the wire up: requests pass from the last decorator to the first, responses the other way.
  const open = withTracing(clock, options.onRequest)(transport.send);
  const traced = withRedaction(secrets, origin)(open);
  const asCaller = stack(traced, [
    withAuthentication(caller, origin),
    withDialectHeaders({ dialect, apiVersion, userAgent }),
    withRateLimit({ ...waits, gate }),
  ]);
  const send = stack(asCaller, [
    caller.withRenewal,
    withRedirects(origin),
    withValidators({ answers, clock, apiVersion, mediaType: dialect.mediaType, onWait, checkWait }),
    withRetry(waits),
    withFailures({ baseUrl, hasToken, dialect, clock, onLeftOut: leftOut.note }),
    withTokenKind(caller.tokenKind, dialect),
  ]);

  return {
    baseUrl,
    dialect,
    tokenKind: caller.tokenKind,
    clock,
    signal,
    notice: (text) => onNotice?.(text),
    leftOut: leftOut.list,
    async request(call) {
      const request = toRequest(call, baseUrl, signal);
      const { callTimeoutMs: afterMs } = options;
      const failure = () =>
        deadlineFailure(
          call.action,
          afterMs ?? 0,
          lastWait !== undefined && lastWait.untilMs >= clock.now() ? lastWait : undefined,
        );
      return await withDeadline({ clock, afterMs, signal: request.signal, failure }, async (bound) =>
        send({ ...request, ...definedMembers({ signal: bound }) }),
      );
    },
    openDownload: async (request) => await downloads.open(endingWith(request, signal)),
    openFile: async (request) => await downloads.openFile(endingWith(request, signal)),
    sendFile: async (file) => await downloads.sendFile(endingWith(file, signal)),
    listGitRefs: createRefLister(traced, { ...waits, userAgent, signal }),
    askLfs: createLfsBatch(open, { ...waits, userAgent, signal, limit: limitFiles, secrets }),
    async gitAuthorization(asked) {
      await caller.renew(asCaller, joinSignals(asked, signal));
      return gitAuthorizationOf(caller);
    },
    async close() {
      end();
      await Promise.all([transport.close(), downloads.close()]);
    },
  };
}

/** What is known of the limits of the caller, and of former responses; processes with the same token may share both. */
function openKnown(options: ClientOptions, callerDigest: string, onTrouble: (text: string) => void) {
  const { answersDirectory, limitsDirectory, clock } = options;
  const answers =
    answersDirectory === undefined
      ? createPrivateAnswers()
      : createSharedAnswers(join(answersDirectory, callerDigest), onTrouble);
  return { answers, limits: openLimits(limitsDirectory, callerDigest, { clock, onTrouble }) };
}

/** A signal that is also aborted when the client is closed, so that calls that wait fail at once. */
function endOf(outer: AbortSignal | undefined) {
  const closing = new AbortController();
  return {
    signal: joinSignals(outer, closing.signal),
    end: () => closing.abort(new Failure('closed', 'Cannot use the client: it was closed')),
  };
}

/** Reads the credentials, and remembers all secrets that the caller has or gets. */
function openCaller(options: ClientOptions): { readonly caller: Caller; readonly secrets: KnownSecrets } {
  const { baseUrl, clock, signal, onNotice } = options;
  const secrets = new KnownSecrets();
  const onSecret = (secret: string) => {
    secrets.add(secret);
    options.onSecret?.(secret);
  };
  const caller = readCredentials(options, {
    baseUrl,
    clock,
    signal,
    onSecret,
    onNotice: (text) => onNotice?.(text),
  });
  caller.secrets.forEach(onSecret);
  return { caller, secrets };
}

/** A request that the end of the client aborts as well. */
function endingWith<Request extends { readonly signal?: AbortSignal | undefined }>(
  request: Request,
  signal: AbortSignal | undefined,
) {
  const { signal: own, ...rest } = request;
  return { ...rest, ...definedMembers({ signal: joinSignals(own, signal) }) };
}

/** Says what the call was waiting for when its time was up. */
function deadlineFailure(action: string, afterMs: number, wait: Wait | undefined): Failure {
  const found = wait?.reason ?? 'there was no response';
  const cause = isBroken(wait?.failure) ? wait.failure : undefined;
  return new Failure('timed-out', `Cannot ${action} within ${formatDuration(afterMs)}: ${found}`, {
    cause,
    details: { ...cause?.details, afterMs, limit: 'callTimeoutMs' },
  });
}

function stack(transport: Send, decorators: readonly Decorator[]): Send {
  return decorators.reduce((next, decorate) => decorate(next), transport);
}

function toRequest(call: ApiCall, baseUrl: URL, signal: AbortSignal | undefined): ApiRequest {
  const { url: given, parameters: _parameters, query: _query, accept, ...basics } = call;
  if (given !== undefined && given.origin !== baseUrl.origin) {
    throw new Failure(
      'location-refused',
      `Cannot ${call.action}: the service points to another origin, "${redactUrl(given)}"`,
    );
  }
  return {
    ...basics,
    url: given ?? requestUrl(baseUrl, call),
    headers: definedMembers({ accept }),
    ...definedMembers({ signal: joinSignals(call.signal, signal) }),
  };
}

interface DialectHeaderOptions {
  readonly dialect: Dialect;
  /** One of the dialect's versions (specification 9). */
  readonly apiVersion: string;
  readonly userAgent: string;
}

/** Adds the headers that the service requires (specification 4.0); without a user agent it answers 403. */
function withDialectHeaders({ dialect, apiVersion, userAgent }: DialectHeaderOptions): Decorator {
  return (next) => (request) =>
    next({
      ...request,
      headers: {
        accept: dialect.mediaType,
        'user-agent': userAgent,
        [dialect.versionHeader.toLowerCase()]: apiVersion,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...request.headers,
      },
    });
}
