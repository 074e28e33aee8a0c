import type { Clock } from '../base/clock.ts';
import type { FoundPointer } from '../git/list-lfs-pointers.ts';
import { findGit } from '../git/run-git.ts';
import { listBlobs } from '../load/remove-orphans.ts';
import { Failure } from '../model/failure.ts';
import { LFS_BATCH_OBJECTS, type LfsPointer, type LfsSource, type LfsStage } from '../model/lfs.ts';
import { blobPath, foldersIn } from '../store/file-folders.ts';
import type { CompletenessCheck } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { startFetchTimeout } from './lfs/fetch-timeout.ts';
import { lfsStageOf, listLfs } from './lfs/lfs-files.ts';
import { type LfsPlaces, readLfsPlaces } from './lfs/lfs-places.ts';
import { findMissing } from './lfs/missing-pointers.ts';
import { fetchAbsentRepositories, readPointers } from './lfs/read-pointers.ts';
import { type LfsReport, LfsTally } from './lfs-report.ts';

export interface LfsOptions {
  /** Must be locked. */
  readonly vault: Vault;
  /** Where files are fetched from. */
  readonly source: LfsSource;
  /** The snapshots whose repositories are read, with the names of those whose git data the store lacks. */
  readonly snapshots: ReadonlyMap<number, readonly string[]>;
  readonly searchPath: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: (event: LfsEvent) => void;
}

/** How far the files in Git LFS are. */
export type LfsEvent =
  /** How many files of a repository were asked for, of those that the vault lacked. */
  | {
      readonly type: 'lfs-fetching';
      readonly repository: string;
      readonly done: number;
      readonly wanted: number;
    }
  | { readonly type: 'trouble'; readonly message: string };

/** What was found and done in all, and whether each snapshot has its files. */
export interface KeptLfs {
  readonly report: LfsReport;
  readonly checks: ReadonlyMap<number, CompletenessCheck>;
}

/**
 * Finds the pointers of Git LFS in the kept repositories of snapshots, and fetches the files that they name into the vault,
 * each once, whatever needs it. After an interruption, the next run fetches the rest.
 * Fails with `git-missing`, and if files cannot be written; what the service does not give is in the report.
 */
export async function keepLfs(options: LfsOptions): Promise<KeptLfs> {
  const { vault, searchPath, clock, signal } = options;
  await findGit({ searchPath, signal });
  const all = readLfsPlaces(vault.storePath, [...options.snapshots.keys()]);
  await fetchAbsentRepositories(vault, all.keys());
  await publishLfs(vault); // What a killed run has fetched.
  const run: LfsRun = {
    ...{ ...options, tally: tallyOf(options.snapshots), tried: new Map(), startedMs: clock.now() },
    sizes: new Map(await listLfs(vault)),
    ...{ fetched: 0, receivedBytes: 0, unpublishedBytes: 0, end: undefined },
  };
  for (const [folder, places] of all) {
    signal.throwIfAborted();
    await keepRepository(folder, places, run);
  }
  await publishLfs(vault);
  const { tally, fetched, receivedBytes } = run;
  return { report: tally.report({ fetched, receivedBytes }), checks: tally.checks() };
}

function tallyOf(snapshots: LfsOptions['snapshots']): LfsTally {
  const tally = new LfsTally([...snapshots.keys()]);
  const idsByName = new Map<string, number[]>();
  for (const [id, names] of snapshots) {
    for (const name of names) {
      idsByName.set(name, [...(idsByName.get(name) ?? []), id]);
    }
  }
  for (const [name, ids] of idsByName) {
    tally.addUnread(ids, `${name}: its git data is not in the store`);
  }
  return tally;
}

interface LfsRun extends LfsOptions {
  readonly tally: LfsTally;
  readonly startedMs: number;
  /** The files that the vault has, by digest. */
  readonly sizes: Map<string, number>;
  /** Why a file did not come that a repository was asked for: it is not asked for again for an older state of that repository. */
  readonly tried: Map<string, string>;
  fetched: number;
  receivedBytes: number;
  unpublishedBytes: number;
  /** Why nothing more is fetched: the time of the run is up. */
  end: string | undefined;
}

/** Keeps the files of one repository, which is the same in all of these places. Its newest name is that at the service. */
async function keepRepository(folder: string, places: LfsPlaces, run: LfsRun): Promise<void> {
  const { vault, searchPath, signal, sizes, tally, onEvent } = run;
  const snapshotIds = [...new Set(places.map(({ snapshotId }) => snapshotId))];
  const [{ name }] = places;
  const { repository, pointers, trouble } = await readPointers(vault, folder, { searchPath, signal });
  if (trouble !== undefined) {
    onEvent({ type: 'trouble', message: `Not all files of ${name} in Git LFS are known: ${trouble}` });
    tally.addUnread(snapshotIds, `${name}: ${trouble}`);
  }
  await fetchAbsent(pointers, name, run);
  const { shown } = await findMissing({ repository, pointers, there: sizes }, { searchPath, signal });
  const details = shown.map(({ pointer, place }) => {
    const reason = run.tried.get(keyOf(name, pointer)) ?? run.end;
    return `${name}: ${place}${reason === undefined ? '' : `: ${reason}`}`;
  });
  tally.add(snapshotIds, { pointers, sizes, details });
}

