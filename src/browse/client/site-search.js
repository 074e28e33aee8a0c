/*
 * Shows what the search of a site finds, without a server, on its page of searches. It is loaded after `reader.js`, whose
 * functions it uses, and `site-engine.js`: all are classic scripts, as pages that were opened from a disk can load no modules.
 */
const RESULTS_PER_PAGE = 10;

/** The names of kinds of pages. */
const PAGE_KINDS = {
  issue: 'Issue',
  pull_request: 'Pull request',
  discussion: 'Discussion',
  release: 'Release',
  milestone: 'Milestone',
  repository: 'Repository',
  wiki: 'Wiki page',
  user: 'Person',
  organization: 'Organization',
};

/** Answers the search in the address of the site's page of searches. */
globalThis.showSiteResults = async (form, field) => {
  const results = document.getElementById('site-results');
  const status = results.querySelector('[role=status]');
  const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  const base = new URL(form.dataset.texts, location.href);
  field.value = query;
  for (const example of document.querySelectorAll('[data-example] code')) {
    example.replaceWith(searchLink(example.textContent, make('code', {}, example.textContent)));
  }
  if (query === '') {
    status.append(emptyText(results));
    return;
  }
  document.title = `${query} · ${document.title}`;
  status.append(make('p', { className: 'muted' }, 'Searching…'));
  await loadScript(base.href);
  if (globalThis.satchelTexts === undefined) {
    status.replaceChildren(make('p', { className: 'empty' }, 'The index of this site could not be read.'));
    return;
  }
  const answer = await satchelEngine.searchSite({
    ...{ list: globalThis.satchelTexts, query, nowMs: Date.now() },
    origins: JSON.parse(results.dataset.origins),
    load: (name) => partOfIndex(base, name),
  });
  if (answer.goTo !== undefined) {
    location.replace(new URL(answer.goTo, base));
    return;
  }
  const isFound = await showHits(answer, results, base);
  const shown = isFound ? answer : { ...answer, pages: [], commits: [] };
  status.replaceChildren(...statusOf(shown, query, results.dataset.unsearched));
  chooseLast({}); // The list was empty when the page was shown.
  if (isFound) {
    form.append(orderMenu(answer));
  }
  showFacets(isFound ? await answer.facets() : [], results, answer);
};

/** A part of the index, which is a script. */
async function partOfIndex(base, name) {
  if (globalThis.satchelParts?.[name] === undefined) {
    await loadScript(new URL(`${name}.js`, base).href);
  }
  return globalThis.satchelParts?.[name];
}

function searchLink(query, ...text) {
  return make('a', { href: `?${new URLSearchParams({ q: query })}` }, ...text);
}

/** Links with dots between them. */
function dotted(links) {
  return links.flatMap((link, index) => (index === 0 ? [link] : [' · ', link]));
}

function emptyText(results) {
  const examples = JSON.parse(results.dataset.examples).map((example) => searchLink(example, example));
  return make(
    'p',
    { className: 'empty' },
    'Search for words, a "phrase", a person, or qualifiers as in the search box of the service. ',
    make('code', {}, 'app#7'),
    ', an address or the id of a commit opens its page; ',
    make('code', {}, '#7'),
    ' lists all with this number.',
    ...(examples.length === 0 ? [] : [' In this site, for example: ', ...dotted(examples)]),
  );
}

