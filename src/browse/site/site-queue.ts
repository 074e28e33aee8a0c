/**
 * The addresses of a site, and in which order they are asked for: all of one repository, then all of the next, because what
 * was read of a repository for one page serves its others.
 */
export class SiteQueue {
  readonly #known = new Set<string>();
  /** Those that were not asked for yet, by repository. */
  readonly #waiting = new Map<string, Set<string>>();
  /** The pages that link to an address which was not asked for yet, and may be missing. */
  readonly #linking = new Map<string, string[]>();

  /** The number of addresses found so far. */
  get size(): number {
    return this.#known.size;
  }

  add(address: string, repository: string): void {
    if (!this.#known.has(address)) {
      this.#known.add(address);
      this.#linking.set(address, []);
      const waiting = this.#waiting.get(repository) ?? new Set();
      this.#waiting.set(repository, waiting.add(address));
    }
  }

  /** All addresses, also those that are added meanwhile. */
  *[Symbol.iterator](): Generator<string> {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const [repository, waiting] = next;
      for (const address of waiting) {
        waiting.delete(address);
        yield address;
      }
      this.#waiting.delete(repository);
    }
  }

  /** Notes that a page links to an address, unless that has a page already, or it was noted. */
  noteLink(address: string, page: string): boolean {
    const pages = this.#linking.get(address);
    const isNew = pages !== undefined && pages.at(-1) !== page;
    if (isNew) {
      pages.push(page);
    }
    return isNew;
  }

  /** Notes that an address has a page. */
  noteWritten(address: string): void {
    this.#linking.delete(address);
  }

  /** The pages that link to these addresses. */
  linkingTo(addresses: Iterable<string>): ReadonlySet<string> {
    return new Set([...addresses].flatMap((address) => this.#linking.get(address) ?? []));
  }
}
