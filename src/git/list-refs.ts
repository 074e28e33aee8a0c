import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfBytes } from '../base/byte-text.ts';
import { systemErrorCode } from '../base/failure.ts';
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

/** Like `listRefs`; also returns how git ended, if it was asked. */
export async function readRefs(
  repository: OwnRepository,
  options: GitRunOptions,
): Promise<{ readonly refs: ReadonlyMap<string, string>; readonly ending: GitEnding }> {
  const packed = await readPackedRefs(repository);
  if (packed !== undefined) {
    return { refs: packed, ending: { status: 0, stoppedBy: undefined } };
  }
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

/** A longer file is left to git. */
const MAX_PACKED_BYTES = 16 * 1024 * 1024;

/**
 * The refs of a repository that has them in one file, as stages write it: reading that takes a tenth of what starting git does.
 * Undefined if there may be more, or if git might understand anything in it otherwise.
 */
async function readPackedRefs(repository: OwnRepository): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const path = join(repository, 'packed-refs');
    if ((await readdir(join(repository, 'refs'))).length > 0 || (await stat(path)).size > MAX_PACKED_BYTES) {
      return undefined;
    }
    return parsePackedRefs(textOfBytes(await readFile(path)));
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    return undefined; // Git says what is wrong.
  }
}

function parsePackedRefs(text: string): ReadonlyMap<string, string> | undefined {
  const refs = new Map<string, string>();
  const lines = text.split('\n');
  const isWhole = lines.pop() === '';
  const lengths = new Set<number>();
  for (const line of lines) {
    if (/^(?:#|\^)/.test(line)) {
      continue; // A heading, or the target of the tag above.
    }
    const [, id = '', name = ''] = /^([0-9a-f]+) (.+)$/s.exec(line) ?? [];
    if (!isObjectId(id) || /^0+$/.test(id) || !isRefName(name) || refs.has(name)) {
      return undefined;
    }
    lengths.add(id.length);
    refs.set(name, id);
  }
  const sorted = [...refs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return isWhole && lengths.size < 2 ? new Map(sorted) : undefined;
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
