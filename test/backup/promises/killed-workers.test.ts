import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createSeededRandom } from '../../../src/base/random.ts';
import { foldJournal } from '../../../src/keeping/copy/bucket-journal.ts';
import { KEYS } from '../../../src/keeping/copy/bucket-keys.ts';
import type { JournalLine } from '../../../src/model/journal.ts';
import { itLong } from '../../house/long-only.ts';
import { type BucketBench, keysOf, type Machine, openBucketBench } from '../support/bucket-bench.ts';

const KILLS = 60;

/** Allows hundreds of processes on a busy machine. */
const TIMEOUT_MS = 60_000 + KILLS * 30_000;

const WORKS = {
  backup: (machine: Machine) => machine.backUp(),
  check: (machine: Machine) => machine.start(['vault', 'check', '--read-data', '--quiet']),
  prune: (machine: Machine) => machine.start(['vault', 'prune']),
  forget: (machine: Machine) => machine.start(['vault', 'forget', '--keep-last', '3']),
  copy: (machine: Machine) => machine.start(['vault', 'copy', 's3://work', `${machine.home}/copy`]),
} as const;

const NAMES = ['backup', 'check', 'prune', 'forget', 'copy', 'backup', 'backup', 'backup'] as const;

/** Archives with a manifest whose bytes are not those that the manifest names. */
function badArchives({ server }: BucketBench): readonly string[] {
  return keysOf(server, 'manifests/')
    .filter((key) => key.endsWith('.json'))
    .filter((key) => {
      const { archive, sha256 } = JSON.parse(server.objects.get(key)?.toString() ?? '{}');
      const bytes = server.objects.get(`archives/${archive}`) ?? Buffer.of();
      return createHash('sha256').update(bytes).digest('hex') !== sha256;
    });
}

function journalOf({ server }: BucketBench): readonly JournalLine[] {
  const keys = keysOf(server, KEYS.journal);
  const textOf = (key: string) => server.objects.get(key) ?? Buffer.of();
  return foldJournal(new Map(keys.map((key) => [key.slice(KEYS.journal.length), textOf(key)]))).lines;
}

describe('workers on a vault in object storage', () => {
  itLong(
    'lose nothing, start nothing twice and believe nothing bad when they are killed',
    async () => {
      const bench = await openBucketBench();
      const { server, machine, starts } = bench;
      const random = createSeededRandom(2026);
      const usual = new Map<string, number>();
      for (const [name, start] of Object.entries(WORKS)) {
        const before = server.requests.length;
        expect(await start(machine('usual')).ended, name).toMatchObject({ status: 0 });
        usual.set(name, server.requests.length - before);
      }
      let killed = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = NAMES[kill % NAMES.length] ?? 'backup';
        const at = server.requests.length + random.integer(1, usual.get(name) ?? 1);
        const worker = WORKS[name](machine(`worker-${random.integer(1, 3)}`));
        server.faultOf = () => {
          if (server.requests.length === at) {
            worker.child.kill('SIGKILL');
          }
          return undefined;
        };
        const { status, err } = await worker.ended;
        expect([null, 0], err).toContain(status);
        killed += status === null ? 1 : 0;
        expect(badArchives(bench)).toEqual([]);
      }
      server.faultOf = () => undefined;
      expect(killed).toBeGreaterThan(KILLS / 2);
      const last = machine('last');
      expect(await last.backUp().ended).toMatchObject({ status: 0 });
      expect(starts()).toBe(new Set(backupsIn(journalOf(bench))).size);
      expect(badArchives(bench)).toEqual([]);
      const { findings } = JSON.parse(await last.run(['vault', 'check', '--read-data', '--json']));
      expect(findings).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

function backupsIn(lines: readonly JournalLine[]): readonly string[] {
  return lines.flatMap((line) => (line.type === 'backup-begun' ? [line.backup] : []));
}
