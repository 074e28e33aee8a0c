import { Failure, quoteText } from '../../base/index.ts';

const HINT = 'See "satchel help formatting"';

/** A mistake in an action of a template. */
export function wrongTemplate(action: string, problem: string): Failure {
  return new Failure('usage', `Cannot read ${quoteText(action)} in the template: ${problem}`, { hint: HINT });
}

/** A template that does not fit the data. */
export function wrongValue(name: string, problem: string): Failure {
  return new Failure('usage', `Cannot apply "${name}" in the template: ${problem}`, { hint: HINT });
}
