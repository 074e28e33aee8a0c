import { writeSync } from 'node:fs';

/**
 * Writes all bytes to an open file: a single call may write only a part of them. From `position` on, in bytes, or where
 * the file stands. Throws what the system says.
 */
export function writeAll(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? null : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
