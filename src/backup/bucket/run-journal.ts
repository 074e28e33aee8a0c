import { type ObjectStore, writeSmallObject } from '../../objects/index.ts';
import type { RunJournal } from '../../vault/index.ts';
import { replaceJournal, textOfLines } from '../copy/bucket-journal.ts';
import { KEYS, keysIn } from '../copy/bucket-keys.ts';

/** Each object costs a request when a journal is read for the first time; beyond this number they become one. */
const MAX_OBJECTS = 500;

/**
 * A journal whose lines are also objects. `write` resolves when the line is in the bucket, so that another machine knows
 * of each request to the service before it is sent. Lines that need not last are uploaded with the next one that must.
 */
export function publishedJournal(journal: RunJournal, objects: ObjectStore): RunJournal {
  const { run, lines } = journal;
  let published = lines.length;
  let sequence = 0;
  let uploads: Promise<unknown> = Promise.resolve();
  const publish = async () => {
    const upload = uploads.then(async () => {
      const text = textOfLines(lines.slice(published));
      const end = lines.length;
      if (text !== '') {
        await writeSmallObject(objects, KEYS.lines(run, sequence + 1), text);
        sequence += 1;
        published = end;
      }
    });
    uploads = upload.catch(() => undefined); // Reported to the one who waits for it.
    await upload;
  };
  return {
    ...journal,
    async write(fact) {
      await journal.write(fact);
      await publish();
    },
    async close() {
      try {
        await publish();
        if ((await keysIn(objects, KEYS.journal)).length > MAX_OBJECTS) {
          await replaceJournal(objects, lines);
        }
      } finally {
        await journal.close();
      }
    },
  };
}
