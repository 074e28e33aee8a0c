import { Failure, messageOf, systemErrorCode } from '../base/index.ts';

/** What the SDK throws: the code of the service's answer as its name, and the HTTP status. */
interface SdkError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The HTTP status of an answer that was an error; undefined if there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as SdkError).$metadata?.httpStatusCode : undefined;
}

/** Whether the object (or the upload) does not exist. A missing bucket is an error of the user. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && error.name !== 'NoSuchBucket' && statusOf(error) === 404;
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
    return isConnectionError(error);
  }
  return (
    (status >= 500 && !isUnsupported(error)) ||
    status === 429 ||
    (error instanceof Error && TRANSFER_ERRORS.has(error.name))
  );
}

/** Answers with status 400 that concern the transfer (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const TRANSFER_ERRORS: ReadonlySet<string> = new Set(['BadDigest', 'IncompleteBody', 'RequestTimeout']);

function isConnectionError(error: unknown): boolean {
  return CONNECTION_ERRORS.has(systemErrorCode(error) ?? (error instanceof Error ? error.name : ''));
}

/** Timeouts and broken connections, by the system's code or the name that the SDK gives them. */
const CONNECTION_ERRORS: ReadonlySet<string> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
  'NetworkingError',
  'TimeoutError',
]);

/** Names of errors that mean that the SDK has no credentials, or none that can be used. */
const CREDENTIALS = /^(?:CredentialsProviderError|TokenProviderError|ExpiredToken(?:Exception)?)$/;

/** The failure for an error of the SDK; returns anything else as it is. `action` completes "Cannot …". */
export function objectFailure(error: unknown, action: string, name: string): unknown {
  if (!(error instanceof Error) || error instanceof Failure) {
    return error;
  }
  const status = statusOf(error);
  const fail = (code: ConstructorParameters<typeof Failure>[0], found: string, hint?: string) =>
    new Failure(code, `Cannot ${action} "${name}": ${found}`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  if (CREDENTIALS.test(error.name)) {
    const hint = 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE';
    return fail('token-missing', 'there are no valid credentials', hint);
  }
  if (error.message === 'Region is missing') {
    return fail('usage', 'no region is configured', 'Set AWS_REGION, or the region of your AWS profile');
  }
  if (error.name === 'NoSuchBucket') {
    return fail('absent', 'the bucket does not exist', 'Create the bucket, or check its name');
  }
  if (status === 401 || status === 403) {
    const hint = 'Use credentials that may list, read, write and delete objects there';
    return fail('forbidden', `the server refuses the request (${error.name})`, hint);
  }
  if (mayPass(error)) {
    return status === undefined
      ? fail('network', messageOf(error), 'Check the connection and AWS_ENDPOINT_URL, and run again')
      : fail('service-unavailable', `the server answers ${status} (${error.name})`);
  }
  if (status !== undefined) {
    return fail('request-refused', `the server answers ${status} (${error.name}: ${messageOf(error)})`);
  }
  return error;
}
