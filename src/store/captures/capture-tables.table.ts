import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { CaptureContext, CaptureName } from '../../model/captures.table.ts';

interface CaptureTable {
  /** Columns that identify a record, together with `service`. */
  readonly key: readonly string[];
  /** Where the value of each column comes from. */
  readonly columns: Readonly<Record<string, ColumnSource>>;
}

/** A path of member names, or a function of the record and its context. */
type ColumnSource =
  | readonly string[]
  | ((record: JsonObject, context: CaptureContext) => JsonValue | undefined);

/** The tables of captured records (schemas/store/captures.sql), and the source of each column. */
export const CAPTURE_TABLES = {
  events: {
    key: ['id'],
    columns: {
      id: ['id'],
      feed: (_, { feed }) => feed,
      type: ['type'],
      actor: ['actor', 'login'],
      repo: ['repo', 'name'],
      org: ['org', 'login'],
      is_public: ['public'],
      created_at: ['created_at'],
    },
  },
  notifications: {
    key: ['id'],
    columns: {
      id: ['id'],
      repo: ['repository', 'full_name'],
      type: ['subject', 'type'],
      title: ['subject', 'title'],
      subject_url: ['subject', 'url'],
      reason: ['reason'],
      is_unread: ['unread'],
      updated_at: ['updated_at'],
      last_read_at: ['last_read_at'],
    },
  },
  alerts: {
    key: ['repo', 'number'],
    columns: {
      repo: (record, { repo }) =>
        memberAt(record, ['repository', 'full_name']) ?? repo ?? repositoryInUrl(record['url']),
      number: ['number'],
      state: ['state'],
      severity: ['security_advisory', 'severity'],
      ecosystem: ['dependency', 'package', 'ecosystem'],
      package: ['dependency', 'package', 'name'],
      manifest_path: ['dependency', 'manifest_path'],
      ghsa_id: ['security_advisory', 'ghsa_id'],
      cve_id: ['security_advisory', 'cve_id'],
      summary: ['security_advisory', 'summary'],
      fixed_in: ['security_vulnerability', 'first_patched_version', 'identifier'],
      created_at: ['created_at'],
      updated_at: ['updated_at'],
      dismissed_at: ['dismissed_at'],
      dismissed_by: ['dismissed_by', 'login'],
      dismissed_reason: ['dismissed_reason'],
      fixed_at: ['fixed_at'],
    },
  },
  budgets: {
    key: ['org', 'id'],
    columns: {
      org: (_, { org }) => org,
      id: ['id'],
      type: ['budget_type'],
      products: (record) =>
        JSON.stringify(record['budget_product_skus'] ?? [record['budget_product_sku'] ?? '']),
      scope: ['budget_scope'],
      entity_name: ['budget_entity_name'],
      amount: ['budget_amount'],
      prevents_further_usage: ['prevent_further_usage'],
      consumed_amount: ['consumed_amount'],
    },
  },
  gists: {
    key: ['id'],
    columns: {
      id: ['id'],
      owner: ['owner', 'login'],
      description: ['description'],
      is_public: ['public'],
      files: ({ files }) => JSON.stringify(isJsonObject(files) ? Object.keys(files) : []),
      languages: (record) => {
        const languages = filesOf(record).flatMap(({ language }) => (language ? [language] : []));
        return JSON.stringify([...new Set(languages)]);
      },
      size_bytes: (record) => filesOf(record).reduce((sum, { size }) => sum + (Number(size) || 0), 0),
      comments: ['comments'],
      url: ['html_url'],
      clone_url: ['git_pull_url'],
      created_at: ['created_at'],
      updated_at: ['updated_at'],
    },
  },
  stars: {
    key: ['repo'],
    columns: {
      repo: ['repo', 'full_name'],
      description: ['repo', 'description'],
      language: ['repo', 'language'],
      topics: (record) => JSON.stringify(memberAt(record, ['repo', 'topics']) ?? []),
      stargazers: ['repo', 'stargazers_count'],
      // A repository counts as private unless the service says otherwise: public dumps leave it out.
      is_private: (record) => memberAt(record, ['repo', 'private']) !== false,
      is_archived: ['repo', 'archived'],
      is_fork: ['repo', 'fork'],
      url: ['repo', 'html_url'],
      clone_url: ['repo', 'clone_url'],
      starred_at: ['starred_at'],
      pushed_at: ['repo', 'pushed_at'],
    },
  },
} as const satisfies Record<CaptureName, CaptureTable>;

/** The files of a gist; the service lists them by name. */
function filesOf({ files }: JsonObject): readonly JsonObject[] {
  return Object.values(isJsonObject(files) ? files : {}).filter(isJsonObject);
}

/** The member at the end of a path of names; undefined if any part of the path is missing. */
export function memberAt(record: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const name of path) {
    value = isJsonObject(value) ? value[name] : undefined;
  }
  return value;
}

/** In a list of many repositories an alert does not name its repository, but its URL does. */
function repositoryInUrl(url: JsonValue | undefined): string | undefined {
  return typeof url === 'string' ? /\/repos\/([^/]+\/[^/]+)\//.exec(url)?.[1] : undefined;
}

export interface CaptureColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

/**
 * Converts a record to a row of its table; booleans become 1 and 0. Values that the service omits or sends with another
 * type become empty or 0 in columns that are not nullable; the `json` column keeps the record as received.
 */
export function captureRow(
  name: CaptureName,
  record: JsonObject,
  { context, taken }: { readonly context: CaptureContext; readonly taken: readonly CaptureColumn[] },
): Readonly<Record<string, string | number | null>> {
  const columns: Readonly<Record<string, ColumnSource>> = CAPTURE_TABLES[name].columns;
  const cells = Object.entries(columns).map(([column, source]) => {
    const value = typeof source === 'function' ? source(record, context) : memberAt(record, source);
    return [
      column,
      toCell(
        value,
        taken.find((candidate) => candidate.name === column),
      ),
    ] as const;
  });
  return Object.fromEntries(cells);
}

function toCell(value: JsonValue | undefined, column: CaptureColumn | undefined): string | number | null {
  const plain = typeof value === 'boolean' ? Number(value) : value;
  const isText = column?.type === 'TEXT';
  const nothing = column?.isNullable === true ? null : isText ? '' : 0;
  if (isText) {
    return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : nothing;
  }
  if (typeof plain !== 'number') {
    return nothing;
  }
  return column?.type === 'INTEGER' ? Math.round(plain) : plain;
}
