import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import type { VerifiedLoad } from '../../src/load/load-archive.ts';
import { loadArchiveSource } from '../../src/load/load-archive-source.ts';
import { salvageOf } from '../../src/store/snapshot.ts';
import { openStore } from '../../src/store/store.ts';
import { makeIssue } from '../archive/support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART, type TarPart } from '../archive/support/make-tar.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const GARDEN = {
  type: 'repository',
  url: 'https://service.example/alice/garden',
  name: 'garden',
  owner: 'https://service.example/alice',
  private: false,
};
const issues = Array.from({ length: 300 }, (_, at) =>
  makeIssue(at + 1, { body: `${Math.sin(at)}`.repeat(40) }),
);
const pages = [0, 1, 2].map((page) =>
  recordFile(`issues_00000${page + 1}.json`, issues.slice(100 * page, 100 * page + 100)),
);
const WHOLE: readonly TarPart[] = [SCHEMA_PART, recordFile('repositories_000001.json', [GARDEN]), ...pages];

let directory: string;

beforeEach(() => {
  directory = temporaryFolder();
});

async function load(bytes: Buffer, isSalvage: boolean): Promise<VerifiedLoad> {
  const path = join(directory, 'a.tar.gz');
  writeFileSync(path, bytes);
  return await loadArchiveSource({
    sources: [await openArchiveSource(path)],
    dbPath: join(directory, 'a.db'),
    archive: { name: path },
    clock: createDrivenClock(Date.UTC(2026)),
    extent: 'records',
    isSalvage,
  });
}

/** The number of issues in the store, and the reading losses of its snapshots. */
function stored(): { readonly issues: number; readonly losses: readonly (string | undefined)[] } {
  const store = openStore(join(directory, 'a.db'));
  try {
    return { issues: [...store.records('issue')].length, losses: store.snapshots().map(salvageOf) };
  } finally {
    store.close();
  }
}

/** The first part of an archive, in percent. */
function cut(percent: number): Buffer {
  const bytes = makeTarGz(WHOLE);
  return bytes.subarray(0, Math.floor((bytes.length * percent) / 100));
}

describe('a load that salvages', () => {
  it.each(['SymbolicLink', 'Link'] as const)(
    'treats nothing as vanished if a record file is a %s',
    async (type) => {
      await load(makeTarGz(WHOLE), false);
      const last: TarPart = { name: 'issues_000003.json', type, linkpath: '/etc/hostname' };
      const { verification } = await load(makeTarGz([...WHOLE.slice(0, -1), last]), false);
      expect(verification.findings.map(({ severity }) => severity)).toContain('warning');
      expect(stored()).toEqual({ issues: 300, losses: [undefined, expect.stringContaining('was skipped')] });
    },
  );

  it('loads what can be read of a damaged archive, and marks the snapshot', async () => {
    await expect(load(cut(70), false)).rejects.toMatchObject({
      code: 'archive-damaged',
      commandHint: expect.stringContaining('--salvage'),
    });
    const { load: report, verification } = await load(cut(70), true);
    expect([report.isNew, verification.container.isWhole]).toEqual([true, false]);
    const { issues: count, losses } = stored();
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(300);
    expect(losses).toEqual([expect.stringContaining('ends')]);
  });

  it('treats nothing as vanished that the part does not contain', async () => {
    await load(makeTarGz(WHOLE), false);
    const { load: report } = await load(cut(50), true);
    expect(report.changes['issue']?.vanished ?? 0).toBe(0);
    expect(stored()).toEqual({ issues: 300, losses: [undefined, expect.any(String)] });
    // The records of a complete archive have not changed.
    const again = await load(makeTarGz([...WHOLE, { name: 'log/new.log' }]), false);
    expect(again.load.changes['issue']).toMatchObject({ added: 0, changed: 0 });
    expect(stored().losses.at(-1)).toBeUndefined();
  });

  it('is an ordinary load of an archive that is whole', async () => {
    await load(makeTarGz(WHOLE), true);
    expect(stored()).toEqual({ issues: 300, losses: [undefined] });
  });

  it('reads an archive that is cut anywhere', async () => {
    for (const percent of [12, 33, 66, 99]) {
      await load(cut(percent), true);
    }
    const { losses } = stored();
    expect(losses.every((loss) => loss !== undefined)).toBe(true);
  });
});

describe('a load of an archive that is whole but for its files', () => {
  it.each<[string, readonly TarPart[]]>([
    ['a file breaks off', [...WHOLE.slice(0, 4), { name: 'issues_000003.json', body: '[{"type":"is' }]],
    ['a file is no array', [...WHOLE.slice(0, 4), { name: 'issues_000003.json', body: '"<html>"' }]],
    ['a file is missing between others', [...WHOLE.slice(0, 3), ...WHOLE.slice(4)]],
  ])('takes nothing for vanished where %s', async (_, archive) => {
    await load(makeTarGz(WHOLE), false);
    const { load: report } = await load(makeTarGz(archive), false);
    expect(report.changes['issue']?.vanished ?? 0).toBe(0);
    expect(stored()).toEqual({ issues: 300, losses: [undefined, expect.any(String)] });
  });

  it('still treats as vanished what a readable archive lacks', async () => {
    await load(makeTarGz(WHOLE), false);
    await load(makeTarGz(WHOLE.slice(0, 4)), false);
    expect(stored().issues).toBe(200);
  });
});

describe('a load of an archive with a damaged record', () => {
  const stars = [1, 2].map((number) => ({
    type: 'issue_event',
    url: `${GARDEN.url}/issues/1#event-${number}`,
    issue: `${GARDEN.url}/issues/1`,
    event: 'subscribed',
    created_at: '2024-01-01T00:00:00Z',
  }));
  const events = (count: number) => recordFile('issue_events_000001.json', stars.slice(0, count));
  const { name, body } = recordFile('issues_000001.json', issues.slice(0, 100));
  const damaged = (from: RegExp, to: string): TarPart => ({ name, body: String(body).replace(from, to) });

  it.each([
    ['it is not JSON', damaged(/"title": "Issue 7"/, '"title": Issue 7')],
    ['its url is no text', damaged(/"url": "[^"]+\/7"/, '"url": 7')],
    ['its url is absent', damaged(/"url": "[^"]+\/7",/, '')],
  ])('treats nothing of its kind as vanished if %s', async (_, file) => {
    await load(makeTarGz([...WHOLE, events(2)]), false);
    const archive = [...WHOLE.slice(0, 2), file, ...WHOLE.slice(3), events(1)];
    const { load: report } = await load(makeTarGz(archive), false);
    expect(report.rejected).toBe(1);
    expect(report.changes['issue']?.vanished ?? 0).toBe(0);
    expect(report.changes['issue_event']?.vanished).toBe(1);
    expect(stored()).toEqual({ issues: 300, losses: [undefined, undefined] });
  });
});
