/*
 * Completes what people type in the search box of a site. The titles of its pages follow: those of threads as numbers,
 * titles and states by repository and kind, others with their files.
 */
globalThis.completeTitles = (base, typed, limit) => {
  const { pages, threads, folders, signs } = globalThis.satchelTitles;
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
  const here = globalThis.location?.href ?? '';
  const root = new URL('../', base).href;
  const [owner, name] = here.startsWith(root) ? here.slice(root.length).split('/') : [];
  const isOfPage = (file) => new URL(file, base).href.startsWith(`${root}${owner}/${name}/`);
  for (const [whole, file, kind, login, state] of pages) {
    const [title, ...of] = whole.split(' · ');
    const where = [kind, login ?? of.at(-1) ?? ''].join(' ').trim();
    const isExact = fold(title) === asked || fold(login ?? '') === asked;
    if (isFound(fold(`${title} ${login ?? ''}`), fold(where))) {
      const isPlace = ['Repository', 'Organization', 'Person'].includes(kind);
      const rank = isExact ? 0 : isOfPage(file) ? 0.5 : isPlace ? 1 : 1.8;
      found.push({ rank, title, where, file, isExact, sign: signs[`${kind} ${state}`] });
    }
  }
  for (const [repo, kind, ...rows] of threads) {
    const folded = fold(`${kind} ${repo}`);
    const isOwn = here.startsWith(new URL(`../${repo}/`, base).href);
    const isHere = place === undefined || `/${fold(repo)}`.endsWith(`/${place}`);
    for (let at = 0; at < rows.length; at += 3) {
      const [count, title, state] = [String(rows[at]), rows[at + 1], rows[at + 2]];
      const isNumber = isHere && count === number;
      if (isNumber || isFound(fold(title), folded)) {
        const file = `../${repo}/${folders[kind]}/${count}/index.html`;
        const rank = isNumber ? (isOwn ? -1 : 0) : isOwn ? 1.5 : 2;
        const isExact = isNumber || fold(title) === asked;
        const about = { where: `${kind} · ${repo}#${count}`, sign: signs[`${kind} ${state}`] };
        found.push({ rank, title, ...about, file, isExact, isNumber });
      }
    }
  }
  // A number that several threads have means none of them, but on the pages of a repository its own.
  const meant = found.filter(({ isNumber }) => isNumber);
  if (meant.length > 1 && meant.filter(({ rank }) => rank < 0).length !== 1) {
    for (const one of meant) {
      Object.assign(one, { isExact: false, isOneOfMany: true });
    }
  }
  const pagesFound = found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ file, ...one }) => ({ ...one, href: new URL(file, base).href }));
  return [...completeQualifier(typed), ...pagesFound].slice(0, limit);
};

/** Completes the qualifier at the end of a search: its name, or its value with those that the titles know. */
function completeQualifier(typed) {
  const { pages, qualifiers } = globalThis.satchelTitles;
  const [, before = '', minus = '', name = '', colon, value = ''] =
    /^(.*?(?:\s|^))(-?)([a-z]+)(:)?([^\s"]*)$/i.exec(typed) ?? [];
  const wanted = value.toLowerCase();
  const namesOf = (...kinds) =>
    pages.filter(([, , kind]) => kinds.includes(kind)).map(([title, , , login]) => login ?? title);
  const own = {
    author: () => namesOf('Person'),
    assignee: () => namesOf('Person'),
    user: () => namesOf('Person'),
    org: () => namesOf('Organization'),
    repo: () => namesOf('Repository'),
  };
  const terms =
    colon === undefined
      ? Object.keys(qualifiers)
          .filter((one) => name.length > 1 && one.startsWith(name.toLowerCase()))
          .map((one) => `${one}:`)
      : (own[name]?.() ?? qualifiers[name] ?? [])
          .filter((one) => one.toLowerCase().includes(wanted))
          .sort((one, other) => other.toLowerCase().startsWith(wanted) - one.toLowerCase().startsWith(wanted))
          .map((one) => `${name}:${one} `);
  return terms.slice(0, 8).map((term) => ({
    title: minus + term.trim(),
    where: 'search',
    href: '#',
    completed: before + minus + term,
  }));
}
