/*
 * Progressive enhancement: every page is complete without this script. It handles elements that pages mark:
 *   [data-key="g i"]        a link or field that these keys open or focus; data-key-name is its name in the help
 *   [data-item], .rows > li an entry of a list, for the keys j, k, o and Enter
 *   form[data-suggest]      a search box; titles come from there, or from form[data-titles] in sites
 *   form[data-live]         the element with this id shows the answer while a person types
 *   textarea, .values input Ctrl-Enter sends its form
 *   body[data-diagrams]     the address of the frame that draws diagrams; .diagram is a note above a source
 *   a[data-copy]            a permalink: a click also copies it
 *   pre.code, .lines, [data-copy-text]   get a button that copies their text
 *   a[data-whole]           the bytes of a file; a[data-first-line] is a part of it
 *   a[data-viewed]          marks a file of a difference as viewed; a[data-context] shows more of it
 *   [data-insert]           a name for the statement
 *   button[data-theme-switch], button[data-help]   hidden until this script runs
 */
const root = document.documentElement;
const choices = readChoices();
applyTheme();

function readChoices() {
  try {
    return JSON.parse(localStorage.getItem('satchel') ?? '{}') ?? {};
  } catch {
    return {}; // Storage is unavailable or contains something else: use the defaults.
  }
}

function choose(name, value) {
  choices[name] = value;
  try {
    localStorage.setItem('satchel', JSON.stringify(choices));
  } catch {
    // Without storage, the choice only applies to this page.
  }
}

function isOn(name) {
  return choices[name] !== false;
}

function applyTheme() {
  if (choices.theme === 'dark' || choices.theme === 'light') {
    root.dataset.theme = choices.theme;
  } else {
    delete root.dataset.theme;
  }
}

function make(name, members = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(members)) {
    if (key.includes('-') || key === 'role') {
      element.setAttribute(key, value);
    } else {
      element[key] = value;
    }
  }
  element.append(...children);
  return element;
}

let live;
/** Shows a short notification, which screen readers announce. */
function say(text) {
  if (live === undefined) {
    live = make('div', { className: 'comfort-note', role: 'status' });
    document.body.append(live);
  }
  live.textContent = text;
  live.classList.add('is-shown');
  clearTimeout(say.timer);
  say.timer = setTimeout(() => live.classList.remove('is-shown'), 2200);
}

// --- lists: the keys j, k, o and u; n and p step through results ---

/** Entries of lists: by class, and others by attribute. */
const ITEMS = '[data-item], .rows > li, .cards > li';
let place = -1;
const items = () => [...document.querySelectorAll(ITEMS)].filter((item) => item.offsetParent !== null);
const linkOf = (item) => item.querySelector('[data-item-link], .title') ?? item.querySelector('a[href]');

function walk(step) {
  const all = items();
  if (all.length === 0) {
    return;
  }
  all[place]?.classList.remove('chosen');
  place = Math.min(all.length - 1, Math.max(0, place + step));
  const item = all[place];
  item.classList.add('chosen');
  linkOf(item)?.focus({ preventScroll: true });
  item.scrollIntoView({ block: 'nearest' });
}

/** Stores the entries of a list when one is opened, for n and p, and for the way back. */
function keepResults(event) {
  const link = event.target.closest?.('a[href]');
  const item = link?.closest(ITEMS);
  if (item && linkOf(item) === link) {
    const all = items();
    storeResults({
      from: location.href,
      links: all.map((each) => linkOf(each)?.href ?? ''),
      opened: link.href,
    });
  }
}

function storeResults(list) {
  try {
    sessionStorage.setItem('satchel-results', JSON.stringify(list));
  } catch {
    // Without storage, n and p do nothing.
  }
}

/** Back on a list, chooses the entry that was looked at last, from which j and k go on. */
function chooseLast({ persisted }) {
  const list = readResults();
  const isBack = persisted || performance.getEntriesByType('navigation')[0]?.type === 'back_forward';
  if (list?.from !== location.href || !(isBack || list.isUp)) {
    return;
  }
  storeResults({ ...list, isUp: false });
  const all = items();
  const last = all.findIndex((item) => linkOf(item)?.href === list.opened);
  if (last >= 0 && location.hash === '') {
    all[place]?.classList.remove('chosen');
    place = last - 1;
    walk(1);
  }
}

