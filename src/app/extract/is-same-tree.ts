import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const READ_BYTES = 1024 * 1024;

/** Whether two files, or two folders with all that is in them, hold the same. Links are followed nowhere. */
export function isSameTree(one: string, other: string): boolean {
  const stats = lstatSync(one);
  const otherStats = lstatSync(other);
  if (stats.isDirectory()) {
    const names = readdirSync(one).toSorted();
    return (
      otherStats.isDirectory() &&
      readdirSync(other).toSorted().join('/') === names.join('/') &&
      names.every((name) => isSameTree(join(one, name), join(other, name)))
    );
  }
  const areFiles = stats.isFile() && otherStats.isFile();
  return areFiles && stats.size === otherStats.size && haveSameBytes(one, other);
}

function haveSameBytes(one: string, other: string): boolean {
  const files = [openSync(one, 'r')];
  try {
    files.push(openSync(other, 'r'));
    const [buffer, otherBuffer] = [Buffer.alloc(READ_BYTES), Buffer.alloc(READ_BYTES)];
    for (;;) {
      const [count = 0, otherCount = 0] = files.map((file, index) =>
        readSync(file, index === 0 ? buffer : otherBuffer),
      );
      if (count !== otherCount || !buffer.subarray(0, count).equals(otherBuffer.subarray(0, count))) {
        return false;
      }
      if (count === 0) {
        return true;
      }
    }
  } finally {
    for (const file of files) {
      closeSync(file);
    }
  }
}
