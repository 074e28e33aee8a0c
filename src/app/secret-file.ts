import { readFile, stat } from 'node:fs/promises';
import { fileFailure } from '../base/file-failure.ts';
import { Failure } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import type { AppContext } from './context.ts';

/**
 * Reads a file that contains only a secret, and reports it if others can read it as well. Fails with `token-missing` if it is
 * empty.
 */
export async function readSecretFile(
  path: string,
  what: string,
  { onReport }: Pick<AppContext, 'onReport'>,
): Promise<string> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    // The secret may have been given in place of its file.
    throw fileFailure(error, `read the ${what} file`, redactSecrets(path));
  }
  const secret = content.trim();
  if (secret === '') {
    throw new Failure('token-missing', `Cannot read the ${what} file "${path}": it is empty`);
  }
  const text = await describeReaders(path, what);
  if (text !== undefined) {
    onReport?.({ level: 'warn', type: 'note', fields: {}, text });
  }
  return secret;
}

/**
 * A sentence about a file with a secret that other users of the machine can read; undefined if they cannot. One that belongs to
 * another user, as a container may get, is not ours to change.
 */
export async function describeReaders(path: string, what: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  const isOurs = stats?.isFile() === true && stats.uid === process.getuid?.();
  return isOurs && (stats.mode & OTHERS_READ) !== 0
    ? `Other users of this machine can read the ${what} file "${path}": chmod 600 keeps it to you`
    : undefined;
}

/** The bits of a mode with which the group and all others may read. */
const OTHERS_READ = 0o044;
