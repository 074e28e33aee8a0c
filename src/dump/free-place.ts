import { statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { Failure } from '../model/failure.ts';

/** Where a dump is to be, and whether it may replace an earlier one. */
interface Place {
  readonly path: string;
  readonly isForced: boolean;
}

/** A file in every folder that a dump wrote; only such folders are ever replaced. */
export const MARKER = '.satchel-dump';

/** Fails with `exists` if something is at a place that a dump must not replace. */
export async function requireFreePlace(place: Place): Promise<void> {
  await (isDirectory(place.path) ? requireFreeFolder(place) : requireFree(place, isFile));
}

export async function requireFreeFolder(place: Place): Promise<void> {
  const names = await readdir(place.path).catch(() => undefined); // Absent, or not a folder: checked below.
  if (names?.length !== 0) {
    await requireFree(place, isOurs);
  }
}

export async function requireFree(
  place: Place,
  isReplaceable: (path: string) => Promise<boolean>,
): Promise<void> {
  const exists = await lstat(place.path).then(
    () => true,
    () => false,
  );
  if (!exists) {
    return;
  }
  if (!place.isForced) {
    throw new Failure('exists', `Cannot write to "${place.path}": it exists already`, {
      details: { path: place.path },
      hint: 'Choose another path, or replace the output of an earlier dump with "isReplacing"',
      commandHint: 'Choose another path, or replace the output of an earlier run with --force',
    });
  }
  if (!(await isReplaceable(place.path))) {
    throw new Failure('exists', `Cannot replace "${place.path}": Satchel did not write it`, {
      details: { path: place.path },
      hint: 'Choose another path, or move it away',
    });
  }
}

export async function isFile(path: string): Promise<boolean> {
  return (await lstat(path)).isFile();
}

async function isOurs(path: string): Promise<boolean> {
  if (!(await lstat(path)).isDirectory()) {
    return false;
  }
  return (await readdir(path)).includes(MARKER);
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
