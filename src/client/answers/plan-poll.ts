import { parseJson } from '../../base/json.ts';
import { parseLinkHeader } from '../requests/link-header.ts';
import type { KnownAnswer, Polling } from '../send.ts';
import type { StoredAnswer, WholeAnswer } from './stored-answer.ts';

/** Validators sometimes fail to change, so every tenth request is sent without them. */
export const MAX_POLLS = 9;

/** A longer interval is assumed to be an error. */
const MAX_POLL_INTERVAL_MS = 60 * 60_000;

/** Services reduce `per_page` silently. Their sizes of pages are round: 15, 30, 50, 100. */
const PAGE_SIZE_STEP = 5;

/** How to answer a GET request. */
export type PollPlan =
  /** From the cache: the service does not allow another request yet. */
  | { readonly outcome: 'answer'; readonly answer: WholeAnswer; readonly known: KnownAnswer }
  /** Send it, but not before this time, and with the validators of the cached response, if any. */
  | {
      readonly outcome: 'ask';
      readonly notBeforeMs: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly known: WholeAnswer | undefined;
    };

interface PollContext {
  readonly nowMs: number;
  /** When the caller last sent a write, which earlier responses may not reflect. */
  readonly writtenMs: number;
  /** When the caller last changed what the list shows, as far as that is known: the last answer is then wrong. */
  readonly topicWrittenMs?: number;
  /** The cached response may not be used, but its poll interval applies. */
  readonly isFresh?: boolean;
  readonly polling?: Polling | undefined;
}

/** Plans a request from the cached response for its address (specification 4.3 and 4.4, rule 5: polling). */
export function planPoll(
  stored: StoredAnswer | undefined,
  { nowMs, writtenMs, topicWrittenMs = 0, isFresh = false, polling }: PollContext,
): PollPlan {
  if (stored === undefined) {
    return { outcome: 'ask', notBeforeMs: 0, headers: {}, known: undefined };
  }
  const isCurrent = stored.answeredMs > writtenMs && stored.askedMs <= nowMs;
  const answer = stored.answer !== null && isCurrent && !isFresh ? stored.answer : undefined;
  const allowedMs = stored.askedMs + Math.min(stored.pollIntervalMs, MAX_POLL_INTERVAL_MS);
  const notBeforeMs = stored.askedMs <= nowMs ? allowedMs : 0;
  if (nowMs < notBeforeMs && polling !== 'wait' && !isFresh) {
    const last = stored.answeredMs > topicWrittenMs ? stored.answer : null;
    const given = polling === undefined ? answer : last;
    if (given !== null && given !== undefined) {
      const known = { answeredMs: stored.answeredMs, nextPollMs: notBeforeMs };
      return { outcome: 'answer', answer: given, known };
    }
  }
  const isProvable = answer !== undefined && stored.polls < MAX_POLLS && !mayGrowUnseen(stored, answer);
  const headers = isProvable ? validatorsOf(answer) : {};
  const known = Object.keys(headers).length === 0 ? undefined : answer;
  return { outcome: 'ask', notBeforeMs, headers, known };
}

/**
 * True for the last page of a list if it may be full: one item more then changes only its Link header, which a 304 need
 * not repeat (RFC 9110, 15.4.5), and the list would seem to end here. Feeds, which ask to be polled, begin with the newest
 * item, so that each one changes the first page.
 */
function mayGrowUnseen({ pollIntervalMs }: StoredAnswer, { url, headers, text }: WholeAnswer): boolean {
  const links = parseLinkHeader(new Map(headers).get('link') ?? '');
  if (pollIntervalMs > 0 || links.some(({ relations }) => relations.includes('next'))) {
    return false;
  }
  const items = parseJson(text);
  const count = Array.isArray(items) ? items.length : 0;
  const perPage = Number(new URL(url).searchParams.get('per_page') ?? Number.POSITIVE_INFINITY);
  return count > 0 && (count >= perPage || count % PAGE_SIZE_STEP === 0);
}

/** Validators as received, byte for byte. Some responses carry an empty ETag, which is useless. */
export function validatorsOf({ headers }: Pick<WholeAnswer, 'headers'>): Readonly<Record<string, string>> {
  const byName = new Map(headers);
  const etag = byName.get('etag') ?? '';
  const lastModified = byName.get('last-modified') ?? '';
  if (etag !== '' && !/^(W\/)?""$/.test(etag)) {
    return { 'if-none-match': etag };
  }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified };
}
