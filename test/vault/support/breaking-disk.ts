import { createSystemDisk, type Disk } from '../../../src/base/disk.ts';

/** Simulates the crash of a process: all later disk operations fail too. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A disk whose operations fail from a chosen one on, as if the process had crashed before it. */
export function createBreakingDisk(): {
  readonly disk: Disk;
  /** Fails at the n-th operation from now, counted from 1. */
  breakAt(operation: number): void;
  repair(): void;
} {
  const system = createSystemDisk();
  let left = Number.POSITIVE_INFINITY;
  const step = () => {
    left -= 1;
    if (left <= 0) {
      throw new Crash('the process is dead');
    }
  };
  return {
    disk: {
      ...system,
      async rename(from, to) {
        step();
        await system.rename(from, to);
      },
      async remove(path) {
        step();
        await system.remove(path);
      },
      async syncDirectory(path) {
        step();
        await system.syncDirectory(path);
      },
    },
    breakAt(operation) {
      left = operation;
    },
    repair() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
