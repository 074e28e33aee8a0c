import { utcSeconds } from '../base/run-id.ts';
import { type AskGit, createFieldCutter } from './ask-git.ts';
import { decodeCommit } from './parse-commit.ts';
import { isObjectId } from './ref-name.ts';

export interface CommitMessage {
  readonly id: string;
  readonly author: string;
  readonly email: string;
  /** When it was written, in UTC; null if it has no valid time. */
  readonly at: string | null;
  readonly message: string;
}

/** Selects commits of all branches and tags. */
export interface MessageOptions {
  /** Texts that every message contains, ignoring case. */
  readonly texts: readonly string[];
  /** Ends the search. */
  readonly signal: AbortSignal;
  /** Called for each commit, newest first; returns whether to continue. */
  onCommit(commit: CommitMessage): boolean;
}

/** The fields of a commit in the output, each of which ends with NUL. */
const FIELDS = 5;

/** Reads the messages of commits until `onCommit` returns false. Rejects with the reason of the signal when aborted. */
export async function searchMessages(
  ask: AskGit,
  { texts, signal, onCommit }: MessageOptions,
): Promise<void> {
  const enough = new AbortController();
  let fields: string[] = [];
  try {
    await ask({
      signal: AbortSignal.any([signal, enough.signal]),
      command: [
        'searchMessages',
        {
          texts: [
            ...(texts.length === 0 ? [] : ['--regexp-ignore-case', '--fixed-strings', '--all-match']),
            ...texts.map((text) => `--grep=${text}`),
          ],
        },
      ],
      onOutput: createFieldCutter((field) => {
        fields.push(field);
        if (fields.length === FIELDS) {
          const commit = readFields(fields);
          fields = [];
          if (!enough.signal.aborted && commit !== undefined && !onCommit(commit)) {
            enough.abort();
          }
        }
      }, decodeCommit),
    });
  } catch (error) {
    if (!enough.signal.aborted) {
      throw error;
    }
  }
}

function readFields([id = '', author = '', email = '', seconds = '', message = '']: readonly string[]):
  | CommitMessage
  | undefined {
  const timeMs = new Date(seconds === '' ? Number.NaN : Number(seconds) * 1000).getTime(); // NaN outside the range.
  return isObjectId(id)
    ? { id, author, email, at: Number.isNaN(timeMs) ? null : utcSeconds(timeMs), message: message.trim() }
    : undefined;
}
