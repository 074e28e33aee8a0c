import type { Fingerprint } from '../fingerprint.ts';

/** An address that was looked for not long ago. */
export interface RecentReference {
  readonly text: string;
  readonly key: Fingerprint;
  readonly isInside: boolean;
  /** How often it was named again and not yet counted. */
  repeats: number;
}

/** A power of two: enough for the people of one project. */
const SLOTS = 512;

/** How much of an address's end chooses its slot: the beginnings are all alike. */
const TAIL_UNITS = 4;

/**
 * What one member named lately. Records name the same repository and the same few people over and over: to compare a
 * text with that of its slot costs far less than to look it up among all records.
 */
export class RecentReferences {
  readonly #slots: (RecentReference | undefined)[] = Array.from({ length: SLOTS }, () => undefined);

  /** The slot of an address. */
  slotOf(text: string): number {
    let hash = text.length;
    for (let at = Math.max(0, text.length - TAIL_UNITS); at < text.length; at += 1) {
      hash = Math.imul(hash, 31) + text.charCodeAt(at);
    }
    return hash & (SLOTS - 1);
  }

  /** What stands in a slot: this address or another one. */
  at(slot: number): RecentReference | undefined {
    return this.#slots[slot];
  }

  /** Puts an address into a slot, in place of what stood there. */
  put(slot: number, reference: RecentReference): void {
    this.#slots[slot] = reference;
  }

  /** All that is remembered. */
  all(): readonly RecentReference[] {
    return this.#slots.filter((reference) => reference !== undefined);
  }
}
