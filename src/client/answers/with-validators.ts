import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { parseJsonExactly } from '../../base/json.ts';
import type { ApiRequest, ApiResponse, Decorator, OnWait, Send, Wait } from '../send.ts';
import type { AnswerStore } from './answer-store.ts';
import { planPoll, validatorsOf } from './plan-poll.ts';
import { ANSWER_FORMAT, storableAnswer, type WholeAnswer } from './stored-answer.ts';

/** Longer responses are not cached. A page of events is shorter. */
const MAX_KEPT_CHARACTERS = 2 * 1024 * 1024;

const NOT_MODIFIED = 304;

interface ValidatorOptions {
  readonly answers: AnswerStore;
  readonly clock: Clock;
  /** Part of the cache key, like the media type. */
  readonly apiVersion: string;
  readonly mediaType: string;
  readonly onWait: OnWait | undefined;
  /** Throws if the wait until the next allowed request is not wanted. */
  readonly checkWait: (request: ApiRequest, wait: Wait) => void;
}

/**
 * Makes GET requests conditional: they carry the validators of the cached response, which is the answer to a 304. A 304
 * costs nothing. A request that comes sooner than the service allows (X-Poll-Interval) is answered from the cache, or waits. A
 * write invalidates all cached responses: the validators of notifications, for example, ignore what was marked as read.
 */
export function withValidators(options: ValidatorOptions): Decorator {
  return (next) => async (request) =>
    request.method === 'GET' ? await poll(request, next, options) : await write(request, next, options);
}

async function write(
  request: ApiRequest,
  next: Send,
  { answers, clock }: ValidatorOptions,
): Promise<ApiResponse> {
  try {
    return await next(request);
  } finally {
    await answers.noteWrite(clock.now(), request.topic);
  }
}

async function poll(request: ApiRequest, next: Send, options: ValidatorOptions): Promise<ApiResponse> {
  const { answers, clock } = options;
  const key = keyOf(request, options);
  const stored = await answers.read(key);
  const writtenMs = await answers.lastWriteMs();
  const { isFresh = false, polling, topic } = request;
  const topicWrittenMs = topic === undefined ? 0 : await answers.lastWriteMs(topic);
  const plan = planPoll(stored, { nowMs: clock.now(), writtenMs, topicWrittenMs, isFresh, polling });
  if (plan.outcome === 'answer') {
    if (typeof polling === 'object') {
      polling.onKnown(plan.known);
    }
    return responseOf(plan.answer);
  }
  await waitUntil(plan.notBeforeMs, request, options);
  const askedMs = clock.now();
  const response = await ask({ ...request, headers: { ...request.headers, ...plan.headers } });
  const isUnchanged = response.status === NOT_MODIFIED && plan.known !== undefined;
  const pollIntervalMs = pollIntervalOf(response) ?? stored?.pollIntervalMs ?? 0;
  const answer = isUnchanged
    ? withNewHeaders(plan.known, response)
    : keptAnswer(response, pollIntervalMs > 0);
  if (answer !== null || pollIntervalMs > 0 || stored !== undefined) {
    const polls = isUnchanged ? (stored?.polls ?? 0) + 1 : 0;
    const storable = answer === null ? null : storableAnswer(answer);
    const times = { askedMs, answeredMs: askedMs, pollIntervalMs };
    await answers.write(key, { format: ANSWER_FORMAT, ...times, polls, answer: storable });
  }
  return isUnchanged && answer !== null ? responseOf(answer) : response;

  /** A request counts against the poll interval even if it fails. */
  async function ask(conditional: ApiRequest): Promise<ApiResponse> {
    try {
      return await next(conditional);
    } catch (error) {
      if (stored !== undefined && stored.pollIntervalMs > 0) {
        await answers.write(key, { ...stored, askedMs });
      }
      throw error;
    }
  }
}

async function waitUntil(notBeforeMs: number, request: ApiRequest, options: ValidatorOptions): Promise<void> {
  const { clock, onWait, checkWait } = options;
  if (clock.now() < notBeforeMs) {
    const wait = { reason: 'the service does not allow an earlier poll', untilMs: notBeforeMs };
    checkWait(request, wait);
    onWait?.(wait);
    await clock.sleep(notBeforeMs - clock.now(), request.signal);
  }
}

/** A digest: file names must not reveal which addresses are read. */
function keyOf(request: ApiRequest, { apiVersion, mediaType }: ValidatorOptions): string {
  const accept = request.headers['accept'] ?? mediaType;
  return createHash('sha256')
    .update(`${apiVersion}\n${accept}\n${request.url.href}`)
    .digest('hex')
    .slice(0, 32);
}

/** The response to cache; null if it has no use, is too long, or was cut off on the way. One that is polled needs no validator. */
function keptAnswer(
  { url, status, headers, text, body }: ApiResponse,
  isPolled: boolean,
): WholeAnswer | null {
  const answer = { url: url.href, status, headers: [...headers], text };
  const isUseful = isPolled || Object.keys(validatorsOf(answer)).length > 0;
  return status === 200 && body !== undefined && isUseful && text.length <= MAX_KEPT_CHARACTERS
    ? answer
    : null;
}

/** A 304 updates headers (RFC 9110, 15.4.5): limits, dates, the poll interval. */
function withNewHeaders(known: WholeAnswer | undefined, { headers }: ApiResponse): WholeAnswer | null {
  return known === undefined
    ? null
    : { ...known, headers: [...new Map([...known.headers, ...withoutContent(headers)])] };
}

function withoutContent(headers: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...headers].filter(([name]) => !name.startsWith('content-'));
}

function responseOf({ url, status, headers, text }: WholeAnswer): ApiResponse {
  return {
    url: new URL(url),
    status,
    headers: new Map(headers),
    text,
    body: parseJsonExactly(text),
    isUnchanged: true,
  };
}

function pollIntervalOf({ headers }: ApiResponse): number | undefined {
  const text = headers.get('x-poll-interval')?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : undefined;
}
