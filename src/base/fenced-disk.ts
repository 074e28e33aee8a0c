import type { Disk, DiskFile } from './disk.ts';

/**
 * A disk that changes nothing without asking `requireHeld` first: a process that stood still for so long that another one
 * took its lock over finds out before its next write, and not after it.
 */
export function createFencedDisk(disk: Disk, requireHeld: () => void): Disk {
  const fenced = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    requireHeld();
    return await change();
  };
  return {
    ...disk,
    open: async (path) => fencedFile(await fenced(() => disk.open(path)), fenced),
    rename: async (from, to) => await fenced(() => disk.rename(from, to)),
    remove: async (path) => await fenced(() => disk.remove(path)),
    makeDirectory: async (path) => await fenced(() => disk.makeDirectory(path)),
  };
}

function fencedFile(
  file: DiskFile,
  fenced: <Result>(change: () => Promise<Result>) => Promise<Result>,
): DiskFile {
  return {
    sizeBytes: () => file.sizeBytes(),
    read: (buffer, position) => file.read(buffer, position),
    write: async (bytes, position) => await fenced(() => file.write(bytes, position)),
    truncate: async (sizeBytes) => await fenced(() => file.truncate(sizeBytes)),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}
