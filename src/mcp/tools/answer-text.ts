import { snapshotText } from '../../store/when-changed.ts';
import type { AnswerSources } from '../open-answers.ts';

/** The most characters of one answer: about four thousand tokens, which fit into any conversation. */
export const MAX_ANSWER_CHARACTERS = 16_000;

/** Ends an answer with the snapshot that it is from. */
export function withSource(text: string, { newest }: Pick<AnswerSources, 'newest'>): string {
  const source = newest === undefined ? 'an empty store' : `the snapshot of ${snapshotText(newest)}`;
  return `${text.trimEnd()}\n\n[from ${source}]`;
}

/** One line of a text, at most this long. */
export function shortLine(text: string, maxLength = 300): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength)}…`;
}
