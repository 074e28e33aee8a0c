import type { ActivityEvent } from '../../world/activity/activity-event.ts';
import { ACTIVITY_SPAN_MS } from '../../world/activity/create-activity.ts';
import type { Answer } from '../api/answer.ts';
import { jsonPage } from '../api/answer.ts';
import { apiError } from '../api/api-error.ts';
import { cutPage, paginate, readPerPage } from '../api/pagination.ts';
import type { ApiRequest } from '../api/route.ts';
import type { Service } from '../service.ts';
import { eventJson } from './event-json.ts';

/** The most that a feed holds (specification 6, rule 1). */
export const MAX_FEED_EVENTS = 300;

/** The least time that passes before a feed tells of something (specification 4.3: 30 seconds to 6 hours). */
export const FEED_LATENCY_MS = 30_000;

/** How often the service wants to be asked, in seconds (specification 8.3). */
export const POLL_INTERVAL_SECONDS = 60;

const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

interface Feed {
  readonly includes: (event: ActivityEvent) => boolean;
  readonly defaultPerPage?: number;
}

/** Answers with one page of the events that belong in a feed. */
export function feedPage(feed: Feed, request: ApiRequest, { activity, clock }: Service): Answer {
  const nowMs = clock.now();
  const events = activity()
    .filter(({ timeMs }) => timeMs > nowMs - ACTIVITY_SPAN_MS && timeMs <= nowMs - FEED_LATENCY_MS)
    .filter(feed.includes)
    .slice(0, MAX_FEED_EVENTS);
  const pages = { ...PAGE_SIZES, ...feed, url: request.url };
  if (cutPage(events, pages).page > Math.ceil(MAX_FEED_EVENTS / readPerPage(pages))) {
    return apiError(
      422,
      'In order to keep the API fast for everyone, pagination is limited for this resource.',
    );
  }
  const { items, link } = paginate(events, pages);
  return jsonPage(
    items.map((event) => eventJson(event, request)),
    link,
    pollHeaders(events[0]?.timeMs),
  );
}

/** What lists that are meant for polling carry besides their entity tag. */
export function pollHeaders(newestMs: number | undefined): Readonly<Record<string, string>> {
  return {
    'x-poll-interval': String(POLL_INTERVAL_SECONDS),
    ...(newestMs === undefined ? {} : { 'last-modified': new Date(newestMs).toUTCString() }),
  };
}
