import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDrivenClock, type DrivenClock } from '../../../src/base/clock.ts';
import type { JournalLine } from '../../../src/model/journal.ts';
import { parseFault } from '../../../src/sandbox/fault.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Manifest } from '../../../src/vault/manifest.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { type CliBench, type CliResult, openCliBench } from '../../cli/support/run-cli.ts';

/** A sandbox, a vault, and functions to run backups with them. */
export interface BackupBench extends CliBench {
  readonly vault: string;
  readonly clock: DrivenClock;
  /** Runs `satchel backup` for all repositories of the sandbox. */
  backup(...args: readonly string[]): Promise<CliResult>;
  /** The number of successful API calls, by method and path prefix. */
  callsOf(method: string, path: string): number;
  journal(): Promise<readonly JournalLine[]>;
  manifests(): Promise<readonly Manifest[]>;
  /** Paths of the files in the vault, without blobs. */
  files(): Promise<readonly string[]>;
  stored(): Promise<{ readonly snapshots: number; readonly repositories: number }>;
}

/** Starts a bench whose clock skips all sleeps; `faults` have the syntax of the command line. */
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

/** Sorted paths of the files below a directory, without those of blobs and git repositories. */
export async function listFiles(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => !/^(?:blobs|git)\//.test(path) || path.includes('.part'))
    .sort();
}

/** The path below the base URL in any dialect. */
function pathOf(path: string): string {
  return path.replace(/^\/api\/v3/, '');
}
