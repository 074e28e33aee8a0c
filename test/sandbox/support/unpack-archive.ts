import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type JsonRecord = Record<string, unknown> & { readonly type: string; readonly url: string };

/** An archive as GNU tar sees it: nothing of it is read by code of ours. */
export interface UnpackedArchive {
  readonly directory: string;
  /** Names as they stand in the tar, in its order. */
  readonly names: readonly string[];
  /** Lines of `tar -tv`. */
  readonly listing: readonly string[];
  /** Records by prefix of their files. */
  readonly records: ReadonlyMap<string, readonly JsonRecord[]>;
}

/** Unpacks an archive into a new folder and parses all of its record files. */
export function unpackArchive(path: string, directory: string): UnpackedArchive {
  mkdirSync(directory, { recursive: true });
  execFileSync('tar', ['--no-same-owner', '-xzf', path, '-C', directory]);
  const list = (flags: string) =>
    execFileSync('tar', ['--quoting-style=literal', flags, path], {
      env: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: process.env['PATH'] },
    })
      .toString()
      .split('\n')
      .filter((line) => line !== '');
  const records = new Map<string, JsonRecord[]>();
  for (const name of readdirSync(directory).toSorted()) {
    const prefix = /^(.*)_\d{6}\.json$/.exec(name)?.[1];
    if (prefix !== undefined) {
      const page: JsonRecord[] = JSON.parse(readFileSync(join(directory, name), 'utf8'));
      records.set(prefix, [...(records.get(prefix) ?? []), ...page]);
    }
  }
  return { directory, names: list('-tzf'), listing: list('-tvzf'), records };
}
