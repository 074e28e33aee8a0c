import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSystemDisk, type Disk, type DiskFile } from '../../../src/base/disk.ts';
import type { Random } from '../../../src/base/random.ts';

/** An operation on a disk. Files are identified by numbers, because their names change. */
type Operation =
  | { readonly type: 'create'; readonly path: string; readonly file: number }
  | { readonly type: 'write'; readonly file: number; readonly position: number; readonly bytes: Buffer }
  | { readonly type: 'truncate'; readonly file: number; readonly sizeBytes: number }
  | { readonly type: 'sync'; readonly file: number }
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'syncDirectory'; readonly path: string };

/** A disk that performs operations and records them. */
export interface RecordedDisk extends Disk {
  readonly operations: readonly Operation[];
  /** The files on the disk after a power cut following the first `count` operations. */
  cutAfter(count: number, loss: Loss, random: Random): ReadonlyMap<string, Buffer>;
}

/**
 * What a power cut does to data that was not synced: loses all of it; keeps it; loses contents, but not names and sizes
 * (in file systems that write their metadata first); or loses a random part.
 */
export const LOSSES = ['everything', 'nothing', 'bytes', 'by chance'] as const;

export type Loss = (typeof LOSSES)[number];

/** Records operations below `root`, starting with its current files. */
export async function recordDisk(root: string): Promise<RecordedDisk> {
  const disk = createSystemDisk();
  const operations: Operation[] = [];
  const initial = await readTree(root);
  const fileAt = new Map([...initial.keys()].map((path, index) => [path, index]));
  let fileCount = initial.size;
  let replayed = replay(initial);

  function fileOf(path: string): number {
    const present = fileAt.get(path);
    if (present !== undefined) {
      return present;
    }
    const file = fileCount;
    fileCount += 1;
    fileAt.set(path, file);
    operations.push({ type: 'create', path, file });
    return file;
  }

  return {
    operations,
    cutAfter(count, loss, random) {
      // Cuts mostly come in ascending order, so the replay continues from the previous one.
      replayed = replayed.count > count ? replay(initial) : replayed;
      for (const operation of operations.slice(replayed.count, count)) {
        apply(operation, replayed);
      }
      replayed = { ...replayed, count };
      return cut(replayed, loss, random);
    },
    async open(path) {
      const opened = await disk.open(path);
      return recordFile(opened, fileOf(path), operations);
    },
    async rename(from, to) {
      await disk.rename(from, to);
      operations.push({ type: 'rename', from, to });
      fileAt.set(to, fileAt.get(from) ?? -1);
      fileAt.delete(from);
    },
    async remove(path) {
      await disk.remove(path);
      if (fileAt.delete(path)) {
        operations.push({ type: 'remove', path });
      }
    },
    makeDirectory: disk.makeDirectory,
    async syncDirectory(path) {
      await disk.syncDirectory(path);
      operations.push({ type: 'syncDirectory', path: join(path, '.') });
    },
    freeBytes: disk.freeBytes,
  };
}

function recordFile(opened: DiskFile, file: number, operations: Operation[]): DiskFile {
  return {
    ...opened,
    async write(bytes, position) {
      await opened.write(bytes, position);
      operations.push({ type: 'write', file, position, bytes: Buffer.from(bytes) });
    },
    async truncate(sizeBytes) {
      await opened.truncate(sizeBytes);
      operations.push({ type: 'truncate', file, sizeBytes });
    },
    async sync() {
      await opened.sync();
      operations.push({ type: 'sync', file });
    },
  };
}

/** Contents and names of files, as the running system sees them and as a power cut would leave them. */
interface DiskState {
  readonly contents: Map<number, { now: Buffer; synced: Buffer }>;
  readonly names: Map<string, number>;
  readonly syncedNames: Map<string, number>;
}

/** The state of a disk after the first `count` operations. */
interface Replayed extends DiskState {
  readonly count: number;
}

/** The initial state of the disk, from which operations are replayed. */
function replay(initial: ReadonlyMap<string, Buffer>): Replayed {
  const names = [...initial.keys()].map((path, index) => [path, index] as const);
  return {
    count: 0,
    contents: new Map([...initial.values()].map((bytes, index) => [index, { now: bytes, synced: bytes }])),
    names: new Map(names),
    syncedNames: new Map(names),
  };
}

function cut(state: DiskState, loss: Loss, random: Random): ReadonlyMap<string, Buffer> {
  const takesNames = { everything: true, nothing: false, bytes: false, 'by chance': random.chance(0.5) }[
    loss
  ];
  const files = new Map<string, Buffer>();
  for (const [path, file] of takesNames ? state.syncedNames : state.names) {
    const content = state.contents.get(file);
    if (content !== undefined) {
      files.set(path, survivingBytes(content, loss, random));
    }
  }
  return files;
}

function survivingBytes(
  { now, synced }: { readonly now: Buffer; readonly synced: Buffer },
  loss: Loss,
  random: Random,
): Buffer {
  switch (loss) {
    case 'everything':
      return synced;
    case 'nothing':
      return now;
    case 'bytes': {
      const bytes = Buffer.alloc(now.length);
      synced.copy(bytes);
      return bytes;
    }
    case 'by chance':
      return random.chance(0.5)
        ? now
        : now.subarray(0, random.integer(Math.min(synced.length, now.length), now.length));
  }
}

function apply(operation: Operation, { contents, names, syncedNames }: DiskState): void {
  switch (operation.type) {
    case 'create':
      contents.set(operation.file, { now: Buffer.alloc(0), synced: Buffer.alloc(0) });
      names.set(operation.path, operation.file);
      break;
    case 'write': {
      const content = contentOf(contents, operation.file);
      const end = operation.position + operation.bytes.length;
      const next = Buffer.alloc(Math.max(content.now.length, end));
      content.now.copy(next);
      operation.bytes.copy(next, operation.position);
      content.now = next;
      break;
    }
    case 'truncate': {
      const content = contentOf(contents, operation.file);
      content.now = Buffer.from(content.now.subarray(0, operation.sizeBytes));
      break;
    }
    case 'sync': {
      const content = contentOf(contents, operation.file);
      content.synced = content.now;
      break;
    }
    case 'rename':
      names.set(operation.to, names.get(operation.from) ?? -1);
      names.delete(operation.from);
      break;
    case 'remove':
      names.delete(operation.path);
      break;
    case 'syncDirectory':
      syncNames(operation.path, names, syncedNames);
      break;
  }
}

function contentOf(contents: DiskState['contents'], file: number): { now: Buffer; synced: Buffer } {
  const content = contents.get(file);
  if (content === undefined) {
    throw new RangeError(`No file ${file} is known`);
  }
  return content;
}

function syncNames(directory: string, names: Map<string, number>, syncedNames: Map<string, number>): void {
  const isInside = (path: string) => join(dirname(path), '.') === directory;
  for (const path of [...syncedNames.keys()].filter(isInside)) {
    syncedNames.delete(path);
  }
  for (const [path, file] of names) {
    if (isInside(path)) {
      syncedNames.set(path, file);
    }
  }
}

async function readTree(root: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path)] as const)));
}

/** Writes files below another root. */
export async function layOut(
  files: ReadonlyMap<string, Buffer>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const folder of ['archives', 'manifests']) {
    await mkdir(join(to, folder), { recursive: true });
  }
  for (const [path, bytes] of files) {
    const place = join(to, path.slice(from.length));
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, bytes);
  }
}
