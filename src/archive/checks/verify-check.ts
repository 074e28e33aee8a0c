import type { ArchiveEvent } from '../archive-event.ts';

/**
 * One question to a whole archive. It sees every event and reports through the function that it was made with; what
 * only the last record can answer, it reports on `end`.
 */
export interface VerifyCheck {
  observe(event: ArchiveEvent): void;
}
