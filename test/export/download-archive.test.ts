import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSystemDisk } from '../../src/base/disk.ts';
import { createMigrations } from '../../src/endpoints/migrations.ts';
import { downloadArchive, findDownloaded } from '../../src/export/download-archive.ts';
import { createThrottle, MAX_FRUITLESS_TRIES } from '../../src/export/fetch-archive.ts';
import { Failure } from '../../src/model/failure.ts';
import type { PassingFact } from '../../src/model/journal.ts';
import { json, type Step, startScriptedServer, text } from '../client/support/scripted-server.ts';
import { createTestClient, START_MS, TOKEN } from '../client/support/test-client.ts';
import { migrationJson, NOT_FOUND, startScriptedService } from '../endpoints/support/scripted-service.ts';
import { openFilesWith, SHOWS_OPEN_FILES } from '../house/open-files.ts';
import {
  type ArchiveService,
  createStoredObject,
  EXPIRED,
  type StoredObject,
  serve,
  serveAndCut,
  startArchiveService,
} from './support/archive-service.ts';

const OBJECT = createStoredObject();
const SHA256 = createHash('sha256').update(OBJECT.bytes).digest('hex');

/** What an interrupted download leaves. */
const PARTS = ['archive.tar.gz.part', 'archive.tar.gz.part.json'];

/** The archive is there, whole, and nothing else is. */
async function expectWhole({ options, directory }: ArchiveService, object = OBJECT): Promise<void> {
  expect((await readFile(options.path)).equals(object.bytes)).toBe(true);
  expect(await readdir(directory)).toEqual(['archive.tar.gz']);
}

function rangesOf({ storageRequests }: ArchiveService): readonly (string | undefined)[] {
  return storageRequests.map(({ headers }) => headers.range);
}

async function proveSame(path: string): Promise<void> {
  if (!(await readFile(path)).equals(OBJECT.bytes)) {
    throw new Failure('archive-damaged', 'Cannot read the archive: its checksum is wrong');
  }
}