/** What was found, what of the search was left out, and what was probably meant. */
function statusOf(answer, query, unsearched) {
  const { pages, commits, isAtMost, mistake, guesses, leftOut, isAllLeftOut, alone, unknownAddress } = answer;
  const lines = [];
  if (mistake !== undefined) {
    lines.push(make('p', {}, make('strong', {}, `In this search, “${mistake.token}” ${mistake.reason}.`)));
  } else if (unknownAddress !== undefined) {
    lines.push(unknownText(unknownAddress));
  } else if (pages.length + commits.length > 0) {
    const number = pages.length + commits.length;
    const count = `${isAtMost ? 'Up to ' : ''}${number.toLocaleString('en')}`;
    lines.push(make('p', { className: 'muted' }, `${count} ${number === 1 ? 'result' : 'results'}.`));
  } else {
    lines.push(
      make(
        'p',
        { className: 'empty' },
        ...(isAllLeftOut
          ? ['Nothing was searched for.']
          : [`Nothing in this site matches “${query}”.`, ...adviceOn(alone, guesses)]),
      ),
    );
    if (!isAllLeftOut) {
      const lacks = unsearched === '' ? '' : ` This site has no ${unsearched.replace(' and ', ' or ')}.`;
      const words = `Code and messages of commits are not searched here.${lacks}`;
      lines.push(make('p', { className: 'hint' }, words));
    }
  }
  for (const { wrong, right, query: other } of guesses) {
    const lead = mistake === undefined ? `No page has “${wrong}”. ` : '';
    lines.push(make('p', {}, `${lead}Did you mean `, searchLink(other, make('strong', {}, right)), '?'));
  }
  if (leftOut.length > 0) {
    const terms = dotted(leftOut.map((term) => make('code', {}, term)));
    const why = ': a site has no answer to that. Satchel’s reader, which has the whole archive, knows it.';
    lines.push(make('p', { className: 'hint' }, 'Left out of this search: ', ...terms, why));
  }
  return lines;
}

function adviceOn(alone, guesses) {
  if (alone.length > 0) {
    const links = alone.map(({ text, count }) => make('span', {}, searchLink(text, text), ` (${count})`));
    return [' No page has all of these words; alone there are: ', ...dotted(links)];
  }
  return guesses.length > 0 ? [] : [' Try the beginning of a word, fewer words or fewer conditions.'];
}

/** Code is not in the index. */
function unknownText(address) {
  const href = /^https?:/i.test(address) ? address : `https://${address}`;
  const link = make('a', { href, rel: 'noreferrer noopener nofollow' }, 'Open it at the service');
  const why =
    'The index of this site has no page with this address: it has threads, releases, milestones, wikis, repositories, people and commits. Code is in the folders of its repository. ';
  return make('p', { className: 'empty' }, why, link);
}

/** The first hits, and a button for more; whether there are any. */
async function showHits(answer, results, base) {
  const { pages, commits, hitsFrom } = answer;
  const list = results.querySelector('ol');
  const button = make('button', { type: 'button' });
  const more = make('p', { hidden: true }, button);
  list.after(more);
  let shown = 0;
  const show = async () => {
    const isFirst = shown === 0;
    const { hits, end } = await hitsFrom(shown, RESULTS_PER_PAGE);
    shown = end;
    const rows = [
      ...(isFirst ? commits.map((one) => commitRow(one, base)) : []),
      ...hits.map((one) => rowOf(one, base, answer)),
    ];
    list.append(...rows);
    const left = pages.length - shown;
    more.hidden = left === 0;
    button.textContent = `Show ${Math.min(left, RESULTS_PER_PAGE)} more of ${left.toLocaleString('en')}`;
    return rows[0];
  };
  button.addEventListener('click', async () => {
    const first = await show();
    (first === undefined ? undefined : linkOf(first))?.focus();
  });
  list.hidden = (await show()) === undefined;
  return !list.hidden;
}

function commitRow({ id, title, repo, href }, base) {
  return make(
    'li',
    {},
    make('span', {}),
    make('a', { className: 'title', href: new URL(href, base).href, dir: 'auto' }, title),
    make('code', { className: 'end' }, id.slice(0, 7)),
    make('span', { className: 'facts' }, make('span', {}, 'Commit'), ' ', make('span', {}, repo)),
  );
}

