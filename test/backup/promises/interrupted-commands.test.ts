import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEYS } from '../../../src/keeping/copy/bucket-keys.ts';
import { afterFile, temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import type { ObjectServer } from '../../objects/support/object-server.ts';
import { rowsOf } from '../../store/support/dying-writer.ts';
import { type BucketBench, keysOf, type Machine, openBucketBench, VAULT } from '../support/bucket-bench.ts';
import { archiveOf } from '../support/prepared-vault.ts';

const TIMEOUT_MS = IS_LONG ? 1_800_000 : 180_000;

/** When a command is interrupted: at which of its requests. */
const MOMENTS = {
  first: () => 1,
  middle: (requests: number) => Math.ceil(requests / 2),
  last: (requests: number) => requests,
} as const;

/** How: its process is killed, one answer is lost, or the server is down from then on. */
const WAYS = ['killed', 'lost', 'down'] as const;

type Way = (typeof WAYS)[number];

const INTERRUPTIONS = Object.keys(MOMENTS).flatMap((moment) =>
  WAYS.map((way) => ({ moment: moment as keyof typeof MOMENTS, way })),
);

interface Command {
  readonly args: (places: Places) => readonly string[];
  /** Changes the vault first, so that there is something to do. */
  readonly prepare?: (server: ObjectServer) => void;
  /** What a check finds until the command has succeeded. */
  readonly finds?: readonly string[];
}

/** Every command that works on a vault in object storage; `vault repair` and `vault rebuild` on one that needs it. */
const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { args: ({ backup }) => backup },
  'vault import': { args: ({ archive }) => ['vault', 'import', archive], finds: ['archive-unloaded'] },
  load: { args: ({ archive }) => ['load', archive, '--vault', VAULT, '--as-history'] },
  'vault forget': { args: () => ['vault', 'forget', '--keep-last', '1'] },
  'vault pin': { args: ({ archives }) => ['vault', 'pin', archives[0] ?? '', '--note', 'kept'] },
  'vault prune': {
    args: () => ['vault', 'prune'],
    prepare({ objects }) {
      objects.set(KEYS.blob('0'.repeat(64)), Buffer.from('an orphan'));
    },
  },
  'vault repair': {
    args: () => ['vault', 'repair'],
    prepare(server) {
      const [blob = ''] = keysOf(server, 'blobs/');
      server.objects.set(blob, Buffer.from('damaged'));
      server.objects.delete(keysOf(server, 'manifests/')[0] ?? '');
    },
    finds: ['blob-digest', 'blob-missing', 'manifest-missing'],
  },
  'vault rebuild': {
    args: () => ['vault', 'rebuild'],
    prepare(server) {
      const [store = ''] = keysOf(server, 'stores/');
      server.objects.set(store, Buffer.from('damaged'));
    },
    finds: ['store-damaged'],
  },
  'vault check': { args: () => ['vault', 'check', '--read-data'] },
  'vault copy from it': { args: ({ copy }) => ['vault', 'copy', VAULT, copy] },
  'vault copy to it': { args: ({ other }) => ['vault', 'copy', other, VAULT], finds: ['archive-unloaded'] },
};

/** Those of a short run, which write most. */
const SHORT: ReadonlySet<string> = new Set(['backup', 'vault forget', 'vault rebuild']);

interface Places {
  readonly backup: readonly string[];
  readonly archives: readonly string[];
  /** An archive that the vault lacks, and a vault that has it. */
  readonly archive: string;
  readonly other: string;
  readonly copy: string;
}

interface Prepared extends Pick<Places, 'archive'> {
  readonly objects: ReadonlyMap<string, Buffer>;
  readonly folder: string;
}

let prepared: Promise<Prepared> | undefined;

/** A vault with two archives, and an archive and a vault beside it; both are made only once. */
function prepareOnce() {
  prepared ??= (async () => {
    const folder = temporaryFolder(afterFile);
    const { server, machine } = await openBucketBench();
    const first = machine('first');
    for (let count = 0; count < 2; count += 1) {
      expect(await first.backUpHere()).toMatchObject({ status: 0 });
    }
    const archive = await archiveOf(5, folder);
    await first.run(['vault', 'copy', VAULT, join(folder, 'other')]);
    await first.run(['vault', 'import', archive, '--vault', join(folder, 'other')]);
    return { objects: new Map(server.objects), folder, archive };
  })();
  return prepared;
}

interface Scene extends BucketBench {
  readonly run: (machine: Machine) => ReturnType<Machine['ask']>;
  readonly start: (machine: Machine) => ReturnType<Machine['start']>;
}

/** The prepared vault on a server of its own, and the command. */
async function openScene({ args, prepare }: Command): Promise<Scene> {
  const { objects, folder, archive } = await prepareOnce();
  const bench = await openBucketBench();
  const { server, directory } = bench;
  for (const [key, bytes] of objects) {
    server.objects.set(key, bytes);
  }
  prepare?.(server);
  const of = args({
    backup: bench.backupArgs(),
    archives: keysOf(server, 'archives/').map((key) => key.slice('archives/'.length)),
    archive,
    other: join(folder, 'other'),
    copy: join(directory, 'copy'),
  });
  return {
    ...bench,
    run: (machine) => machine.ask(of),
    start: (machine) => machine.start(of),
  };
}

