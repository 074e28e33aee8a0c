import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCH_ARCHIVES, type BenchArchiveName } from './archives.table.ts';
import { generateArchive } from './generate-archive.ts';

/** The path of an archive of the table in `folder`; it is generated if it does not exist. */
export async function benchArchiveFile(name: BenchArchiveName, folder: string): Promise<string> {
  const path = join(folder, `${name}.tar.gz`);
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true });
    await generateArchive(`${path}.part`, BENCH_ARCHIVES[name]);
    await rename(`${path}.part`, path);
  }
  return path;
}

/** Parses a list of archive names from a flag: `M,L`. */
export function readArchiveNames(text: string): readonly BenchArchiveName[] {
  return text.split(',').map((name) => {
    if (!isArchiveName(name)) {
      throw new RangeError(
        `Cannot find the archive "${name}": there are ${Object.keys(BENCH_ARCHIVES).join(', ')}`,
      );
    }
    return name;
  });
}

function isArchiveName(name: string): name is BenchArchiveName {
  return Object.hasOwn(BENCH_ARCHIVES, name);
}
