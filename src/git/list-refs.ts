import { type OwnRepository, requireOwnRepository } from './own-repository.ts';
import { isObjectId, isRefName } from './ref-name.ts';
import { type GitEnding, runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/** All refs of a bare repository by full name, with the ids of their targets, which may be missing. */
export async function listRefs(
  { directory }: { readonly directory: string },
  options: GitRunOptions,
): Promise<ReadonlyMap<string, string>> {
  return (await readRefs(await requireOwnRepository(directory), options)).refs;
}

/** Like `listRefs`; also returns how git ended. */
export async function readRefs(
  repository: OwnRepository,
  options: GitRunOptions,
): Promise<{ readonly refs: ReadonlyMap<string, string>; readonly ending: GitEnding }> {
  const refs = new Map<string, string>();
  const ending = await runGit({
    ...options,
    repository,
    command: ['listRefs', {}],
    hasNames: true,
    onLine(line, channel) {
      const space = line.indexOf(' ');
      if (channel === 'output' && space > 0) {
        refs.set(line.slice(space + 1), line.slice(0, space));
      }
    },
  });
  return { refs, ending };
}

/** The content of a ref file: an object id, or the name of another ref. */
export type RefValue =
  | { readonly type: 'direct'; readonly id: string }
  | { readonly type: 'symbolic'; readonly target: string };

/** Parses the text of HEAD or of a loose ref; undefined if git would reject it. */
export function readRefValue(text: string): RefValue | undefined {
  const value = text.replace(/^[\t-\r ]+|[\t-\r ]+$/g, ''); // As git does: other space may be part of a name.
  if (isObjectId(value)) {
    return { type: 'direct', id: value };
  }
  const target = /^ref:[\t-\r ]*(.+)$/s.exec(value)?.[1];
  return target !== undefined && isRefName(target) ? { type: 'symbolic', target } : undefined;
}
