import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createPrivateAnswers,
  createSharedAnswers,
  MAX_ANSWERS,
} from '../../../src/client/answers/answer-store.ts';
import type { StoredAnswer } from '../../../src/client/answers/stored-answer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const STORED: StoredAnswer = {
  format: 3,
  askedMs: 5,
  answeredMs: 5,
  pollIntervalMs: 0,
  polls: 0,
  answer: { url: 'https://service.example/', status: 200, headers: [['etag', '"x"']], text: '{}' },
};

let directory: string;
let stores = 0;

beforeAll(async () => {
  directory = temporaryFolder();
});

function newDirectory(): string {
  stores += 1;
  return join(directory, String(stores));
}

function refuse(text: string): void {
  throw new Error(text);
}

describe.each([
  ['createPrivateAnswers()', () => createPrivateAnswers()],
  ['createSharedAnswers()', () => createSharedAnswers(newDirectory(), refuse)],
])('%s', (_, create) => {
  it('returns what was stored, and nothing else', async () => {
    const answers = create();
    await answers.write('a', STORED);
    await answers.write('a', { ...STORED, polls: 1 });
    expect(await answers.read('a')).toEqual({ ...STORED, polls: 1 });
    expect(await answers.read('b')).toBeUndefined();
  });

  it('remembers the last write', async () => {
    const answers = create();
    expect(await answers.lastWriteMs()).toBe(0);
    await answers.noteWrite(1_234);
    expect(await answers.lastWriteMs()).toBe(1_234);
  });

  it('lets the oldest make room', async () => {
    const answers = create();
    for (let number = 0; number <= MAX_ANSWERS; number += 1) {
      await answers.write(String(number), STORED);
    }
    const kept = await Promise.all(
      Array.from({ length: MAX_ANSWERS + 1 }, (_, number) => answers.read(String(number))),
    );
    expect(kept.filter((answer) => answer !== undefined)).toHaveLength(MAX_ANSWERS);
    expect(kept.at(-1)).toBeDefined();
  });
});

describe('createSharedAnswers()', () => {
  it('keeps files that only the user can read', async () => {
    const path = newDirectory();
    await createSharedAnswers(path, refuse).write('a', STORED);
    expect(await readdir(path)).toEqual(['a.json']);
    expect((await stat(join(path, 'a.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(path, 'a.json'), 'utf8'))).toEqual(STORED);
  });

  it.each(['', '{', '{"format":2}', '{"format":9}', '[1]'])(
    'ignores a damaged file (%j)',
    async (content) => {
      const path = newDirectory();
      const answers = createSharedAnswers(path, refuse);
      await answers.write('a', STORED);
      await writeFile(join(path, 'a.json'), content);
      expect(await answers.read('a')).toBeUndefined();
    },
  );

  it('reports once that nothing can be stored', async () => {
    const troubles: string[] = [];
    const answers = createSharedAnswers('/dev/null/answers', (text) => troubles.push(text));
    await answers.write('a', STORED);
    await answers.noteWrite(5);
    expect([await answers.read('a'), await answers.lastWriteMs()]).toEqual([undefined, 0]);
    expect(troubles).toHaveLength(1);
  });
});
