import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSystemDisk } from '../../base/disk.ts';
import { ifPresent } from '../../base/file-failure.ts';
import { acquireLock } from '../../base/lock.ts';
import { makePrivateFolder } from '../../base/make-folder.ts';
import { streamWholeFile, writeWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import { makeObjectCache } from '../../objects/object-cache.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { openObjectStore } from '../../objects/open-object-store.ts';
import {
  currentPartitions,
  dataFilesOf,
  type Lake,
  type LakePartition,
  MANIFEST_NAME,
  parseLake,
  readLake,
} from '../lake-manifest.ts';
import { type BucketAccess, bucketSource } from '../place/bucket-place.ts';
import { folderSource, removeOrphans } from '../place/folder-place.ts';
import { chooseViews } from './choose-views.ts';
import { notALake } from './open-lake-query.ts';

/** How long a query waits for others that fetch files of the same lake. */
const WAIT_MS = 3_600_000;

/** The part of a lake in object storage that a query reads, as a lake in a folder. */
export interface FetchedLake {
  readonly path: string;
  /** Lets other queries change the folder: to be called when the query has read the manifest. */
  release(): Promise<void>;
}

/**
 * Fetches the manifest of a lake and the data files that a query reads, unless an earlier query has fetched them: the
 * content of a path never changes. DuckDB could read them where they are, but only with an extension that it downloads.
 */
export async function fetchLake(location: string, sql: string, access: BucketAccess): Promise<FetchedLake> {
  const { clock, signal, env } = access;
  const objects = await openObjectStore(location, access);
  const path = await makeObjectCache(location, { kind: 'lakes', env });
  const lock = await acquireLock(join(path, 'fetching'), {
    command: 'satchel query --lake',
    startClock: clock,
    lockWait: { waitMs: WAIT_MS, signal },
  });
  try {
    const text = await bucketSource(objects).readText(MANIFEST_NAME);
    if (text === undefined) {
      throw notALake(location);
    }
    const lake = parseLake(text, location);
    // What the former manifest named stays for queries that are reading it.
    const former = await readLake(folderSource(path)).catch(() => undefined);
    await removeOrphans(path, {
      named: dataFilesOf({ partitions: [...(former?.partitions ?? []), ...lake.partitions] }),
      disk: createSystemDisk(),
    });
    await fetchFiles(partitionsOf(lake, sql), { objects, path });
    await writeWholeFile(join(path, MANIFEST_NAME), text);
    return { path, release: async () => await lock.release() };
  } catch (error) {
    await lock.release();
    throw error;
  } finally {
    objects.close();
  }
}

/** The partitions that the views read which a query names. */
function partitionsOf(lake: Lake, sql: string): readonly LakePartition[] {
  const names = new Set(chooseViews(lake, { location: '', sql }).map(({ name }) => name));
  return lake.tables.flatMap((table) => {
    if (names.has(`${table.name}_states`)) {
      return lake.partitions.filter((partition) => partition.table === table.name);
    }
    return names.has(table.name) ? currentPartitions(lake, table) : [];
  });
}

async function fetchFiles(
  partitions: readonly LakePartition[],
  { objects, path }: { readonly objects: ObjectStore; readonly path: string },
): Promise<void> {
  for (const file of partitions.flatMap(({ files }) => files)) {
    const target = join(path, file.path);
    if ((await ifPresent(stat(target)))?.size === file.sizeBytes) {
      continue;
    }
    const content = await objects.read(file.path);
    if (content === undefined) {
      throw new Failure('lake-damaged', `Cannot query "${objects.name}": "${file.path}" is missing`, {
        commandHint:
          'Run the query again if the lake was just changed, or "satchel lake sync" with another output',
      });
    }
    await makePrivateFolder(dirname(target));
    await streamWholeFile(target, content);
  }
}
