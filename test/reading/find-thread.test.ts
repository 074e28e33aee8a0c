import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openReading } from '../../src/reading/open-reading.ts';
import { parseThreadAddress } from '../../src/reading/thread-address.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { factsOf, writeStore } from '../store/support/write-store.ts';

const CLOUD = 'https://service.example/acme/app';
const OWN = 'https://ghes.example/acme/app';

describe('Reading.thread()', () => {
  it('finds the thread of the service in a pasted address', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const thread = (type: string, url: string) => ({ type, url, title: url });
    await writeStore(path, [
      batchOf('issue', [thread('issue', `${CLOUD}/issues/1`), thread('issue', `${OWN}/issues/1`)]),
      batchOf('issue', [thread('issue', `${CLOUD}/issues/2`)]),
      batchOf('pull_request', [thread('pull_request', `${OWN}/pull/2`)]),
    ]);
    const reading = openReading(path);
    onTestFinished(() => reading.close());
    const titleOf = (text: string) => reading.thread(parseThreadAddress([text])).title;
    expect(titleOf(`${OWN}/issues/1`)).toBe(`${OWN}/issues/1`);
    expect(titleOf(`${CLOUD}/issues/1#issuecomment-1`)).toBe(`${CLOUD}/issues/1`);
    // The service redirects this address to the pull request.
    expect(titleOf(`${OWN}/issues/2`)).toBe(`${OWN}/pull/2`);
    // Addresses of the reader have a host of their own.
    expect(titleOf('http://localhost:8080/acme/app/issues/1')).toBe(`${CLOUD}/issues/1`);
    expect(titleOf('acme/app#2')).toBe(`${CLOUD}/issues/2`);
  });

  it('says of a number that it was deleted and when', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const repository = batchOf('repository', [{ url: CLOUD, name: 'app' }]);
    const issue = (number: number) => ({ url: `${CLOUD}/issues/${number}`, repository: CLOUD, title: 'x' });
    for (const [day, issues] of [[issue(1), issue(2)], [issue(1)]].entries()) {
      await writeStore(path, [repository, batchOf('issue', issues)], {
        ...factsOf(`${day}.tar.gz`, String(day).repeat(64)),
        takenAt: `2026-01-0${day + 1}T00:00:00Z`,
      });
    }
    const reading = openReading(path);
    onTestFinished(() => reading.close());
    expect(() => reading.thread(parseThreadAddress(['acme/app#2']))).toThrow(
      expect.objectContaining({
        code: 'absent',
        message: 'Cannot find acme/app#2: it was deleted between 1 and 2 Jan 2026',
        hint: 'history("acme/app#2") of the store has its texts',
        commandHint: '"satchel history acme/app#2" shows its texts',
      }),
    );
  });
});
