import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSampleArchive } from '../../src/sandbox/write-sample-archive.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { readSampleCommands } from './support/samples.ts';
import { type UnpackedArchive, unpackArchive } from './support/unpack-archive.ts';

const MAX_SAMPLE_BYTES = 150_000;
const PACK = /\/objects\/pack\/pack-[\da-f]+\.(?:idx|pack)$/;
const samples = readSampleCommands();
const directory = temporaryFolder();

/** Lines of the listing and contents of all files, but packs only as "there is one". */
function describeArchive({ names, listing, directory: root }: UnpackedArchive): readonly string[] {
  return names.map((name, index) => {
    if (PACK.test(name)) {
      return name.replace(/pack-[\da-f]+/, 'pack-x');
    }
    const content = name.endsWith('/') ? '' : readFileSync(join(root, name)).toString('base64');
    return `${listing[index]} ${content}`;
  });
}

/** Ids of all objects of all repositories, which stand for their contents. */
function listObjects({ directory: root, names }: UnpackedArchive): readonly string[] {
  return names
    .filter((name) => name.endsWith('.idx'))
    .flatMap((name) =>
      execFileSync('git', ['show-index'], { input: readFileSync(join(root, name)) })
        .toString()
        .split('\n')
        .map((line) => line.split(' ')[1] ?? ''),
    )
    .toSorted();
}

describe('writeSampleArchive()', () => {
  it('is what the samples were made by', () => {
    expect(samples).toHaveLength(2);
    expect(samples.map(({ path }) => basename(path)).toSorted()).toEqual(
      readdirSync(join(samples[0]?.path ?? '', '..'))
        .filter((name) => name.endsWith('.gz'))
        .toSorted(),
    );
  });

  it('stops with the reason of its signal', async () => {
    const reason = new Error('no time');
    const signal = AbortSignal.abort(reason);
    const work = writeSampleArchive({ ...samples[0]!, path: join(directory, 'none.tar.gz'), signal });
    await expect(work).rejects.toBe(reason);
  });

  describe.each(samples.map((options) => [basename(options.path), options] as const))(
    'for %s',
    (name, options) => {
      let kept: UnpackedArchive;
      let made: UnpackedArchive;
      const path = join(directory, name);

      beforeAll(async () => {
        await writeSampleArchive({ ...options, path });
        kept = unpackArchive(options.path, join(directory, `${name}-kept`));
        made = unpackArchive(path, join(directory, `${name}-made`));
      });

      it('gives the same entries in the same order, with the same contents', () => {
        expect(describeArchive(made)).toEqual(describeArchive(kept));
        expect(listObjects(made)).toEqual(listObjects(kept));
      });

      it('gives the same bytes when it is called again', async () => {
        const again = join(directory, `again-${name}`);
        await writeSampleArchive({ ...options, path: again });
        expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
      });

      it('gives a file small enough to be kept with the sources', () => {
        expect(statSync(options.path).size).toBeLessThan(MAX_SAMPLE_BYTES);
      });

      it('contains what makes archives hard to read', () => {
        const { records, names } = kept;
        const of = (prefix: string) => records.get(prefix) ?? [];
        const bodies = [...of('issues'), ...of('pull_requests'), ...of('issue_comments')].map(
          (record) => record['body'],
        );
        const texts = bodies.filter((body) => typeof body === 'string');
        expect(bodies).toContain(null);
        expect(texts.some((body) => body.includes('\r\n'))).toBe(true);
        expect(texts.some((body) => /[\u3040-\u9fff]/.test(body))).toBe(true);
        expect(of('pull_requests').some(({ user }) => user === null)).toBe(true);
        expect(of('pull_requests').some(({ head }) => (head as { repo: unknown }).repo === null)).toBe(true);
        expect(new Set(of('pull_request_reviews').map(({ state }) => state))).toEqual(new Set([1, 30, 40]));
        const comments = options.generation === '2019' ? 'pull_request_review_comments' : 'review_comments';
        expect(of(comments).some(({ position }) => position === null)).toBe(true);
        expect(of('repository_files').some(({ url }) => url.includes('%'))).toBe(true);
        expect(names.some((entry) => Buffer.byteLength(entry) > 100)).toBe(true);
        expect(names.filter((entry) => entry.endsWith('.git/HEAD')).length).toBeGreaterThan(
          names.filter((entry) => entry.endsWith('/packed-refs')).length,
        );
        expect(texts.join('\n')).toContain(
          options.generation === '2019' ? '/user-images/' : '/user-attachments/assets/',
        );
      });
    },
  );
});
