import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BaseFailure, SystemFailure, systemErrorCode } from './failure.ts';
import { SYSTEM_ERRORS } from './system-errors.table.ts';

/**
 * Converts a file system error to a failure that a person can act on; other errors are returned unchanged.
 * `action` is a verb phrase ("write the archive").
 */
export function fileFailure(error: unknown, action: string, path: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || error instanceof BaseFailure) {
    return error;
  }
  const file = code === 'EEXIST' || code === 'ENOTDIR' ? describeFileInTheWay(path) : undefined;
  if (file !== undefined) {
    return new SystemFailure('file-system', `Cannot ${action} "${path}": ${file} (${code})`, {
      cause: error,
      hint: 'Name another path, or move the file away',
    });
  }
  const row = SYSTEM_ERRORS[code];
  const failure = row?.failure ?? 'file-system';
  const found = row?.words ?? (error instanceof Error ? error.message : String(error));
  const name = row === undefined || failure !== 'file-system' ? '' : ` (${code})`;
  return new SystemFailure(failure, `Cannot ${action} "${path}": ${found}${name}`, {
    cause: error,
    ...(row?.hint === undefined ? {} : { hint: row.hint }),
  });
}

/** Does some writing to a path; what goes wrong with the file system is a failure. */
export function whileWriting<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
}

/** Describes the file that occupies the place of a directory on a path; undefined if there is none. */
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

/** The result of a file system call, or undefined if the file or one of its parent folders is absent. */
export async function ifPresent<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    throw error;
  }
}

/** The result of a system call, or undefined if the system rejects it for any reason. */
export async function ifReadable<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (systemErrorCode(error) !== undefined) {
      return undefined;
    }
    throw error;
  }
}

/** Size of a file in bytes, or undefined if it is absent. */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  try {
    const stats = await ifPresent(stat(path));
    return stats?.isFile() === true ? stats.size : undefined;
  } catch (error) {
    throw fileFailure(error, 'look at', path);
  }
}

/** The names in a folder, sorted; none if it is absent. */
export async function listFolder(path: string): Promise<readonly string[]> {
  try {
    return (await ifPresent(readdir(path)))?.toSorted() ?? [];
  } catch (error) {
    throw fileFailure(error, 'list', path);
  }
}
