import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eachOf } from '../base/each-of.ts';
import { fileFailure } from '../base/file-failure.ts';
import { compactTime } from '../base/run-id.ts';
import { LastingNamer } from '../base/safe-name.ts';
import { openWorkplace } from '../base/workplace.ts';
import type { GistJson, StarJson } from '../endpoints/answer-types.ts';
import { cloneMirror, updateMirror } from '../git/mirror.ts';
import { clonesFolderOf, listClones } from '../keeping/kept-clones.ts';
import { setAside } from '../keeping/set-aside.ts';
import type { CloneName } from '../model/backup-settings.table.ts';
import { Failure } from '../model/failure.ts';
import type { BackupRun } from './backup-options.ts';
import type { SourceRecords } from './capture-from-service.ts';
import type { CloneReport, CloneWork } from './clone-work.ts';

type CloneRun = Pick<
  BackupRun,
  'clock' | 'clones' | 'onEvent' | 'random' | 'searchPath' | 'signal' | 'vault'
>;

/** Clones that are made or updated at a time: most of the time passes waiting for the service. */
const AT_ONCE = 4;

/**
 * Clones the captured gists and starred repositories into the vault, and updates those that it has. A clone gets its
 * final name when it is complete; a damaged one then moves aside. Clones of what is no longer listed stay as they are.
 */
export async function cloneRepositories(
  captured: readonly Pick<SourceRecords, 'name' | 'records'>[],
  run: CloneRun,
): Promise<readonly CloneReport[]> {
  const { clones: work, vault, onEvent } = run;
  if (work === undefined) {
    return [];
  }
  const folder = clonesFolderOf(vault);
  await vault.disk.makeDirectory(folder);
  const present = Object.values(await listClones(vault)).flat();
  const namer = new LastingNamer(present.map((path) => path.slice(0, -'.git'.length)));
  const workplace = await openWorkplace(folder, '.unfinished-');
  try {
    const reports: CloneReport[] = [];
    for (const name of new Set(work.names)) {
      const listed = captured.flatMap((source) => (source.name === name ? (source.records ?? []) : []));
      const sources = listed.map((record) => SOURCES[name](record));
      const report = await cloneAll(name, sources, { namer, run, work, folder, draftFolder: workplace.path });
      onEvent({ type: 'cloned', ...report });
      reports.push(report);
    }
    return reports;
  } finally {
    await workplace.close();
  }
}

interface CloneSource {
  readonly of: string;
  /** What distinguishes it from all others, as folders and a name. */
  readonly parts: readonly string[];
  readonly address: string;
}

const SOURCES: Readonly<Record<CloneName, (record: object) => CloneSource>> = {
  gists(record) {
    const { id, git_pull_url: address } = record as GistJson; // Validated when it was listed.
    return { of: id, parts: ['gists', id], address: address ?? '' };
  },
  stars(record) {
    const { full_name: of, clone_url: address } = (record as StarJson).repo; // Validated when it was listed.
    const [owner = '', ...name] = of.split('/');
    return { of, parts: ['stars', owner, name.join('/')], address: address ?? '' };
  },
};

interface ClonePlace {
  readonly namer: LastingNamer;
  readonly run: CloneRun;
  readonly work: CloneWork;
  readonly folder: string;
  /** For clones that are not complete. */
  readonly draftFolder: string;
}

async function cloneAll(
  name: CloneName,
  sources: readonly CloneSource[],
  place: ClonePlace,
): Promise<CloneReport> {
  const counts = { cloned: 0, updated: 0, unchanged: 0 };
  const emptied: string[] = [];
  const replaced: string[] = [];
  const failed: { readonly of: string; readonly trouble: string }[] = [];
  // A list that changes while it is read can have an item on two pages.
  const queue = new Map(sources.map((source) => [source.of, source])).values();
  await eachOf(queue, AT_ONCE, async (source) => {
    try {
      const done = await cloneOne(source, place);
      counts[COUNTED_AS[done]] += 1;
      emptied.push(...(done === 'emptied' ? [source.of] : []));
      replaced.push(...(done === 'replaced' ? [source.of] : []));
    } catch (error) {
      place.run.signal.throwIfAborted();
      if (!(error instanceof Failure) || error.code === 'internal') {
        throw error;
      }
      failed.push({ of: source.of, trouble: error.reason });
    }
  });
  return { name, ...counts, emptied, replaced, failed };
}

/** What was done with a repository, and what it counts as. */
const COUNTED_AS = {
  cloned: 'cloned',
  replaced: 'cloned',
  updated: 'updated',
  emptied: 'updated',
  unchanged: 'unchanged',
} as const;

async function cloneOne(
  { parts, address }: CloneSource,
  { namer, run, work, folder, draftFolder }: ClonePlace,
): Promise<keyof typeof COUNTED_AS> {
  const { vault, clock, random, signal, searchPath = '' } = run;
  vault.requireHeld();
  const path = `${namer.pathOf(parts)}.git`;
  const directory = join(folder, path);
  const time = compactTime(clock.now());
  const remote = work.remoteOf(address);
  const options = { remote, clock, random, disk: vault.disk, time, searchPath, signal };
  const isThere = existsSync(directory);
  const update = isThere ? await updateMirror(directory, options) : 'damaged';
  if (update !== 'damaged') {
    return update;
  }
  const draft = join(draftFolder, path);
  await cloneMirror(draft, options);
  try {
    await vault.disk.makeDirectory(dirname(directory));
    await (isThere ? setAside(vault, `clones/${path}`, clock) : undefined);
    await vault.disk.rename(draft, directory);
    await vault.disk.syncDirectory(dirname(directory));
  } catch (error) {
    throw fileFailure(error, 'keep the clone', directory);
  }
  return isThere ? 'replaced' : 'cloned';
}
