import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import {
  COMMENT,
  DELETED,
  EDITED,
  noteDeletion,
  REVIEWED,
  writeThreeSnapshots,
} from '../../store/support/three-snapshots.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

let db: string;

beforeAll(async () => {
  db = join(temporaryFolder(), 'work.db');
  await writeThreeSnapshots(db);
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = { NO_COLOR: '1' }) {
  const context = createRecordedContext({ env: { PAGER: '', ...env }, terminalColumns: 100 });
  const status = await runSatchel([...args, '--db', db], context);
  return { status, out: context.out(), err: context.err() };
}

describe('satchel history', () => {
  it('prints the texts of first, edited and deleted versions, in words', async () => {
    const { out } = await run(['history', DELETED]);
    expect(out).toBe(`acme/app#7, issuecomment-2
${DELETED}

Issue comment in the snapshot of 12 May 2026 (snapshot 1, one.tar.gz)

  by mira
  The heron flew away.

Issue comment deleted between 12 and 19 May 2026 (snapshot 2, two.tar.gz)

  by mira
  The heron flew away.
`);
    expect((await run(['history', EDITED])).out).toContain(`
Issue comment edited between 19 and 26 May 2026 (snapshot 3, three.tar.gz)
  body: "We keep a tern." → "We keep a gull."
`);
  });

  it('finds records by number and by addresses of the service, deleted ones too', async () => {
    const headOf = async (...words: string[]) => (await run(['history', ...words])).out.split('\n')[1];
    expect(await headOf('acme/app#7')).toBe('https://service.example/acme/app/issues/7');
    expect(await headOf('app', '7')).toBe('https://service.example/acme/app/issues/7');
    expect(await headOf('acme/app#8')).toBe('https://service.example/acme/app/issues/8');
    expect(await headOf('service.example/acme/app/issues/8/')).toBe(
      'https://service.example/acme/app/issues/8',
    );
    expect(await headOf('https://service.example/acme/app/pull/9#discussion_r5')).toBe(REVIEWED);
    expect(await headOf('https://other.example/acme/app/issues/7#issuecomment-2')).toBe(DELETED);
    expect(await headOf('acme/gone#1')).toBe('https://service.example/acme/gone/issues/1');
    for (const text of [
      'acme/app#99',
      `${COMMENT}99`,
      'seven',
      'https://service.example/acme/app/issues/99',
    ]) {
      const { status, err } = await run(['history', text]);
      expect([status, err.replace(/\s+/g, ' ')]).toEqual([
        10,
        expect.stringContaining('no record has this url'),
      ]);
    }
  });

  it('paints on a terminal', async () => {
    const painted = (await run(['history', EDITED], {})).out;
    expect(painted).toContain('\u001b[32m"We keep a gull."\u001b[39m');
    expect(stripVTControlCharacters(painted)).toBe((await run(['history', EDITED])).out);
  });

  it('writes each version as JSON', async () => {
    expect(JSON.parse((await run(['history', DELETED, '--json'])).out)).toMatchObject([
      { kind: 'issue_comment', change: 'added', from_snapshot: 1, until_snapshot: 1 },
      { kind: 'issue_comment', change: 'vanished', from_snapshot: 2, until_snapshot: null, record: null },
    ]);
  });
});

describe('satchel issue view', () => {
  it('says who deleted a comment, where an event says it', async () => {
    const own = join(temporaryFolder(), 'work.db');
    await writeThreeSnapshots(own);
    noteDeletion(own);
    const context = createRecordedContext({ env: { PAGER: '', NO_COLOR: '1' }, terminalColumns: 100 });
    await runSatchel(['issue', 'view', 'acme/app#7', '--db', own], context);
    expect(context.out()).toContain('Deleted by ada on 14 May 2026\n\n  The heron flew away.');
  });

  it('shows what was edited and deleted, at its place', async () => {
    const { out } = await run(['issue', 'view', 'acme/app#7']);
    expect(out).toContain(' · 2 comments\n');
    expect(out).toContain(`
mira commented on 2026-05-02 00:00 UTC
Deleted between 12 and 19 May 2026

  The heron flew away.

mira commented on 2026-05-03 00:00 UTC

  We keep a gull.

  Edited between 19 and 26 May 2026
    -We keep a tern.
    +We keep a gull.
`);
    const { out: json } = await run(['issue', 'view', '7', '--repo', 'app', '--json']);
    expect(JSON.parse(json)).toMatchObject({
      edits: [{ url: EDITED, when: 'between 19 and 26 May 2026' }],
      deleted: [{ url: DELETED, body: 'The heron flew away.' }],
    });
    const pointed = await run(['issue', 'view', DELETED]);
    expect([pointed.err, pointed.out]).toEqual([
      '',
      expect.stringContaining('→ mira commented on 2026-05-02'),
    ]);
  });

  it('shows a thread as it was at a snapshot', async () => {
    const { out } = await run(['issue', 'view', 'acme/app#7', '--snapshot', '1']);
    expect(out).toContain('The heron flew away.');
    expect(out).not.toContain('Deleted');
    expect((await run(['issue', 'view', 'acme/app#8', '--snapshot', '1'])).status).toBe(0);
    const list = await run(['issue', 'list', '--repo', 'acme/app', '--snapshot', '1', '--json=number']);
    expect(JSON.parse(list.out)).toEqual([{ number: 8 }, { number: 7 }]);
  });

  it.each([
    ['acme/app#8', 'Cannot find acme/app#8: it was deleted between 19 and 26 May 2026.', 'acme/app#8'],
    ['acme/gone#1', 'Cannot find acme/gone#1: it was deleted between 12 and 19 May 2026.', 'acme/gone#1'],
  ])('says when %s was deleted', async (address, sentence, named) => {
    const { status, err } = await run(['pr', 'view', address]);
    expect(status).toBe(10);
    const line = err.replace(/\s+/g, ' ');
    expect(line).toContain(sentence);
    expect(line).toContain(`"satchel history ${named}"`);
  });
});

describe('satchel search', () => {
  it('says what only older snapshots have, and finds it there', async () => {
    const heron = await run(['search', 'heron']);
    expect([heron.status, heron.err.replace(/\s+/g, ' ')]).toEqual([
      0,
      '0 now; 1 in the snapshot of 12 May 2026: --all-snapshots shows what it was. ',
    ]);
    const { out, err } = await run(['search', 'heron', '--all-snapshots']);
    expect(err).toBe('');
    expect(out).toContain('acme/app#7');
    expect(out).toContain('    The [heron] flew away.\n    deleted between 12 and 19 May 2026\n');
    const tern = JSON.parse((await run(['search', 'tern', '--all-snapshots', '--json'])).out);
    expect(tern).toMatchObject([{ url: EDITED, change: 'edited', last_snapshot: 2, state: null }]);
    expect((await run(['search', 'puffins'])).err).toBe('');
    expect((await run(['search', 'heron type:issue'])).err).toBe('No results.\n');
  });

  it.each(['1', '2'])(
    'finds former texts by qualifiers, in pages of %s, after those of the newest snapshot',
    async (limit) => {
      const urls: string[] = [];
      let after: string | undefined;
      do {
        const page = ['--limit', limit, ...(after === undefined ? [] : ['--after', after])];
        const { out, err } = await run(['search', 'author:mira', '--all-snapshots', '--json', ...page]);
        urls.push(...JSON.parse(out).map(({ url }: { readonly url: string }) => url));
        after = /--after (\S+)\./.exec(err)?.[1];
      } while (after !== undefined && urls.length < 9);
      const former = [REVIEWED, 'https://service.example/acme/app/issues/8'];
      const gone = [DELETED, 'https://service.example/acme/gone/issues/1'];
      expect(urls.slice(0, 2).toSorted()).toEqual([
        'https://service.example/acme/app/issues/7',
        'https://service.example/acme/app/pull/9',
      ]);
      expect(urls.slice(2, 4).toSorted()).toEqual(former.toSorted());
      expect(urls.slice(4).toSorted()).toEqual(gone);
    },
  );

  it('refuses one snapshot and all of them', async () => {
    expect((await run(['search', 'tern', '--all-snapshots', '--snapshot', '1'])).status).toBe(2);
  });
});
