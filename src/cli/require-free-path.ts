import { existsSync } from 'node:fs';
import { Failure } from '../base/index.ts';

/** Fails with `usage` if a file is where an archive is to be written, unless it may be replaced. */
export function requireFreePath(path: string, isForced: boolean): void {
  if (!isForced && existsSync(path)) {
    throw new Failure('usage', `Cannot write the archive "${path}": it exists already`, {
      hint: 'Name another file, or replace it with --force',
    });
  }
}
