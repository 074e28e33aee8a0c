import { type Answer, apiError } from '../api/answer.ts';
import { type Arrival, type Exchange, openExchange, reportExchange } from '../api/answer-request.ts';
import { secondaryLimitError, supportText } from '../api/refusals.ts';
import { toResponse } from '../api/to-response.ts';
import { personOf } from '../api/visibility.ts';
import type { Service } from '../service.ts';
import type { FaultRefusal } from './with-faults.ts';

/** Messages of injected errors without a body. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  404: 'Not Found',
  500: 'Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Converts an injected refusal to a response with the headers and error body of the API. */
export function refuseApi(refusal: FaultRefusal, arrival: Arrival, service: Service): Response {
  const exchange = exhaustQuota(refusal, openExchange(arrival, service));
  const response = respond(refusal, exchange, service);
  reportExchange(exchange, response, service);
  return response;
}

/** The headers of an exceeded primary limit show that nothing is left. */
function exhaustQuota(refusal: FaultRefusal, exchange: Exchange): Exchange {
  if (refusal.type !== 'primary_limit') {
    return exchange;
  }
  const { quota } = exchange;
  const { resetAtSeconds } = refusal;
  return { ...exchange, quota: { ...quota, used: quota.limit, remaining: 0, resetAtSeconds } };
}

function respond(refusal: FaultRefusal, exchange: Exchange, service: Service): Response {
  const isWritten = refusal.type === 'answer' && refusal.body !== '';
  const response = toResponse(answerOf(refusal, exchange, service), exchange, service);
  return isWritten
    ? new Response(refusal.body, { status: refusal.status, headers: response.headers })
    : response;
}

function answerOf(refusal: FaultRefusal, { requestId, caller }: Exchange, service: Service): Answer {
  switch (refusal.type) {
    case 'answer':
      return apiError(refusal.status, MESSAGES[refusal.status] ?? 'Failed on request');
    case 'moved':
      return { type: 'moved', status: refusal.status, location: refusal.location };
    case 'primary_limit':
      return apiError(
        refusal.status,
        `API rate limit exceeded for user ID ${personOf(caller, service.world)?.id ?? 0}. ${supportText(requestId, service)}`,
      );
    case 'secondary_limit': {
      const excess = { limit: 'points', retryAfterSeconds: refusal.retryAfterSeconds } as const;
      const error = secondaryLimitError(excess, supportText(requestId, service));
      return { ...error, status: refusal.status };
    }
    case 'expired_link':
      return apiError(403, 'Forbidden');
  }
}
