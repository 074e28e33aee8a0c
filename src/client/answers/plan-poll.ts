import type { StoredAnswer, WholeAnswer } from './stored-answer.ts';

/** Validators are known to stick at times: every tenth question is asked as if for the first time. */
export const MAX_POLLS = 9;

/** No service asks for more patience: a longer one is an error of somebody. */
const MAX_POLL_INTERVAL_MS = 60 * 60_000;

/** What to do about a question that may have been asked before. */
export type PollPlan =
  /** The service wants no question yet, and its last answer is here. */
  | { readonly outcome: 'answer'; readonly answer: WholeAnswer }
  /** Ask, but not before this moment; with the validators of the last answer, where there are any. */
  | {
      readonly outcome: 'ask';
      readonly notBeforeMs: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly known: WholeAnswer | undefined;
    };

interface PollContext {
  readonly nowMs: number;
  /** When the caller last changed something: answers from before may not show it. */
  readonly writtenMs: number;
}

/** Plans a question by what is stored of its address (specification 4.3 and 4.4, rule 5: polling). */
export function planPoll(stored: StoredAnswer | undefined, { nowMs, writtenMs }: PollContext): PollPlan {
  if (stored === undefined) {
    return { outcome: 'ask', notBeforeMs: 0, headers: {}, known: undefined };
  }
  const isSeen = stored.askedMs > writtenMs && stored.askedMs <= nowMs;
  const answer = stored.answer !== null && isSeen ? stored.answer : undefined;
  const allowedMs = stored.askedMs + Math.min(stored.pollIntervalMs, MAX_POLL_INTERVAL_MS);
  const notBeforeMs = stored.askedMs <= nowMs ? allowedMs : 0;
  if (answer !== undefined && nowMs < notBeforeMs) {
    return { outcome: 'answer', answer };
  }
  const headers = answer === undefined || stored.polls >= MAX_POLLS ? {} : validatorsOf(answer);
  const known = Object.keys(headers).length === 0 ? undefined : answer;
  return { outcome: 'ask', notBeforeMs, headers, known };
}

/** Validators as received, byte for byte. An empty ETag compares with nothing: some answers carry one. */
export function validatorsOf({ headers }: Pick<WholeAnswer, 'headers'>): Readonly<Record<string, string>> {
  const byName = new Map(headers);
  const etag = byName.get('etag') ?? '';
  const lastModified = byName.get('last-modified') ?? '';
  if (etag !== '' && !/^(W\/)?""$/.test(etag)) {
    return { 'if-none-match': etag };
  }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified };
}