function keyOf(repository: string, { oid, sizeBytes }: LfsPointer): string {
  return `${repository.toLowerCase()} ${oid} ${sizeBytes}`;
}

/**
 * Fetches what is absent, group by group. Pointers with the same digest and other sizes are tried one after the other: only
 * one of them is right. Ends when the server cannot be asked.
 */
async function fetchAbsent(pointers: readonly FoundPointer[], name: string, run: LfsRun): Promise<void> {
  const { sizes, tried, onEvent } = run;
  let wanted = pointers.filter((pointer) => !sizes.has(pointer.oid) && !tried.has(keyOf(name, pointer)));
  const total = new Set(wanted.map(({ oid }) => oid)).size;
  const done = new Set<string>();
  while (wanted.length > 0 && run.end === undefined) {
    const group = new Map<string, FoundPointer>();
    const rest: FoundPointer[] = [];
    for (const pointer of wanted) {
      if (group.size < LFS_BATCH_OBJECTS && !group.has(pointer.oid)) {
        group.set(pointer.oid, pointer);
      } else {
        rest.push(pointer);
      }
    }
    const trouble = await fetchGroup([...group.values()], name, run);
    wanted = trouble === undefined ? rest.filter(({ oid }) => !sizes.has(oid)) : [];
    for (const pointer of trouble === undefined ? [] : [...group.values(), ...rest]) {
      tried.set(keyOf(name, pointer), trouble ?? '');
    }
    for (const oid of group.keys()) {
      done.add(oid);
    }
    onEvent({ type: 'lfs-fetching', repository: name, done: done.size, wanted: total });
  }
}

/** In object storage, what was fetched is published after this much, and at the end. */
const PUBLISH_BYTES = 1024 * 1024 * 1024;

/** Returns why the server cannot be asked for more, if so. */
async function fetchGroup(
  group: readonly FoundPointer[],
  name: string,
  run: LfsRun,
): Promise<string | undefined> {
  const { vault, source, sizes, tried, clock, signal, onEvent } = run;
  const timeout = startFetchTimeout(clock, run);
  const stage: LfsStage = lfsStageOf({
    ...{ vault, clock, signal: timeout.signal },
    onBytes(count) {
      run.receivedBytes += count;
      timeout.onBytes(count);
    },
  });
  const keep = async (oid: string) => {
    await stage.keep(oid);
    const { sizeBytes = 0 } = group.find((pointer) => pointer.oid === oid) ?? {};
    sizes.set(oid, sizeBytes);
    run.fetched += 1;
    run.unpublishedBytes += sizeBytes;
    timeout.onFile();
  };
  try {
    for (const outcome of await source.fetchFiles(name, group, { ...stage, keep })) {
      if ('trouble' in outcome) {
        tried.set(keyOf(name, outcome.pointer), outcome.trouble);
      }
    }
    if (run.unpublishedBytes >= PUBLISH_BYTES) {
      await publishLfs(vault);
      run.unpublishedBytes = 0;
    }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure) || OWN_FAILURES.has(error.code)) {
      throw error;
    }
    run.end = stage.signal.aborted ? error.reason : undefined;
    onEvent({ type: 'trouble', message: error.message });
    return error.reason;
  } finally {
    timeout.end();
  }
}

/** Failures of this machine, and not of the service. */
const OWN_FAILURES: ReadonlySet<string> = new Set([
  'closed',
  'disk-full',
  'file-system',
  'internal',
  'interrupted',
  'locked',
  'terminated',
  'vault-damaged',
]);

/**
 * Uploads the fetched files of a vault in object storage. The working copy then needs no copies of them: there may be more
 * than fit on this machine.
 */
async function publishLfs(vault: Vault): Promise<void> {
  const { origin, directory, disk } = vault;
  const folders = foldersIn(directory);
  const there: string[] = [];
  for await (const oid of origin === undefined ? [] : listBlobs(folders, 'lfs')) {
    there.push(oid);
  }
  if (origin === undefined || there.length === 0) {
    return;
  }
  const uploaded = await origin.publish();
  // What was there before may be damaged, and the copy here the only one that is whole.
  const lfs = new Map(there.filter((oid) => !uploaded.has(oid)).map((oid) => [oid, 0]));
  const whole = await origin.readFiles({ lfs });
  for (const oid of there.filter((each) => uploaded.has(each) || whole.has(each))) {
    await disk.remove(blobPath(folders, oid, 'lfs'));
  }
}
