import { Failure } from '../../model/failure.ts';
import { readUrl, redactUrl } from '../request-url.ts';
import type { ApiRequest, ApiResponse, Decorator } from '../send.ts';

/** More redirects are a loop. */
const MAX_REDIRECTS = 5;

/** Permanent and temporary moves (RFC 9110, 15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** 307 and 308 keep the method. After the others clients differ, so only reads are redirected. */
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);

interface Redirects<Answer> {
  send(url: URL): Promise<Answer>;
  /** Called with each redirect before it is followed; throws if it must not be. */
  onRedirect(answer: Answer, target: URL | undefined): void;
  /** `found` is what an address does: `redirects more than 5 times`. */
  refusal(url: URL, found: string): Failure;
  /** True if a redirect is the answer that is wanted. */
  readonly isWanted?: (answer: Answer) => boolean;
}

/** Sends requests until the answer is not a redirect. */
export async function followRedirects<Answer extends Pick<ApiResponse, 'status' | 'headers'>>(
  first: URL,
  { send, onRedirect, refusal, isWanted }: Redirects<Answer>,
): Promise<Answer> {
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await send(url);
    if (!REDIRECT_STATUSES.has(answer.status) || isWanted?.(answer) === true) {
      return answer;
    }
    const target = readUrl(answer.headers.get('location'), url);
    onRedirect(answer, target);
    if (target === undefined) {
      throw refusal(url, 'redirects without a Location header');
    }
    url = target;
  }
  throw refusal(first, `redirects more than ${MAX_REDIRECTS} times`);
}

/** Follows redirects on the same origin, unless the call expects their status. */
export function withRedirects(origin: string): Decorator {
  return (next) => async (request) =>
    await followRedirects(request.url, {
      send: async (url) => await next({ ...request, url }),
      onRedirect: (response, target) => checkRedirect(request, { response, target, origin }),
      refusal: (url, found) => failure('not-the-service', request, { url, found }),
      isWanted: ({ status }) => request.expects?.includes(status) === true,
    });
}

interface Redirect {
  readonly response: ApiResponse;
  readonly target: URL | undefined;
  readonly origin: string;
}

function checkRedirect(request: ApiRequest, { response, target, origin }: Redirect): void {
  const { url, status } = response;
  if (target !== undefined && target.origin !== origin) {
    const place = target.host === '' ? target.protocol : target.origin;
    throw failure('location-refused', request, { url, found: `redirects to another origin, "${place}"` });
  }
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (target !== undefined && !isReading && !KEEPS_METHOD.has(status)) {
    const found = `answers ${request.method} with a redirect (${status})`;
    throw failure('not-the-service', request, { url, found });
  }
}

function failure(
  code: 'not-the-service' | 'location-refused',
  { action }: ApiRequest,
  { url, found }: { readonly url: URL; readonly found: string },
): Failure {
  return new Failure(code, `Cannot ${action}: "${redactUrl(url)}" ${found}`);
}
