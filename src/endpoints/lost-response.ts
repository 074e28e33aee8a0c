import { Failure } from '../model/failure.ts';

/** True if the service may have done what was requested, because only the response is known to be missing. */
export function isResponseLost(error: unknown): error is Failure {
  return (
    error instanceof Failure &&
    (error.code === 'service-unavailable' || (error.code === 'network' && error.details.wasSent !== false))
  );
}
