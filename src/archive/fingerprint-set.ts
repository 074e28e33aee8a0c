/** A set of texts by 64-bit fingerprints: 8 bytes for each, whatever their length. */
export interface FingerprintSet {
  /** Adds a text; false where it, or by a chance of about 1 in 2^64 for each pair another one, was there before. */
  add(...parts: readonly string[]): boolean;
  readonly size: number;
}

const FIRST_CAPACITY = 1024;

/** Creates an empty set. It doubles its table whenever it is three quarters full. */
export function createFingerprintSet(): FingerprintSet {
  return new OpenTable();
}

/** A hash table with open addressing over pairs of 32-bit words; the pair of two zeros marks an empty slot. */
class OpenTable implements FingerprintSet {
  #slots = new Uint32Array(2 * FIRST_CAPACITY);
  #mask = FIRST_CAPACITY - 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(...parts: readonly string[]): boolean {
    const [low, high] = fingerprintOf(parts);
    if (!this.#insert(low, high)) {
      return false;
    }
    this.#size += 1;
    if (4 * this.#size > 3 * (this.#mask + 1)) {
      this.#grow();
    }
    return true;
  }

  #insert(low: number, high: number): boolean {
    const slots = this.#slots;
    let slot = low & this.#mask;
    for (;;) {
      const slotLow = slots[2 * slot];
      const slotHigh = slots[2 * slot + 1];
      if (slotLow === low && slotHigh === high) {
        return false;
      }
      if (slotLow === 0 && slotHigh === 0) {
        slots[2 * slot] = low;
        slots[2 * slot + 1] = high;
        return true;
      }
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    this.#mask = old.length - 1;
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at] ?? 0;
      const high = old[at + 1] ?? 0;
      if (low !== 0 || high !== 0) {
        this.#insert(low, high);
      }
    }
  }
}

/** Two hashes of 32 bits over UTF-16 units, one in the manner of FNV-1a, both stirred at the end. */
function fingerprintOf(parts: readonly string[]): readonly [low: number, high: number] {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 1) {
      const unit = part.charCodeAt(at);
      first = Math.imul(first ^ unit, 0x01000193);
      second = Math.imul(second ^ unit, 0x85ebca6b);
      second ^= second >>> 15;
    }
    first = Math.imul(first ^ 0xffff, 0x01000193); // Ends a part: no unit of text that means anything.
    second = Math.imul(second ^ 0xffff, 0x85ebca6b);
  }
  const low = stir(first ^ (second >>> 16));
  const high = stir(second ^ (low >>> 16));
  return low === 0 && high === 0 ? [1, 0] : [low, high];
}

function stir(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
