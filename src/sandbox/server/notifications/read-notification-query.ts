import type { JsonValue } from '../../../base/index.ts';
import { isParticipating, type Notification } from '../../world/notifications/notification.ts';
import type { ErrorAnswer } from '../api/answer.ts';
import { fieldError, validationFailed } from '../api/api-error.ts';

/** Which notifications a query wants. */
export interface NotificationQuery {
  readonly type: 'query';
  readonly matches: (notification: Notification) => boolean;
}

/** Reads the query of a list of notifications (specification 4.4); the switches are off by default. */
export function readNotificationQuery(query: URLSearchParams): NotificationQuery | ErrorAnswer {
  const faults = [
    ...['all', 'participating'].filter((name) => !/^(true|false)?$/i.test(query.get(name) ?? '')),
    ...['since', 'before'].filter((name) => query.has(name) && readMoment(query.get(name)) === undefined),
  ];
  if (faults.length > 0) {
    return validationFailed(faults.map((field): JsonValue => fieldError('Notification', field, 'invalid')));
  }
  const isAll = isOn(query, 'all');
  const isTakingPart = isOn(query, 'participating');
  const sinceMs = readMoment(query.get('since')) ?? Number.NEGATIVE_INFINITY;
  const beforeMs = readMoment(query.get('before')) ?? Number.POSITIVE_INFINITY;
  return {
    type: 'query',
    matches: ({ isUnread, reason, updatedAt }) => {
      const updatedMs = Date.parse(updatedAt);
      return (
        (isAll || isUnread) &&
        (!isTakingPart || isParticipating(reason)) &&
        updatedMs >= sinceMs &&
        updatedMs < beforeMs
      );
    },
  };
}

/** Clients in Python write `True`. */
function isOn(query: URLSearchParams, name: string): boolean {
  return query.get(name)?.toLowerCase() === 'true';
}

/** Milliseconds since the Unix epoch of a moment in ISO 8601, or undefined for anything else. */
export function readMoment(text: JsonValue | undefined): number | undefined {
  const isMoment =
    typeof text === 'string' &&
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(text);
  const timeMs = isMoment ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