describe('downloadArchive()', () => {
  it('writes the archive to disk and describes it', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const progress: (readonly [number, number | undefined])[] = [];
    const archive = await downloadArchive({
      ...service.options,
      onProgress: (...state) => progress.push(state),
    });
    expect(archive).toEqual({
      path: service.options.path,
      sizeBytes: OBJECT.bytes.length,
      sha256: SHA256,
      validator: OBJECT.etag,
      resumedFromBytes: 0,
    });
    expect(progress.at(-1)).toEqual([OBJECT.bytes.length, OBJECT.bytes.length]);
    await expectWhole(service);
  });

  it.runIf(SHOWS_OPEN_FILES)('closes its files, whether it ends well or badly', async () => {
    const service = await startArchiveService([serve(OBJECT), serve(OBJECT)]);
    const openFiles = () => openFilesWith(service.directory);
    let during: readonly string[] = [];
    const refuse = async () => {
      during = openFiles();
      throw new Failure('archive-damaged', 'refused');
    };
    await expect(downloadArchive({ ...service.options, prove: refuse })).rejects.toThrow('refused');
    expect(during).toHaveLength(1);
    expect(openFiles()).toEqual([]);
    await downloadArchive(service.options);
    expect(openFiles()).toEqual([]);
  });

  it('sends the token to the service and not to the storage', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    await downloadArchive(service.options);
    expect(service.apiRequests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(JSON.stringify(service.storageRequests)).not.toContain(TOKEN);
  });

  it('proves the part file before it gets its name', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    await downloadArchive({
      ...service.options,
      async prove(partPath) {
        expect((await readFile(partPath)).equals(OBJECT.bytes)).toBe(true);
        expect(await readdir(service.directory)).not.toContain('archive.tar.gz');
      },
    });
    await expectWhole(service);
  });

  it('leaves nothing of an archive that fails its proof', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const prove = async () => {
      throw new Failure('archive-damaged', 'Cannot read the archive: it ends early');
    };
    await expect(downloadArchive({ ...service.options, prove })).rejects.toMatchObject({
      code: 'archive-damaged',
    });
    expect(await readdir(service.directory)).toEqual([]);
    // The same bytes came twice: that is what the service has.
    expect(service.storageRequests).toHaveLength(2);
  });

  it('fetches again what was damaged in transit', async () => {
    const harmed = { ...OBJECT, bytes: Buffer.from(OBJECT.bytes).fill(0, 500, 600) };
    const service = await startArchiveService([serve(harmed), serve(OBJECT)]);
    expect(await downloadArchive({ ...service.options, prove: proveSame })).toMatchObject({ sha256: SHA256 });
    await expectWhole(service);
  });

  it('does not fetch forever what is damaged differently each time', async () => {
    const harmed = [1, 2, 3, 4].map((place) =>
      serve({ ...OBJECT, bytes: Buffer.from(OBJECT.bytes).fill(0, place * 500, place * 500 + 100) }),
    );
    const service = await startArchiveService(harmed);
    await expect(downloadArchive({ ...service.options, prove: proveSame })).rejects.toMatchObject({
      code: 'archive-damaged',
    });
    expect(service.storageRequests).toHaveLength(3);
    expect(await readdir(service.directory)).toEqual([]);
  });

  it('resumes after the connection broke, with a new address', async () => {
    const service = await startArchiveService([
      serveAndCut(OBJECT, 50_000),
      serveAndCut(OBJECT, 70_000),
      serve(OBJECT),
    ]);
    const archive = await downloadArchive(service.options);
    expect(archive).toMatchObject({ sha256: SHA256, resumedFromBytes: 0 });
    expect(rangesOf(service)).toEqual([undefined, 'bytes=50000-', 'bytes=120000-']);
    expect(service.storageRequests.map(({ path }) => path.slice(-7))).toEqual([
      'SECRET1',
      'SECRET2',
      'SECRET3',
    ]);
    await expectWhole(service);
  });

  it('resumes in a second run', async () => {
    const broken = serveAndCut(OBJECT, 0);
    const service = await startArchiveService([
      serveAndCut(OBJECT, 80_000),
      ...Array.from({ length: MAX_FRUITLESS_TRIES - 1 }, () => broken),
      serve(OBJECT),
    ]);
    await expect(downloadArchive(service.options)).rejects.toMatchObject({ code: 'network' });
    expect(await readdir(service.directory)).toEqual(PARTS);
    expect(await downloadArchive(service.options)).toMatchObject({
      sha256: SHA256,
      resumedFromBytes: 80_000,
    });
    expect(rangesOf(service).at(-1)).toBe('bytes=80000-');
    await expectWhole(service);
  });

  it('needs no storage for a file that an earlier run had whole', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const interrupt = async () => {
      throw new Failure('interrupted', 'Interrupted');
    };
    await expect(downloadArchive({ ...service.options, prove: interrupt })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(await downloadArchive(service.options)).toMatchObject({
      sha256: SHA256,
      resumedFromBytes: OBJECT.bytes.length,
    });
    expect(service.apiRequests).toHaveLength(1);
    await expectWhole(service);
  });

  it('starts again if the object has changed', async () => {
    const before = createStoredObject();
    const service = await startArchiveService([serveAndCut(before, 50_000), serve(OBJECT)]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256, validator: OBJECT.etag });
    await expectWhole(service);
  });

  it('starts again if the storage ignores ranges', async () => {
    const { bytes, etag } = OBJECT;
    const whole: Step = (response) => {
      response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes);
    };
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), whole]);
    await downloadArchive(service.options);
    expect(rangesOf(service)).toEqual([undefined, 'bytes=50000-']);
    await expectWhole(service);
  });

  it.each<[string, Step]>([
    ['a part from elsewhere', text(206, 'xxxx', { 'content-range': 'bytes 7-10/200000', etag: OBJECT.etag })],
    [
      'a part of another object',
      text(206, 'xxxx', { 'content-range': 'bytes 50000-50003/200000', etag: '"other"' }),
    ],
    [
      'a part of an object of another size',
      text(206, 'xxxx', { 'content-range': 'bytes 50000-50003/50004' }),
    ],
    ['a part without a place', text(206, 'xxxx')],
    ['416', text(416, '<Error/>', { 'content-range': 'bytes */10' })],
    ['an expired address', EXPIRED],
    ['a busy storage', text(503, '<Error><Code>SlowDown</Code></Error>')],
  ])('is not led astray by %s', async (_, step) => {
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), step, serve(OBJECT)]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
    await expectWhole(service);
  });

  it.each<[string, (object: StoredObject) => Record<string, string>]>([
    ['no validator', () => ({})],
    ['a weak tag', ({ etag }) => ({ etag: `W/${etag}` })],
    ['the other tag', ({ etag }) => ({ etag })],
  ])('never joins halves of two objects: the storage ignores If-Range and gives %s', async (_, headersOf) => {
    const [old, fresh] = [gzipSync(randomBytes(60_000)), gzipSync(randomBytes(60_000))];
    const other = { bytes: gzipSync(randomBytes(60_000)), etag: '"other"' };
    // Cut where a member ends, the rest of another object goes on with a member: gzip is content with both.
    const before = { bytes: Buffer.concat([old, fresh]), etag: '"before"' };
    const after = { bytes: Buffer.concat([other.bytes, fresh]), etag: '"after"' };
    const careless: Step = (response, { headers }) => {
      const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${start}-${after.bytes.length - 1}/${after.bytes.length}` };
      response.writeHead(start > 0 ? 206 : 200, { ...headersOf(after), ...(start > 0 ? range : {}) });
      response.end(after.bytes.subarray(start));
    };
    const service = await startArchiveService([serveAndCut(before, old.length), careless]);
    expect(await downloadArchive(service.options)).toMatchObject({ sizeBytes: after.bytes.length });
    expect(rangesOf(service)).toEqual([undefined, `bytes=${old.length}-`, undefined]);
    await expectWhole(service, after);
  });

  it.each<[string, Step]>([
    ['without a place', text(206, 'xxxx', { etag: OBJECT.etag })],
    [
      'with a place that nobody can read',
      text(206, 'xxxx', { etag: OBJECT.etag, 'content-range': 'bytes 1' }),
    ],
    ['as a refusal', text(400, '<Error><Code>InvalidArgument</Code></Error>')],
    ['as an error of the server', text(500, 'oops')],
    ['as a missing object', text(404, '<Error><Code>NoSuchKey</Code></Error>')],
  ])('gets an archive from a storage that answers every range %s', async (_, step) => {
    const noRanges: Step = (response, request) =>
      (request.headers.range === undefined ? serve(OBJECT) : step)(response, request);
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), noRanges]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
    await expectWhole(service);
  });

  it('keeps its bytes if the storage is out of order', async () => {
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), text(503, '<Error/>')]);
    await expect(downloadArchive(service.options)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(rangesOf(service).at(-1)).toBeUndefined();
    expect((await readFile(`${service.options.path}.part`)).length).toBe(50_000);
  });

  describe('and what answers in place of the storage', () => {
    const PAGE = '<html><title>Hotel WiFi login</title></html>';
    const HTML = { 'content-type': 'text/html; charset=utf-8' };

    const PORTALS: readonly (readonly [string, Step])[] = [
      ['a web page', text(200, PAGE, HTML)],
      ['a web page without a type', text(200, ` <!DOCTYPE html>${PAGE}`)],
      ['a web page of a byte order mark and nothing else', text(200, '\ufeff', HTML)],
      ['a web page as a part', text(206, PAGE, { ...HTML, 'content-range': 'bytes 0-43/44' })],
      ['a document in XML', text(200, '<?xml version="1.0"?><Error/>')],
      ['a document in JSON', text(200, '{"error":"sign in"}', { 'content-type': 'application/json' })],
    ];
    const TRANSIENT: readonly (readonly [string, Step])[] = [
      ...PORTALS,
      ['a text', text(200, 'Please sign in')],
      ['nothing', text(200, '')],
      ['a redirect to where archives are not', text(302, '', { location: 'http://10.0.0.1/login' })],
    ];

    it.each(TRANSIENT)('keeps what it has if %s comes once', async (_, portal) => {
      const service = await startArchiveService([serveAndCut(OBJECT, 50_000), portal, serve(OBJECT)]);
      const sizes: number[] = [];
      await downloadArchive({ ...service.options, onProgress: (sizeBytes) => sizes.push(sizeBytes) });
      expect(rangesOf(service)).toEqual([undefined, 'bytes=50000-', 'bytes=50000-']);
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
      await expectWhole(service);
    });

    it.each(PORTALS)('keeps what it has if %s comes again and again', async (_, portal) => {
      const service = await startArchiveService([serveAndCut(OBJECT, 50_000), portal]);
      await expect(downloadArchive(service.options)).rejects.toMatchObject({
        code: 'download-incomplete',
        message: expect.stringMatching(
          /^Cannot fetch the archive: "http:\/\/127\.0\.0\.1:\d+" answered 20[06] with a (web page|document) instead of the archive$/,
        ),
      });
      expect(service.storageRequests).toHaveLength(MAX_FRUITLESS_TRIES);
      expect(service.options.clock.now() - START_MS).toBe(31_000);
      expect(await readFile(`${service.options.path}.part`)).toEqual(OBJECT.bytes.subarray(0, 50_000));
      expect(await readdir(service.directory)).toContain('archive.tar.gz.part.json');
    });

    it('takes nothing of it for an archive, also without bytes to lose', async () => {
      const service = await startArchiveService([text(200, PAGE, HTML)]);
      await expect(downloadArchive({ ...service.options, prove: proveSame })).rejects.toMatchObject({
        code: 'download-incomplete',
      });
      expect(await readdir(service.directory)).toEqual([]);
    });

    it('is not led astray by a web page in place of the address', async () => {
      const storage = await startScriptedServer(serve(OBJECT));
      const address = text(302, '', { location: storage.url.href });
      const api = await startScriptedServer(text(200, PAGE, HTML), text(403, PAGE, HTML), address);
      const service = await startArchiveService([]);
      const migrations = createMigrations(createTestClient(api.url), { type: 'user' });
      expect(await downloadArchive({ ...service.options, migrations })).toMatchObject({ sha256: SHA256 });
    });

    it.each(['text/html', 'text/plain', 'application/octet-stream', undefined])(
      'accepts an archive of the type %s, also in parts',
      async (type) => {
        const typed = { ...OBJECT, type };
        const service = await startArchiveService([serveAndCut(typed, 50_000), serve(typed)]);
        expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
        expect(rangesOf(service)).toEqual([undefined, 'bytes=50000-']);
      },
    );

    it('starts again with a tar without compression if the storage ignores ranges', async () => {
      const tar = { ...createStoredObject(), etag: '"tar"' };
      tar.bytes.write('schema.json\0', 0);
      tar.bytes.write('ustar', 257);
      const whole: Step = (response) => void response.writeHead(200, { etag: tar.etag }).end(tar.bytes);
      const service = await startArchiveService([serveAndCut(OBJECT, 50_000), whole]);
      await downloadArchive(service.options);
      expect(service.storageRequests).toHaveLength(2);
      await expectWhole(service, tar);
    });

    it('reports an archive whose beginning is damaged at the service, also after bytes of another one', async () => {
      const harmed = { bytes: Buffer.from(OBJECT.bytes).fill(0, 0, 600), etag: '"harmed"' };
      for (const steps of [[serve(harmed)], [serveAndCut(OBJECT, 50_000), serve(harmed)]]) {
        const service = await startArchiveService(steps);
        await expect(downloadArchive({ ...service.options, prove: proveSame })).rejects.toMatchObject({
          code: 'archive-damaged',
        });
        expect(await readdir(service.directory)).toEqual([]);
      }
    });
  });

  it('resumes by date if the storage has no tags', async () => {
    const modified = 'Mon, 04 May 2026 09:00:00 GMT';
    const headers = { 'last-modified': modified, date: 'Mon, 04 May 2026 10:00:00 GMT' };
    const { bytes } = OBJECT;
    const dated =
      (cutAfter?: number): Step =>
      (response, request) => {
        const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
        const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
        response.writeHead(start > 0 ? 206 : 200, {
          ...headers,
          'content-length': bytes.length - start,
          ...(start > 0 ? range : {}),
        });
        if (cutAfter === undefined) {
          response.end(bytes.subarray(start));
        } else {
          response.write(bytes.subarray(start, start + cutAfter), () => response.destroy());
        }
      };
    const service = await startArchiveService([dated(120_000), dated()]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256, validator: modified });
    expect(service.storageRequests.map((request) => request.headers['if-range'])).toEqual([
      undefined,
      modified,
    ]);
    await expectWhole(service);
  });

  it('does not resume an object with only a weak validator', async () => {
    const weak = { ...OBJECT, etag: 'W/"weak"' };
    const service = await startArchiveService([serveAndCut(weak, 50_000), serve(weak)]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256, validator: undefined });
    expect(rangesOf(service)).toEqual([undefined, undefined]);
    await expectWhole(service);
  });

  it('does not resume the part file of another migration', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    await writeFile(`${service.options.path}.part`, 'bytes of another one');
    await writeFile(
      `${service.options.path}.part.json`,
      JSON.stringify({ migrationId: 78, validator: OBJECT.etag, totalBytes: 200_000 }),
    );
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256, resumedFromBytes: 0 });
    expect(rangesOf(service)).toEqual([undefined]);
    await expectWhole(service);
  });

  it.each(['', '{', '[]', '{"migrationId":79}', '{"migrationId":79,"validator":"\\"x\\"","totalBytes":3}'])(
    'starts again if the note is %j',
    async (note) => {
      const service = await startArchiveService([serve(OBJECT)]);
      await writeFile(`${service.options.path}.part`, 'older bytes');
      await writeFile(`${service.options.path}.part.json`, note);
      expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256, resumedFromBytes: 0 });
      await expectWhole(service);
    },
  );

  it.each([
    ['there was none', undefined, []],
    [
      'that is damaged, too',
      { sizeBytes: 80_000, sha256: createHash('sha256').update(Buffer.alloc(80_000)).digest('hex') },
      ['bytes=80000-'],
    ],
  ])(
    'goes back to the checkpoint once if kept bytes were damaged, and then to the start: %s',
    async (...[_case, checkpoint, rewound]) => {
      const service = await startArchiveService([serve(OBJECT)]);
      await writeFile(`${service.options.path}.part`, Buffer.alloc(90_000));
      const note = { migrationId: 79, validator: OBJECT.etag, totalBytes: OBJECT.bytes.length, checkpoint };
      await writeFile(`${service.options.path}.part.json`, JSON.stringify(note));
      const archive = await downloadArchive({
        ...service.options,
        prove: proveSame,
      });
      expect(archive).toMatchObject({ sha256: SHA256, resumedFromBytes: 0 });
      expect(rangesOf(service)).toEqual(['bytes=90000-', ...rewound, undefined]);
      await expectWhole(service);
    },
  );

  it('costs a power cut no more than what came after the last checkpoint', async () => {
    const service = await startArchiveService([
      serveAndCut(OBJECT, 150_000),
      ...Array.from({ length: MAX_FRUITLESS_TRIES - 1 }, () => serveAndCut(OBJECT, 0)),
      serve(OBJECT),
    ]);
    const notes: PassingFact[] = [];
    const journal = { note: (fact: PassingFact) => void notes.push(fact) };
    const options = { ...service.options, checkpointBytes: 60_000, journal, prove: proveSame };
    await expect(downloadArchive(options)).rejects.toMatchObject({ code: 'network' });
    const reached = notes.flatMap((fact) => (fact.type === 'download-reached' ? [fact.doneBytes] : []));
    const [checkpoint = 0] = reached.slice(-1);
    expect(checkpoint).toBeGreaterThanOrEqual(60_000);
    // The size is kept, and bytes that nobody synced are lost.
    const partPath = `${service.options.path}.part`;
    await truncate(partPath, checkpoint);
    await truncate(partPath, 150_000);
    expect(await downloadArchive(options)).toMatchObject({ sha256: SHA256, resumedFromBytes: checkpoint });
    expect(rangesOf(service).slice(-2)).toEqual(['bytes=150000-', `bytes=${checkpoint}-`]);
    expect(notes.filter(({ type }) => type === 'address-asked')).toHaveLength(service.storageRequests.length);
    await expectWhole(service);
  });

  it('resumes from the checkpoint that it went back to if the connection breaks again', async () => {
    const service = await startArchiveService([
      serveAndCut(OBJECT, 150_000),
      ...Array.from({ length: MAX_FRUITLESS_TRIES - 1 }, () => serveAndCut(OBJECT, 0)),
      serve(OBJECT),
      ...Array.from({ length: MAX_FRUITLESS_TRIES }, () => serveAndCut(OBJECT, 0)),
      serve(OBJECT),
    ]);
    const options = { ...service.options, checkpointBytes: 60_000, prove: proveSame };
    await expect(downloadArchive(options)).rejects.toMatchObject({ code: 'network' });
    const partPath = `${service.options.path}.part`;
    const { checkpoint } = JSON.parse(await readFile(`${partPath}.json`, 'utf8'));
    await truncate(partPath, checkpoint.sizeBytes);
    await truncate(partPath, 150_000);
    await expect(downloadArchive(options)).rejects.toMatchObject({ code: 'network' });
    expect(await downloadArchive(options)).toMatchObject({
      sha256: SHA256,
      resumedFromBytes: checkpoint.sizeBytes,
    });
    await expectWhole(service);
  });

  it.each([
    ['damaged', 90_000],
    ['lost', 70_000],
  ])('starts again if bytes before the checkpoint were %s', async (_case, keptBytes) => {
    const service = await startArchiveService([serve(OBJECT)]);
    await writeFile(`${service.options.path}.part`, OBJECT.bytes.subarray(0, keptBytes));
    const checkpoint = { sizeBytes: 80_000, sha256: '00' };
    await writeFile(
      `${service.options.path}.part.json`,
      JSON.stringify({
        migrationId: 79,
        validator: OBJECT.etag,
        totalBytes: OBJECT.bytes.length,
        checkpoint,
      }),
    );
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256, resumedFromBytes: 0 });
    expect(rangesOf(service)).toEqual([undefined]);
  });

  it('trusts the service more than a storage that does not have the archive yet', async () => {
    const missing = text(404, '<Error><Code>NoSuchKey</Code></Error>');
    const service = await startArchiveService([missing, missing, serve(OBJECT)]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
    const without = await startArchiveService([missing]);
    await expect(downloadArchive(without.options)).rejects.toMatchObject({ code: 'absent' });
    expect(without.storageRequests).toHaveLength(MAX_FRUITLESS_TRIES);
    expect(await readdir(without.directory)).toEqual([]);
  });

  it.each([
    ['40', 40_000],
    ['9'.repeat(12), 1_000],
  ])('leaves a storage alone that asks to wait %s s', async (seconds, pauseMs) => {
    const service = await startArchiveService([text(503, '', { 'retry-after': seconds }), serve(OBJECT)]);
    const { clock } = service.options;
    await downloadArchive(service.options);
    expect(clock.now() - START_MS).toBe(pauseMs);
  });

  it('keeps to the given rate', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const { clock } = service.options;
    const startedMs = clock.now();
    await downloadArchive({ ...service.options, throttle: createThrottle(50_000, clock) });
    expect(clock.now() - startedMs).toBeGreaterThanOrEqual(3_950);
    expect(clock.now() - startedMs).toBeLessThan(4_100);
  });

  it('checks repeatedly that the rest fits, and keeps its bytes', async () => {
    const service = await startArchiveService([serve(OBJECT), serve(OBJECT)]);
    const disk = createSystemDisk();
    const freeBytes = [300_000, 100_000];
    const shrinking = { ...disk, freeBytes: async () => freeBytes.shift() ?? 0 };
    const options = { ...service.options, checkpointBytes: 50_000, disk: shrinking };
    await expect(downloadArchive(options)).rejects.toMatchObject({ code: 'disk-full' });
    expect(await readdir(service.directory)).toEqual(['archive.tar.gz.part', 'archive.tar.gz.part.json']);
    expect((await downloadArchive(service.options)).resumedFromBytes).toBeGreaterThanOrEqual(50_000);
    await expectWhole(service);
  });

  it('removes its note before the archive gets its name, so that a crash between leaves no note of another file', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const disk = createSystemDisk();
    const notes: boolean[] = [];
    const watched = {
      ...disk,
      async rename(from: string, to: string) {
        if (to === service.options.path) {
          notes.push(existsSync(`${to}.part.json`));
        }
        await disk.rename(from, to);
      },
    };
    await downloadArchive({ ...service.options, disk: watched });
    expect(notes).toEqual([false]);
  });

  it('accepts an archive of unknown length', async () => {
    const chunked: Step = (response) => {
      response.writeHead(200, { etag: OBJECT.etag });
      response.write(OBJECT.bytes.subarray(0, 100_000));
      response.end(OBJECT.bytes.subarray(100_000));
    };
    const service = await startArchiveService([chunked]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
    await expectWhole(service);
  });

  it('notices a body that is longer than announced', async () => {
    const longer: Step = (response) => {
      response.writeHead(206, { 'content-range': 'bytes 50000-199999/200000', etag: OBJECT.etag });
      response.end(Buffer.alloc(160_000));
    };
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), longer, serve(OBJECT)]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
    await expectWhole(service);
  });

  it('notices a body that ends early without any error', async () => {
    const shorter: Step = (response) => {
      response.writeHead(206, { 'content-range': 'bytes 50000-199999/200000', etag: OBJECT.etag });
      response.end(OBJECT.bytes.subarray(50_000, 60_000));
    };
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), shorter, serve(OBJECT)]);
    expect(await downloadArchive(service.options)).toMatchObject({ sha256: SHA256 });
    expect(rangesOf(service)).toEqual([undefined, 'bytes=50000-', 'bytes=60000-']);
    await expectWhole(service);
  });

  it('resumes after a stall', async () => {
    const stalling: Step = (response) => {
      response.writeHead(200, { etag: OBJECT.etag, 'content-length': OBJECT.bytes.length });
      response.write(OBJECT.bytes.subarray(0, 50_000));
    };
    const service = await startArchiveService([stalling, serve(OBJECT)], { timeouts: { stallMs: 100 } });
    const troubles: string[] = [];
    await downloadArchive({ ...service.options, onTrouble: ({ message }) => troubles.push(message) });
    expect(troubles).toEqual([expect.stringContaining('the response stalled')]);
    expect(rangesOf(service)).toEqual([undefined, 'bytes=50000-']);
    await expectWhole(service);
  });

  it('may take longer than the timeout of calls, as long as bytes arrive', async () => {
    const callTimeoutMs = 1_000;
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const dripping: Step = async (response) => {
      response.writeHead(200, { etag: OBJECT.etag, 'content-length': OBJECT.bytes.length });
      for (let at = 0; at < OBJECT.bytes.length; at += 50_000) {
        await new Promise<void>((resolve) =>
          response.write(OBJECT.bytes.subarray(at, at + 50_000), () => resolve()),
        );
        clock.advance(10 * callTimeoutMs);
      }
      response.end();
    };
    const service = await startArchiveService([dripping], { callTimeoutMs, clock });
    expect(await downloadArchive({ ...service.options, clock })).toMatchObject({ sha256: SHA256 });
    expect(clock.now() - START_MS).toBe(40 * callTimeoutMs);
    expect(service.storageRequests).toHaveLength(1);
  });

  it('fails after several attempts without progress, and keeps its bytes', async () => {
    const service = await startArchiveService([EXPIRED]);
    await expect(downloadArchive(service.options)).rejects.toMatchObject({
      code: 'download-incomplete',
      message: 'Cannot download the archive of migration 79: its address expired before it was used',
    });
    expect(service.storageRequests).toHaveLength(MAX_FRUITLESS_TRIES);
    expect(await readdir(service.directory)).not.toContain('archive.tar.gz');
  });

  it('stops at once if the storage rejects the request', async () => {
    const service = await startArchiveService([
      text(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'),
    ]);
    const failure = await downloadArchive(service.options).catch((error) => error);
    expect(failure).toMatchObject({ code: 'request-refused' });
    expect(`${failure.message} ${failure.stack}`).not.toContain('SECRET');
    expect(service.storageRequests).toHaveLength(1);
  });

  it('stops with the reason of the signal and resumes next time', async () => {
    const controller = new AbortController();
    const reason = new Failure('interrupted', 'Interrupted by SIGINT');
    const service = await startArchiveService([
      (response) => {
        response.writeHead(200, { etag: OBJECT.etag, 'content-length': OBJECT.bytes.length });
        response.write(OBJECT.bytes.subarray(0, 50_000));
      },
      serve(OBJECT),
    ]);
    const download = downloadArchive({
      ...service.options,
      signal: controller.signal,
      onProgress: (sizeBytes) => sizeBytes === 50_000 && controller.abort(reason),
    });
    await expect(download).rejects.toBe(reason);
    expect(await downloadArchive(service.options)).toMatchObject({ resumedFromBytes: 50_000 });
    await expectWhole(service);
  });

  it('refuses beforehand what cannot fit on the disk', async () => {
    const service = await startArchiveService([
      (response) => {
        response.writeHead(200, { etag: OBJECT.etag, 'content-length': String(2 ** 52) });
        response.write('x');
      },
    ]);
    await expect(downloadArchive(service.options)).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/4096 TiB needed, .* free/),
    });
    expect(await readdir(service.directory)).not.toContain('archive.tar.gz');
  });

  it.runIf(process.platform === 'linux')('releases the space of a disk that is full', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const disk = createSystemDisk();
    const open = async (path: string) =>
      path.endsWith('.part')
        ? { ...(await disk.open('/dev/full')), sizeBytes: async () => 0, sync: async () => undefined }
        : await disk.open(path);
    await expect(downloadArchive({ ...service.options, disk: { ...disk, open } })).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/^Cannot write ".*": no space is left on the device$/),
    });
    expect(await readdir(service.directory)).toEqual([]);
  });

  it('explains why there is no archive', async () => {
    const service = await startArchiveService([]);
    const { client } = await startScriptedService(json(404, NOT_FOUND), json(200, migrationJson()));
    const migrations = createMigrations(client, { type: 'user' });
    await expect(downloadArchive({ ...service.options, migrations })).rejects.toMatchObject({
      code: 'still-pending',
    });
    expect(await readdir(service.directory)).toEqual([]);
  });

  it.each([
    ['exported long ago', { state: 'exported', updated_at: '2026-01-01T00:00:00Z' }, 'absent', []],
    ['exporting', { state: 'exporting' }, 'still-pending', PARTS],
  ])('leaves of an earlier run what can be resumed: of a migration %s', async (_, changes, code, left) => {
    const service = await startArchiveService([serveAndCut(OBJECT, 50_000), text(503, '<Error/>')]);
    await expect(downloadArchive(service.options)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(await readdir(service.directory)).toEqual(PARTS);
    const { client } = await startScriptedService(json(404, NOT_FOUND), json(200, migrationJson(changes)));
    const migrations = createMigrations(client, { type: 'user' });
    await expect(downloadArchive({ ...service.options, migrations })).rejects.toMatchObject({ code });
    expect(await readdir(service.directory)).toEqual(left);
  });
});

describe('findDownloaded()', () => {
  it('finds what has its final name and its proof', async () => {
    const service = await startArchiveService([serve(OBJECT)]);
    const { path } = service.options;
    expect(await findDownloaded(path, proveSame)).toBeUndefined();
    await downloadArchive(service.options);
    expect(await findDownloaded(path, proveSame)).toEqual({
      ...{ path, sha256: SHA256, sizeBytes: 200_000 },
      ...{ validator: undefined, resumedFromBytes: 200_000 },
    });
    await truncate(path, 100);
    expect(await findDownloaded(path, proveSame)).toBeUndefined();
  });
});
