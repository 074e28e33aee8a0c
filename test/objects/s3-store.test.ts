import type { ServerResponse } from 'node:http';
import * as sdk from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { createS3Store } from '../../src/objects/s3-store.ts';
import { PART_BYTES } from '../../src/objects/upload-object.ts';
import { type ObjectFault, type ObjectRequest, startObjectServer } from './support/object-server.ts';

const MIB = 1024 * 1024;

/** Credentials of the SDK come from the environment of the process. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

async function openBench() {
  const server = await startObjectServer('work');
  const clock = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
  const env = { ...CREDENTIALS, AWS_ENDPOINT_URL: server.url };
  const former = { ...process.env };
  Object.assign(process.env, env);
  const stopping = new AbortController();
  const store = createS3Store(sdk, {
    bucket: 'work',
    prefix: 'a/b/',
    clock,
    random: createSeededRandom(7),
    signal: stopping.signal,
    env,
  });
  onTestFinished(async () => {
    store.close();
    await server.close();
    for (const name of Object.keys(env)) {
      delete process.env[name];
    }
    Object.assign(process.env, former);
  });
  return { server, store, stopping };
}

async function* chunksOf(bytes: Uint8Array, size = 1_000_003): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function collect(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer | undefined> {
  if (content === undefined) {
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes that differ everywhere, so that exchanged parts are noticed. */
function bytesOf(length: number): Buffer {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, (_, index) =>
    Math.imul(index, 2_654_435_761),
  );
  return Buffer.from(words.buffer, 0, length);
}

/** A fault for the nth request that matches, counted from 1. */
function faultAt(count: number, fault: ObjectFault, matches: (request: ObjectRequest) => boolean) {
  let seen = 0;
  return (request: ObjectRequest) => {
    seen += matches(request) ? 1 : 0;
    return matches(request) && seen === count ? fault : undefined;
  };
}

const isPart = ({ method, query }: ObjectRequest) => method === 'PUT' && query.has('partNumber');

describe('createS3Store()', () => {
  it.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 20 * MIB])(
    'stores and returns %i bytes',
    async (size) => {
      const { store, server } = await openBench();
      const bytes = bytesOf(size);
      await store.write('x', chunksOf(bytes));
      expect([...server.objects.keys()]).toEqual(['a/b/x']);
      expect((await collect(await store.read('x')))?.equals(bytes)).toBe(true);
      expect(server.uploads.size).toBe(0);
    },
  );

  it('lists all pages below a prefix, and removes', async () => {
    const { store } = await openBench();
    const keys = Array.from({ length: 20 }, (_, index) => `list/${String(index).padStart(2, '0')}`);
    for (const key of [...keys, 'other']) {
      await store.write(key, chunksOf(Buffer.from(key)));
    }
    const listed: string[] = [];
    for await (const { key, sizeBytes } of store.list('list/')) {
      expect(sizeBytes).toBe(7);
      listed.push(key);
    }
    expect(listed).toEqual(keys);
    await store.remove('list/00');
    await store.remove('list/00');
    expect(await store.read('list/00')).toBeUndefined();
  });

  it('shows nothing of content that fails, and continues its upload', async () => {
    const { store, server } = await openBench();
    const bytes = bytesOf(27 * MIB);
    async function* breaking() {
      yield* chunksOf(bytes.subarray(0, 20 * MIB));
      throw new Error('the disk is gone');
    }
    await expect(store.write('x', breaking())).rejects.toThrow('the disk is gone');
    expect(server.objects.size).toBe(0);
    const before = server.requests.length;
    await store.write('x', chunksOf(bytes));
    expect(server.requests.slice(before).filter(isPart)).toHaveLength(2);
    expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
  });

  it('ends only when the parts on their way have arrived or failed', async () => {
    const { store, server } = await openBench();
    let take: (response: ServerResponse) => void = () => undefined;
    const second = new Promise<ServerResponse>((resolve) => {
      take = resolve;
    });
    server.faultOf = faultAt(2, take, isPart);
    async function* breaking() {
      yield* chunksOf(bytesOf(2 * PART_BYTES), PART_BYTES);
      const response = await second;
      setImmediate(() => response.writeHead(403).end());
      throw new Error('the disk is gone');
    }
    await expect(store.write('x', breaking())).rejects.toThrow('the disk is gone');
    expect((await second).writableEnded).toBe(true);
  });

  it('does not continue an upload with parts of other content', async () => {
    const { store, server } = await openBench();
    const bytes = bytesOf(20 * MIB);
    async function* breaking() {
      yield* chunksOf(Buffer.alloc(20 * MIB, 'x'));
      throw new Error('gone');
    }
    await expect(store.write('x', breaking())).rejects.toThrow('gone');
    await store.write('x', chunksOf(bytes));
    expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
  });

  it('removes the parts of interrupted uploads', async () => {
    const { store, server } = await openBench();
    async function* breaking() {
      yield* chunksOf(bytesOf(20 * MIB));
      throw new Error('gone');
    }
    await expect(store.write('x', breaking())).rejects.toThrow('gone');
    expect(server.uploads.size).toBe(1);
    await store.removeUnfinished((key) => key === 'x');
    expect(server.uploads.size).toBe(0);
  });

  it.each(['reset', 'slow-down', 'corrupt'] as const)(
    'repeats a part after the fault "%s"',
    async (fault) => {
      const { store, server } = await openBench();
      const bytes = bytesOf(20 * MIB);
      server.faultOf = faultAt(2, fault, isPart);
      await store.write('x', chunksOf(bytes));
      expect(server.requests.filter(isPart)).toHaveLength(4);
      expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
    },
  );

  it.each(['reset', 'slow-down', 'truncate'] as const)(
    'continues reading after the fault "%s"',
    async (fault) => {
      const { store, server } = await openBench();
      const bytes = bytesOf(5 * MIB);
      await store.write('x', chunksOf(bytes));
      server.faultOf = faultAt(1, fault, ({ method }) => method === 'GET');
      expect((await collect(await store.read('x')))?.equals(bytes)).toBe(true);
    },
  );

  it('does not continue reading an object that was replaced', async () => {
    const { store, server } = await openBench();
    await store.write('x', chunksOf(bytesOf(5 * MIB)));
    server.faultOf = faultAt(1, 'truncate', ({ method }) => method === 'GET');
    const content = await store.read('x');
    await store.write('x', chunksOf(Buffer.alloc(5 * MIB, 'x')));
    await expect(collect(content)).rejects.toThrow('PreconditionFailed');
  });

  it('fails after several attempts, and says where', async () => {
    const { store, server } = await openBench();
    server.faultOf = () => 'slow-down';
    await expect(store.read('x')).rejects.toMatchObject({
      code: 'service-unavailable',
      message: 'Cannot read "s3://work/a/b": the server answers 503 (SlowDown)',
    });
  });

  it('ends when it is stopped', async () => {
    const { store, server, stopping } = await openBench();
    server.faultOf = () => {
      stopping.abort(new Error('stopped'));
      return undefined;
    };
    await expect(store.write('x', chunksOf(bytesOf(20 * MIB)))).rejects.toThrow('stopped');
    expect(server.objects.size).toBe(0);
  });
});
