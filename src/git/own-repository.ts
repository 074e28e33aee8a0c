import { join } from 'node:path';
import { makeFolder, writeWholeFile } from '../base/index.ts';
import { bareRepositoryConfig, type ObjectFormat } from '../model/index.ts';

interface BareRepository {
  /** The full name of the branch that HEAD names. */
  readonly head: string;
  readonly objectFormat: ObjectFormat;
}

/** Writes an empty bare repository, which has nothing but what git needs. */
export async function writeBareRepository(
  directory: string,
  { head, objectFormat }: BareRepository,
): Promise<void> {
  for (const name of ['refs', join('objects', 'pack')]) {
    await makeFolder(join(directory, name), { mode: 0o700 });
  }
  await writeWholeFile(join(directory, 'HEAD'), `ref: ${head}\n`);
  await writeWholeFile(join(directory, 'config'), bareRepositoryConfig(objectFormat));
}

/** The format of the repository of an object id; of any repository without one, the usual format. */
export function objectFormatOf(id: string): ObjectFormat {
  return id.length === SHA256_DIGITS ? 'sha256' : 'sha1';
}

const SHA256_DIGITS = 64;
