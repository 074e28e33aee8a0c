/*
 * Searches the index of a site, without a server, on its page of searches. It is loaded after `reader.js`, whose functions it
 * uses: both are classic scripts, as pages that were opened from a disk can load no modules.
 */
const RESULTS_PER_PAGE = 20;
/** In characters; of each word, the first places are compared. */
const PASSAGE = { before: 60, reach: 180, length: 240, places: 50 };
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** A part of the index, which is a script. */
async function partOfIndex(base, name) {
  if (globalThis.satchelParts?.[name] === undefined) {
    await loadScript(new URL(`${name}.js`, base).href);
  }
  return globalThis.satchelParts?.[name];
}

function fold(text) {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/** The words of a search as the index has them: each character of Chinese, Japanese and Korean texts is one. */
function wordsOfSearch(text) {
  const spaced = [...fold(text)].map((one) => (CJK.test(one) ? ` ${one} ` : one)).join('');
  return [...new Set(spaced.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [])];
}

/** As many files have the words with letters beyond ASCII. */
const OTHER_KEYS = 64;

function keyOfWord(word, letters) {
  return [...word]
    .slice(0, letters)
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `_${letter.codePointAt(0) % OTHER_KEYS}`))
    .join('');
}

/** What a page gets for a word in its title, and for the word itself instead of a longer one; it counts how often it has it. */
const SCORES = { title: 10_000, whole: 1_000 };
const TITLE_WEIGHT = 18;

/** The numbers of pages, written as distances, and the value of each. */
function pagesIn(distances, first) {
  let page = first;
  return distances.split(' ').map((written) => {
    const [distance, value = '1'] = written.split('.');
    page += Number.parseInt(distance, 36);
    return [page, Number.parseInt(value, 36)];
  });
}

/** The numbers of the pages that have a word, or one that begins with it. */
async function pagesWithWord(base, { segments }, word) {
  const pages = new Map();
  for (const [number, { first, keyLetters, shards }] of segments.entries()) {
    const key = keyOfWord(word, keyLetters);
    const isShort = [...word].length < keyLetters;
    for (const shard of shards.filter((name) => (isShort ? name.startsWith(key) : name === key))) {
      for (const [other, distances] of Object.entries(
        (await partOfIndex(base, `${number}-${shard}`)) ?? {},
      )) {
        if (!other.startsWith(word)) {
          continue;
        }
        for (const [page, weight] of pagesIn(distances, first)) {
          const inTitle = weight >= TITLE_WEIGHT ? SCORES.title : 0;
          const isOfPlace = weight === 0; // Only the name of its repository has it, as on all of its pages.
          if (isOfPlace && other !== word) {
            continue;
          }
          const score = isOfPlace
            ? 0
            : inTitle + (other === word ? SCORES.whole : 0) + (weight % TITLE_WEIGHT);
          pages.set(page, { segment: number, score: Math.max(pages.get(page)?.score ?? 0, score) });
        }
      }
    }
  }
  return pages;
}

/** The pages with all words: with words in the title first, then those with the words themselves, more often, and newer ones. */
async function searchIndex(base, { words, without, conditions }) {
  const pagesOf = (all) => Promise.all(all.map((word) => pagesWithWord(base, globalThis.satchelTexts, word)));
  const excluded = await pagesOf(without);
  const found = [
    ...(await pagesOf(words)),
    ...(conditions.length === 0 ? [] : [await pagesThatMeet(base, conditions)]),
  ];
  const [some = new Map(), ...others] = found.sort((one, other) => one.size - other.size);
  const hits = [...some]
    .filter(
      ([page]) => others.every((pages) => pages.has(page)) && !excluded.some((pages) => pages.has(page)),
    )
    .map(([page, { score, segment }]) => ({
      ...{ page, segment },
      score: others.reduce((sum, pages) => sum + pages.get(page).score, score),
    }));
  const days = new Map();
  for (const segment of new Set(hits.map((hit) => hit.segment))) {
    const written = (await partOfIndex(base, `${segment}-days`)) ?? '';
    for (const [page, day] of pagesIn(written, globalThis.satchelTexts.segments[segment].first)) {
      days.set(page, day);
    }
  }
  const newness = ({ page }) => days.get(page) ?? 0;
  return hits
    .sort((one, other) => other.score - one.score || newness(other) - newness(one) || one.page - other.page)
    .map(({ page }) => page);
}

/** Where the first passage with the most of the words begins; undefined if the text has none of them. */
function placeOfWords(text, words) {
  const folded = fold(text);
  const places = words
    .flatMap((word) =>
      [...folded.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'gu'))]
        .slice(0, PASSAGE.places)
        .map(({ index }) => ({ word, index })),
    )
    .sort((one, other) => one.index - other.index);
  let best = { index: undefined, count: 0 };
  for (const { index } of places) {
    const near = places.filter((other) => other.index >= index && other.index < index + PASSAGE.reach);
    const count = new Set(near.map(({ word }) => word)).size;
    if (count > best.count) {
      best = { index, count };
    }
  }
  return best.index;
}

