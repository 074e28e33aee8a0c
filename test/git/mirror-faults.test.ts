import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/index.ts';
import { cloneMirror, updateMirror } from '../../src/git/index.ts';
import { git, makeRepository, searchPath } from './support/make-repository.ts';
import {
  type GitRequest,
  type Interference,
  PATIENCE,
  serveRepositories,
} from './support/serve-repositories.ts';
import { useFolders } from './support/stage-folder.ts';

const newFolder = useFolders();

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
    ...answer(200, LIST, '001e# service=git-upload-pack\n00000015ERR access gone0000'),
    found: 'the service says "access gone"',
    passes: false,
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
  const root = newFolder();
  const bare = makeRepository(root);
  const server = await serveRepositories(root, (request) => interfere(request));
  const remote = server.remoteOf('lantern.git');
  const options = { remote, searchPath, ...PATIENCE, time: '20261101T000000Z' };
  const mirror = join(newFolder(), 'mirror.git');
  await cloneMirror(mirror, options);
  const first = stateOf(mirror);
  const id = git(bare, 'commit-tree', '-p', 'main', '-m', 'more', 'main^{tree}');
  git(bare, 'update-ref', 'refs/heads/main', id);
  git(bare, 'update-ref', 'refs/heads/new', id);
  git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/new');
  return {
    first,
    next: stateOf(bare),
    state: () => stateOf(mirror),
    requests: () => server.requests.length,
    update: async () => await updateMirror(mirror, options),
    async cloneElsewhere() {
      const place = join(newFolder(), 'other.git');
      await cloneMirror(place, options).finally(() => expect(existsSync(place)).toBe(false));
    },
    /** Answers the next requests of a kind so. */
    arm(place: string, give: () => Response, times: number) {
      let left = times;
      interfere = (request) => {
        const isMeant = left > 0 && PLACES[place]?.(request) === true;
        left -= isMeant ? 1 : 0;
        return isMeant ? give() : undefined;
      };
    },
  };
}

function stateOf(directory: string): string {
  const refs = git(directory, 'for-each-ref').split('\n');
  return [
    readFileSync(join(directory, 'HEAD'), 'utf8').trim(),
    ...refs.filter((line) => !line.includes('refs/satchel/')),
  ].join('\n');
}

describe('a git server that answers wrongly', () => {
  it.each(Object.entries(FAULTS))(
    '%s in place of the refs: nothing changes',
    async (_, { answer: give, found }) => {
      const scene = await openScene();
      scene.arm('the list', give, Number.POSITIVE_INFINITY);
      await expect(scene.update()).rejects.toThrow(found);
      await expect(scene.cloneElsewhere()).rejects.toThrow(found);
      expect(scene.state()).toBe(scene.first);
      scene.arm('the list', give, 0);
      expect(await scene.update()).toBe('updated');
      expect(scene.state()).toBe(scene.next);
    },
  );

  it.each(Object.entries(FAULTS))(
    '%s once in place of the refs',
    async (_, { answer: give, found, passes }) => {
      const scene = await openScene();
      scene.arm('the list', give, 1);
      const update = scene.update();
      await (passes ? expect(update).resolves.toBe('updated') : expect(update).rejects.toThrow(found));
      expect(scene.state()).toBe(passes ? scene.next : scene.first);
    },
  );

  it.each(
    Object.keys(PLACES)
      .slice(1)
      .flatMap((place) =>
        ['a page', 'nothing (200)', 'a login page elsewhere', '404', '502'].map(
          (name) => [name, place] as const,
        ),
      ),
  )(
    '%s in place of %s: nothing is lost',
    async (name, place) => {
      const scene = await openScene();
      const { answer: give } = FAULTS[name] ?? {};
      scene.arm(place, give ?? Response.error, Number.POSITIVE_INFINITY);
      await expect(scene.update()).rejects.toBeInstanceOf(Failure);
      expect(scene.state()).toBe(scene.first);
      scene.arm(place, give ?? Response.error, 1);
      const update = scene.update();
      await (name === '404'
        ? expect(update).rejects.toBeInstanceOf(Failure)
        : expect(update).resolves.toBe('updated'));
      expect(scene.state()).toBe(name === '404' ? scene.first : scene.next);
    },
    60_000,
  );

  it('leaves no clone if git itself reads a page, which it takes for an empty repository', async () => {
    const scene = await openScene();
    scene.arm('the list that git reads', () => new Response(PAGE), Number.POSITIVE_INFINITY);
    await expect(scene.cloneElsewhere()).rejects.toThrow('the service sent other refs than it listed');
  }, 30_000);

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
  });
});
