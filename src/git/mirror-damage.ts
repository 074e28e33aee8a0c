import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { readPieces } from '../base/read-pieces.ts';
import { createFsckReport } from './fsck-report.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import {
  filesOfRepository,
  foreignIn,
  type OwnRepository,
  objectFormatOf,
  requireOwnRepository,
} from './own-repository.ts';
import { runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/** What is damaged in a mirror; undefined if all of its objects can be read. */
export async function findMirrorDamage(
  directory: string,
  options: GitRunOptions,
): Promise<string | undefined> {
  const repository = await requireOwnRepository(directory).catch((error: unknown) => foreignIn(error));
  return typeof repository === 'object'
    ? repository.message
    : await findFsckDamage(repository, 'check', options);
}

/**
 * Like `findMirrorDamage`, at the speed of the disk: packs are compared with the checksums at their ends, and are not
 * unpacked. Does not find that a whole pack with nothing but former commits is gone.
 */
export async function findRot(
  repository: OwnRepository,
  options: GitRunOptions,
): Promise<string | undefined> {
  const packs = new Map<string, Set<string>>();
  for await (const { path } of filesOfRepository(repository)) {
    const [, name = '', digits = '', kind = ''] = PACK.exec(path) ?? [];
    if (name !== '') {
      packs.set(name, (packs.get(name) ?? new Set()).add(kind));
      const algorithm = objectFormatOf(digits);
      if (!(await endsWithDigest(join(repository, path), { algorithm, signal: options.signal }))) {
        return `"${path}" does not match its checksum`;
      }
    }
  }
  const [half] = [...packs].find(([, kinds]) => kinds.size < PACK_KINDS) ?? [];
  return half === undefined
    ? await findFsckDamage(repository, 'checkQuickly', options)
    : `a file of "${half}" is missing`;
}

const PACK = /^(objects\/pack\/pack-([0-9a-f]+))\.(pack|idx)$/;

/** A pack and its index. */
const PACK_KINDS = 2;

/** Packs and their indexes end with the digest of all that is before it (gitformat-pack). */
async function endsWithDigest(
  path: string,
  { algorithm, signal }: { readonly algorithm: string; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  const digest = createHash(algorithm);
  const sizeBytes = createHash(algorithm).digest().length;
  let end = Buffer.of();
  try {
    for await (const piece of readPieces(path, signal)) {
      const bytes = Buffer.concat([end, piece]);
      const from = Math.max(0, bytes.length - sizeBytes);
      digest.update(bytes.subarray(0, from));
      end = bytes.subarray(from);
    }
  } catch (error) {
    if (systemErrorCode(error) === 'EIO') {
      return false; // What a worn disk reports.
    }
    throw fileFailure(error, 'read', path);
  }
  return digest.digest().equals(end);
}

async function findFsckDamage(
  repository: OwnRepository,
  name: 'check' | 'checkQuickly',
  options: GitRunOptions,
): Promise<string | undefined> {
  const report = createFsckReport({ directory: repository, maxRemarks: GIT_LIMITS.findings });
  const { status } = await runGit({
    ...options,
    repository,
    command: [name, {}],
    onLine: (line) => report.readLine(line),
  });
  const remarks = report.remarks();
  const damage = remarks.find(({ code }) => code === 'git-damaged')?.message;
  return damage ?? (status !== 0 && remarks.length === 0 ? 'git fsck did not finish' : undefined);
}
