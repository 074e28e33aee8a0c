/*
 * Completes what people type in the search box of a site. The titles of its pages follow: those of threads as numbers and
 * titles by repository and kind, others with their files.
 */
globalThis.completeTitles = (base, typed, limit) => {
  const { pages, threads, folders } = globalThis.satchelTitles;
  const fold = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const asked = fold(typed.trim()).replace(/^@(?=.)/, '');
  const words = asked.split(/\s+/);
  // The name of the repository is in the place of all its pages: it is not enough.
  const isFound = (own, where) =>
    words.every((word) => own.includes(word) || where.includes(word)) &&
    words.some((word) => own.includes(word));
  const [, place, number] =
    /^(?:(?:https?:\/\/)?[^/\s]+\/(?:repos\/)?)?([^/\s]+\/[^/\s]+)\/(?:issues|pulls?|discussions)\/(\d+)(?:[/?#]\S*)?$/.exec(
      asked,
    ) ??
    /^(?:([^\s#]+)#|#?)(\d{1,12})$/.exec(asked) ??
    [];
  const found = [];
  for (const [whole, file, kind, login] of pages) {
    const [title, ...of] = whole.split(' · ');
    const where = [kind, login ?? of.at(-1) ?? ''].join(' ').trim();
    const isExact = fold(title) === asked || fold(login ?? '') === asked;
    if (isFound(fold(`${title} ${login ?? ''}`), fold(where))) {
      found.push({ rank: isExact ? 0 : 1, title, where, file, isExact });
    }
  }
  for (const [repo, kind, ...rows] of threads) {
    const folded = fold(`${kind} ${repo}`);
    const isHere = place === undefined || `/${fold(repo)}`.endsWith(`/${place}`);
    for (let at = 0; at < rows.length; at += 2) {
      const [count, title] = [String(rows[at]), rows[at + 1]];
      const isNumber = isHere && count === number;
      if (isNumber || isFound(fold(title), folded)) {
        const file = `../${repo}/${folders[kind]}/${count}/index.html`;
        const isExact = isNumber || fold(title) === asked;
        found.push({ rank: isNumber ? 0 : 2, title, where: `${kind} · ${repo}#${count}`, file, isExact });
      }
    }
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ file, ...one }) => ({ ...one, href: new URL(file, base).href }));
};
