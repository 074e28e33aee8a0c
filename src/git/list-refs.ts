import { isObjectId, isRefName } from './ref-name.ts';
import { type GitEnding, runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/** All refs of a bare repository by full name, with the ids of the objects that they name, existing or not. */
export async function listRefs(
  { directory }: { readonly directory: string },
  options: GitRunOptions,
): Promise<ReadonlyMap<string, string>> {
  return (await readRefs(directory, options)).refs;
}

/** As `listRefs`, with the word of how git ended. */
export async function readRefs(
  gitDirectory: string,
  options: GitRunOptions,
): Promise<{ readonly refs: ReadonlyMap<string, string>; readonly ending: GitEnding }> {
  const refs = new Map<string, string>();
  const ending = await runGit({
    ...options,
    gitDirectory,
    arguments: ['for-each-ref', '--format=%(objectname) %(refname)'],
    onLine(line, channel) {
      const space = line.indexOf(' ');
      if (channel === 'output' && space > 0) {
        refs.set(line.slice(space + 1), line.slice(0, space));
      }
    },
  });
  return { refs, ending };
}

/** What the file of a ref says: an object, or another ref. */
export type RefValue =
  | { readonly type: 'direct'; readonly id: string }
  | { readonly type: 'symbolic'; readonly target: string };

/** Reads the text of HEAD or of a loose ref; undefined where git would not take it. */
export function readRefValue(text: string): RefValue | undefined {
  const value = text.trim();
  if (isObjectId(value)) {
    return { type: 'direct', id: value };
  }
  const target = /^ref:\s*(\S.*)$/.exec(value)?.[1];
  return target !== undefined && isRefName(target) ? { type: 'symbolic', target } : undefined;
}
