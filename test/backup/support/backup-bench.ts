import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDrivenClock, type DrivenClock } from '../../../src/base/index.ts';
import type { JournalLine } from '../../../src/model/index.ts';
import { parseFault, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { type Manifest, openVault } from '../../../src/vault/index.ts';
import { type CliBench, type CliResult, openCliBench } from '../../cli/support/run-cli.ts';

/** A sandbox, a vault, and backups between them. */
export interface BackupBench extends CliBench {
  readonly vault: string;
  readonly clock: DrivenClock;
  /** `satchel backup` of all that the sandbox has. */
  backup(...args: readonly string[]): Promise<CliResult>;
  /** Calls of the API that did what they were to do, by method and the beginning of their path. */
  callsOf(method: string, path: string): number;
  journal(): Promise<readonly JournalLine[]>;
  manifests(): Promise<readonly Manifest[]>;
  /** What lies in the vault, by path, without the blobs. */
  files(): Promise<readonly string[]>;
  /** Snapshots of the store, and how many repositories it has. */
  stored(): Promise<{ readonly snapshots: number; readonly repositories: number }>;
}

/** Starts a bench on a clock that skips every sleep; faults are as the command line has them. */
export async function openBackupBench(
  options: Partial<SandboxOptions> = {},
  ...faults: readonly string[]
): Promise<BackupBench> {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1, 12), { skipSleeps: true });
  const bench = await openCliBench({ issues: 4, ...options, clock, faults: faults.map(parseFault) });
  const vault = join(bench.directory, 'vault');
  const open = async () => await openVault(vault, { clock });
  return {
    ...bench,
    vault,
    clock,
    backup: async (...args) =>
      await bench.call(
        ['backup', '--vault', vault, '--repository', ...bench.sandbox.ready.repositories, ...args],
        { clock },
      ),
    callsOf: (method, path) =>
      bench.requests.filter(
        (request) =>
          request.origin === 'api' &&
          request.status < 300 &&
          request.method === method &&
          pathOf(request.path).startsWith(path),
      ).length,
    journal: async () => (await (await open()).journal.read()).lines,
    manifests: async () => await (await open()).manifests(),
    files: async () => await listFiles(vault),
    async stored() {
      const store = await openStore(join(vault, 'store.db'));
      try {
        const rows = new Map(store.tables().map(({ name, rows: count }) => [name, count ?? 0]));
        return { snapshots: store.snapshots().length, repositories: rows.get('repositories') ?? 0 };
      } finally {
        store.close();
      }
    },
  };
}

/** Files below a directory, sorted; those of blobs and repositories are not told. */
export async function listFiles(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => !/^(?:blobs|git)\//.test(path) || path.includes('.part'))
    .sort();
}

/** The path below the base URL, whatever the dialect. */
function pathOf(path: string): string {
  return path.replace(/^\/api\/v3/, '');
}
