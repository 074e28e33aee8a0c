import type { JsonObject, JsonValue } from '../../../src/base/json.ts';
import type { RecordKind } from '../../../src/model/record-kinds.table.ts';
import { RECORD_TABLES } from '../../../src/store/record-tables.table.ts';
import type { ColumnField, FieldSpec, LinkTable } from '../../../src/store/table-spec.ts';

const WEB = 'https://service.example';

/** So many records of each kind: each flag of a kind is true in others of them, and each shared column is filled by each of its fields. */
export const TELLING_COUNT = 8;

export interface TellingPlace {
  /** `owner/name`. */
  readonly repo: string;
  /** What its record says of who may see it. */
  readonly visibility: JsonObject;
}

/** One repository that all may see, and two that only some may see. */
export const TELLING_PLACES = {
  open: { repo: 'acme/open', visibility: { private: false } },
  hidden: { repo: 'gamma/hidden', visibility: { private: true } },
  internal: { repo: 'beta/inner', visibility: { private: false, visibility: 'internal' } },
} as const satisfies Record<string, TellingPlace>;

/** Fields whose values must be words that readers know. */
const WORDS: Readonly<Record<string, JsonValue>> = {
  'milestone.state': 'open',
  'release.state': 'published',
  'pull_request_review.state': 40,
  'pull_request_review_comment.state': 1,
  'issue_event.event': 'renamed',
  formatter: 'markdown',
  side: 'right',
  start_side: 'left',
};

/** Fields that only the first of the records have, so that there is another number of them in each state. */
const FIRST_ONLY: Readonly<Record<string, number>> = {
  'issue.closed_at': 6,
  'pull_request.merged_at': 5,
  'pull_request.closed_at': 7,
};

const PEOPLE = /^(?:user|actor|owner|creator|creator_url|resolver|assignee|reviewer)$/;

/**
 * Records of every kind in one repository, with a value in each field that has a column, and no value in two fields: what
 * is read back shows from which field of which record it came.
 */
export function tellingRecords({
  repo,
  visibility,
}: TellingPlace): ReadonlyMap<string, readonly JsonObject[]> {
  const values = new Values(repo);
  const recordOf = (kind: RecordKind, fields: Fields, index: number): JsonObject => {
    const url = urlOf(kind, repo, index);
    const login = url.slice(url.lastIndexOf('/') + 1);
    const members = values.of(kind, fields, index);
    return {
      ...{ type: kind, url, ...members },
      ...(kind === 'repository' ? visibility : {}),
      ...('login' in members ? { login } : {}),
    };
  };
  return new Map(
    RECORD_TABLES.map(({ kind, fields }) => [
      kind,
      Array.from({ length: TELLING_COUNT }, (_, index) => recordOf(kind, fields, index)),
    ]),
  );
}

type Fields = Readonly<Record<string, FieldSpec>>;

/** The address of a telling record, as the service writes it. */
export function urlOf(kind: RecordKind, repo: string, index: number): string {
  const [owner = ''] = repo.split('/');
  const place = `${WEB}/${repo}`;
  const thread =
    index % 2 === 0 ? urlsOfThreads.issue(place, index) : urlsOfThreads.pull_request(place, index);
  const files = `${urlsOfThreads.pull_request(place, index)}/files`;
  const id = 100 + index;
  return {
    user: `${WEB}/issue-user-${index}-in-${repo.replace('/', '-')}`, // Who has opened the issue.
    organization: index === 0 ? `${WEB}/${owner}` : `${WEB}/${owner}-team-${index}`,
    team: `${WEB}/orgs/${owner}/teams/team-${index}`,
    repository: index === 0 ? place : `${place}-${index}`,
    protected_branch: `${place}/settings/branches/branch-${index}`,
    milestone: `${place}/milestones/${40 + index}`,
    ...{ issue: urlsOfThreads.issue(place, index), pull_request: urlsOfThreads.pull_request(place, index) },
    discussion: `${place}/discussions/${30 + index}`,
    discussion_category: `${place}/discussion_categories/category-${index}`,
    pull_request_review: `${files}#pullrequestreview-${id}`,
    pull_request_review_thread: `${files}#pullrequestreviewthread-${id}`,
    pull_request_review_comment: `${files}#r${id}`,
    issue_comment: `${thread}#issuecomment-${id}`,
    issue_event: `${thread}#event-${id}`,
    commit_comment: `${place}/commit/${'c'.repeat(40)}#commitcomment-${id}`,
    attachment: `${WEB}/user-attachments/assets/${repo.replace('/', '-')}-${index}`,
    repository_file: `${place}/files/${index}/notes.txt`,
    release: `${place}/releases/tag/tag-${index}`,
    project: `${place}/projects/${index}`,
    base: `${place}/tree/${index}`,
  }[kind];
}