/** Runs the command until it is interrupted at the given one of its requests. */
async function interrupt({ server, machine, run, start }: Scene, way: Way, at: number): Promise<void> {
  const before = server.requests.length;
  const isDue = () => server.requests.length - before === at;
  const interrupted = machine('interrupted');
  if (way === 'killed') {
    const { child, ended } = start(interrupted);
    server.faultOf = () => {
      if (isDue()) {
        child.kill('SIGKILL');
      }
      return undefined;
    };
    await ended;
  } else {
    server.faultOf = ({ method }) => {
      if (way === 'down') {
        return server.requests.length - before >= at ? 'slow-down' : undefined;
      }
      return isDue() ? (method === 'PUT' ? 'lost' : 'reset') : undefined;
    };
    const { status, err } = await run(interrupted);
    expect(err).not.toContain('Unexpected');
    if (way === 'lost') {
      expect(status, err).toBe(0);
    }
  }
  server.faultOf = () => undefined;
  // A process that cannot reach the server keeps its lock, which others take over once it is old.
  server.now = () => Date.UTC(2026, 0, 1, 2);
}

interface Content {
  readonly archives: ReadonlyMap<string, string>;
  readonly rows: string;
}

function contentOf(server: ObjectServer): Content {
  const archives = new Map<string, string>();
  for (const key of keysOf(server, 'manifests/').filter((name) => name.endsWith('.json'))) {
    const { archive, sha256 } = JSON.parse(server.objects.get(key)?.toString() ?? '{}');
    const bytes = server.objects.get(KEYS.archive(archive)) ?? Buffer.of();
    expect([archive, createHash('sha256').update(bytes).digest('hex')]).toEqual([archive, sha256]);
    archives.set(archive, sha256);
  }
  const { sha256 } = JSON.parse(server.objects.get('store.json')?.toString() ?? '{}');
  const folder = temporaryFolder();
  const bytes = server.objects.get(KEYS.store(sha256)) ?? Buffer.of();
  writeFileSync(join(folder, 'store.db'), bytes);
  const isStore = createHash('sha256').update(bytes).digest('hex') === sha256;
  return { archives, rows: isStore ? timelessRows(join(folder, 'store.db')) : 'damaged' };
}

/** The rows without the times of loads. */
function timelessRows(path: string): string {
  return rowsOf(path).replaceAll(/"\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z"/g, '""');
}

describe.each(Object.entries(COMMANDS).filter(([name]) => IS_LONG || SHORT.has(name)))(
  '%s of a vault in object storage',
  (name, command) => {
    it(
      'leaves the state before or after it when it is interrupted, and then does all of its work',
      async () => {
        const usual = await openScene(command);
        const before = contentOf(usual.server);
        const requestsBefore = usual.server.requests.length;
        const { status, err } = await usual.run(usual.machine('usual'));
        expect(status, err).toBe(0);
        const requests = usual.server.requests.length - requestsBefore;
        expect(requests).toBeGreaterThan(3);
        const after = contentOf(usual.server);
        const turn = Object.keys(COMMANDS).indexOf(name);
        const chosen = IS_LONG ? INTERRUPTIONS : [INTERRUPTIONS[(turn * 4) % INTERRUPTIONS.length]];
        for (const { moment, way } of chosen.filter((each) => each !== undefined)) {
          const what = `${name} ${way} at its ${moment} request of ${requests}`;
          const scene = await openScene(command);
          await interrupt(scene, way, MOMENTS[moment](requests));
          const left = contentOf(scene.server);
          if (name === 'backup') {
            // Each export has another name and time.
            expect([...left.archives.keys()], what).toEqual(
              expect.arrayContaining([...before.archives.keys()]),
            );
          } else {
            expect([before.rows, after.rows].includes(left.rows), what).toBe(true);
            const known = new Map([...before.archives, ...after.archives]);
            const kept = [...before.archives.keys()].filter((archive) => after.archives.has(archive));
            expect([...known.keys()], what).toEqual(expect.arrayContaining([...left.archives.keys()]));
            expect([...left.archives.keys()], what).toEqual(expect.arrayContaining(kept));
          }
          const allowed = ['file-orphaned', ...(command.finds ?? [])];
          const found = (await scene.machine('reader').findings()).map(({ code }) => code);
          expect(
            found.filter((code) => !allowed.includes(code)),
            what,
          ).toEqual([]);

          const again = await scene.run(scene.machine('again'));
          expect(again.status, `${what}: ${again.err}`).toBe(0);
          const end = contentOf(scene.server);
          if (name === 'backup') {
            expect(end.archives.size, what).toBeGreaterThan(before.archives.size);
          } else {
            expect(end.rows === after.rows, what).toBe(true);
            expect(end.archives, what).toEqual(after.archives);
          }
          expect(await scene.machine('last').findings(), what).toEqual([]);
        }
      },
      TIMEOUT_MS,
    );
  },
);
