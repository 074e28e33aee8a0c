/** What is compared to say whether an archive holds everything that it should, in the order in which people read it. */
const COMPLETENESS_CHECKS = {
  repositories: 'repositories that were asked for',
  service: 'counts at the service',
  previous: 'losses since an earlier backup',
  attachments: 'attachments',
  references: 'references between records',
  git: 'git repositories',
} as const;

type CompletenessName = keyof typeof COMPLETENESS_CHECKS;

/** One comparison. What nobody can tell is unknown, and never a guess. */
export interface CompletenessCheck {
  readonly name: CompletenessName;
  readonly result: 'complete' | 'incomplete' | 'unknown';
  /** What was compared and what came of it: a sentence without final period. */
  readonly summary: string;
  /** What is missing, the first ones of it, a line each. */
  readonly details: readonly string[];
}

/** Whether an archive holds everything that it should. */
export interface Completeness {
  /** True where no comparison says otherwise; unknown ones do not. */
  readonly isComplete: boolean;
  readonly checks: readonly CompletenessCheck[];
}

/** How many lines a comparison brings at most. */
export const MAX_COMPLETENESS_DETAILS = 100;

/** What was not compared, to be put after a verdict; empty where everything was. */
export function describeUnknown(checks: readonly CompletenessCheck[]): string {
  const unknown = checks.filter(({ result }) => result === 'unknown');
  return unknown.length === 0
    ? ''
    : `; not checked: ${unknown.map(({ name }) => COMPLETENESS_CHECKS[name]).join(', ')}`;
}
