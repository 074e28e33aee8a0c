import { join } from 'node:path';
import {
  type Clock,
  definedMembers,
  Failure,
  formatDuration,
  type Random,
  withDeadline,
} from '../base/index.ts';
import type { Dialect } from '../model/index.ts';
import { createPrivateAnswers, createSharedAnswers } from './answers/answer-store.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { Network } from './dispatcher.ts';
import type { DownloadAnswer } from './download-answer.ts';
import { createDownloads, type DownloadRequest, joinSignals } from './downloads.ts';
import { digestOfCaller, openGateMemory } from './gate/open-gate-memory.ts';
import { createRateGate } from './gate/rate-gate.ts';
import { createKnownSecrets, redactUrl } from './known-secrets.ts';
import { checkBaseUrl, requestUrl } from './request-url.ts';
import type { ApiCall, ApiRequest, ApiResponse, Decorator, Send } from './send.ts';
import { createLeftOutList } from './single-sign-on.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts.ts';
import { createTransport } from './transport.ts';
import type { OnWait } from './wait.ts';
import { withAuthentication } from './with-authentication.ts';
import { withDialectHeaders } from './with-dialect-headers.ts';
import { withFailures } from './with-failures.ts';
import { createWaitJudge, withRateLimit } from './with-rate-limit.ts';
import { withRedaction } from './with-redaction.ts';
import { withRedirects } from './with-redirects.ts';
import { withRetry } from './with-retry.ts';
import { withTokenKind } from './with-token-kind.ts';
import { type RequestTrace, withTracing } from './with-tracing.ts';
import { withValidators } from './with-validators.ts';

export interface ClientOptions extends Credentials {
  /** Root of the API; a path of its own (`/api/v3` of self-managed servers) stays in front of every route. */
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  /** Value of the version header; the dialect's standard one unless given. */
  readonly apiVersion?: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends every request and wait. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Partial<Timeouts>;
  /** How long one call may take with all its retries and waits; as long as limits and outages ask for unless given. */
  readonly callTimeoutMs?: number;
  readonly network?: Network;
  /** Where the processes of one token share what they know of its limits; without it this client is alone. */
  readonly gateDirectory?: string;
  /** Where answers are kept to be asked about again; without it, in memory. */
  readonly answersDirectory?: string;
  /** False: a request that a limit stands against fails at once (`rate-limited`, with the time). */
  readonly canWait?: boolean;
  /** Hosts, with a port or without, from which archives are fetched wherever they lead. */
  readonly allowedStorageHosts?: readonly string[];
  /** Hears of every pause before it begins. */
  readonly onWait?: OnWait;
  /** Hears of what went wrong beside the requests, such as a state file that was damaged. */
  readonly onNotice?: (text: string) => void;
  /** Hears of every exchange; nothing in it is secret. */
  readonly onRequest?: (trace: RequestTrace) => void;
}

/** How Satchel talks to one service with one token. */
export interface Client {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Ends every request, and should end every wait between them. */
  readonly signal: AbortSignal | undefined;
  /** Tells of something odd that the call went on in spite of. */
  notice(text: string): void;
  /** Ids of organizations that lists left out so far: the token is not authorised for their single sign-on. */
  leftOut(): readonly string[];
  /** Makes a call; gives its answer, or throws the failure that the answer stands for. */
  request(call: ApiCall): Promise<ApiResponse>;
  /** Opens a file at the storage origin, with nothing on the request that the API's own requests carry. */
  openDownload(request: DownloadRequest): Promise<DownloadAnswer>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Creates a client. Nothing is sent yet; a base URL or token that cannot be used fails here. */
export function createClient(options: ClientOptions): Client {
  const { clock, random, dialect, onWait, onNotice, signal, userAgent, network = {} } = options;
  const { authorization, secrets: own } = readCredentials(options);
  const secrets = createKnownSecrets(own);
  const hasToken = authorization !== undefined;
  const baseUrl = checkBaseUrl(options.baseUrl, hasToken);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const canWait = options.canWait ?? true;
  const transport = createTransport(timeouts, network);
  const downloads = createDownloads({
    baseUrl,
    timeouts,
    userAgent,
    network,
    allowedHosts: options.allowedStorageHosts ?? [],
    secrets,
    canWait,
  });
  const { origin } = baseUrl;
  const apiVersion = options.apiVersion ?? dialect.apiVersions[1];
  const callerDigest = digestOfCaller(origin, authorization);
  const judgeWait = createWaitJudge(clock, canWait);
  const onTrouble = (text: string) => onNotice?.(text);
  const memory = openGateMemory({ directory: options.gateDirectory, callerDigest, random, onTrouble });
  const gate = createRateGate({ memory, clock, pid: process.pid, onWait, judgeWait });
  const answers =
    options.answersDirectory === undefined
      ? createPrivateAnswers()
      : createSharedAnswers(join(options.answersDirectory, callerDigest), onTrouble);

  const leftOut = createLeftOutList(onTrouble);

  // From the wire up: each habit sees what the ones above it let through, and hears what those below it give back.
  const send = stack(transport.send, [
    withTracing({ clock, onRequest: options.onRequest }),
    withRedaction(secrets, origin),
    withAuthentication({ authorization, origin }),
    withDialectHeaders({ dialect, apiVersion, userAgent }),
    withRateLimit({ gate, clock, random, canWait }),
    withRedirects(origin),
    withValidators({ answers, clock, apiVersion, mediaType: dialect.mediaType, onWait, judgeWait }),
    withRetry({ clock, random, onWait, canWait }),
    withFailures({ baseUrl, hasToken, dialect, onLeftOut: leftOut.note }),
    withTokenKind({ token: options.token, dialect }),
  ]);

  return {
    baseUrl,
    dialect,
    clock,
    signal,
    notice: (text) => onNotice?.(text),
    leftOut: leftOut.list,
    async request(call) {
      const request = toRequest(call, baseUrl, signal);
      const { callTimeoutMs: afterMs } = options;
      const failure = () =>
        new Failure(
          'network',
          `Cannot ${call.action}: it got no response within ${formatDuration(afterMs ?? 0)}`,
        );
      return await withDeadline({ clock, afterMs, signal: request.signal, failure }, async (bound) =>
        send({ ...request, ...definedMembers({ signal: bound }) }),
      );
    },
    openDownload: async (request) =>
      await downloads.open({
        ...request,
        ...definedMembers({ signal: joinSignals(request.signal, signal) }),
      }),
    async close() {
      await Promise.all([transport.close(), downloads.close()]);
    },
  };
}

function stack(transport: Send, decorators: readonly Decorator[]): Send {
  return decorators.reduce((next, decorate) => decorate(next), transport);
}

function toRequest(call: ApiCall, baseUrl: URL, signal: AbortSignal | undefined): ApiRequest {
  const { url: given, parameters: _parameters, query: _query, ...basics } = call;
  if (given !== undefined && given.origin !== baseUrl.origin) {
    throw new Failure(
      'location-refused',
      `Cannot ${call.action}: the service points to another origin, "${redactUrl(given)}"`,
    );
  }
  return {
    ...basics,
    url: given ?? requestUrl(baseUrl, call),
    headers: {},
    ...definedMembers({ signal: joinSignals(call.signal, signal) }),
  };
}
