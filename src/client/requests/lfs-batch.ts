import { definedMembers, type JsonObject } from '../../base/json.ts';
import { joinSignals } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failures.table.ts';
import { describeAnswer, isServerTrouble } from '../failures/response-failure.ts';
import type { ApiRequest, ApiResponse, Decorator, Send } from '../send.ts';
import { serviceErrorOf, showForeignText } from '../service-error.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { withRedirects } from './with-redirects.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';

/** A question to a server of Git LFS: where objects of a repository are. */
export interface LfsBatchRequest {
  readonly action: string;
  readonly url: URL;
  /** The caller's own, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly signal?: AbortSignal | undefined;
}

interface BatchOptions extends RetryOptions {
  readonly userAgent: string;
  /** Waits for the limits of Git LFS, which are not those of the API (specification 8.1). */
  readonly limit: Decorator;
  readonly secrets: KnownSecrets;
  readonly signal: AbortSignal | undefined;
}

const MEDIA_TYPE = 'application/vnd.git-lfs+json';

/** What another attempt cannot change: not implemented, no room, the bandwidth is used up (git-lfs `docs/api/batch.md`). */
const LASTING: ReadonlySet<number> = new Set([501, 507, 509]);

function isLfsTrouble(status: number): boolean {
  return isServerTrouble(status) && !LASTING.has(status);
}

/**
 * Creates a function that asks a server of Git LFS. The request is a POST that changes nothing, so it is repeated like a
 * GET. The answer has secrets that are meant for us; messages quote it without our own.
 */
export function createLfsBatch(send: Send, options: BatchOptions) {
  const { userAgent, limit, secrets, signal: outer, ...waiting } = options;
  const retry = withRetry({ ...waiting, isTrouble: isLfsTrouble });
  return async ({ action, url, headers, body, signal }: LfsBatchRequest): Promise<ApiResponse> => {
    const request: ApiRequest = {
      action,
      method: 'GET',
      route: '/{repository}/info/lfs/objects/batch',
      url,
      headers: {
        'user-agent': userAgent,
        accept: MEDIA_TYPE,
        'content-type': MEDIA_TYPE,
        ...headers,
      },
      body,
      ...definedMembers({ signal: joinSignals(signal, outer) }),
    };
    const asPost: Send = (each) => send({ ...each, method: 'POST' });
    const response = await retry(withRedirects(url.origin)(limit(asPost)))(request);
    if (response.status !== 200) {
      throw refusal(request, response, (text) => secrets.redact(text));
    }
    return response;
  };
}

const CODES: Readonly<Record<number, FailureCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'absent',
  410: 'absent',
};

function refusal({ action }: ApiRequest, answer: ApiResponse, redact: (text: string) => string): Failure {
  const { status, body } = answer;
  const message = serviceErrorOf(body)?.message;
  const code = isLfsTrouble(status) ? 'service-unavailable' : (CODES[status] ?? 'request-refused');
  const found =
    message === undefined
      ? describeAnswer({ ...answer, text: redact(answer.text) })
      : `the service answered ${status} "${showForeignText(redact(message))}"`;
  return new Failure(code, `Cannot ${action}: ${found}`, { details: { status } });
}
