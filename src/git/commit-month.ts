/** What a month of a history has: its commits, and how many people wrote them. */
export interface CommitMonth {
  /** `2026-06`, of the times of writing in UTC. */
  readonly month: string;
  readonly commits: number;
  readonly authors: number;
}
