import { Failure } from '../base/index.ts';

/**
 * Whether a failure may have passed when the same is tried a little later. A limit that nobody wants to wait for
 * (`--no-wait`) ends the work, however patiently the work itself waits.
 */
export function isPassing(error: unknown): error is Failure {
  return error instanceof Failure && error.isTemporary && error.details['isWaitUnwanted'] !== true;
}