const urlsOfThreads = {
  issue: (place: string, index: number) => `${place}/issues/${10 + index}`,
  pull_request: (place: string, index: number) => `${place}/pull/${20 + index}`,
};

/** Fields that fill the same column, of which one record has one. */
function rivalsOf(fields: Fields, column: string): readonly string[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && 'column' in field && field.column === column;
  });
}

class Values {
  readonly #repo: string;
  #count = 0;

  constructor(repo: string) {
    this.#repo = repo;
  }

  of(kind: string, fields: Fields, index: number): JsonObject {
    const members: Record<string, JsonValue> = {};
    for (const [position, [name, field]] of Object.entries(fields).entries()) {
      if ('link' in field) {
        members[name] = this.#items(field.link, index);
      } else if ('members' in field) {
        const inner = Object.entries(field.members).map(([member, to]) => [
          member,
          this.#value(`${kind} ${name}`, member, { field: to, index, position }),
        ]);
        members[name] = Object.fromEntries(inner);
      } else {
        const rivals = rivalsOf(fields, field.column);
        const isThere = index < (FIRST_ONLY[`${kind}.${name}`] ?? TELLING_COUNT);
        if (isThere && rivals[index % rivals.length] === name) {
          members[name] = this.#value(kind, name, { field, index, position });
        }
      }
    }
    return members;
  }

  #items({ table, items, fields }: LinkTable, index: number): readonly JsonValue[] {
    return [0, 1].map((item) => {
      const one = this.of(`${table} ${item}`, fields, index);
      return items === 'strings' ? (one['value'] ?? null) : one;
    });
  }

  #value(
    owner: string,
    name: string,
    {
      field,
      index,
      position,
    }: { readonly field: ColumnField; readonly index: number; readonly position: number },
  ): JsonValue {
    this.#count += 1;
    const word = WORDS[`${owner}.${name}`] ?? WORDS[name];
    if (word !== undefined) {
      return word;
    }
    switch (field.as) {
      case 'flag':
        return (((position + 1) >> index) & 1) === 1;
      case 'timestamp':
        return new Date(Date.UTC(2001, 0, 1) + this.#count * 3_601_000).toISOString().replace('.000Z', 'Z');
      case 'text':
        return this.#text(owner, name, { column: field.column, index });
      default:
        return 1_000 + this.#count;
    }
  }

  #text(
    owner: string,
    name: string,
    { column, index }: { readonly column: string; readonly index: number },
  ): string {
    const own = `${owner} ${name} ${index} in ${this.#repo}`;
    if (!/(?:^|_)url$/.test(column)) {
      return own;
    }
    const path = own.replaceAll(/[ _/]/g, '-');
    const place = `${WEB}/${this.#repo}`;
    if (PEOPLE.test(name) || column === 'user_url') {
      return `${WEB}/${path}`;
    }
    if (column === 'asset_url') {
      return `tarball://root/attachments/${path}`;
    }
    if (/label/.test(column)) {
      return `${place}/labels/${path}`;
    }
    if (/^repository(?:_url)?$/.test(name)) {
      return place;
    }
    const kind = RECORD_TABLES.find((table) => table.kind === name || table.kind.endsWith(`_${name}`))?.kind;
    return kind === undefined ? `https://files.example/${path}` : urlOf(kind, this.#repo, index);
  }
}