function readResults() {
  try {
    return JSON.parse(sessionStorage.getItem('satchel-results') ?? 'null');
  } catch {
    return null;
  }
}

function stepThroughResults(step) {
  const list = readResults();
  const here = location.href.replace(/#.*$/, '');
  const at = list?.links.findIndex((link) => link.replace(/#.*$/, '') === here) ?? -1;
  const next = list?.links[at + step];
  if (at < 0) {
    say('Open an item of a list first: n and p continue from there');
  } else if (next === undefined || next === '') {
    say(step > 0 ? 'This is the last item of the list' : 'This is the first item of the list');
  } else {
    storeResults({ ...list, opened: next });
    location.assign(next);
  }
}

function goUp() {
  const here = location.href.replace(/#.*$/, '');
  const list = readResults();
  if (list?.links.some((link) => link.replace(/#.*$/, '') === here)) {
    storeResults({ ...list, isUp: true });
    location.assign(list.from);
  } else {
    document.querySelector('a[rel~="up"]')?.click();
  }
}

// --- keys ---

const KEYS = [
  { keys: '/', name: 'Search, or go to any page (also Ctrl-K)', run: openPalette },
  { keys: '?', name: 'This help', run: () => showHelp() },
  { keys: 'j', name: 'Next item of the list', run: () => walk(1) },
  { keys: 'k', name: 'Previous item of the list', run: () => walk(-1) },
  { keys: 'o', name: 'Open the item', run: () => linkOf(items()[place] ?? document.body)?.click() },
  { keys: 'u', name: 'Back to the list', run: goUp },
  { keys: 'n', name: 'Next result', run: () => stepThroughResults(1) },
  { keys: 'p', name: 'Previous result', run: () => stepThroughResults(-1) },
  { keys: 'y', name: 'Copy the permalink of this page', run: () => copyPermalink() },
];
const PREFIX_MS = 1500;
let prefix = '';
let prefixTimer;

function pageKeys() {
  return [...document.querySelectorAll('[data-key]')].map((element) => ({
    keys: element.dataset.key,
    name: element.dataset.keyName ?? element.textContent.trim(),
    run() {
      focusField(element);
      if (!element.matches('input, select, textarea')) {
        element.click();
      }
    },
  }));
}

/** The search box with its suggestions, which are commands until something is typed. */
function openPalette() {
  const field = document.querySelector('[data-search-field]');
  focusField(field);
  field?.dispatchEvent(new Event('satchel-open'));
}

function focusField(field) {
  field?.focus();
  field?.select?.();
}

function onKey(event) {
  const isTyping = event.target.matches?.('input, textarea, select, [contenteditable]');
  if (event.key === 'Escape' && event.target.matches?.('input[type=search]')) {
    event.preventDefault(); // Browsers would empty the field.
  }
  const isPalette = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
  if (isPalette && isOn('keys') && document.querySelector('dialog[open]') === null) {
    event.preventDefault();
    openPalette();
    return;
  }
  if (
    (event.ctrlKey || event.metaKey) &&
    event.key === 'Enter' &&
    event.target.matches?.('textarea, .values input')
  ) {
    event.preventDefault();
    event.target.form?.requestSubmit();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !isOn('keys')) {
    return;
  }
  if (isTyping || document.querySelector('dialog[open]') !== null) {
    if (event.key === 'Escape' && isTyping) {
      event.target.blur();
    }
    return;
  }
  const typed = `${prefix} ${event.key}`.trim();
  const all = [...pageKeys(), ...KEYS];
  const found = all.find(({ keys }) => keys === typed) ?? all.find(({ keys }) => keys === event.key);
  clearTimeout(prefixTimer);
  prefix = '';
  if (found !== undefined) {
    event.preventDefault();
    found.run();
  } else if (all.some(({ keys }) => keys.startsWith(`${event.key} `))) {
    prefix = event.key;
    prefixTimer = setTimeout(() => {
      prefix = '';
    }, PREFIX_MS);
  }
}

function showHelp() {
  const seen = new Set();
  const rows = [...KEYS, ...pageKeys()]
    .filter(({ keys }) => !seen.has(keys) && seen.add(keys))
    .map(({ keys, name }) =>
      make(
        'div',
        {},
        make('dt', {}, ...keys.split(' ').map((key) => make('kbd', {}, key))),
        make('dd', {}, name),
      ),
    );
  const dialog = make(
    'dialog',
    { className: 'comfort-help', 'aria-labelledby': 'comfort-help-title' },
    make('h2', { id: 'comfort-help-title' }, 'Keys and settings'),
    make('dl', {}, ...rows),
    make('h3', {}, 'In this browser'),
    switchOf('keys', 'Keyboard shortcuts'),
    switchOf('suggest', 'Suggested titles while you type in the search box'),
    switchOf('times', 'Local time when you point at a time'),
    themeChoice(),
    make('form', { method: 'dialog' }, make('button', {}, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('form button').focus(); // Not the first switch: Space would turn it off.
}

function switchOf(name, text) {
  const box = make('input', { type: 'checkbox', checked: isOn(name) });
  box.addEventListener('change', () => choose(name, box.checked));
  return make('label', {}, box, ` ${text}`);
}

function themeChoice() {
  const select = make(
    'select',
    {},
    ...['as the system', 'light', 'dark'].map((value) =>
      make('option', { value, selected: value === choices.theme }, value),
    ),
  );
  select.addEventListener('change', () => {
    choose('theme', select.value);
    applyTheme();
  });
  return make('label', {}, 'Colours ', select);
}

function isDark() {
  return root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
}

function switchTheme() {
  const wasDark = isDark();
  choose('theme', wasDark ? 'light' : 'dark');
  applyTheme();
  say(wasDark ? 'Light' : 'Dark');
}

// --- permalinks ---

async function copy(text, done = 'Link copied') {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(text.length > MAX_SAID ? 'This browser does not allow copying' : text);
  }
}

/** Longer texts would cover the page. */
const MAX_SAID = 300;

/** Of a page on a disk, that of its original. */
function copyPermalink() {
  const isFile = location.protocol === 'file:';
  const permanent = document.querySelector(
    isFile ? '.banner a' : 'link[rel="permalink"], link[rel="canonical"]',
  );
  if (isFile && permanent === null) {
    say('This page is not at the service');
  } else {
    void copy((permanent?.href ?? location.href.replace(/#.*$/, '')) + location.hash);
  }
}

/** The text of a block of code, or the lines of a file that a page shows. */
function textOf(block) {
  const lines = [...block.querySelectorAll('.c')].map((line) => line.textContent.replace(/\n$/, ''));
  return lines.length > 0 ? `${lines.join('\n')}\n` : block.textContent;
}

/** Copies a block; the whole file where the page shows a part of it and the reader runs. */
async function copyBlock(block) {
  const shown = textOf(block);
  const whole = block.closest('.file')?.querySelector('a[data-whole]');
  if (!block.matches('.lines') || !whole) {
    await copy(shown, 'Copied');
    return;
  }
  try {
    const answer = await fetch(whole.href);
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
    const text = new TextDecoder(whole.dataset.whole || 'utf-8').decode(await answer.arrayBuffer());
    await copy(text, 'Copied the whole file');
  } catch {
    await copy(shown, 'Copied only the lines of this page'); // A file on a disk cannot be read from a page.
  }
}

/** Adds a button that copies a block of code, a file or an id. Diffs and blame views are no texts to copy. */
function offerCopying() {
  for (const block of document.querySelectorAll('pre.code, .lines:not(.diff, .blame), [data-copy-text]')) {
    const button = make('button', { type: 'button', className: 'copy', 'aria-label': 'Copy' }, 'Copy');
    button.addEventListener('click', () => void copyBlock(block));
    const holder = make('div', { className: block.matches('code') ? 'copied-id' : 'copied' });
    block.replaceWith(holder);
    holder.append(block, button);
  }
}

// --- times ---

function showLocalTime(event) {
  const time = event.target.closest?.('time[datetime]');
  if (time && isOn('times') && time.dataset.local === undefined) {
    const at = new Date(time.dateTime);
    time.dataset.local = '';
    if (!Number.isNaN(at.getTime())) {
      time.title = `${at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })}\n${time.dateTime}`;
    }
  }
}

// --- search while you type ---

const DEBOUNCE_MS = 150;
const MAX_SUGGESTIONS = 12;
/** With pages and commands by name. */
const MAX_SHOWN = 40;

/** The list below a search box: what it shows, and which of it is chosen. */
function createPalette(form, field) {
  const list = make('ul', { id: 'suggestions', className: 'suggestions', role: 'listbox', hidden: true });
  list.setAttribute('aria-label', 'Pages, titles and commands');
  const hint = make('p', { className: 'palette-hint', hidden: true, 'aria-hidden': 'true' });
  hint.append('↑ ↓ choose · Enter opens · Esc closes');
  const none = make('p', { className: 'palette-none', role: 'status' });
  form.append(make('div', { className: 'palette' }, none, list, hint));
  const row = (...children) => make('li', { role: 'none' }, ...children);
  let active = -1;
  let options = [];

  function select(index) {
    options[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const option = options[active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', option?.id ?? '');
  }

  function show(results = [], [here, everywhere] = [], complete) {
    const lead = everywhere ? [here] : [];
    const last = everywhere ?? here;
    select(-1);
    // Where nothing was typed, pages come below the name of their place.
    const isGrouped = field.value.trim() === '';
    list.replaceChildren(
      ...lead.map((one) => row(optionOf(one, 'here'))),
      ...results.flatMap((result, index) => {
        const isFirst = isGrouped && result.where !== results[index - 1]?.where;
        const place = result.where.replace(/^in /, '') || 'Pages';
        const option = optionOf(isGrouped ? { ...result, where: '' } : result, index, complete);
        return [...(isFirst ? [row(place)] : []), row(option)];
      }),
      ...(last ? [row(optionOf(last, 'all'))] : []),
    );
    options = [...list.querySelectorAll('[role=option]')];
    list.hidden = options.length === 0;
    hint.hidden = list.hidden;
    none.textContent =
      results.length === 0 && !list.hidden ? 'No page or title has this. Enter searches all texts.' : '';
    field.ariaExpanded = String(!list.hidden);
    const [first] = results;
    const isMeant = first?.isExact || (last && results.length === 1 && !first.completed);
    select(isMeant ? lead.length : lead.length > 0 ? 0 : last ? options.length - 1 : -1);
  }

  /** Selects the next option, or the one before. */
  function step(by) {
    const count = options.length;
    select((active < 0 ? (by > 0 ? 0 : count - 1) : active + by + count) % count);
  }

  return { show, select, step, isEmpty: () => options.length === 0, selected: () => options[active] };
}

function suggestFor(form) {
  const field = form.querySelector('[data-search-field]');
  if (field === null) {
    return;
  }
  const palette = createPalette(form, field);
  let timer;
  let asked = 0;
  let answered = field.value;
  let before;

  /** Shows what is like the text, and says whether it is still the same. */
  async function ask(isOpened = false) {
    const typed = field.value;
    asked += 1;
    const mine = asked;
    const words = typed.trim();
    const isWanted = isOn('suggest') && (words !== '' || isOpened);
    const results = isWanted ? [...(await complete(form, typed)), ...actionsFor(words)] : [];
    if (mine !== asked) {
      return false;
    }
    answered = typed;
    palette.show(
      results.slice(0, MAX_SHOWN),
      isWanted && words !== '' ? searchesFor(form, words) : [],
      (completed) => {
        field.value = completed;
        field.focus();
        void ask();
      },
    );
    return true;
  }

  /** Goes to what is chosen once the text is answered, or searches. */
  async function enter() {
    clearTimeout(timer);
    if (await ask()) {
      const chosen = palette.selected();
      chosen === undefined ? form.requestSubmit() : chosen.click();
    }
  }

  function close() {
    asked += 1;
    answered = undefined;
    palette.show();
  }

  if (form.dataset.titles !== undefined) {
    form.hidden = false;
    field.placeholder = 'Search the texts of this site';
    void searchSite(form, field);
  }
  field.role = 'combobox';
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';
  field.setAttribute('aria-controls', 'suggestions');
  field.addEventListener('input', () => {
    asked += 1; // What is on its way, and what is chosen, is for another text.
    palette.select(-1);
    clearTimeout(timer);
    timer = setTimeout(ask, DEBOUNCE_MS);
  });
  field.addEventListener('focus', (event) => {
    before = event.relatedTarget;
  });
  field.addEventListener('satchel-open', () => void ask(true));
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) {
      return; // Enter ends a word of an input method.
    }
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (event.key === 'ArrowDown' && palette.isEmpty()) {
      void ask(true);
    } else if (isArrow && !palette.isEmpty()) {
      event.preventDefault();
      palette.step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && palette.selected() !== undefined) {
      event.preventDefault();
      palette.selected().click();
    } else if (event.key === 'Enter' && isOn('suggest') && field.value !== answered) {
      event.preventDefault();
      void enter();
    } else if (event.key === 'Escape') {
      close();
      field.blur();
      before?.focus();
    }
  });
  field.addEventListener('blur', () => setTimeout(close, 200)); // Lets a click on a title happen first.
}

/** The searches of all texts, below the suggestions: in the repository of the page, and everywhere. */
function searchesFor(form, typed) {
  const { repo } = form.dataset;
  const here = repo && !typed.includes('repo:') ? [[`repo:${repo} ${typed}`, 'in this repository']] : [];
  return [...here, [typed, 'everywhere']].map(([q, where]) => {
    const address = new URL(form.action);
    address.search = new URLSearchParams({ q });
    return { title: `Search for “${typed}” ${where}`, href: address.href };
  });
}

/** What the page itself can do, in the palette. */
const ACTIONS = [
  { title: 'Switch between light and dark', run: switchTheme },
  { title: 'Copy the permalink of this page', run: copyPermalink },
  { title: 'Keys and settings', run: showHelp },
];

/** The actions with all words; all of them if nothing was typed. */
function actionsFor(typed) {
  const words = typed.toLowerCase().split(/\s+/);
  return ACTIONS.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).map(
    (action) => ({ ...action, href: '#', where: 'Commands' }),
  );
}

/** A page to go to, a text that completes what was typed, or an action. */
function optionOf({ title, href, where, sign, completed, run }, index, complete) {
  const name = make('span', {}, title);
  if (sign !== undefined) {
    name.insertAdjacentHTML('afterbegin', `${sign} `); // A drawing of the reader itself.
  }
  const about = where ? [make('small', {}, where)] : [];
  const link = make('a', { id: `suggestion-${index}`, role: 'option', href, tabIndex: -1 }, name, ...about);
  if (run ?? completed) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      if (run) {
        document.activeElement?.blur();
        run();
      } else {
        complete(completed);
      }
    });
  }
  return link;
}

/** Puts a name at the caret of the statement; its link is followed while nothing was typed. */
function insertName(event, { dataset }) {
  const box = document.getElementById('sql');
  if (!['', box.defaultValue].includes(box.value)) {
    event.preventDefault();
    box.closest('details')?.setAttribute('open', '');
    box.focus();
    document.execCommand('insertText', false, dataset.insert);
  }
}

/** Shows the answer of a form while a person types: the page itself makes it. */
function answerWhileTyping(form) {
  let timer;
  let asked = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      asked += 1;
      const mine = asked;
      const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
      try {
        const answer = await fetch(address);
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const news = page.getElementById(form.dataset.live);
        if (mine === asked && news !== null) {
          place = -1;
          document.getElementById(form.dataset.live)?.replaceChildren(...news.childNodes);
          history.replaceState(null, '', address);
        }
      } catch {
        // The reader has stopped.
      }
    }, DEBOUNCE_MS);
  });
}

async function complete(form, typed) {
  if (form.dataset.titles !== undefined) {
    return completeFromIndex(form.dataset.titles, typed);
  }
  try {
    // Of an older snapshot or a selection of owners, the address begins with their prefix.
    const prefix = form.dataset.suggest.replace(/\/-\/suggest$/, '');
    const at = location.pathname.slice(prefix.length);
    const answer = await fetch(`${form.dataset.suggest}?${new URLSearchParams({ q: typed, at })}`);
    const { results } = answer.ok ? await answer.json() : { results: [] };
    return results.map((one) => ({ ...one, href: prefix + one.href }));
  } catch {
    return []; // The reader has stopped.
  }
}

/** The titles of a site are in a script. */
async function completeFromIndex(address, typed) {
  if (globalThis.completeTitles === undefined) {
    await loadScript(address);
  }
  const base = new URL('.', new URL(address, location.href));
  return globalThis.completeTitles?.(base, typed, MAX_SUGGESTIONS) ?? [];
}

/** Answers on the page of searches in a site, which alone loads the index. */
async function searchSite(form, field) {
  if (document.getElementById('site-results') !== null) {
    const base = new URL(form.dataset.texts, location.href);
    await loadScript(new URL('search.js', base).href);
    await globalThis.showSiteResults?.(form, field);
  }
}

function loadScript(address) {
  return new Promise((resolve) => {
    const script = make('script', { src: address });
    script.addEventListener('load', resolve);
    script.addEventListener('error', resolve);
    document.head.append(script);
  });
}

// --- anchors of the service ---

const MAX_RANGE = 20_000;

/** A line or a range of lines, of a file or of one side of a difference. */
const LINES = /^(diff-[0-9a-f]+)?([LR])(\d+)(?:C\d+)?(?:-[LR]?(\d+)(?:C\d+)?)?$/;

/** Handles anchors without an element: line ranges, lines on another part, and entries on another part of a thread. */
function followAnchor() {
  const anchor = location.hash.slice(1);
  for (const line of document.querySelectorAll('tr.in-range')) {
    line.classList.remove('in-range');
  }
  const target = document.getElementById(anchor);
  const part = target?.closest('.parts li')?.querySelector('a[data-part]');
  if (part !== null && part !== undefined) {
    location.replace(part.href + location.hash);
  }
  if (anchor === '' || target !== null) {
    return;
  }
  // A static site has no `?comment=`, but its links name the part.
  if (
    document.querySelector('.parts[data-far]') !== null &&
    document.querySelector('[data-suggest]') !== null
  ) {
    location.replace(`?comment=${encodeURIComponent(anchor)}`); // The answer has the fragment, if there is such an entry.
  }
  const [, side = '', letter, start, end] = LINES.exec(anchor) ?? [];
  const source = document.querySelector('a[data-source]');
  if (start !== undefined) {
    const lines = [];
    const last = Math.min(Number(end ?? start), Number(start) + MAX_RANGE);
    for (let number = Number(start); number <= last; number += 1) {
      lines.push(document.getElementById(`${side}${letter}${number}`));
    }
    const known = lines.filter((line) => line !== null);
    for (const line of known) {
      line.classList.add('in-range');
    }
    known[0]?.scrollIntoView({ block: 'center' });
    const parts = [...document.querySelectorAll('a[data-first-line]')];
    const there = parts.findLast((link) => Number(link.dataset.firstLine) <= Number(start));
    if (known.length > 0 || there !== undefined) {
      if (known.length === 0 && !there.matches('[aria-current]')) {
        location.replace(there.href + location.hash);
      }
      return;
    }
  }
  if (/^L\d/.test(anchor) && source !== null) {
    location.replace(source.href + location.hash);
  } else {
    document.getElementById(anchor.replace(/^user-content-/, ''))?.scrollIntoView();
  }
}

/** A click with Shift on the number of a line extends the range, where browsers would open a window. */
function extendRange(event) {
  const link = event.target.closest?.('td.n a[href^="#"]');
  const [, side = '', letter, line] = LINES.exec(link?.hash.slice(1) ?? '') ?? [];
  if (!event.shiftKey || line === undefined) {
    return;
  }
  event.preventDefault();
  const [, oldSide = '', oldLetter, start] = LINES.exec(location.hash.slice(1)) ?? [];
  if (oldSide !== side || oldLetter !== letter || start === line) {
    location.hash = link.hash;
    return;
  }
  const [from, to] = [Number(start), Number(line)].sort((one, other) => one - other);
  history.replaceState(null, '', `#${side}${letter}${from}-${letter}${to}`);
  followAnchor();
}

/** Whether what the address names is kept in view while pictures above it get their sizes: until the person moves. */
let isHeld = performance.getEntriesByType('navigation')[0]?.type === 'navigate';

function holdTarget() {
  if (isHeld && location.hash !== '') {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
  }
}

// --- differences ---

/** The number of differences of which viewed files are kept. */
const MAX_VIEWED = 300;

function viewedHere() {
  return choices.viewed?.[location.pathname] ?? [];
}

/** Folds a file that is viewed, and says so; opens it if it no longer is. */
function showViewed(link, isViewed) {
  const file = link.closest('.file-box').querySelector('.file');
  file.open = !isViewed;
  link.textContent = isViewed ? '✓ Viewed' : 'Mark as viewed';
  link.dataset.isViewed = String(isViewed);
  document.querySelector(`.file-tree a[href="#${file.id}"]`)?.classList.toggle('viewed', isViewed);
  const count = document.querySelector('[data-viewed-count]');
  if (count !== null) {
    count.textContent = String(document.querySelectorAll('a[data-is-viewed="true"]').length);
  }
}

function toggleViewed(link) {
  const key = link.dataset.viewed;
  const isViewed = link.dataset.isViewed !== 'true';
  const rest = viewedHere().filter((other) => other !== key);
  const { [location.pathname]: _, ...others } = choices.viewed ?? {};
  const kept = Object.entries(others).slice(1 - MAX_VIEWED);
  choose('viewed', {
    ...Object.fromEntries(kept),
    [location.pathname]: isViewed ? [...rest, key] : rest,
  });
  showViewed(link, isViewed);
}

/** Shows the files that were viewed before, unless the address names some. */
function restoreViewed() {
  if (!new URLSearchParams(location.search).has('viewed')) {
    const keys = viewedHere();
    for (const link of document.querySelectorAll('a[data-viewed]')) {
      if (keys.includes(link.dataset.viewed)) {
        showViewed(link, true);
      }
    }
  }
}

/** Replaces the lines of a file by those of the page that the link leads to, which has more of them. */
async function expandContext(link) {
  const { id } = link.closest('.file');
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const lines = page.getElementById(id)?.querySelector('.lines');
    document.getElementById(id).querySelector('.lines').replaceWith(lines);
  } catch {
    location.assign(link.href);
  }
}

// --- diagrams ---

/** Of a frame, in pixels: whatever it asks for, it must not take the page. */
const MAX_DIAGRAM_HEIGHT = 3_000;
const FRAME_EDGES = 26;

/** How near to the window a diagram is drawn. */
const DRAWN_AROUND = '200px';

/** Draws diagrams as they come on screen, each in a frame that reaches neither this page nor a network. */
function drawDiagrams() {
  const address = document.body.dataset.diagrams;
  const notes = new Map();
  for (const note of document.querySelectorAll('.diagram')) {
    if (note.nextElementSibling?.matches('pre, .lines')) {
      notes.set(note.nextElementSibling, note);
    }
  }
  if (address === undefined) {
    const [first] = notes.values();
    const isSite = document.querySelector('form[data-titles]') !== null;
    first?.replaceChildren(
      isSite
        ? 'Diagrams are shown as their source in sites; the reader draws them.'
        : 'Diagrams are shown as their source until the package mermaid is installed next to Satchel.',
    );
    first?.classList.add('is-shown');
    return;
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          watcher.unobserve(target);
          drawDiagram({ note: notes.get(target), source: target, address });
        }
      }
    },
    { rootMargin: DRAWN_AROUND },
  );
  for (const source of notes.keys()) {
    watcher.observe(source);
  }
}

