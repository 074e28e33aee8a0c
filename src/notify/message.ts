/** About what somebody is told. */
export type Occasion = 'start' | 'success' | 'failure' | 'recovery' | 'suspicion' | 'age';

/** What is told. No member of it is secret. */
export interface Message {
  readonly occasion: Occasion;
  readonly job: string;
  /** The account or organization whose work it is. */
  readonly account: string;
  readonly atMs: number;
  readonly runId?: string;
  /** `succeeded`, `warned`, … */
  readonly outcome?: string;
  readonly exitStatus?: number;
  readonly failure?: { readonly code: string; readonly message: string; readonly hint: string };
  readonly durationMs?: number;
  readonly waitedMs?: number;
  readonly bytes?: number;
  readonly records?: number;
  readonly repositories?: number;
  readonly findings?: number;
  /** What there is suddenly less of: a sentence each. */
  readonly drops?: readonly string[];
  /** How old the last good backup is. */
  readonly ageMs?: number;
  /** When the last good backup ended. */
  readonly lastSuccessMs?: number;
}
