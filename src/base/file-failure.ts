import { Failure, messageOf, systemErrorCode } from './failure.ts';

/**
 * Turns an error of the file system into the failure a person can act on.
 * `action` is a verb phrase ("write the archive"); anything that is no system error comes back as it was.
 */
export function fileFailure(error: unknown, action: string, path: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || error instanceof Failure) {
    return error;
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Failure('disk-full', `Cannot ${action} "${path}": no space is left on the device`, {
      cause: error,
    });
  }
  if (code === 'ENOENT') {
    return new Failure('absent', `Cannot ${action} "${path}": there is no such file or directory`, {
      cause: error,
    });
  }
  return new Failure('file-system', `Cannot ${action} "${path}": ${messageOf(error)}`, { cause: error });
}
