import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createSystemDisk } from '../base/disk.ts';
import { BaseFailure, systemErrorCode } from '../base/failure.ts';
import type { JsonObject } from '../base/json.ts';
import { openLineLog } from '../base/line-log.ts';
import { makeFolder } from '../base/make-folder.ts';
import { satchelVersion } from '../base/own-package.ts';
import { ownFolder } from '../base/workplace.ts';

/** The beginning of a dump that may be continued after an interruption, by anyone who makes the same dump of the same thing. */
export interface UnfinishedDump {
  /** The folder of its files. */
  readonly path: string;
  /** Where to move what it replaces. */
  readonly asidePath: string;
  /** What was noted before it was interrupted. The files that were written before each note are complete. */
  readonly notes: readonly JsonObject[];
  /** Adds notes, whose files must be on the disk. */
  note(notes: readonly JsonObject[]): Promise<void>;
  /** Ends the work; what is `kept` can be continued. */
  close(options: { readonly isKept: boolean }): Promise<void>;
}

const DIGITS = 8;
const PREFIX = '.satchel-unfinished-';

/**
 * Opens the unfinished dump for `path` of what `source` identifies, and removes what was begun there of anything else. Fails with
 * `locked` if another process is making the same one.
 */
export async function openUnfinishedDump(path: string, source: string): Promise<UnfinishedDump> {
  const parent = dirname(path);
  const prefix = `${PREFIX}${digestOf(basename(path))}-`;
  const folder = join(parent, prefix + digestOf(`${satchelVersion()}\n${source}`));
  await removeOthers(parent, prefix, folder);
  await makeFolder(folder, { mode: 0o700 });
  const owner = await ownFolder(folder);
  const { log, content } = await openLineLog(join(folder, 'notes'), createSystemDisk());
  return {
    path: join(folder, 'folder'),
    asidePath: join(folder, 'aside'),
    notes: content.damagedLines.length + content.gaps.length === 0 ? content.lines : [],
    async note(notes) {
      for (const [index, one] of notes.entries()) {
        await log.append(one, { isLasting: index === notes.length - 1 });
      }
    },
    async close({ isKept }) {
      await log.close();
      if (!isKept) {
        await rm(folder, { recursive: true, force: true });
      }
      await owner.release();
    },
  };
}

async function removeOthers(parent: string, prefix: string, folder: string): Promise<void> {
  const names = await readdir(parent).catch(() => []); // Creating the folder will report the error.
  for (const name of names.filter((one) => one.startsWith(prefix) && join(parent, one) !== folder)) {
    try {
      const owner = await ownFolder(join(parent, name), true);
      await rm(join(parent, name), { recursive: true, force: true });
      await owner.release();
    } catch (error) {
      if (systemErrorCode(error) === undefined && !(error instanceof BaseFailure)) {
        throw error; // One that is in use, or not removable, is left alone.
      }
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}