/** The passage around a place, with all words marked. */
function passageAt(place, text, words) {
  const before = Math.max(0, place - PASSAGE.before);
  const start = before === 0 ? 0 : Math.min(place, text.indexOf(' ', before) + 1 || before);
  const shown = wholeWords(text.slice(start, start + PASSAGE.length + 1), PASSAGE.length);
  const marks = new RegExp(`((?<![\\p{L}\\p{N}])(?:${[...words, '(?!)'].join('|')})[\\p{L}\\p{N}]*)`, 'giu');
  return [
    ...(start === 0 ? [] : ['…']),
    ...shown.split(marks).map((part, index) => (index % 2 === 1 ? make('mark', {}, part) : part)),
    ...(start + shown.length < text.length ? ['…'] : []),
  ];
}

/** The text up to a length, without a part of a word at its end; texts without spaces are cut anywhere. */
function wholeWords(text, length) {
  const end = text.length <= length ? text.length : text.lastIndexOf(' ', length);
  return text.slice(0, end < length / 2 ? length : end);
}

/** The names of kinds of pages, and their words in `is:` and `type:`. */
const PAGE_KINDS = {
  issue: { name: 'Issue', word: 'issue' },
  pull_request: { name: 'Pull request', word: 'pr' },
  discussion: { name: 'Discussion', word: 'discussion' },
  release: { name: 'Release', word: 'release' },
  milestone: { name: 'Milestone', word: 'milestone' },
  repository: { name: 'Repository', word: 'repository' },
  wiki: { name: 'Wiki', word: 'wiki' },
};

/** What a search says: words, words that must not occur, conditions on facts, and what of it a site cannot answer. */
function parseSiteSearch(query) {
  const search = { words: [], without: [], conditions: [], notes: [] };
  for (const [term, minus, name, value, plain] of query.matchAll(
    /(?<!\S)(-?)(?:([a-z][a-z-]*):("[^"]*"|\S*)|("[^"]*"|\S+))/gi,
  )) {
    const meant = value?.replaceAll('"', '').toLowerCase();
    const known = CONDITIONS.get(name?.toLowerCase());
    if (known !== undefined) {
      const isValid = meant !== '' && (known.values?.includes(meant) ?? true);
      if (isValid) {
        search.conditions.push((facts) => known.isMet(meant, facts) === (minus === ''));
      } else {
        search.notes.push(
          `“${term}” is left out: after ${name}: comes ${known.words ?? `one of ${known.values.join(', ')}`}`,
        );
      }
    } else if (name !== undefined && OTHER_QUALIFIERS.test(name)) {
      search.notes.push(`“${term}” is left out: a site knows only ${[...CONDITIONS.keys()].join(':, ')}:`);
    } else {
      search[minus === '' ? 'words' : 'without'].push(...wordsOfSearch(plain ?? `${name} ${value}`));
    }
  }
  return search;
}

const isOfKind = (word, { kind }) => PAGE_KINDS[kind]?.word === word;
const isInState = (word, { state }) =>
  state === word || (word === 'open' && state === 'draft') || (word === 'closed' && state === 'merged');
const KIND_WORDS = Object.values(PAGE_KINDS).map(({ word }) => word);
const STATE_WORDS = ['open', 'closed', 'merged', 'draft'];

/** The qualifiers that sites know: their values, or those in words, and whether a page meets one. */
const CONDITIONS = new Map([
  [
    'is',
    {
      values: [...STATE_WORDS, ...KIND_WORDS],
      isMet: (word, facts) => isOfKind(word, facts) || isInState(word, facts),
    },
  ],
  ['state', { values: STATE_WORDS, isMet: isInState }],
  ['type', { values: KIND_WORDS, isMet: isOfKind }],
  [
    'author',
    {
      words: 'a login',
      isMet: (login, facts) => facts.author.toLowerCase() === login.replace(/^@/, ''),
    },
  ],
  [
    'repo',
    {
      words: 'the name of a repository',
      isMet: (name, { repo }) => repo.toLowerCase() === name || repo.toLowerCase().endsWith(`/${name}`),
    },
  ],
]);

/** Qualifiers of the reader, which reads more than the index of a site has. */
const OTHER_QUALIFIERS =
  /^(?:assignee|mentions|commenter|involves|reviewed-by|review|label|milestone|no|org|user|in|created|updated|closed|merged|comments|reactions|linked|team|attachment|path|sort|snapshot)$/i;

