import fc from 'fast-check';
import { wordForms } from '../../../src/search/language/word-forms.ts';
import {
  holdsPhrase,
  listOf,
  loginOf,
  type Subject,
  type Text,
  textOf,
  typeOf,
  wordsOf,
} from './brute-force.ts';
import type { RawRecord } from './sample-store.ts';

/** A part of a search, with a function that evaluates it independently of the language, the parser and the store. */
export interface JudgedSearch {
  readonly text: string;
  readonly judge: (subject: Subject, scopes: readonly string[]) => boolean;
  /** Whether it allows other results than issues and pull requests. */
  readonly namesOthers: boolean;
  /** Whether it names a repository or its owner; adjacent ones are joined by OR. */
  readonly isPlace?: boolean;
}

/** Arbitrary searches with words, people and properties of these subjects. */
export function anySearch(subjects: readonly Subject[]): fc.Arbitrary<JudgedSearch> {
  const leaf = anyLeaf(subjects);
  const { tree } = fc.letrec<{ tree: JudgedSearch }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      leaf,
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).chain((parts) =>
        fc.constantFrom(' ', ' AND ').map(
          (between): JudgedSearch => ({
            text: `(${parts.map(({ text }) => text).join(between)})`,
            judge: (subject, scopes) => judgeAll(parts, subject, scopes),
            namesOthers: parts.some((part) => part.namesOthers),
          }),
        ),
      ),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(
        (parts): JudgedSearch => ({
          text: `(${parts.map(({ text }) => text).join(' OR ')})`,
          judge: (subject, scopes) => parts.some((part) => part.judge(subject, scopes)),
          namesOthers: parts.some((part) => part.namesOthers),
        }),
      ),
      fc.tuple(fc.constantFrom('-', 'NOT '), tie('tree')).map(
        ([sign, part]): JudgedSearch => ({
          namesOthers: part.namesOthers,
          text: `${sign}(${part.text})`,
          judge: (subject, scopes) => !part.judge(subject, scopes),
        }),
      ),
    ),
  }));
  const scopes = fc.subarray(['title', 'body', 'comments'], { minLength: 1 });
  return fc
    .tuple(tree, fc.option(scopes, { freq: 3 }), fc.option(fc.constantFrom(...SORTS)))
    .map(([search, chosen, sort]) => ({
      ...search,
      text: [
        search.text,
        ...(chosen === null ? [] : [`in:${chosen.join(',')}`]),
        ...(sort === null ? [] : [`sort:${sort}`]),
      ].join(' '),
      judge: (subject) => search.judge(subject, chosen ?? []),
    }));
}

/** The order does not affect which subjects are found. */
const SORTS = ['relevance', 'created', 'created-asc', 'updated', 'comments', 'reactions-asc'];

function judgeAll(parts: readonly JudgedSearch[], subject: Subject, scopes: readonly string[]): boolean {
  const places = parts.filter(({ isPlace }) => isPlace === true);
  return (
    parts.every((part) => part.isPlace === true || part.judge(subject, scopes)) &&
    (places.length === 0 || places.some((part) => part.judge(subject, scopes)))
  );
}

function anyLeaf(subjects: readonly Subject[]): fc.Arbitrary<JudgedSearch> {
  return fc.oneof(
    { weight: 3, arbitrary: anyWords(subjects) },
    { weight: 5, arbitrary: anyFilter(subjects) },
  );
}

