/** What is compared to say whether an archive holds everything that it should, in the order in which people read it. */
export const COMPLETENESS_CHECKS = [
  'repositories',
  'service',
  'previous',
  'attachments',
  'references',
  'git',
] as const;

export type CompletenessName = (typeof COMPLETENESS_CHECKS)[number];

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
