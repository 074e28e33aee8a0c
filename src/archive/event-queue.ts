import type { Finding } from '../model/index.ts';
import type { ArchiveEvent } from './archive-event.ts';

/** Events between the parser, which calls back, and the consumer, who asks. */
export interface EventQueue {
  add(event: ArchiveEvent): void;
  /** True when enough waits that the parser should pause. */
  readonly isFull: boolean;
  /** All that waits, in order; the queue is empty then. */
  take(): readonly ArchiveEvent[];
  /** True once a finding went through that means the container is not whole. */
  readonly hasContainerFault: boolean;
}

/** How many events, records and rejected records may wait; the slice at hand is always finished. */
const FULL_WEIGHT = 2_000;

export function createEventQueue(): EventQueue {
  let events: ArchiveEvent[] = [];
  let weight = 0;
  let hasContainerFault = false;
  return {
    add(event) {
      events.push(event);
      weight += event.type === 'records' ? event.batch.records.length + event.batch.rejected.length : 1;
      hasContainerFault ||= event.type === 'finding' && isContainerFault(event.finding);
    },
    get isFull() {
      return weight >= FULL_WEIGHT;
    },
    take() {
      const taken = events;
      events = [];
      weight = 0;
      return taken;
    },
    get hasContainerFault() {
      return hasContainerFault;
    },
  };
}

/** Whether a finding means that gzip, tar or the entries of an archive are not whole. */
export function isContainerFault({ code, severity }: Finding): boolean {
  return severity === 'error' && /^(?:gzip|tar|entry|encryption)-/.test(code);
}
