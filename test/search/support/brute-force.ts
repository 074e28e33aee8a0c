import type { RawRecord } from './sample-store.ts';

/** A text and its scope: those of the language, and names of files. */
export interface Text {
  readonly scope: 'title' | 'body' | 'comments' | 'file';
  readonly text: string;
}

/** A possible result of a search, collected from the records without SQL. */
export interface Subject {
  readonly url: string;
  readonly type: string;
  readonly record: RawRecord;
  readonly repo: string;
  readonly texts: readonly (readonly Text[])[];
  /** Other records of the thread: comments, reviews, events, attachments. */
  readonly parts: readonly RawRecord[];
}

const TYPES: Readonly<Record<string, string>> = {
  issue: 'issue',
  pull_request: 'pr',
  discussion: 'discussion',
  release: 'release',
  milestone: 'milestone',
  repository: 'repository',
  commit_comment: 'comment',
  repository_file: 'file',
};

const PARENT_FIELDS = ['issue', 'pull_request', 'discussion', 'issue_comment', 'pull_request_review_comment'];

/** Collects all possible results in an archive. */
export function gatherSubjects(records: readonly RawRecord[]): readonly Subject[] {
  const partsOf = new Map<string, RawRecord[]>();
  for (const record of records) {
    const parent = TYPES[typeOf(record)] === undefined ? parentOf(record) : undefined;
    if (parent !== undefined) {
      partsOf.set(parent, [...(partsOf.get(parent) ?? []), record]);
    }
  }
  return records.flatMap((record) => {
    const type = TYPES[typeOf(record)];
    if (type === undefined) {
      return [];
    }
    const parts = partsOf.get(textOf(record['url'])) ?? [];
    return [
      {
        url: textOf(record['url']),
        type,
        record,
        repo: textOf(record['url']).split('/').slice(3, 5).join('/'),
        texts: [record, ...parts].map(textsOf),
        parts,
      },
    ];
  });
}

export function typeOf(record: RawRecord): string {
  return textOf(record['type']);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The login at the end of a person's URL. */
export function loginOf(url: unknown): string {
  return decodeURIComponent(textOf(url).split('/').at(-1) ?? '').toLowerCase();
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function parentOf(record: RawRecord): string | undefined {
  const field = PARENT_FIELDS.find((name) => typeof record[name] === 'string');
  return field === undefined ? undefined : textOf(record[field]).replace(/(?:\/files)?#.*/, '');
}

function textsOf(record: RawRecord): readonly Text[] {
  const read = (scope: Text['scope'], ...values: readonly unknown[]): Text => ({
    scope,
    text: values
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n'),
  });
  switch (typeOf(record)) {
    case 'issue':
    case 'pull_request':
    case 'discussion':
      return [read('title', record['title']), read('body', record['body'])];
    case 'milestone':
      return [read('title', record['title']), read('body', record['description'])];
    case 'release':
      return [
        read('title', record['name'], record['tag_name']),
        read('body', record['body']),
        read('file', ...memberOf(record['release_assets'], 'asset_name')),
      ];
    case 'repository':
      return [
        read('title', textOf(record['url']).split('/').slice(3, 5).join('/')),
        read(
          'body',
          record['description'],
          ...listOf(record['labels']).flatMap((label) => [
            (label as RawRecord)['name'],
            (label as RawRecord)['description'],
          ]),
        ),
      ];
    case 'attachment':
      return [read('file', record['asset_name'])];
    case 'repository_file':
      return [read('file', record['file_name'])];
    case 'issue_comment':
    case 'pull_request_review':
      return [read('comments', record['body'])];
    case 'pull_request_review_comment':
    case 'commit_comment':
      return [read('comments', record['body']), read('file', record['path'])];
    default:
      return [];
  }
}

function memberOf(list: unknown, name: string): readonly unknown[] {
  return listOf(list).map((item) => (item as RawRecord)[name]);
}

/** Whether a text contains a phrase, whose last word may be a prefix. */
export function holdsPhrase(text: string, phrase: string, isPrefix: boolean): boolean {
  const words = wordsOf(text);
  const asked = wordsOf(phrase);
  return words.some((_, place) =>
    asked.every((part, index) => {
      const word = words[place + index];
      return index === asked.length - 1 && isPrefix ? word?.startsWith(part) === true : word === part;
    }),
  );
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;

/** Splits a text into words, character by character: runs of letters and digits, and every CJK character. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  const end = () => {
    if (word !== '') {
      words.push(word);
      word = '';
    }
  };
  for (const character of text) {
    if (CJK.test(character)) {
      end();
      words.push(character);
    } else if (/[\p{L}\p{N}]/u.test(character)) {
      word += (character.normalize('NFD')[0] ?? '').toLowerCase();
    } else if (!/\p{M}/u.test(character)) {
      end();
    }
  }
  end();
  return words;
}
