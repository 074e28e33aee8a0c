import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../../../src/base/index.ts';
import { createAskingProcess } from '../../../../src/reading/browsing/asking/asking-process.ts';
import { openDatabase } from '../../../../src/store/database/database.ts';
import { applySchema } from '../../../../src/store/database/schema.ts';
import { temporaryDirectory } from '../../../store/support/temporary-directory.ts';

const WISH = { kind: 'issue', repo: 'acme/rocket', search: '', nowMs: 0, limit: 5 } as const;

function emptyStore(): string {
  const path = `${temporaryDirectory()}/work.db`;
  const db = openDatabase(path, { readonly: false });
  applySchema(db);
  db.close();
  return path;
}

describe('createAskingProcess()', () => {
  it('answers in the order of the questions, each with its own answer', async () => {
    const process = createAskingProcess(emptyStore());
    onTestFinished(() => process.end());
    const [threads, facets] = await Promise.all([process.ask('threads', WISH), process.ask('facets', WISH)]);
    expect(threads.threads).toEqual([]);
    expect(facets.isComplete).toBe(true);
    expect(process.waiting).toBe(0);
  });

  it('fails as the question does', async () => {
    const process = createAskingProcess(emptyStore());
    onTestFinished(() => process.end());
    const asked = process.ask('threads', { ...WISH, search: 'is:nowhere' });
    await expect(asked).rejects.toMatchObject({ code: 'search-refused' });
  });

  it('is ended where an answer takes too long, and starts again with the next question', async () => {
    const process = createAskingProcess(emptyStore(), 1);
    onTestFinished(() => process.end());
    const error: unknown = await process.ask('threads', WISH).catch((failure: unknown) => failure);
    expect(error instanceof Failure && error.code).toBe('query-stopped');
    expect(process.waiting).toBe(0);
    await expect(process.ask('threads', WISH)).rejects.toMatchObject({ code: 'query-stopped' });
  });

  it.each([
    ['is answered', 0],
    ['waits', 1],
  ])('drops a question that %s once its asker has left, and answers the other one', async (_, place) => {
    const process = createAskingProcess(emptyStore());
    onTestFinished(() => process.end());
    const leaving = new AbortController();
    const ask = (index: number) =>
      process.ask('threads', WISH, index === place ? leaving.signal : undefined).catch(String);
    const asked = [ask(0), ask(1)];
    leaving.abort(new Error('left'));
    const answers = await Promise.all(asked);
    expect(answers[place]).toBe('Error: left');
    expect(answers[1 - place]).toMatchObject({ threads: [] });
    await expect(process.ask('threads', WISH, leaving.signal)).rejects.toThrow('left');
  });
});
