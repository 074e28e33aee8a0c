import type { Fault } from './fault.ts';
import { FAULT_KINDS } from './fault-kinds.table.ts';

/** Keeps the faults that are to happen. */
export interface FaultDesk {
  add(fault: Fault): void;
  clear(): void;
  /** What is still to happen. */
  list(): readonly Fault[];
  /** The faults that befall a request, in the order in which they were added; each is used up by one. */
  take(target: FaultTarget): readonly Fault[];
}

/** What faults can befall. */
export type FaultTarget =
  | { readonly at: 'api'; readonly method: string; readonly path: string }
  | { readonly at: 'migration' }
  | { readonly at: 'storage' };

/** Creates a desk with the faults given. */
export function createFaultDesk(faults: readonly Fault[]): FaultDesk {
  let waiting = faults;

  function use(
    target: FaultTarget,
    fault: Fault,
  ): { readonly left: Fault | undefined; readonly hits: boolean } {
    if (!befalls(fault, target)) {
      return { left: fault, hits: false };
    }
    if (fault.skip > 0) {
      return { left: { ...fault, skip: fault.skip - 1 }, hits: false };
    }
    return {
      left: fault.times > 1 ? { ...fault, times: fault.times - 1 } : undefined,
      hits: fault.times > 0,
    };
  }

  return {
    add(fault) {
      waiting = [...waiting, fault];
    },
    clear() {
      waiting = [];
    },
    list: () => waiting,
    take(target) {
      const uses = waiting.map((fault) => ({ fault, ...use(target, fault) }));
      waiting = uses.flatMap(({ left }) => (left === undefined ? [] : [left]));
      return uses.filter(({ hits }) => hits).map(({ fault }) => fault);
    },
  };
}

function befalls({ kind, route }: Fault, target: FaultTarget): boolean {
  const { at } = FAULT_KINDS[kind];
  if (at !== target.at && (at !== 'both' || target.at === 'migration')) {
    return false;
  }
  if (route === '') {
    return true;
  }
  return target.at === 'api'
    ? route === target.path || route === `${target.method} ${target.path}`
    : route === target.at;
}