/** One hit, as the reader shows it: a sign, the title with labels, the date, the facts, and a passage. It opens where that is. */
function rowOf(one, base, answer) {
  const { kind, author, repo, number, passage } = one;
  const isPerson = kind === 'user' || kind === 'organization';
  const title = make(
    'a',
    { className: 'title', href: new URL(one.href, base).href, dir: 'auto' },
    ...marked(one.title),
  );
  const labels = one.labels.map(([name, color]) => {
    const chip = searchLink(answer.narrowed('label', name), dotOf(color), name);
    chip.className = 'label';
    return chip;
  });
  const kindText = PAGE_KINDS[kind] ?? 'Page';
  const isElsewhere =
    passage.author !== '' && passage.author !== author && passage.parts.some(({ isHit }) => isHit);
  const facts = [
    isPerson || author === '' ? kindText : `${kindText} by ${author}`,
    isPerson
      ? author
      : kind === 'repository'
        ? ''
        : `${repo}${number === 0 || kind === 'milestone' ? '' : `#${number}`}`,
    isElsewhere ? `said by ${passage.author}` : '',
  ].filter((fact) => fact !== '');
  return make(
    'li',
    {},
    signOf(one),
    make(
      'span',
      {},
      title,
      ...(one.kind === 'release' && one.state === 'draft'
        ? [' ', make('span', { className: 'tag' }, 'draft')]
        : []),
      ...(labels.length === 0 ? [] : [' ', make('span', { className: 'labels' }, ...labels)]),
    ),
    make('span', { className: 'end' }, one.date),
    make('span', { className: 'facts' }, ...facts.flatMap((fact) => [make('span', {}, fact), ' '])),
    ...(passage.parts.length === 0
      ? []
      : [make('p', { className: 'snippet', dir: 'auto' }, ...marked(passage.parts))]),
  );
}

/** The order of the hits, which the search itself says. */
function orderMenu({ orders }) {
  const chosen = orders.find(({ isChosen }) => isChosen) ?? { name: 'Sorted' };
  const items = orders.map(({ name, search, isChosen }) => {
    const link = searchLink(search, name);
    if (isChosen) {
      link.setAttribute('aria-current', 'true');
    }
    return make('li', {}, link);
  });
  const lead = make('span', { className: 'muted' }, 'Order:');
  return make(
    'details',
    { className: 'sorts' },
    make('summary', {}, lead, ` ${chosen.name}`),
    make('ul', { className: 'plain' }, ...items),
  );
}

function marked(parts) {
  return parts.map(({ text, isHit }) => (isHit ? make('mark', {}, text) : text));
}

/** The drawing of a kind and state, or the face of a person. */
function signOf({ sign, face }) {
  if (face !== '') {
    const [className, initials] = face.split(' ');
    return make('span', { className: `who ${className}`, 'data-face': initials });
  }
  const holder = make('span', {});
  holder.innerHTML = sign; // Drawings of the reader itself.
  return holder.firstElementChild ?? holder;
}

/** The dot of a label in its colour, as the reader draws it. */
function dotOf(color) {
  const holder = make('span', {});
  if (/^[0-9a-f]{6}$/i.test(color)) {
    holder.innerHTML = `<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" fill="#${color}" stroke="currentColor" stroke-opacity=".35"/></svg>`;
  }
  return holder.firstElementChild ?? '';
}

/** Links that narrow the search, beside the hits, and folded above them in narrow windows. */
function showFacets(facets, results, answer) {
  const refine = results.querySelector('.refine');
  refine.hidden = facets.length === 0;
  for (const place of document.querySelectorAll('.facets')) {
    place.replaceChildren(...facets.map((facet) => facetOf(facet, answer)));
  }
}

function facetOf({ title, term, values }, answer) {
  const items = values.map(({ value, text, count, color }) => {
    const { isChosen, search } = answer.toggled(term, value);
    const link = searchLink(search, dotOf(color), make('span', {}, text));
    link.title = text;
    if (isChosen) {
      link.setAttribute('aria-current', 'true');
    }
    return make('li', {}, link, make('span', { className: 'count' }, count.toLocaleString('en')));
  });
  return make('section', {}, make('h2', {}, title), make('ul', {}, ...items));
}
