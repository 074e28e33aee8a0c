import { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArchiveEvent } from '../../src/archive/archive-event.ts';
import { archiveSourceFromStream } from '../../src/archive/archive-source.ts';
import { type FeedOptions, feedArchive } from '../../src/archive/feed-archive.ts';
import { type ServedArchive, serveArchive } from '../../src/archive/serve-archive.ts';
import { BUFFER_BYTES, BUFFER_ROWS } from '../../src/archive/threads/buffer-pool.ts';
import { Failure } from '../../src/model/failure.ts';
import type { FindKnown } from '../../src/model/records.ts';
import { anyCorruption, corrupt } from './support/corruptions.ts';
import { makeIssue, makeIssues, makeUser } from './support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART, type TarPart } from './support/make-tar.ts';
import { readBytes } from './support/read-bytes.ts';

const PARTS: readonly TarPart[] = [
  SCHEMA_PART,
  recordFile('users_000001.json', [makeUser('alice'), makeUser('bob')]),
  recordFile('issues_000001.json', [
    makeIssue(1),
    makeUser('carol'),
    makeIssue(2, { title: 7 }),
    makeIssue(3),
  ]),
  { name: 'issues_000002.json', body: '[{"a":1,"a":2},7,{"type":"issue"' },
  { name: './attachments/afc35218/a.png', body: Buffer.alloc(700, 7) },
];

interface Talk {
  readonly opened: string;
  readonly extra: { readonly type: 'extra'; readonly text: string };
  readonly note: string;
  readonly answer: unknown;
}

type Event = ArchiveEvent | Talk['extra'];

type Feeding = Partial<FeedOptions<Talk>> & { readonly archives: readonly Uint8Array[] };

/** Feeds archives through a channel to a consumer in this thread. */
async function feed(
  { archives, ...options }: Feeding,
  consume: (archive: ServedArchive<Talk>) => Promise<unknown>,
) {
  const { port1, port2 } = new MessageChannel();
  void serveArchive<Talk>(port2, consume);
  const streams = archives.map((bytes, part) =>
    archiveSourceFromStream(Readable.from([Buffer.from(bytes)]), `part ${part}`),
  );
  try {
    return await feedArchive<Talk>({ sources: await Promise.all(streams), ...options }, port1);
  } finally {
    port1.close();
  }
}

/** Feeds archives and passes each event to `observe`. */
async function observeAcross(feeding: Feeding, observe: (event: Event) => void): Promise<void> {
  await feed(feeding, async ({ events }) => {
    for await (const event of events('ready')) {
      observe(event);
    }
  });
}

/** All events as plain data, with separate records, since the batches may differ. */
async function eventsAcross(feeding: Feeding): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  await observeAcross(feeding, (event) => events.push(...plain(event)));
  return events;
}

function plain(event: Event): readonly unknown[] {
  if (event.type !== 'records') {
    return [event];
  }
  const { kind, entryName, records, rejected } = event.batch;
  return [
    ...records.map(({ index, value, source }) => ({ kind, entryName, index, value, text: String(source) })),
    ...rejected.map(({ index, findings, source }) => ({
      kind,
      entryName,
      index,
      findings,
      text: String(source),
    })),
  ].toSorted((a, b) => a.index - b.index);
}

/** The records that the consumer has. */
function knownIn(events: readonly Event[]): readonly unknown[] {
  return events.flatMap((event) =>
    event.type !== 'records'
      ? []
      : event.batch.records
          .filter(({ knownId }) => knownId !== undefined)
          .map(({ index, value, knownId }) => ({ entryName: event.batch.entryName, index, value, knownId })),
  );
}

/** Findings about texts may precede or follow the surrounding records in a different order. */
function sorted(events: readonly unknown[]): readonly string[] {
  return events.map((event) => JSON.stringify(event)).toSorted();
}