function anyWords(subjects: readonly Subject[]): fc.Arbitrary<JudgedSearch> {
  const lists = subjects.flatMap(({ texts }) => texts.flat().map(({ text }) => wordsOf(text)));
  const words = fc.constantFrom(...lists.filter((list) => list.length > 0));
  const single = words.chain((list) => fc.constantFrom(...list));
  const phrase = fc.tuple(words, fc.nat(), fc.integer({ min: 1, max: 3 })).map(([list, at, length]) => {
    const place = at % list.length;
    return list.slice(place, place + length).join(' ');
  });
  return fc.oneof(
    single
      .filter((word) => /^[a-z]+$/.test(word))
      .map((word) => {
        const leaf = wordsLeaf(word, word, false);
        const others = wordForms(word).map((form) => wordsLeaf(word, form, false));
        const judge: JudgedSearch['judge'] = (subject, scopes) =>
          [leaf, ...others].some((one) => one.judge(subject, scopes));
        return { ...leaf, judge };
      }),
    single.map((word) => wordsLeaf(`"${word}"`, word, false)),
    phrase.map((text) => wordsLeaf(`"${text}"`, text, false)),
    single.map((word) => wordsLeaf(`${word.slice(0, 2)}*`, word.slice(0, 2), true)),
  );
}

function wordsLeaf(text: string, phrase: string, isPrefix: boolean): JudgedSearch {
  return {
    text,
    namesOthers: true,
    judge: ({ texts }, scopes) =>
      texts
        .flat()
        .some(
          (each) =>
            (scopes.length === 0 || scopes.includes(each.scope)) && holdsPhrase(each.text, phrase, isPrefix),
        ),
  };
}

function anyFilter(subjects: readonly Subject[]): fc.Arbitrary<JudgedSearch> {
  const logins = [...new Set(subjects.map(({ record }) => loginOf(record['user'])))].filter(
    (login) => login !== '',
  );
  const labels = [...new Set(subjects.flatMap(({ record }) => labelsOf(record)))];
  const milestones = subjects.filter(({ type }) => type === 'milestone');
  const login = fc.constantFrom(...logins);
  const people = (name: string, judge: (subject: Subject, login: string) => boolean) =>
    login.map((who) => filter(`${name}:${who}`, (subject) => judge(subject, who)));
  return fc.oneof(
    fc.constantFrom(...FIXED),
    fc
      .constantFrom('issue', 'pr', 'discussion', 'release', 'milestone', 'repository', 'comment', 'file')
      .map((type) => ({ ...filter(`type:${type}`, (subject) => subject.type === type), namesOthers: true })),
    people('author', isAuthor),
    people('assignee', isAssignee),
    people('commenter', isCommenter),
    people('mentions', (subject, who) => isMentioned(subject.texts.flat(), who)),
    people(
      'involves',
      (subject, who) =>
        isAuthor(subject, who) ||
        isAssignee(subject, who) ||
        isCommenter(subject, who) ||
        isMentioned(subject.texts.flat(), who),
    ),
    people(
      'reviewed-by',
      ({ type, parts }, who) =>
        type === 'pr' && reviewsIn(parts).some((review) => loginOf(review['user']) === who),
    ),
    fc
      .uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 2 })
      .map((names) =>
        filter(
          `label:${names.map((name) => `"${name}"`).join(',')}`,
          ({ record, type }) =>
            ['issue', 'pr', 'discussion'].includes(type) &&
            labelsOf(record).some((label) => names.includes(label)),
        ),
      ),
    fc.constantFrom(...milestones).map(({ record }) => {
      const title = textOf(record['title']);
      const urls = milestones.filter((other) => other.record['title'] === title).map(({ url }) => url);
      return filter(`milestone:${title}`, (subject) => urls.includes(textOf(subject.record['milestone'])));
    }),
    fc.constantFrom(...subjects).map(({ repo }) => ({
      ...filter(`repo:${repo.toUpperCase()}`, (subject) => subject.repo === repo),
      isPlace: true,
    })),
    fc.constantFrom(...subjects).map(({ repo }) => {
      const [owner = ''] = repo.split('/');
      return { ...filter(`user:${owner}`, (subject) => subject.repo.startsWith(`${owner}/`)), isPlace: true };
    }),
    anyTimes(),
    anyCounts(),
  );
}

