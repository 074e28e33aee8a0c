import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneMirror, updateMirror } from '../../../src/git/mirror.ts';
import { Failure } from '../../../src/model/failure.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { git, makeRepository, searchPath } from '../support/make-repository.ts';
import {
  type GitRequest,
  type Interference,
  PATIENCE,
  serveRepositories,
} from '../support/serve-repositories.ts';
import { filesOf } from '../support/stage-folder.ts';

const PAGE = '<!doctype html><html><head><title>Log in</title></head></html>';
const LIST = 'application/x-git-upload-pack-advertisement';

interface Fault {
  readonly answer: () => Response;
  /** What the failure says if the list of refs is answered so, and whether it may pass. */
  readonly found: string | RegExp;
  readonly passes: boolean;
}

const answer = (status: number, type: string, text: string | null, headers = {}) => ({
  answer: () => new Response(text, { status, headers: { 'content-type': type, ...headers } }),
});

/** Sends one byte at a time. */
function slowly(text: string, { ends }: { readonly ends: boolean }): Response {
  const bytes = Buffer.from(text);
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      at += 1;
      if (at <= bytes.length) {
        controller.enqueue(bytes.subarray(at - 1, at));
      } else if (ends) {
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { 'content-type': LIST } });
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'a page': {
    ...answer(200, 'text/html', PAGE),
    found: 'it answered 200 with a web page, "Log in" instead',
    passes: false,
  },
  'a page in the name of git': {
    ...answer(200, LIST, PAGE),
    found: 'the list is not complete',
    passes: true,
  },
  'nothing (200)': { ...answer(200, 'text/plain', ''), found: 'it answered 200 with nothing', passes: true },
  'nothing in the name of git': { ...answer(200, LIST, ''), found: 'the list is not complete', passes: true },
  'nothing (204)': {
    ...answer(204, 'text/plain', null),
    found: 'it answered 204 with nothing',
    passes: true,
  },
  'files for dumb clients': {
    ...answer(200, 'text/plain', `${'1'.repeat(40)}\trefs/heads/main\n`),
    found: 'it answered 200 with "text/plain" instead of the refs',
    passes: false,
  },
  JSON: {
    ...answer(200, 'application/json', '{}'),
    found: 'it answered 200 with "application/json"',
    passes: false,
  },
  'a list without its end': {
    ...answer(200, LIST, '001e# service=git-upload-pack\n0000'),
    found: 'the list is not complete',
    passes: true,
  },
  'half a line': {
    ...answer(200, LIST, `001e# service=git-upload-pack\n0000003f${'1'.repeat(40)} refs/heads/m`),
    found: 'the list is not complete',
    passes: true,
  },
  'a word of refusal': {
    ...answer(200, LIST, '001e# service=git-upload-pack\n00000013ERR access gone0000'),
    found: 'the service says "access gone"',
    passes: false,
  },
  'a word of refusal and no more': {
    ...answer(200, LIST, '001e# service=git-upload-pack\n00000014ERR access gone\n'),
    found: 'the service says "access gone"',
    passes: false,
  },
  'half a list that does not go on': {
    answer: () => slowly('001e# service=git-upload-pack\n0000003f', { ends: false }),
    found: 'stalled',
    passes: true,
  },
  'a login page elsewhere': {
    ...answer(301, 'text/html', PAGE, { location: 'https://login.example/in?to=x' }),
    found: /it is redirected \(301\) to "https:\/\/login\.example\/in/,
    passes: false,
  },
  '401': { ...answer(401, 'text/plain', 'no'), found: 'does not accept the token for it', passes: false },
  '403': { ...answer(403, 'text/plain', 'no'), found: 'the token does not permit this (403)', passes: false },
  '404': { ...answer(404, 'text/plain', 'no'), found: 'it was not found', passes: false },
  '429': { ...answer(429, 'text/plain', '', { 'retry-after': '7' }), found: 'answered 429', passes: true },
  '500': { ...answer(500, 'text/plain', 'no'), found: 'the service answered 500', passes: true },
  '502': { ...answer(502, 'text/html', PAGE), found: 'the service answered 502', passes: true },
};

/** The requests of an update: ours for the refs, and two kinds of git. */
const PLACES: Readonly<Record<string, (request: GitRequest) => boolean>> = {
  'the list': ({ isOfGit }) => !isOfGit,
  'the list that git reads': ({ isOfGit, method }) => isOfGit && method === 'GET',
  'the rest': ({ method }) => method === 'POST',
};

