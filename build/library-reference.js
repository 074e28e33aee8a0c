// @ts-check
/** Makes `docs/reference/library/`: a page for each part of the library, from its declarations and their comments. */

/** A declaration of the file that API Extractor writes, with its comment. */
const DECLARATION =
  /^(?:\/\*\*\n?([\s\S]*?)\*\/\n)?export declare (?:abstract )?(async function|function|class|const|interface|type) (\w+)[\s\S]*?\n(?=\n(?:\/\*\*|export|declare)|$)/gm;

/**
 * The subjects of the types of each part: a type belongs to the first whose words are in its name, and the others come last.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, RegExp>>>>}
 */
const SUBJECTS = {
  client: {
    Failures: /Failure|Details|^Exit|Hints|Violation/,
    'Reports and progress': /Event$|^Report|Progress/,
    Connection:
      /^(?:Client|Connection|Credential|Network|Proxies|Timeouts|AppKey|Surroundings|Clock|DrivenClock|Random|Environment|Dialect|RequestTrace|Endpoints)/,
    Exports:
      /Migration|Export|Download|ArchiveRange|Waiting|WaitOptions|UnclearStart|RepositoryIds|RepositoryListing/,
    'Calls of any route': /Request|^Api|List|Page|Placeholder|Query|Route|Call|KnownAnswer|Polling/,
    Alerts: /Alert/,
    Budgets: /Budget/,
    'Events and notifications': /Event|Feed|Notification|Mark|Poll|Subscription|Login/,
    'Accounts, repositories and tokens': /Account|Affiliation|Repositor|Token|Need|Limit|Thread/,
  },
  archive: {
    'Records by kind': /Value$|^RecordValues/,
    Findings: /Finding|Severity|Reject/,
    Extracting: /Extract/,
    Reports: /Report|Tally|Summary|Exporter|Inspected|Threads/,
    Reading: /./,
  },
  store: {
    'Opening and querying': /^Store$|Query|Saved|Sql|Documented|StoreTable|Listing|AllOptions/,
    Searching: /Search|Snippet|Filter|Qualifier|Setting|Subject|Condition|Scope|Spelling/,
    Threads: /Thread|Comment|Remark|Review|Reaction|Timeline|Label|Conversation|PullRequest|EventRow/,
    'Releases and repositories': /Release|Repositor/,
    Loading: /Load|Written|Capture/,
    'Records, snapshots and changes': /Record|Snapshot|Change|Difference|Version/,
    Dumping: /./,
  },
  vault: {
    'Jobs and schedules': /^Job|^Run(?!Summary)|Schedule/,
    'Checks and repairs': /Check|Finding|Remedy|Repair|Verify|Status|GoodBackup|Sample|Rebuild|AccountStatus/,
    Retention: /Retention|Kept|Forg|Period|Calendar|Prune|Pin|SnapshotGroup|SnapshotSizes/,
    Backups: /Backup|Capture|Clone|Lfs|Token|Owed|AccountSettings|StoreChanges|Completeness/,
    Vaults: /./,
  },
};

/** A name that is exported by a part. */
const EXPORT = /^export (?:type )?\{ ([^}]*) \} from/gm;

/**
 * @param {string} declarations those of all parts
 * @param {Readonly<Record<string, string>>} doors those of each part, which only name declarations
 * @param {{ readonly name: string, readonly title: string }} part
 */
export function libraryReference(declarations, doors, { name, title }) {
  const names = new Set(namesIn(doors[name] ?? ''));
  /** The section of each name. */
  const places = new Map(
    Object.entries(doors).flatMap(([part, door]) =>
      namesIn(door).map((own) => [own, `${part === name ? '' : `${part}.md`}#${own.toLowerCase()}`]),
    ),
  );
  const found = withOverloads([...declarations.replaceAll('\r', '').matchAll(DECLARATION)]).filter(
    ([, , , own = '']) => names.has(own),
  );
  const isType = (/** @type {RegExpExecArray} */ [, , kind = '']) => kind === 'interface' || kind === 'type';
  const values = found.filter((row) => !isType(row));
  return [
    '<!-- Made from the comments in the code by `npm run docs`. -->',
    `# satchel/${name}`,
    title,
    `Functions and values: ${linksTo(values)}.`,
    ...bySubject(found.filter(isType), SUBJECTS[name] ?? {}),
    '## Functions and values',
    ...values.map((row) => section(row, places)),
    '## Types',
    ...found.filter(isType).map((row) => section(row, places)),
    '',
  ].join('\n\n');
}

function namesIn(/** @type {string} */ door) {
  return [...door.matchAll(EXPORT)].flatMap(([, list = '']) =>
    list.split(/,\s*/).map((name) => name.replace(/^type /, '').trim()),
  );
}

/** Each function once: the text of further signatures follows that of the first. */
function withOverloads(/** @type {readonly RegExpExecArray[]} */ rows) {
  /** @type {Map<string, RegExpExecArray>} */
  const byName = new Map();
  for (const row of rows) {
    const [text, , , name = ''] = row;
    const first = byName.get(name);
    if (first === undefined) {
      byName.set(name, row);
    } else {
      first[0] = `${first[0].trimEnd()}\n${text.replace('export declare ', '')}`;
    }
  }
  return [...byName.values()];
}

/**
 * Lists of the names of types, one for each subject.
 *
 * @param {readonly RegExpExecArray[]} rows
 * @param {Readonly<Record<string, RegExp>>} subjects
 */
function bySubject(rows, subjects) {
  const titles = [...Object.keys(subjects), 'Others'];
  const titleOf = (/** @type {RegExpExecArray} */ [, , , name = '']) =>
    titles.find((title) => subjects[title]?.test(name)) ?? 'Others';
  return [
    'Types:',
    titles
      .map((title) => ({ title, own: rows.filter((row) => titleOf(row) === title) }))
      .flatMap(({ title, own }) => (own.length === 0 ? [] : [`- ${title}: ${linksTo(own)}.`]))
      .join('\n'),
  ];
}

/** Links to the sections of names. */
function linksTo(/** @type {readonly RegExpExecArray[]} */ rows) {
  return rows.map(([, , , name = '']) => `[${name}](#${name.toLowerCase()})`).join(', ');
}

/**
 * @param {RegExpExecArray} row
 * @param {ReadonlyMap<string, string>} places
 */
function section([whole, comment = '', , name = ''], places) {
  const code = whole.slice(whole.indexOf('export declare')).replace('export declare ', '').trim();
  const text = comment
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, '').trimEnd())
    .join('\n')
    .trim();
  const [prose = '', example] = text.split(/^@example\n/m);
  const linked = prose
    .trim()
    .replaceAll(/\bspecification (\d[\d.]*\d|\d)/g, '[specification $1](../../service.md)');
  const parts = [
    `### ${name}`,
    linked,
    ...(example === undefined ? [] : [`\`\`\`ts\n${example.trim()}\n\`\`\``]),
    `\`\`\`ts\n${code}\n\`\`\``,
    mentioned(code, name, places),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Links to what a declaration mentions.
 *
 * @param {string} code
 * @param {string} own
 * @param {ReadonlyMap<string, string>} places
 */
function mentioned(code, own, places) {
  const names = new Set(code.replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '').match(/\b[A-Z]\w+\b/g) ?? []);
  const links = [...names]
    .filter((name) => name !== own && places.has(name))
    .map((name) => `[${name}](${places.get(name)})`);
  return links.length === 0 ? '' : `See ${links.join(', ')}.`;
}