/** The pages that meet all conditions, by their kind, state and author. */
async function pagesThatMeet(base, conditions) {
  const met = new Map();
  for (const [number, { first }] of globalThis.satchelTexts.segments.entries()) {
    const { values, pages } = (await partOfIndex(base, `${number}-facts`)) ?? { values: [], pages: '' };
    const isMet = values.map((value) => {
      const [kind, state, author, repo] = value.split(' ');
      return conditions.every((condition) => condition({ kind, state, author, repo }));
    });
    for (const [page, value] of pages === '' ? [] : pagesIn(pages, first)) {
      if (isMet[value]) {
        met.set(page, { segment: number, score: 0 });
      }
    }
  }
  return met;
}

/** One result: a sign, the title, the facts, and a passage. It opens where the passage is. */
function siteResult([whole, file, text, kind, state, author, day, anchors = []], base, words) {
  const [title, ...places] = whole.split(' · ');
  const place = placeOfWords(text, words);
  const address = new URL(file, base);
  address.hash = anchors.findLast(([start]) => start <= place)?.[1] ?? '';
  const link = make('a', { className: 'title', href: address.href, dir: 'auto' }, title);
  const facts = [PAGE_KINDS[kind]?.name ?? 'Page', ...(author === '' ? [] : [`by ${author}`])].join(' ');
  const sign = make('span', {});
  sign.innerHTML = globalThis.satchelTexts.signs[`${kind} ${state}`] ?? ''; // Drawings of the reader itself.
  const passage = make('p', { className: 'snippet', dir: 'auto' }, ...passageAt(place ?? 0, text, words));
  return make(
    'li',
    {},
    sign.firstElementChild ?? sign,
    make('span', {}, link),
    make('span', { className: 'end' }, dayText(day)),
    make('span', { className: 'facts' }, ...[facts, ...places].map((fact) => make('span', {}, fact))),
    passage,
  );
}

/** As pages of the reader write dates: `31 May 2026`. */
function dayText(day) {
  const [year, month, date] = day.split('-').map(Number);
  return date > 0 ? `${date} ${globalThis.satchelTexts.months[month - 1]} ${year}` : '';
}

/** Searches to begin with, as links. */
function exampleSearches() {
  return ['is:open', 'is:pr is:merged', 'type:release'].flatMap((query, index) => {
    const link = make('a', { href: `?${new URLSearchParams({ q: query })}` }, query);
    return index === 0 ? [link] : [' · ', link];
  });
}

function countWords(count) {
  return `${count.toLocaleString('en')} ${count === 1 ? 'result' : 'results'}`;
}

function adviceOn(words, conditions) {
  const advice =
    conditions.length > 0
      ? 'Try fewer conditions'
      : words.length > 1
        ? 'Try fewer words, or the beginning of a word'
        : 'Try the beginning of the word';
  return `Nothing found. ${advice}`;
}

/** Answers the search in the address of the site's page of searches. */
globalThis.showSiteResults = async (form, field) => {
  const results = document.getElementById('site-results');
  const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  field.value = query;
  const base = new URL(form.dataset.texts, location.href);
  const { words, without, conditions, notes } = parseSiteSearch(query);
  const status = results.querySelector('[role=status]');
  if (words.length === 0 && conditions.length === 0) {
    const lead = without.length > 0 ? ['Add a word that pages must have'] : [];
    status.textContent = [
      ...notes,
      ...lead,
      'Words are searched in titles and texts: “alarm” also finds “alarms”.',
    ].join('. ');
    status.append(' For example: ', ...exampleSearches());
    return;
  }
  await loadScript(base.href);
  const pages =
    globalThis.satchelTexts === undefined ? [] : await searchIndex(base, { words, without, conditions });
  status.textContent = [
    pages.length > 0 ? countWords(pages.length) : adviceOn(words, conditions),
    ...notes,
  ].join('. ');
  const list = results.querySelector('ol');
  const more = make('button', { type: 'button', hidden: true }, 'Show more');
  results.append(more);
  let shown = 0;
  const show = async () => {
    const next = pages.slice(shown, shown + RESULTS_PER_PAGE);
    shown += next.length;
    for (const page of next) {
      const { pagesPerFile, codeFiles } = globalThis.satchelTexts;
      const file = Math.floor(page / pagesPerFile);
      const name = `${codeFiles.includes(file) ? 'code' : 'pages'}-${file}`;
      const rows = (await partOfIndex(base, name)) ?? [];
      const row = rows[page % pagesPerFile];
      list.append(...(row === undefined ? [] : [siteResult(row, base, words)]));
    }
    more.hidden = shown >= pages.length;
  };
  more.addEventListener('click', () => void show());
  await show();
  chooseLast({}); // The list was empty when the page was shown.
};