function drawDiagram({ note, source, address }) {
  const frame = diagramFrame({ source, address, isWhole: false }, ({ heightPixels, mistake }) => {
    if (mistake !== undefined) {
      frame.remove();
      note.replaceChildren(
        make('span', { className: 'mistake' }, `This diagram cannot be drawn: ${mistake}`),
      );
    } else {
      frame.height = Math.min(Math.max(heightPixels, 0) + FRAME_EDGES, MAX_DIAGRAM_HEIGHT);
      if (!note.matches('.is-shown')) {
        note.append(' ', ...diagramButtons({ frame, source, address }));
      }
    }
    frame.classList.remove('is-waiting');
    note.classList.add('is-shown');
    holdTarget();
  });
  frame.classList.add('is-waiting'); // It has its width, on which its height depends, but takes no place.
  note.after(frame);
}

/** Buttons for the source of a diagram, and for its full size; shows the diagram in place of its source. */
function diagramButtons({ frame, source, address }) {
  const swap = make('button', { type: 'button' });
  const showSource = (isShown) => {
    (source.closest('.copied') ?? source).hidden = !isShown;
    frame.hidden = isShown;
    swap.textContent = isShown ? 'Show the diagram' : 'Show the source';
  };
  swap.addEventListener('click', () => showSource(!frame.hidden));
  showSource(false);
  const zoom = make('button', { type: 'button' }, 'Full size');
  zoom.addEventListener('click', () => showWholeDiagram({ source, address }));
  return [swap, zoom];
}

