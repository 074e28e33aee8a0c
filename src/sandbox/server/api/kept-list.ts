interface ListSource<List> {
  /** The parameters that choose a page of the list, but not its items. */
  readonly paging: readonly string[];
  readonly of: readonly unknown[];
  readonly make: () => List;
}

/** Lists that were asked for last. */
const MAX_KEPT = 16;

/** Keeps lists that were filtered and sorted, so that a page costs no more than its items. */
export class KeptLists {
  readonly #lists = new Map<string, { readonly of: readonly unknown[]; readonly list: unknown }>();

  /**
   * The list that an address names, apart from its pages, as `asker` sees it. It is made again if anything in `of`
   * (immutable values, or numbers of versions) is another than before.
   */
  take<List>(url: URL, asker: object, { paging, of, make }: ListSource<List>): List {
    const query = new URLSearchParams(url.searchParams);
    for (const name of paging) {
      query.delete(name);
    }
    const key = `${url.pathname}?${query} ${JSON.stringify(asker)}`;
    const kept = this.#lists.get(key);
    const isValid = kept?.of.every((value, index) => value === of[index]) === true;
    const list = isValid ? (kept?.list as List) : make(); // An address and its asker have lists of one type.
    this.#lists.delete(key);
    this.#lists.set(key, { of, list });
    for (const oldest of [...this.#lists.keys()].slice(0, -MAX_KEPT)) {
      this.#lists.delete(oldest);
    }
    return list;
  }
}