describe('feedArchive()', () => {
  it('sends every event to the other thread that one thread alone would read', async () => {
    const bytes = makeTarGz(PARTS);
    const { events } = await readBytes(bytes);
    expect(sorted(await eventsAcross({ archives: [bytes] }))).toEqual(sorted(events.flatMap(plain)));
  });

  it('leaves the validation of records to a consumer that has them, in one thread and in two', async () => {
    const bytes = makeTarGz(PARTS);
    const findKnown: FindKnown = (kind, source) =>
      kind === 'issue' && String(source).includes('"title": 7') ? 42 : undefined;
    const expected = {
      entryName: 'issues_000001.json',
      index: 2,
      value: makeIssue(2, { title: 7 }),
      knownId: 42,
    };
    const alone = await readBytes(bytes, { findKnown });
    const across: unknown[] = [];
    await feed({ archives: [bytes] }, async ({ events }) => {
      for await (const event of events('ready', findKnown)) {
        across.push(...knownIn([event])); // Their bytes are only valid until the next event.
      }
    });
    expect([knownIn(alone.events), across]).toEqual([[expected], [expected]]);
  });

  it('reads the same from damaged archives', async () => {
    const whole = makeTarGz(PARTS);
    await fc.assert(
      fc.asyncProperty(anyCorruption, async (corruption) => {
        const bytes = corrupt(whole, corruption);
        const one = await readBytes(bytes).then(({ events }) => sorted(events.flatMap(plain)), String);
        const two = await eventsAcross({ archives: [bytes] }).then(sorted, String);
        expect(two).toEqual(typeof one === 'string' ? one.replace('test.tar.gz', 'part 0') : one);
      }),
      { numRuns: 40 },
    );
  });

  it('carries records that are larger than a buffer, and more of them than buffers', async () => {
    const large = makeIssue(1, { body: 'x'.repeat(3 * 1024 * 1024) });
    const many = makeIssues(200).map((issue) => ({ ...issue, body: 'y'.repeat(100_000) }));
    const bytes = makeTarGz([
      SCHEMA_PART,
      recordFile('issues_000001.json', [large]),
      recordFile('issues_000002.json', many),
    ]);
    const lengths: number[] = [];
    await observeAcross({ archives: [bytes] }, (event) => {
      for (const { value } of event.type === 'records' ? event.batch.records : []) {
        lengths.push(String(value['body']).length);
      }
    });
    expect(lengths).toHaveLength(201);
    expect(new Set(lengths)).toEqual(new Set([3 * 1024 * 1024, 100_000]));
  });

  it('carries more records than a buffer has rows, however short they are', async () => {
    const file = { name: 'novelties_000001.json', body: `[${'{"a":1},'.repeat(BUFFER_ROWS)}{"a":2}]` };
    const indexes: number[] = [];
    await observeAcross({ archives: [makeTarGz([SCHEMA_PART, file])] }, (event) => {
      indexes.push(...(event.type === 'records' ? event.batch.records.map(({ index }) => index) : []));
    });
    expect(indexes).toEqual(Array.from({ length: BUFFER_ROWS + 1 }, (_, index) => index));
  });

  it.each([-17, -16, -9, -8, -7, -1, 0, 1])(
    'carries records of the size of a buffer and %i bytes',
    async (more) => {
      const rest = '{"a":1,"body":""}'.length;
      const large = `{"a":1,"body":"${'z'.repeat(BUFFER_BYTES + more - rest)}"}`;
      const written = [large, '{"a":22}', large];
      const file = { name: 'novelties_000001.json', body: `[${written.join()}]` };
      const read: string[] = [];
      await observeAcross({ archives: [makeTarGz([SCHEMA_PART, file])] }, (event) => {
        for (const { source } of event.type === 'records' ? event.batch.records : []) {
          read.push(String(source));
        }
      });
      expect(read.map((text, at) => text === written[at])).toEqual([true, true, true]);
    },
  );

  it('reads the parts of one export as one, and reports drift for each', async () => {
    const part = (name: string) =>
      makeTarGz([SCHEMA_PART, recordFile(name, [{ type: 'novelty', url: name }])]);
    const events = await eventsAcross({
      archives: [part('novelties_000001.json'), part('novelties_000002.json')],
    });
    expect(events.filter((event) => JSON.stringify(event).includes('"kind-unknown"'))).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: 'end', container: { isWhole: true, entryCount: 4 } });
  });

  it('passes notes on while it reads, and returns the answer', async () => {
    const notes: string[] = [];
    const feeding = { archives: [makeTarGz(PARTS)], onNote: (note: string) => notes.push(note) };
    const answer = await feed(feeding, async ({ events, note }) => {
      for await (const event of events('ready')) {
        if (event.type === 'entry') {
          note(event.entry.name);
        }
      }
      return 'done';
    });
    expect(notes).toEqual(PARTS.map(({ name }) => name.replace('./', '')));
    expect(answer).toBe('done');
  });

  it('passes files to the accompaniment, and its events on before the end', async () => {
    const bytes: Buffer[] = [];
    const archives = [makeTarGz(PARTS)];
    const accompany: FeedOptions<Talk>['accompany'] = (opened, add) => ({
      openFile: ({ name }) => ({
        write: (chunk) => bytes.push(Buffer.from(chunk)),
        end: () => add({ type: 'extra', text: `${opened}: ${name}` }),
      }),
      beforeEnd: async ({ isWhole }) => add({ type: 'extra', text: `whole: ${isWhole}` }),
    });
    const events = await eventsAcross({ archives, accompany });
    expect(events.slice(-2)).toEqual([
      { type: 'extra', text: 'whole: true' },
      expect.objectContaining({ type: 'end' }),
    ]);
    expect(events).toContainEqual({ type: 'extra', text: 'ready: attachments/afc35218/a.png' });
    expect(Buffer.concat(bytes)).toEqual(Buffer.alloc(700, 7));
  });

  it('fails as the other thread fails, once that has undone its work', async () => {
    let undone = 0;
    const failing = feed({ archives: [makeTarGz(PARTS)] }, async ({ events }) => {
      try {
        for await (const event of events('ready')) {
          if (event.type === 'records') {
            throw new Failure('disk-full', 'Cannot write "store.db": no space is left', {
              hint: 'Make room',
            });
          }
        }
      } finally {
        undone += 1;
      }
    });
    await expect(failing).rejects.toMatchObject({ code: 'disk-full', hint: 'Make room' });
    expect(undone).toBe(1);
  });

  it('fails as the other thread fails before it is ready', async () => {
    const accompany: FeedOptions<Talk>['accompany'] = () => {
      throw new Error('never called');
    };
    const failing = feed({ archives: [makeTarGz(PARTS)], accompany }, async () => {
      throw new Failure('locked', 'Cannot open "store.db": it is locked');
    });
    await expect(failing).rejects.toMatchObject({ code: 'locked' });
  });

  it('has the other thread undo its work when reading fails', async () => {
    const log: string[] = [];
    const signal = AbortSignal.abort(new Failure('interrupted', 'Cannot go on: it was interrupted'));
    const failing = feed({ archives: [makeTarGz(PARTS)], signal }, async ({ events }) => {
      try {
        for await (const event of events('ready')) {
          log.push(event.type);
        }
        log.push('complete');
      } catch (error) {
        log.push('undone');
        throw error;
      }
    });
    await expect(failing).rejects.toMatchObject({ code: 'interrupted' });
    expect(log).toEqual(['undone']);
  });
});
