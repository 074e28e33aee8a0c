import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';

/** What is compared of a record, by its words in a report. Texts are digests, as a forge may have millions. */
export type ForgeFacts = Readonly<Record<string, string>>;

/** A list of a repository at a forge, next to that of the dump. */
export interface ForgeList {
  readonly kind: string;
  /** Its path at the API, below that of the repository. */
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A record of the dump: what identifies it, and what is compared. */
  readonly dumped: (record: JsonObject) => readonly [key: string, ForgeFacts];
  /** The same of the API's answer. */
  readonly found: (answer: JsonObject) => readonly [key: string, ForgeFacts];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).replace(/\p{Cs}/gu, '\ufffd') // As a dump writes it.
    : '';
}

/** The digest of a text that may be long. */
function digest(value: JsonValue | undefined): string {
  return hash('sha256', text(value), 'base64');
}

/** Who wrote something, as the forge shows it: accounts that it does not have stay names. */
function authorOf({ original_author: original, user }: JsonObject): string {
  return text(original) || (isJsonObject(user) ? text(user['login']) : '');
}

function threads(kind: 'issues' | 'pull_requests', type: string): ForgeList {
  return {
    kind,
    route: '/issues',
    query: { type, state: 'all' },
    dumped: (record) => [
      text(record['number']),
      {
        title: digest(record['title']),
        text: digest(record['content']),
        author: text(record['poster_name']),
        state: record['merged'] === true ? 'merged' : text(record['state']),
      },
    ],
    found: (answer) => {
      const pull = answer['pull_request'];
      return [
        text(answer['number']),
        {
          title: digest(answer['title']),
          text: digest(answer['body']),
          author: authorOf(answer),
          state: isJsonObject(pull) && pull['merged'] === true ? 'merged' : text(answer['state']),
        },
      ];
    },
  };
}

/** The lists of a repository, by the names of their files in the dump. */
export const FORGE_LISTS: Readonly<Record<string, ForgeList>> = {
  label: {
    kind: 'labels',
    route: '/labels',
    dumped: ({ name, color, description }) => [
      text(name),
      { colour: text(color), description: digest(description) },
    ],
    found: ({ name, color, description }) => [
      text(name),
      { colour: text(color).replace(/^#/, ''), description: digest(description) },
    ],
  },
  milestone: {
    kind: 'milestones',
    route: '/milestones',
    query: { state: 'all' },
    dumped: ({ title, description, state }) => [
      text(title),
      { description: digest(description), state: text(state) },
    ],
    found: ({ title, description, state }) => [
      text(title),
      { description: digest(description), state: text(state) },
    ],
  },
  release: {
    kind: 'releases',
    route: '/releases',
    dumped: ({ tag_name: tag, name, body, assets }) => [
      text(tag),
      { name: text(name), text: digest(body), files: countOf(assets) },
    ],
    found: ({ tag_name: tag, name, body, assets }) => [
      text(tag),
      { name: text(name), text: digest(body), files: countOf(assets) },
    ],
  },
  issue: threads('issues', 'issues'),
  pull_request: threads('pull_requests', 'pulls'),
};

function countOf(items: JsonValue | undefined): string {
  return String(Array.isArray(items) ? items.length : 0);
}

/** A comment of the dump; undefined for what is not one. */
export function dumpedComment(record: JsonObject): ForgeFacts | undefined {
  return record['comment_type'] === 'comment'
    ? { text: digest(record['content']), author: text(record['poster_name']) }
    : undefined;
}

/** A comment at the forge, with the number of its thread, which its address ends with. */
export function foundComment(answer: JsonObject): readonly [number: string, ForgeFacts] {
  const address = text(answer['issue_url']) || text(answer['pull_request_url']);
  return [
    address.slice(address.lastIndexOf('/') + 1),
    { text: digest(answer['body']), author: authorOf(answer) },
  ];
}

/** Verdicts at the API, by those of a dump. */
const VERDICTS: ReadonlyMap<string, string> = new Map([
  ['CHANGES_REQUESTED', 'REQUEST_CHANGES'],
  ['COMMENTED', 'COMMENT'],
]);

/** The API does not say who wrote a restored review. */
export function dumpedReview({ content, state }: JsonObject): ForgeFacts {
  return { text: digest(content), verdict: VERDICTS.get(text(state)) ?? text(state) };
}

export function foundReview({ body, state }: JsonObject): ForgeFacts {
  return { text: digest(body), verdict: text(state) };
}
