import { type GitEnding, runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/**
 * Which of the objects are not in a repository. Ids are object ids as `isObjectId` knows them; one process answers all.
 * Where git ends early, the objects that it gave no answer for are in neither.
 */
export async function findAbsentObjects(
  gitDirectory: string,
  ids: Iterable<string>,
  options: GitRunOptions,
): Promise<{ readonly absent: ReadonlySet<string>; readonly ending: GitEnding }> {
  const absent = new Set<string>();
  const ending = await runGit({
    ...options,
    gitDirectory,
    arguments: ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'],
    input: linesOf(ids),
    onLine(line, channel) {
      const [id = '', word] = line.split(' ');
      if (channel === 'output' && (word === 'missing' || word === 'ambiguous')) {
        absent.add(id);
      }
    },
  });
  return { absent, ending };
}

function* linesOf(ids: Iterable<string>): Generator<string> {
  let batch = '';
  for (const id of ids) {
    batch += `${id}\n`;
    if (batch.length >= BATCH_CHARACTERS) {
      yield batch;
      batch = '';
    }
  }
  yield batch;
}

const BATCH_CHARACTERS = 65_536;
