import { readFileText } from './file-text.ts';
import type { TreeEntry } from './parse-tree.ts';
import type { ObjectReader } from './reading/read-objects.ts';

/** A file that says under which terms others may use the code. */
export interface Licence {
  readonly path: string;
  /** Its first line, which names the licence (`MIT License`), or its own name. */
  readonly name: string;
}

const LICENCE_NAMES = /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]{1,30})?$/i;
const LICENCE_BYTES = 128 * 1024;
const MAX_NAME = 60;

/** Finds the licence in the root folder of a repository; null if there is none. */
export async function readLicence(
  git: Pick<ObjectReader, 'blob'>,
  entries: readonly TreeEntry[],
): Promise<Licence | null> {
  const found = entries.find(({ name, kind }) => kind === 'file' && LICENCE_NAMES.test(name));
  if (found === undefined) {
    return null;
  }
  const { bytes } = (await git.blob(found.id, LICENCE_BYTES)) ?? {};
  const text = bytes === undefined ? undefined : readFileText(bytes)?.text;
  const [line = ''] = text?.split('\n').flatMap((each) => each.replace(/^#+ /, '').trim() || []) ?? [];
  const isName = line !== '' && line.length <= MAX_NAME && !/^copyright|@/i.test(line);
  return { path: found.name, name: isName ? line : found.name };
}
