import { systemErrorCode } from './failure.ts';

/**
 * What a call to the file system gives, or undefined where the file, or a folder on the way to it, is not there. Every
 * other error is thrown on.
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
