import { constants } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';
import { systemErrorCode } from './failure.ts';

/** Gives a file a second name; where the file system has no hard links, a second copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}