const ZOOM_STEP = 1.25;

/** Shows a diagram above the page: it fits the window, and can be zoomed. */
function showWholeDiagram({ source, address }) {
  const dialog = make('dialog', { className: 'zoom', ariaLabel: 'Mermaid diagram at full size' });
  const frame = diagramFrame({ source, address, isWhole: true }, () => {});
  const zoomers = [
    ['Zoom out', 1 / ZOOM_STEP],
    ['Zoom in', ZOOM_STEP],
  ].map(([name, zoom]) => {
    const button = make('button', { type: 'button' }, name);
    button.addEventListener('click', () => frame.contentWindow?.postMessage({ zoom }, '*'));
    return button;
  });
  dialog.append(make('form', { method: 'dialog' }, ...zoomers, make('button', {}, 'Close')), frame);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A frame that draws the text of `source`, and tells `onAnswer` its `heightPixels`, or its `mistake`. */
function diagramFrame({ source, address, isWhole }, onAnswer) {
  const frame = make('iframe', {
    className: 'drawn',
    title: 'Mermaid diagram',
    src: address,
    height: FRAME_EDGES,
  });
  frame.setAttribute('sandbox', 'allow-scripts');
  const listen = ({ source: sender, data }) => {
    if (!frame.isConnected) {
      removeEventListener('message', listen);
    } else if (sender === frame.contentWindow && data?.isReady === true) {
      // The frame has no origin that could be named.
      sender.postMessage({ text: textOf(source), isDark: isDark(), isWhole }, '*');
    } else if (sender === frame.contentWindow && typeof data?.heightPixels === 'number') {
      onAnswer({ heightPixels: data.heightPixels });
    } else if (sender === frame.contentWindow && typeof data?.mistake === 'string') {
      onAnswer({ mistake: data.mistake });
    }
  };
  addEventListener('message', listen);
  return frame;
}

// --- while an archive is loaded ---

const PROGRESS_MS = 400;

/** Updates the progress page until the reader replaces it. */
async function followProgress() {
  const main = document.querySelector('main[data-progress]');
  if (main === null) {
    return;
  }
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const news = page.querySelector('main[data-progress]');
    if (news === null) {
      location.reload();
      return;
    }
    main.replaceChildren(...news.childNodes);
  } catch {
    say(
      'The reader is not responding: it was stopped, or the archive could not be opened. See the terminal for details.',
    );
  }
  setTimeout(followProgress, PROGRESS_MS);
}

