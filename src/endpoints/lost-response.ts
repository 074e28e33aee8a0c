import { Failure } from '../model/failure.ts';

/** True if the service may have done what was requested, because only the response is known to be missing. */
export function isResponseLost(error: unknown): error is Failure {
  if (!(error instanceof Failure)) {
    return false;
  }
  const isUnclear = error.code === 'network' || error.code === 'timed-out';
  return error.code === 'service-unavailable' || (isUnclear && error.details.wasSent !== false);
}
