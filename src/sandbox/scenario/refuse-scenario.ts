import { Failure } from '../../base/index.ts';

/** The failure for a scenario that no sandbox can be made from; `what` begins with the JSON pointer to the place. */
export function refuseScenario(what: string, cause?: unknown): Failure {
  return new Failure('usage', `Cannot use the scenario: ${what}`, { cause });
}
