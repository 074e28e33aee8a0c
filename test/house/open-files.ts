import { readdirSync, readlinkSync } from 'node:fs';
import { expect, vi } from 'vitest';

export const SHOWS_OPEN_FILES = process.platform === 'linux';

/** The files whose paths contain `part` and that this process has open, removed ones included. */
export function openFilesWith(part: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.includes(part) ? [path] : [];
    } catch {
      return []; // The listing itself has a descriptor.
    }
  });
}

/** Fails if a file whose path contains `part` stays open. A stream that has ended closes its file a moment later. */
export async function expectClosed(part: string): Promise<void> {
  if (SHOWS_OPEN_FILES) {
    await vi.waitFor(() => expect(openFilesWith(part)).toEqual([]), { timeout: 10_000 });
  }
}
