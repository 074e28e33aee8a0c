import { escapedName, shownBytes } from '../base/byte-text.ts';
import type { AskGit } from './ask-git.ts';
import { unreadable } from './reading/unreadable.ts';

/** A line of a file that contains one of the texts. */
export interface MatchedLine {
  readonly path: string;
  readonly number: number;
  /** Cut if it is very long. */
  readonly text: string;
}

export interface FileSearchOptions {
  /** The full id of the commit whose files are searched. */
  readonly commit: string;
  /** At least one text to find, ignoring the case of ASCII letters. */
  readonly texts: readonly string[];
  /** Whether only files that contain all of them count. */
  readonly needsAll: boolean;
  /** Ends the search. */
  readonly signal: AbortSignal;
  /** Called for each line, file by file; returns whether to continue. */
  onLine(line: MatchedLine): boolean;
}

/** Git's status if no line matches. */
const NOTHING_FOUND = 1;

/**
 * Searches the text files of a commit until `onLine` returns false. Returns whether it searched all of them; rejects with
 * the reason of the signal when aborted, and with `git-unreadable`.
 */
export async function searchFiles(
  ask: AskGit,
  { commit, texts, needsAll, signal, onLine }: FileSearchOptions,
): Promise<boolean> {
  const enough = new AbortController();
  let hasAny = false;
  try {
    const { status, stoppedBy } = await ask({
      signal: AbortSignal.any([signal, enough.signal]),
      command: [
        'searchFiles',
        {
          all: needsAll && texts.length > 1 ? ['--all-match'] : [],
          // Git takes each line of a text for a text of its own.
          texts: texts.flatMap((text) => ['-e', text.replace(/[\0\n]+/g, ' ')]),
          commit,
        },
      ],
      hasNames: true,
      onLine(line, channel) {
        const [place = '', number = '', ...rest] = channel === 'output' ? line.split('\0') : [];
        if (enough.signal.aborted || !place.startsWith(`${commit}:`) || !/^\d+$/.test(number)) {
          return; // The second line of a name with a line feed.
        }
        hasAny = true;
        const path = escapedName(place.slice(commit.length + 1));
        if (!onLine({ path, number: Number(number), text: shownBytes(rest.join('\0')) })) {
          enough.abort();
        }
      },
    });
    if (status !== 0 && status !== NOTHING_FOUND && stoppedBy === undefined && !hasAny) {
      throw unreadable('the files of a commit', 'git failed: objects are missing or damaged');
    }
    return status === 0 || status === NOTHING_FOUND;
  } catch (error) {
    if (enough.signal.aborted) {
      return false;
    }
    throw error;
  }
}
