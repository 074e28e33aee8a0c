import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';
import { createRecordedContext, type RecordedContext } from '../support/recorded-context.ts';
import { writeArchiveFolder } from '../support/write-archive-folder.ts';

let directory: string;

beforeAll(async () => {
  directory = temporaryFolder();
});

/** Opens an archive, calls `use` when the reader is ready, and returns the printed events. */
async function open(
  args: readonly string[],
  use: (url: string) => Promise<void> = async () => {},
): Promise<readonly { readonly message_type: string; readonly url?: string }[]> {
  const env = { XDG_CACHE_HOME: join(directory, 'cache'), XDG_DATA_HOME: join(directory, 'data') };
  const context: RecordedContext = createRecordedContext({ env });
  const running = runSatchel(['open', ...args, '--json', '--no-open'], context);
  const lines = () =>
    context
      .out()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  while (!context.out().includes('"opened"')) {
    await Promise.race([once(context.stdout, 'data'), running]);
  }
  await use(lines()[0].url);
  context.controller.abort();
  expect(await running).toBe(0);
  return lines();
}

describe('satchel open', () => {
  it('answers before it loads, and then serves the reader', async () => {
    const events = await open([CURRENT], async (url) => {
      const { statusCode, body } = await request(url);
      expect([statusCode, await body.text()]).toEqual([200, expect.stringContaining('id="main"')]);
    });
    expect(events[0]).toMatchObject({ message_type: 'ready', url: expect.stringMatching(/^http:\/\/127/) });
    expect(events.map(({ message_type }) => message_type)).toContain('summary');
  });

  it('serves threads before the texts are indexed', async () => {
    const words = Array.from({ length: 40_000 }, (_, at) => Math.imul(at, 0x9e3779b1).toString(36)).join(' ');
    const issues = Array.from({ length: 240 }, (_, at) => ({
      number: at + 1,
      title: `Large ${at + 1}`,
      body: `${at}${words}`,
    }));
    const folder = await writeArchiveFolder(join(directory, 'large'), 1, issues);
    const context = createRecordedContext({ env: { XDG_CACHE_HOME: join(directory, 'large-cache') } });
    const running = runSatchel(['open', folder, '--json', '--no-open'], context);
    await once(context.stdout, 'data');
    const { url } = JSON.parse(context.out().split('\n')[0] ?? '');
    const read = async (path: string) => {
      const { statusCode, body } = await request(`${url}${path}`);
      return [statusCode, await body.text()] as const;
    };
    let page = '';
    while (!page.includes('Large 7')) {
      page = (await read('/acme/app/issues/7'))[1];
    }
    expect(context.out()).not.toContain('"summary"');
    expect(await read('/-/search?q=large')).toEqual([503, expect.stringContaining('search is ready')]);
    while (!context.out().includes('"opened"')) {
      await Promise.race([once(context.stdout, 'data'), running]);
    }
    expect(await read('/-/search?q=large')).toEqual([200, expect.stringContaining('240</a>')]);
    context.controller.abort();
    expect(await running).toBe(0);
  });

  it('loads the same archive once', async () => {
    const events = await open([CURRENT]);
    expect(events.map(({ message_type }) => message_type)).not.toContain('summary');
    expect(await readdir(join(directory, 'cache', 'satchel', 'open'))).toHaveLength(1);
  });

  it('makes its store the one that later commands mean', async () => {
    const context = createRecordedContext({ env: { XDG_DATA_HOME: join(directory, 'data') } });
    expect(await runSatchel(['tables', '--json'], context)).toBe(0);
    expect(JSON.parse(context.out()).length).toBeGreaterThan(0);
  });

  it('says why standard input cannot be opened', async () => {
    const context = createRecordedContext();
    expect(await runSatchel(['open', '-', '--no-open'], context)).toBe(2);
    expect(context.err()).toContain('read only once');
  });
});
