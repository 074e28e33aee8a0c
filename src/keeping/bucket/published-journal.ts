import type { ObjectStore } from '../../objects/object-store.ts';
import { writeSmallObject } from '../../objects/small-objects.ts';
import type { RunJournal } from '../../vault/journal.ts';
import type { Vault } from '../../vault/vault.ts';
import { compactJournal, encodeLines } from '../copy/bucket-journal.ts';
import { KEYS, keysIn } from '../copy/bucket-keys.ts';

/** Each object costs a request when a journal is read for the first time; beyond this number they become one. */
const MAX_OBJECTS = 500;

/**
 * A journal whose lines are also objects. `write` resolves when the line is in the bucket, so that another machine knows
 * of each request to the service before it is sent. Lines that need not last are uploaded with the next one that must.
 */
export interface PublishedJournal extends RunJournal {
  /** Uploads all lines. */
  publish(): Promise<void>;
  /** Closes the file of the journal, which `work` may replace. */
  whileClosed(work: () => Promise<void>): Promise<void>;
}

interface PublishedJournalOptions {
  /** The vault of the working copy. */
  readonly local: Vault;
  readonly objects: ObjectStore;
  /** Fails if this process has lost its lock of the account. */
  readonly confirmHeld: () => Promise<void>;
  /** Whether this process may change lines of other runs. */
  readonly isLocked: () => boolean;
}

/** Opens the journal for one run. */
export async function openPublishedJournal(
  run: string,
  { local, objects, confirmHeld, isLocked }: PublishedJournalOptions,
): Promise<PublishedJournal> {
  let journal = await local.journal.open(run);
  let published = journal.lines.length;
  // Another attempt of the same run has written some.
  const isNew = !journal.lines.some((line) => line.run === run);
  let sequence = isNew ? 0 : lastOf(await keysIn(objects, KEYS.linesOf(run)));
  let uploads: Promise<unknown> = Promise.resolve();
  const publish = async () => {
    const upload = uploads.then(async () => {
      const lines = journal.lines.slice(published);
      if (lines.length > 0) {
        await writeSmallObject(objects, KEYS.lines(run, sequence + 1), encodeLines(lines));
        sequence += 1;
        published += lines.length;
      }
    });
    uploads = upload.catch(() => undefined); // Reported to the one who waits for it.
    await upload;
  };
  return {
    run,
    publish,
    get lines() {
      return journal.lines;
    },
    get damage() {
      return journal.damage;
    },
    note: (fact) => journal.note(fact),
    async write(fact) {
      if (fact.type === 'start-intended') {
        await confirmHeld(); // A machine that slept would start a second export, next to that of its successor.
      }
      await journal.write(fact);
      await publish();
    },
    async whileClosed(work) {
      await publish();
      await journal.close();
      try {
        await work();
      } finally {
        journal = await local.journal.open(run);
        published = journal.lines.length;
      }
    },
    async close() {
      try {
        await publish();
        const isSound = journal.damage === undefined; // Its damage would no longer be reported.
        if (isSound && isLocked() && (await keysIn(objects, KEYS.journal)).length > MAX_OBJECTS) {
          await compactJournal(objects);
        }
      } finally {
        await journal.close();
      }
    },
  };
}

/** The highest number of the keys of a run. */
function lastOf(keys: readonly string[]): number {
  return Math.max(0, ...keys.map((key) => Number.parseInt(key, 10)));
}
