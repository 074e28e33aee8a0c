import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type ArchiveInput,
  type EventOptions,
  extractArchive,
  inspectArchive,
  openArchive,
  readArchive,
  recordsOf,
  verifyArchive,
} from '../../../src/library/archive.ts';
import { Failure, type Progress } from '../../../src/library/client.ts';
import { loadArchive } from '../../../src/library/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';

it('reads an archive from a path, a URL, a stream, or opened before', async () => {
  const inputs = [CURRENT, pathToFileURL(CURRENT), createReadStream(CURRENT), await openArchive(CURRENT)];
  for (const input of inputs) {
    expect((await verifyArchive(input)).isVerified).toBe(true);
  }
});

it('says so if a stream is read a second time', async () => {
  const source = await openArchive(createReadStream(CURRENT));
  expect((await inspectArchive(source)).container.isWhole).toBe(true);
  await expect(inspectArchive(source)).rejects.toMatchObject({
    code: 'usage',
    message: 'Cannot read the archive "stream" again: it is a stream, which can be read once',
  });
});

it('has records of known kinds apart from those of others', async () => {
  const types = new Set<string>();
  for await (const event of readArchive(CURRENT)) {
    types.add(event.type);
    if (event.type === 'records' && event.batch.kind === 'issue') {
      expect(event.batch.records.every(({ value }) => value.title.length > 0)).toBe(true);
    }
  }
  expect(types).toContain('records');
  expect(types).not.toContain('other_records');
});

it('has the records of one kind, and says if there may be more', async () => {
  const titles: string[] = [];
  for await (const { value } of recordsOf(CURRENT, 'issue')) {
    titles.push(value.title);
  }
  const { kinds } = await inspectArchive(CURRENT);
  expect(titles.length).toBe(kinds.find(({ kind }) => kind === 'issue')?.recordCount);
  const cut = Readable.from([readFileSync(CURRENT).subarray(0, -1_000)]);
  const read = async () => {
    for await (const _ of recordsOf(cut, 'issue')) {
      // Everything that can be read comes first.
    }
  };
  await expect(read()).rejects.toMatchObject({ code: 'archive-damaged' });
});

it('throws the reason of its signal', async () => {
  const reason = new Error('no time');
  const reading = readArchive(CURRENT, { signal: AbortSignal.abort(reason) });
  await expect(reading.next()).rejects.toBe(reason);
});

it('refuses what is not an archive with a sentence', async () => {
  const wrong: unknown[] = [undefined, 7, {}];
  for (const input of wrong) {
    await expect(openArchive(input as string)).rejects.toMatchObject({ code: 'usage' });
  }
});

describe('a stream that stalls', () => {
  /** Some bytes of an archive, and then nothing for ever. */
  async function* stalling(sizeBytes: number) {
    yield readFileSync(CURRENT).subarray(0, sizeBytes);
    await new Promise(() => undefined);
  }

  const CALLS: Readonly<Record<string, (from: ArchiveInput, signal: AbortSignal) => Promise<unknown>>> = {
    openArchive: (from, signal) => openArchive(from, { signal }),
    readArchive: async (from, signal) => {
      for await (const _ of readArchive(from, { signal })) {
        // Until it stalls.
      }
    },
    inspectArchive: (from, signal) => inspectArchive(from, { signal }),
    verifyArchive: (from, signal) => verifyArchive(from, { signal }),
    loadArchive: (from, signal) => loadArchive(from, { signal, store: join(temporaryFolder(), 'work.db') }),
    extractArchive: (from, signal) =>
      extractArchive(from, { signal, directory: join(temporaryFolder(), 'out') }),
  };

  it.for(Object.entries(CALLS))('ends with the signal: %s()', async ([name, call]) => {
    for (const sizeBytes of name === 'openArchive' ? [100] : [100, 70_000]) {
      const reason = new Error('no time');
      const stop = new AbortController();
      let isAsked = false;
      async function* input() {
        for await (const chunk of stalling(sizeBytes)) {
          isAsked = true;
          setImmediate(() => stop.abort(reason));
          yield chunk;
        }
      }
      await expect(call(input(), stop.signal)).rejects.toBe(reason);
      expect(isAsked).toBe(true);
      const pipe = new PassThrough();
      pipe.write(readFileSync(CURRENT).subarray(0, sizeBytes));
      const again = new AbortController();
      setImmediate(() => again.abort(reason));
      await expect(call(pipe, again.signal)).rejects.toBe(reason);
      expect(pipe.destroyed || sizeBytes > 100).toBe(true); // Later, it may not be read yet.
    }
  });

  it('end with the signal after the last record too', async () => {
    const stop = new AbortController();
    const onFinding = () => stop.abort(new Error('no time'));
    const verifying = verifyArchive(CURRENT, {
      signal: stop.signal,
      expectedSha256: '0'.repeat(64),
      onFinding,
    });
    await expect(verifying).rejects.toThrow('no time');
  });

  it.for(Object.entries(CALLS))('has the error of the stream as its cause: %s()', async ([name, call]) => {
    for (const sizeBytes of name === 'openArchive' ? [100] : [100, 70_000]) {
      for (const error of [new Error('lost'), Object.assign(new Error('reset'), { code: 'ECONNRESET' })]) {
        async function* input() {
          yield readFileSync(CURRENT).subarray(0, sizeBytes);
          throw error;
        }
        const failed = call(input(), new AbortController().signal);
        await expect(failed).rejects.toMatchObject({ code: 'stream-failed', cause: error });
      }
      const own = new Failure('rate-limited', 'Cannot download the archive');
      const failing = Readable.from(
        (async function* () {
          yield readFileSync(CURRENT).subarray(0, sizeBytes);
          throw own;
        })(),
      );
      await expect(call(failing, new AbortController().signal)).rejects.toBe(own);
    }
  });
});

it('throws what the functions throw that it calls', async () => {
  const error = Object.assign(new Error('mine'), { code: 'EIO' });
  const fail = () => {
    throw error;
  };
  const readAll = async (options: EventOptions) => {
    for await (const _ of readArchive(CURRENT, options)) {
      // All of it.
    }
  };
  const calls: readonly (() => Promise<unknown>)[] = [
    () => inspectArchive(CURRENT, { onProgress: fail }),
    () => verifyArchive(CURRENT, { onProgress: fail }),
    () => loadArchive(CURRENT, { store: join(temporaryFolder(), 'work.db'), onReport: fail }),
    () => readAll({ openFile: fail }),
    () => readAll({ skipRecords: true, openFile: () => ({ write: fail, end: fail }) }),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toBe(error);
  }
});

it('says how far it is', async () => {
  const told: Progress[] = [];
  await inspectArchive(CURRENT, { onProgress: (progress) => told.push(progress) });
  const { size } = statSync(CURRENT);
  expect(told.at(-1)).toEqual({ doneBytes: size, totalBytes: size });
});
