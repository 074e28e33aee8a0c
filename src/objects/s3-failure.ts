import { connectionFailure, isConnectionError } from '../client/connection-failure.ts';
import type { Proxies } from '../client/network.ts';
import { Failure, messageOf } from '../model/failure.ts';
import type { FailureCode } from '../model/failures.table.ts';

/** What the SDK throws: the code of the service's answer as its name, and the HTTP status. */
interface SdkError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The HTTP status of an answer that was an error; undefined if there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as SdkError).$metadata?.httpStatusCode : undefined;
}

/**
 * Whether the server says that the object (or the upload) does not exist. A missing bucket is an error of the user, and a 404
 * without such a code comes from something else that answers at this address.
 */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && ABSENT.has(error.name) && statusOf(error) === 404;
}

const ABSENT: ReadonlySet<string> = new Set(['NoSuchKey', 'NoSuchUpload', 'NoSuchVersion']);

/** What answers is not object storage, or is faulty. */
export function strangeAnswer(found: string): Error {
  return Object.assign(new Error(found), { name: STRANGE });
}

const STRANGE = 'StrangeAnswer';

/** All object storage sends the ETag of what was read or written; the page of a portal or proxy in its place has none. */
export function requireTag<Answer extends { readonly ETag?: string | undefined }>(answer: Answer): Answer {
  if (answer.ETag === undefined) {
    throw strangeAnswer('it answers without the ETag of the object');
  }
  return answer;
}

/**
 * What removes is answered without content (204), for which no portal has a page; storage that answers 200 names the request
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/RESTCommonResponseHeaders.html).
 */
export function requireRemoval<
  Answer extends { readonly $metadata: { readonly httpStatusCode?: number; readonly requestId?: string } },
>(answer: Answer): Answer {
  const { httpStatusCode, requestId } = answer.$metadata;
  if (httpStatusCode !== 204 && requestId === undefined) {
    throw strangeAnswer(`it answers a removal with ${httpStatusCode}`);
  }
  return answer;
}

/** Whether the server does not have this part of the protocol. */
export function isUnsupported(error: unknown): boolean {
  const status = statusOf(error);
  return status === 405 || status === 501 || (error instanceof Error && error.name === 'NotImplemented');
}

/**
 * Whether the same request may succeed later: no answer, a broken transfer, a server that is overloaded, or content that
 * was changed on its way.
 */
export function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined) {
    return isBroken(error);
  }
  return (
    (status >= 500 && !isUnsupported(error)) ||
    status === 429 ||
    (error instanceof Error && TRANSFER_ERRORS.has(error.name))
  );
}

/**
 * Codes of passing errors whose status does not show it (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html):
 * some come with 200. After a difference of clocks, the SDK signs with the server's time.
 */
const TRANSFER_ERRORS: ReadonlySet<string> = new Set([
  'BadDigest',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);

/** Broken connections, by their codes or the name that the SDK gives them. What cannot be trusted does not pass. */
function isBroken(error: unknown): boolean {
  const failure = isConnectionError(error) ? connectionFailure(error, ANYWHERE) : undefined;
  return failure instanceof Failure
    ? failure.code === 'network'
    : error instanceof Error && error.name === 'TimeoutError';
}

const ANYWHERE = { action: 'connect', place: 'https://storage.invalid' };

/** Codes of credentials that are not there, or are no longer valid. */
const CREDENTIALS =
  /^(?:CredentialsProviderError|TokenProviderError|ExpiredToken(?:Exception)?|InvalidToken|TokenRefreshRequired)$/;

/** Codes, and what AWS answers where another region has the bucket. */
const OTHER_REGION =
  /^(?:PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/;

const CHECK_ENDPOINT = 'Check AWS_ENDPOINT_URL; SATCHEL_CA_FILE names certificates to trust';

/** Where the requests go, for messages. */
interface Place {
  /** `s3://bucket/prefix`. */
  readonly name: string;
  readonly endpoint: string;
  readonly proxies?: Proxies | undefined;
}

/** The failure for an error of the SDK; returns anything else as it is. `action` completes "Cannot …". */
export function objectFailure(error: unknown, action: string, place: Place): unknown {
  if (!(error instanceof Error) || error instanceof Failure) {
    return error;
  }
  const { name, endpoint } = place;
  const fail = (code: FailureCode, found: string, hint?: string) =>
    new Failure(code, `Cannot ${action} "${name}": ${found}`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  if (isConnectionError(error)) {
    return connectionFault(error, `${action} "${name}"`, place);
  }
  if (CREDENTIALS.test(error.name)) {
    const hint = 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE';
    const found = error.name.startsWith('Expired')
      ? 'the credentials have expired'
      : 'there are no valid credentials';
    return fail('token-missing', found, hint);
  }
  if (/^Region (?:is missing|not accepted)/.test(error.message)) {
    const found =
      error.message === 'Region is missing' ? 'no region is configured' : 'the region is not valid';
    return fail('usage', found, 'Set AWS_REGION, or the region of your AWS profile');
  }
  if (error.name === 'NoSuchBucket') {
    return fail('absent', 'the bucket does not exist', 'Create the bucket, or check its name');
  }
  const status = statusOf(error);
  if (OTHER_REGION.test(error.name) || status === 301 || status === 307) {
    return fail(
      'usage',
      `the bucket is in another region (${error.name})`,
      'Set AWS_REGION to the region of the bucket',
    );
  }
  if (error.name === 'RequestTimeTooSkewed') {
    return fail(
      'request-refused',
      'the clocks of this machine and of the server differ',
      'Set the clock of this machine',
    );
  }
  if (status === 412) {
    return fail('request-refused', `an object was replaced while it was read (${error.name})`, 'Try again');
  }
  if (status === 401 || status === 403) {
    const hint = 'Use credentials that may list, read, write and delete objects there';
    return fail('forbidden', `the server refuses the request (${error.name})`, hint);
  }
  if (mayPass(error)) {
    return status === undefined
      ? fail('network', messageOf(error), 'Check the connection and AWS_ENDPOINT_URL, and try again')
      : fail('service-unavailable', `the server answers ${status} (${error.name})`);
  }
  if (error.name === STRANGE || ('$response' in error && (status ?? 200) < 300)) {
    const found = error.name === STRANGE ? error.message : 'what it answers is not XML';
    return fail('not-the-service', `"${endpoint}" is not a working object storage: ${found}`, CHECK_ENDPOINT);
  }
  return status === undefined
    ? error
    : fail('request-refused', `the server answers ${status} (${error.name}: ${messageOf(error)})`);
}

function connectionFault(error: unknown, action: string, { endpoint, proxies }: Place): unknown {
  const failure = connectionFailure(error, { action, place: endpoint, proxies });
  return failure instanceof Failure && failure.code === 'not-the-service'
    ? new Failure(failure.code, failure.message, { cause: error, hint: CHECK_ENDPOINT })
    : failure;
}
