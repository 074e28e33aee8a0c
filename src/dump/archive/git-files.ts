import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bareRepositoryConfig, isGitPath } from '../../model/index.ts';
import type { KeptRepository } from '../../store/index.ts';
import { type ContentFile, fileOfBytes } from './content-file.ts';

/**
 * The files of a kept repository as they stand in an archive, with a configuration of ours. Folders come too: git
 * takes no directory for a repository that has no `refs` and no `objects`.
 */
export function* gitFiles(
  directory: string,
  { entryName, objectFormat }: Pick<KeptRepository, 'entryName' | 'objectFormat'>,
): Generator<ContentFile> {
  yield folder(`${entryName}/`);
  yield fileOfBytes(`${entryName}/config`, 'git', bareRepositoryConfig(objectFormat));
  yield* filesBelow(directory, { entryName, inner: '' });
}

function* filesBelow(
  directory: string,
  place: { readonly entryName: string; readonly inner: string },
): Generator<ContentFile> {
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    const name = `${place.entryName}/${entry.name}`;
    const inner = `${place.inner}${entry.name}`;
    if (!isGitPath(inner)) {
      continue;
    }
    if (entry.isDirectory()) {
      yield folder(`${name}/`);
      yield* filesBelow(path, { entryName: name, inner: `${inner}/` });
    } else if (entry.isFile()) {
      yield { name, content: 'git', sizeBytes: statSync(path).size, open: () => createReadStream(path) };
    }
  }
}

function folder(name: string): ContentFile {
  return fileOfBytes(name, 'git', '');
}
