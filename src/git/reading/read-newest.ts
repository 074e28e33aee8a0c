import { READING_LIMITS } from '../git-limits.table.ts';
import { isObjectId } from '../ref-name.ts';
import { type AskGit, createFieldCutter, pathValues } from './ask-git.ts';

/** The folder to search. */
export interface NewestOptions {
  readonly commit: string;
  /** Within the repository; `''` is the root. */
  readonly folder: string;
}

/**
 * The newest commit for each name in a folder, among the last commits that changed the folder.
 * Names that only changed earlier are omitted, as are those that git did not report in time.
 */
export async function readNewest(
  ask: AskGit,
  { commit, folder }: NewestOptions,
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>();
  const start = folder === '' ? '' : `${folder}/`;
  const { input, stdin, paths } = pathValues(folder);
  let at = '';
  let isName = false;
  await ask({
    command: ['readNewest', { commit, stdin, paths }],
    input,
    timeoutMs: READING_LIMITS.newestMs,
    onOutput: createFieldCutter((field) => {
      if (isName) {
        isName = false;
        const name = field.startsWith(start) ? field.slice(start.length).split('/', 1)[0] : undefined;
        if (name !== undefined && !newest.has(name)) {
          newest.set(name, at);
        }
      } else if (isObjectId(field)) {
        at = field;
      } else {
        isName = true; // The header of a file, `:100644 …`: its name follows.
      }
    }),
  });
  return newest;
}