/** A mirror whose service has a commit, a branch and a default branch more. */
async function openScene() {
  let interfere: Interference = () => undefined;
  const root = temporaryFolder();
  const bare = makeRepository(root);
  const server = await serveRepositories(root, (...asked) => interfere(...asked));
  const remote = server.remoteOf('lantern.git');
  const options = { remote, searchPath, ...PATIENCE, time: '20261101T000000Z' };
  const made = join(temporaryFolder(), 'made.git');
  await cloneMirror(made, options);
  const first = stateOf(made);
  const id = git(bare, 'commit-tree', '-p', 'main', '-m', 'more', 'main^{tree}');
  git(bare, 'update-ref', 'refs/heads/main', id);
  git(bare, 'update-ref', 'refs/heads/new', id);
  git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/new');
  const mirror = join(temporaryFolder(), 'mirror.git');
  const scene = {
    bare,
    mirror,
    first,
    next: stateOf(bare),
    state: () => stateOf(mirror),
    list: async () => await remote.listRefs(undefined),
    update: async (more: { readonly maxFetchBytes?: number } = {}) =>
      await updateMirror(mirror, { ...options, ...more }),
    async cloneElsewhere(more: Partial<typeof options> & { readonly maxFetchBytes?: number } = {}) {
      const place = join(temporaryFolder(), 'other.git');
      await cloneMirror(place, { ...options, ...more }).catch((error) => {
        expect(existsSync(place)).toBe(false);
        throw error;
      });
    },
    /** As it was before the first update. */
    reset() {
      rmSync(mirror, { recursive: true, force: true });
      cpSync(made, mirror, { recursive: true });
    },
    /** Answers the next requests of a kind so. */
    arm(place: string, give: (own: () => Promise<Response>) => Response | Promise<Response>, times: number) {
      let left = times;
      interfere = (request, own) => {
        const isMeant = left > 0 && PLACES[place]?.(request) === true;
        left -= isMeant ? 1 : 0;
        return isMeant ? give(own) : undefined;
      };
    },
  };
  scene.reset();
  return scene;
}

function stateOf(directory: string): string {
  const refs = git(directory, 'for-each-ref').split('\n');
  return [
    readFileSync(join(directory, 'HEAD'), 'utf8').trim(),
    ...refs.filter((line) => !line.includes('refs/satchel/')),
  ].join('\n');
}

/** Sends so much of an answer, and then nothing. */
async function stopAfter(own: () => Promise<Response>, maxBytes: number): Promise<Response> {
  const whole = await own();
  async function* body() {
    let leftBytes = maxBytes;
    for await (const chunk of whole.body ?? []) {
      yield chunk.subarray(0, leftBytes);
      leftBytes -= chunk.length;
      if (leftBytes <= 0) {
        await new Promise(() => undefined);
      }
    }
  }
  return new Response(ReadableStream.from(body()), whole);
}

const ALWAYS = Number.POSITIVE_INFINITY;