// ---

document.addEventListener('keydown', onKey);
document.addEventListener('click', (event) => {
  keepResults(event);
  extendRange(event);
  const target = event.target;
  if (target.closest?.('[data-theme-switch]')) {
    switchTheme();
  } else if (target.closest?.('[data-help]')) {
    event.preventDefault();
    showHelp();
  } else if (target.closest?.('a[data-viewed]')) {
    event.preventDefault();
    toggleViewed(target.closest('a[data-viewed]'));
  } else if (target.closest?.('a[data-context]')) {
    event.preventDefault();
    void expandContext(target.closest('a[data-context]'));
  } else if (target.closest?.('[data-insert]')) {
    insertName(event, target.closest('[data-insert]'));
  } else if (target.closest?.('a[data-copy]')) {
    void copy(target.closest('a[data-copy]').href);
  }
});
addEventListener('pageshow', chooseLast); // Also where the browser kept the page.
addEventListener('hashchange', () => {
  isHeld = true;
  followAnchor();
});
document.addEventListener('load', holdTarget, true);
for (const move of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
  addEventListener(
    move,
    () => {
      isHeld = false;
    },
    { capture: true, passive: true },
  );
}
document.addEventListener('mouseover', showLocalTime);
document.addEventListener('focusin', showLocalTime);
document.addEventListener('DOMContentLoaded', () => {
  for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
    const tabs = tab.closest('.tabs');
    const beyond = tab.offsetLeft + tab.offsetWidth - tabs.offsetLeft - tabs.clientWidth;
    tabs.scrollLeft = beyond > 0 ? beyond + 32 : 0; // On small screens the current tab may be hidden.
  }
  drawDiagrams();
  offerCopying();
  restoreViewed();
  setTimeout(followProgress, PROGRESS_MS);
  followAnchor();
  for (const button of document.querySelectorAll('[data-theme-switch], [data-help]')) {
    button.hidden = false;
  }
  for (const form of document.querySelectorAll('form[data-suggest], form[data-titles]')) {
    suggestFor(form);
  }
  for (const form of document.querySelectorAll('form[data-live]')) {
    answerWhileTyping(form);
  }
});
