import { formatDuration } from '../../base/durations.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failures.table.ts';
import { showForeignText } from '../service-error.ts';
import { isServerTrouble } from './response-failure.ts';

const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  403: 'request-refused',
  404: 'absent',
  410: 'absent',
  429: 'rate-limited',
};

/** Each run requests a new address from the service. */
const HINT_OF_CODE: Readonly<Partial<Record<FailureCode, string>>> = {
  'request-refused':
    'The signed address was rejected: check the clock of this machine, and whether a proxy changes requests; then run the same command again to get a new address',
  absent: 'Run the same command again later: the storage may be slower than the service that refers to it',
};

/** True if a storage service (S3, Azure) says that a signed address has expired. */
export function isExpiredLink(status: number, text: string): boolean {
  return (status === 403 || status === 400) && /expired|not valid in the specified time frame/i.test(text);
}

interface StorageError {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
  readonly canWait: boolean;
}

/** The failure for an error of the storage origin, with the code and message of its XML. */
export function storageFailure(
  { status, text, retryAfterMs = 0, canWait }: StorageError,
  place: string,
): Failure {
  const code = isServerTrouble(status)
    ? 'service-unavailable'
    : (CODE_OF_STATUS[status] ?? 'request-refused');
  const words = ['Code', 'Message']
    .map((name) => new RegExp(`<${name}>([^<]{0,1000})</${name}>`).exec(text)?.[1])
    .filter((word) => word !== undefined)
    .map((word) => showForeignText(word));
  const found = words.length === 0 ? '' : ` "${words.join(': ')}"`;
  const pause =
    retryAfterMs > 0 && Number.isSafeInteger(retryAfterMs)
      ? `, and asks to wait for ${formatDuration(retryAfterMs)}`
      : '';
  const hint = HINT_OF_CODE[code];
  return new Failure(code, `Cannot fetch "${place}": the storage answered ${status}${found}${pause}`, {
    ...(hint === undefined ? {} : { hint }),
    details: {
      status,
      ...(retryAfterMs > 0 ? { retryAfterMs, ...(canWait ? {} : { isWaitUnwanted: true }) } : {}),
    },
  });
}
