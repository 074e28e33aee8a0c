import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, messageOf, systemErrorCode } from './failure.ts';
import { SYSTEM_ERRORS } from './system-errors.table.ts';

/**
 * Turns an error of the file system into the failure a person can act on.
 * `action` is a verb phrase ("write the archive"); anything that is no system error comes back as it was.
 */
export function fileFailure(error: unknown, action: string, path: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || error instanceof Failure) {
    return error;
  }
  const file = code === 'EEXIST' || code === 'ENOTDIR' ? describeFileInTheWay(path) : undefined;
  if (file !== undefined) {
    return new Failure('file-system', `Cannot ${action} "${path}": ${file} (${code})`, {
      cause: error,
      hint: 'Name another path, or move the file away',
    });
  }
  const row = SYSTEM_ERRORS[code];
  const failure = row?.failure ?? 'file-system';
  const found = row?.words ?? messageOf(error);
  const name = row === undefined || failure !== 'file-system' ? '' : ` (${code})`;
  return new Failure(failure, `Cannot ${action} "${path}": ${found}${name}`, {
    cause: error,
    ...(row?.hint === undefined ? {} : { hint: row.hint }),
  });
}

/** Says which file is where a path needs a directory; undefined where none is. */
export function describeFileInTheWay(path: string): string | undefined {
  for (let place = path; ; place = dirname(place)) {
    try {
      const isFile = !statSync(place).isDirectory();
      return isFile ? `${place === path ? 'it' : `"${place}"`} is a file, not a directory` : undefined;
    } catch {
      if (dirname(place) === place) {
        return undefined;
      }
    }
  }
}

/**
 * What a call to the file system gives, or undefined if the file, or a folder on the way to it, is absent. Every other
 * error is thrown.
 */
export async function ifPresent<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    throw error;
  }
}

/** What a call to the system gives, or undefined if the system refuses it for whatever reason. */
export async function ifReadable<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (systemErrorCode(error) !== undefined) {
      return undefined;
    }
    throw error;
  }
}