describe('a git server that answers wrongly', () => {
  it('in place of the refs: nothing changes, and the next run works', async () => {
    const scene = await openScene();
    for (const [turn, [name, { answer: give, found }]] of sampled(Object.entries(FAULTS), 5).entries()) {
      scene.arm('the list', give, ALWAYS);
      await expect(scene.update(), name).rejects.toThrow(found);
      if (IS_LONG || turn % 4 === 0) {
        await expect(scene.cloneElsewhere(), name).rejects.toThrow(found);
      }
    }
    expect(scene.state()).toBe(scene.first);
    scene.arm('the list', Response.error, 0);
    expect(await scene.update()).toBe('updated');
    expect(scene.state()).toBe(scene.next);
  }, 120_000);

  it('once in place of the refs: it is asked again, unless that is pointless', async () => {
    const scene = await openScene();
    for (const [name, { answer: give, found, passes }] of Object.entries(FAULTS)) {
      scene.arm('the list', give, 1);
      const listed = scene.list().then(({ refs }) => refs.size);
      await (passes ? expect(listed, name).resolves.toBe(5) : expect(listed, name).rejects.toThrow(found));
    }
  }, 60_000);

  it('is asked again no sooner than it says', async () => {
    const scene = await openScene();
    const { clock } = PATIENCE;
    for (const [status, after, waitMs] of [
      [429, '7', 7_000],
      [503, '90', 90_000],
    ] as const) {
      scene.arm('the list', () => new Response('', { status, headers: { 'retry-after': after } }), 1);
      const begunMs = clock.now();
      expect((await scene.list()).refs.size).toBe(5);
      expect(clock.now() - begunMs).toBeGreaterThanOrEqual(waitMs);
    }
  });

  it('sends byte by byte: the list is whole', async () => {
    const scene = await openScene();
    scene.arm('the list', async (own) => slowly(await (await own()).text(), { ends: true }), 1);
    expect((await scene.list()).refs.size).toBe(5);
  });

  it('to git itself: nothing is lost', async () => {
    const scene = await openScene();
    const places = Object.keys(PLACES).slice(1);
    const names = ['a page', 'nothing (200)', '404', 'a login page elsewhere', '502'];
    for (const [turn, name] of sampled(names, 3).entries()) {
      for (const place of IS_LONG ? places : [places[turn % 2] ?? '']) {
        scene.reset();
        scene.arm(place, FAULTS[name]?.answer ?? Response.error, 1);
        const update = scene.update();
        await (name === '404'
          ? expect(update, `${name}: ${place}`).rejects.toBeInstanceOf(Failure)
          : expect(update, `${name}: ${place}`).resolves.toBe('updated'));
        expect(scene.state()).toBe(name === '404' ? scene.first : scene.next);
      }
    }
  }, 120_000);

  it.each([
    ['a page', 'the list that git reads'],
    ['502', 'the rest'],
  ])(
    'always, with %s in place of %s: it gives up, and nothing is lost',
    async (name, place) => {
      const scene = await openScene();
      scene.arm(place, FAULTS[name]?.answer ?? Response.error, ALWAYS);
      await expect(scene.update()).rejects.toBeInstanceOf(Failure);
      expect(scene.state()).toBe(scene.first);
    },
    60_000,
  );

  it('leaves no clone if git itself reads a page, which it takes for an empty repository', async () => {
    const scene = await openScene();
    scene.arm('the list that git reads', () => new Response(PAGE), ALWAYS);
    await expect(scene.cloneElsewhere()).rejects.toThrow('the service sent other refs than it listed');
  }, 60_000);

  it('fetches again after a pack that breaks off', async () => {
    const scene = await openScene();
    const half = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('0011packfile\n'));
            controller.enqueue(new TextEncoder().encode('0fff'));
            controller.error(new Error('the connection breaks'));
          },
        }),
        { headers: { 'content-type': 'application/x-git-upload-pack-result' } },
      );
    scene.arm('the rest', half, 2);
    expect(await scene.update()).toBe('updated');
    expect(scene.state()).toBe(scene.next);
  }, 60_000);
});

describe('a fetch that would fill the disk', () => {
  /** A scene whose service has a file more that cannot be compressed; the last answer stops in the middle of it. */
  async function openLarge() {
    const scene = await openScene();
    const file = join(temporaryFolder(), 'noise');
    writeFileSync(file, randomBytes(4 * MIB));
    const blob = git(scene.bare, 'hash-object', '-w', file);
    git(scene.bare, 'update-ref', 'refs/tags/noise', blob);
    scene.arm('the rest', (own) => stopAfter(own, 3 * MIB), ALWAYS);
    return scene;
  }

  it('ends above the limit, leaves nothing, and works the next time', async () => {
    const scene = await openLarge();
    const files = filesOf(scene.mirror);
    const found = 'it is larger than 2.00 MiB, which one fetch may bring';
    await expect(scene.update({ maxFetchBytes: 2 * MIB })).rejects.toThrow(found);
    expect(scene.state()).toBe(scene.first);
    expect(filesOf(scene.mirror).filter((name) => !files.includes(name) && !/^refs\//.test(name))).toEqual(
      [],
    );
    await expect(scene.cloneElsewhere({ maxFetchBytes: 2 * MIB })).rejects.toThrow(found);
    scene.arm('the rest', Response.error, 0);
    await scene.cloneElsewhere({ maxFetchBytes: 5 * MIB });
    expect(await scene.update({ maxFetchBytes: 5 * MIB })).toBe('updated');
    expect(git(scene.mirror, 'cat-file', '-s', 'refs/tags/noise')).toBe(String(4 * MIB));
  }, 60_000);

  it('ends before the disk is full', async () => {
    const scene = await openLarge();
    const disk = { ...PATIENCE.disk, freeBytes: async () => MIB };
    await expect(scene.cloneElsewhere({ disk })).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/^the disk has only 1.00 MiB left$/),
    });
    // Something small fits.
    git(scene.bare, 'update-ref', '-d', 'refs/tags/noise');
    scene.arm('the rest', Response.error, 0);
    await scene.cloneElsewhere({ disk });
  }, 60_000);
});

const MIB = 1024 * 1024;
