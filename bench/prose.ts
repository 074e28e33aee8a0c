const POOL_CHARACTERS = 4 * 1024 * 1024;
const VOCABULARY = 20_000;
const MEDIAN_BODY_CHARACTERS = 300;
const MAX_BODY_CHARACTERS = 20_000;
/** Sigma of the log-normal lengths, with which their mean is twice their median. */
const BODY_SPREAD = 1.2;

/** Generates prose from a fixed seed: a pool of words, and slices of it. */
export class Prose {
  #state = 0x2545f491;
  readonly #pool: string;

  constructor() {
    const words = Array.from({ length: VOCABULARY }, () => this.#word());
    const parts: string[] = [];
    for (let length = 0; length < POOL_CHARACTERS; ) {
      // A high power favours early words about as strongly as Zipf's law.
      const word = words[Math.floor(this.next() ** 6 * VOCABULARY)] ?? '';
      const end = this.next() < 0.08 ? '.\n' : ' ';
      parts.push(word, end);
      length += word.length + end.length;
    }
    this.#pool = parts.join('');
  }

  /** A number in [0, 1) from Marsaglia's 32-bit xorshift. */
  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  /** A whole number from 1 to `count`; small ones are more frequent, like the most active people. */
  favourite(count: number): number {
    return 1 + Math.floor(this.next() ** 2 * count);
  }

  body(): string {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    const characters = Math.round(MEDIAN_BODY_CHARACTERS * Math.exp(BODY_SPREAD * normal));
    return this.text(Math.min(MAX_BODY_CHARACTERS, characters));
  }

  text(characters: number): string {
    const start = Math.floor(this.next() * (POOL_CHARACTERS - characters));
    return this.#pool.slice(start, start + characters);
  }

  time(): string {
    return `${new Date(1.5e12 + Math.floor(this.next() * 2e11)).toISOString().slice(0, 19)}Z`;
  }

  sha(): string {
    return Array.from({ length: 5 }, () =>
      Math.floor(this.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  }

  #word(): string {
    const length = 2 + Math.floor(this.next() * 9);
    return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(this.next() ** 1.5 * 26))).join(
      '',
    );
  }
}
