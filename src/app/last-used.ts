import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { homeDirectory, userDirectory } from '../base/user-directories.ts';
import { writeWholeFile } from '../base/whole-file.ts';
import { messageOf } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import type { AppContext } from './context.ts';

/** The places that commands that write to them leave for those that name none. */
interface LastUsed {
  readonly store?: string;
  readonly vault?: string;
}

type Surroundings = Pick<AppContext, 'env'>;

/** The store that was loaded into, or the vault that was backed up into, last; undefined before the first time. */
export async function readLast(what: keyof LastUsed, context: Surroundings): Promise<string | undefined> {
  const text = await readFile(pathOf(what, context), 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : text.trim();
}

/** Makes these the defaults of later commands. A failure is only reported, as the work itself is done. */
export async function rememberLast(
  used: LastUsed,
  context: Surroundings,
  onTrouble: (text: string) => void,
): Promise<void> {
  for (const what of ['store', 'vault'] as const) {
    const place = used[what];
    try {
      if (place !== undefined) {
        const full = isObjectLocation(place) ? place : resolve(place);
        await writeWholeFile(pathOf(what, context), `${full}\n`);
      }
    } catch (error) {
      onTrouble(
        `Later commands must name this ${what}, because its path could not be saved: ${messageOf(error)}`,
      );
    }
  }
}

/** Where a store is made if none is named, and where the last places are kept. */
export function dataDirectory({ env }: Surroundings): string {
  return userDirectory('data', { env, home: homeDirectory(env) });
}

function pathOf(what: keyof LastUsed, context: Surroundings): string {
  return join(dataDirectory(context), `last-${what}`);
}