function filter(text: string, judge: (subject: Subject) => boolean): JudgedSearch {
  return { text, judge, namesOthers: false };
}

const THREADS = ['issue', 'pr'];

const FIXED: readonly JudgedSearch[] = [
  filter('is:issue', ({ type }) => type === 'issue'),
  filter('is:pr', ({ type }) => type === 'pr'),
  filter('is:open', (subject) => stateOf(subject) === 'open'),
  filter('state:closed', (subject) => ['closed', 'merged'].includes(stateOf(subject))),
  filter('is:merged', (subject) => stateOf(subject) === 'merged'),
  filter('is:draft', ({ record, type }) => type === 'pr' && record['work_in_progress'] === true),
  filter('is:locked', ({ parts }) => {
    const events = parts.filter((part) => ['locked', 'unlocked'].includes(textOf(part['event'])));
    return events.at(-1)?.['event'] === 'locked';
  }),
  filter(
    'no:label',
    ({ type, record }) => [...THREADS, 'discussion'].includes(type) && listOf(record['labels']).length === 0,
  ),
  filter(
    'no:assignee',
    ({ type, record }) => THREADS.includes(type) && listOf(record['assignees']).length === 0,
  ),
  filter('no:milestone', ({ type, record }) => THREADS.includes(type) && textOf(record['milestone']) === ''),
  filter('review:none', ({ type, parts }) => type === 'pr' && reviewsIn(parts).length === 0),
  filter('review:approved', (subject) => subject.type === 'pr' && decision(subject) === 40),
  filter('review:changes_requested', (subject) => subject.type === 'pr' && decision(subject) === 30),
  filter('attachment:.png', (subject) => fileNames(subject).some((name) => name.includes('.png'))),
  filter('attachment:sha256', (subject) => fileNames(subject).some((name) => name.includes('sha256'))),
];

function stateOf({ type, record }: Subject): string {
  if (type === 'milestone') {
    return textOf(record['state']);
  }
  if (!THREADS.includes(type)) {
    return '';
  }
  return textOf(record['merged_at']) !== ''
    ? 'merged'
    : textOf(record['closed_at']) !== ''
      ? 'closed'
      : 'open';
}

function fileNames({ type, record, parts }: Subject): readonly string[] {
  const names =
    type === 'release'
      ? listOf(record['release_assets']).map((asset) => (asset as RawRecord)['asset_name'])
      : type === 'file'
        ? [record['file_name']]
        : parts.map((part) => part['asset_name']);
  return names.map((name) => textOf(name).toLowerCase());
}

function reviewsIn(parts: readonly RawRecord[]): readonly RawRecord[] {
  return parts.filter((part) => typeOf(part) === 'pull_request_review');
}

/** The overall state of the latest verdicts, as in the records. */
function decision({ parts }: Subject): number | undefined {
  const verdicts = new Map<string, { readonly at: string; readonly state: unknown }>();
  for (const review of reviewsIn(parts)) {
    const at = textOf(review['submitted_at']);
    const known = verdicts.get(textOf(review['user']));
    if ([30, 40].includes(Number(review['state'])) && (known === undefined || known.at < at)) {
      verdicts.set(textOf(review['user']), { at, state: review['state'] });
    }
  }
  const states = [...verdicts.values()].map(({ state }) => state);
  return states.includes(30) ? 30 : states.includes(40) ? 40 : undefined;
}

function labelsOf(record: RawRecord): readonly string[] {
  return listOf(record['labels'])
    .map((label) => (typeof label === 'string' ? decodeURIComponent(label.split('/labels/')[1] ?? '') : ''))
    .filter((name) => name !== '');
}

function isAuthor({ record, type }: Subject, who: string): boolean {
  return type !== 'repository' && loginOf(record['user']) === who;
}

function isAssignee({ record, type }: Subject, who: string): boolean {
  return THREADS.includes(type) && listOf(record['assignees']).some((url) => loginOf(url) === who);
}

