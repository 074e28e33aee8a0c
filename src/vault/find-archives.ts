import { Failure } from '../model/failure.ts';
import type { Manifest } from './manifest.ts';

/** Fewer digits of a digest could match an archive by accident. */
const MIN_ID_DIGITS = 4;

/**
 * Finds archives by the first digits of their digest, their file name, or `latest`. Fails with `absent` if none
 * matches, and with `usage` if several digests start with the digits.
 */
export function findArchives(manifests: readonly Manifest[], names: readonly string[]): readonly Manifest[] {
  return [...new Set(names.map((name) => findArchive(manifests, name)))];
}

function findArchive(manifests: readonly Manifest[], name: string): Manifest {
  const newest = manifests.at(-1);
  if (name === 'latest' && newest !== undefined) {
    return newest;
  }
  const isId = name.length >= MIN_ID_DIGITS && /^[0-9a-f]+$/i.test(name);
  const found = manifests.filter(
    ({ archive, sha256 }) => archive === name || (isId && sha256.startsWith(name.toLowerCase())),
  );
  const [first, second] = found;
  if (first === undefined) {
    throw new Failure('absent', `Cannot find the archive "${name}": the vault has no such archive`, {
      hint: 'archives() of the vault lists ids and names',
      commandHint: '"satchel vault list" shows ids and names',
    });
  }
  if (second !== undefined) {
    throw new Failure(
      'usage',
      `Cannot find the archive "${name}": ${found.length} archives begin with this`,
      {
        hint: 'Give more of the id',
      },
    );
  }
  return first;
}
