import { type Answer, apiError } from '../api/answer.ts';
import { type Arrival, type Exchange, openExchange, reportExchange } from '../api/answer-request.ts';
import { secondaryLimitError, supportText } from '../api/refusals.ts';
import { toResponse } from '../api/to-response.ts';
import { personOf } from '../api/visibility.ts';
import type { Service } from '../service.ts';
import { type Fault, numberOf, textOf } from './fault.ts';

/** Messages of injected errors without a body. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  404: 'Not Found',
  500: 'Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Writes the refusal that a fault causes, with the headers and error body of the API. */
export function refuseApi(fault: Fault, arrival: Arrival, service: Service): Response {
  const exchange = exhaustQuota(fault, openExchange(arrival, service), service);
  const written = toResponse(answerOf(fault, exchange, service), exchange, service);
  const body = textOf(fault, 'body');
  const { status, headers } = written;
  const response = body === '' ? written : new Response(body, { status, headers });
  reportExchange(exchange, response, service);
  return response;
}

/** The headers of an exceeded primary limit show that nothing is left. */
function exhaustQuota(fault: Fault, exchange: Exchange, { clock }: Service): Exchange {
  if (fault.kind !== 'primary_limit') {
    return exchange;
  }
  const { quota } = exchange;
  const resetAtSeconds = Math.ceil(clock.now() / 1_000) + numberOf(fault, 'reset_seconds');
  return { ...exchange, quota: { ...quota, used: quota.limit, remaining: 0, resetAtSeconds } };
}

function answerOf(fault: Fault, { request, requestId, caller }: Exchange, service: Service): Answer {
  const status = numberOf(fault, 'status');
  const support = supportText(requestId, service);
  switch (fault.kind) {
    case 'moved':
      return { type: 'moved', status, location: textOf(fault, 'location') || request.url };
    case 'primary_limit': {
      const id = personOf(caller, service.world)?.id ?? 0;
      return apiError(status, `API rate limit exceeded for user ID ${id}. ${support}`);
    }
    case 'secondary_limit': {
      const retryAfterSeconds = numberOf(fault, 'retry_after') || undefined;
      return { ...secondaryLimitError({ limit: 'points', retryAfterSeconds }, support), status };
    }
    default:
      return apiError(status, MESSAGES[status] ?? 'Failed on request');
  }
}