function isCommenter({ type, parts }: Subject, who: string): boolean {
  return (
    THREADS.includes(type) &&
    parts.some(
      (part) =>
        ['issue_comment', 'pull_request_review', 'pull_request_review_comment'].includes(typeOf(part)) &&
        textOf(part['body']) !== '' &&
        loginOf(part['user']) === who,
    )
  );
}

function isMentioned(texts: readonly Text[], who: string): boolean {
  const escaped = who.replace(/[[\]]/g, '\\$&');
  const pattern = new RegExp(`(?<![a-z0-9_@/.-])@${escaped}(?![a-z0-9_/-])`, 'i');
  return texts.some(({ scope, text }) => scope !== 'file' && pattern.test(text));
}

const TIME_FIELDS = ['created', 'closed', 'merged', 'updated'] as const;

/** Months only, so that the beginnings of texts can be compared instead of times. */
function anyTimes(): fc.Arbitrary<JudgedSearch> {
  const month = fc.integer({ min: 2023 * 12 + 5, max: 2026 * 12 + 5 }).map((count) => {
    const year = Math.floor(count / 12);
    return `${year}-${String((count % 12) + 1).padStart(2, '0')}`;
  });
  return fc
    .tuple(fc.constantFrom(...TIME_FIELDS), fc.constantFrom('', '>', '>=', '<', '<='), month)
    .map(([field, sign, when]) =>
      filter(`${field}:${sign}${when}`, (subject) => {
        const time = timeOf(subject, field).slice(0, 7);
        const compared = {
          '': time === when,
          '>': time > when,
          '>=': time >= when,
          '<': time < when,
          '<=': time <= when,
        };
        return time !== '' && compared[sign as keyof typeof compared];
      }),
    );
}

function timeOf({ record, type, parts }: Subject, field: (typeof TIME_FIELDS)[number]): string {
  const [created, closed, merged] = ['created_at', 'closed_at', 'merged_at'].map((name) =>
    textOf(record[name]),
  );
  switch (field) {
    case 'created':
      return type === 'release' ? textOf(record['published_at']) || (created ?? '') : (created ?? '');
    case 'closed':
      return [...THREADS, 'milestone'].includes(type) ? (closed ?? '') : '';
    case 'merged':
      return type === 'pr' ? (merged ?? '') : '';
    case 'updated':
      return [...THREADS, 'milestone', 'discussion'].includes(type)
        ? textOf(record['updated_at']) ||
            (THREADS.includes(type) ? newestTime([record, ...parts]) : '') ||
            closed ||
            (created ?? '')
        : '';
  }
}

/** The last change in a thread whose record does not contain it. Uploads are ignored: they are part of texts. */
function newestTime(records: readonly RawRecord[]): string {
  const times = records
    .filter((record) => typeOf(record) !== 'attachment')
    .flatMap((record) =>
      ['created_at', 'closed_at', 'merged_at', 'submitted_at', 'resolved_at'].map((name) =>
        textOf(record[name]),
      ),
    );
  return times.sort().at(-1) ?? '';
}

function anyCounts(): fc.Arbitrary<JudgedSearch> {
  return fc
    .tuple(
      fc.constantFrom('comments', 'reactions'),
      fc.constantFrom('', '>', '>=', '<', '<='),
      fc.nat({ max: 9 }),
    )
    .map(([name, sign, count]) =>
      filter(`${name}:${sign}${count}`, ({ type, record, parts }) => {
        const has =
          name === 'reactions'
            ? listOf(record['reactions']).length
            : parts.filter((part) => typeOf(part) === 'issue_comment').length;
        const compared = {
          '': has === count,
          '>': has > count,
          '>=': has >= count,
          '<': has < count,
          '<=': has <= count,
        };
        return (name === 'reactions' || THREADS.includes(type)) && compared[sign as keyof typeof compared];
      }),
    );
}
