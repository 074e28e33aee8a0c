/** A set of ids, stored as a bitmap: ids are dense, so this is the most compact way to store millions. */
export class SeenIds {
  #bits = new Uint8Array(1_024);

  /** Adds an id; returns false if it was present. */
  add(id: number): boolean {
    const byte = id >>> 3;
    if (byte >= this.#bits.length) {
      this.#grow(Math.max(byte + 1, 2 * this.#bits.length));
    }
    const bit = 1 << (id & 7);
    const before = this.#bits[byte] ?? 0;
    this.#bits[byte] = before | bit;
    return (before & bit) === 0;
  }

  addAll(ids: SeenIds): void {
    this.#grow(ids.#bits.length);
    for (const [byte, bits] of ids.#bits.entries()) {
      this.#bits[byte] = (this.#bits[byte] ?? 0) | bits;
    }
  }

  has(id: number): boolean {
    return ((this.#bits[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  /** The ids as ranges without gaps, in order. */
  *runs(): Generator<readonly [firstId: number, lastId: number]> {
    const end = 8 * this.#bits.length;
    let firstId = -1;
    for (let id = 0; id <= end; id += 1) {
      const isIn = id < end && this.has(id);
      if (isIn && firstId < 0) {
        firstId = id;
      } else if (!isIn && firstId >= 0) {
        yield [firstId, id - 1];
        firstId = -1;
      }
    }
  }

  #grow(length: number): void {
    if (length > this.#bits.length) {
      const grown = new Uint8Array(length);
      grown.set(this.#bits);
      this.#bits = grown;
    }
  }
}
