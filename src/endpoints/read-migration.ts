import { definedMembers } from '../base/json.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { showForeignText } from '../client/service-error.ts';
import {
  isKnownState,
  MIGRATION_SWITCHES,
  type Migration,
  type MigrationId,
  type MigrationSwitch,
  readMigrationId,
} from '../model/migrations.ts';
import type { MigrationJson } from './answer-types.ts';

/** States of imports, which the lists of organizations also contain. */
const IMPORT_STATES: ReadonlySet<string> = new Set([
  'archive_uploaded',
  'conflicts',
  'failed_import',
  'imported',
  'importing',
  'mapping',
  'ready',
  'unlocked',
  'waiting',
]);

const MAX_STATE_SHOWN = 60;

/**
 * Converts a migration to our field names; undefined for an import. Unknown states are kept, and count as unfinished.
 * Without a valid time, the migration counts as created when the service answered.
 */
export function readMigration(json: MigrationJson, answeredAtMs: number): Migration | undefined {
  if (IMPORT_STATES.has(json.state)) {
    return undefined;
  }
  const createdAt =
    usableTime(json.created_at) ?? usableTime(json.updated_at) ?? formatTimestamp(answeredAtMs);
  return {
    id: exactId(json.id),
    guid: json.guid ?? '',
    state: isKnownState(json.state) ? json.state : showForeignText(json.state, MAX_STATE_SHOWN),
    owner: json.owner?.login ?? undefined,
    repositories: (json.repositories ?? []).map((repository) => repository.full_name),
    ...definedMembers({ repositoryIds: readIds(json), openThreads: readOpenThreads(json) }),
    switches: readSwitches(json),
    createdAt,
    updatedAt: usableTime(json.updated_at) ?? createdAt,
    url: json.url ?? '',
  };
}

/** An id in a normalized form that can be compared. */
export function exactId(id: number | string): MigrationId {
  return readMigrationId(String(id)) ?? id;
}

function usableTime(text: string | null | undefined): string | undefined {
  // `Date.parse` ignores everything in parentheses, even escape sequences.
  const isPlain = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text ?? '');
  const timeMs = isPlain ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : formatTimestamp(timeMs);
}

/** Undefined unless every repository has an id: they must correspond to the names. */
function readIds({ repositories }: MigrationJson): readonly MigrationId[] | undefined {
  const ids = (repositories ?? []).flatMap(({ id }) =>
    id === undefined || id === null ? [] : [exactId(id)],
  );
  return ids.length > 0 && ids.length === repositories?.length ? ids : undefined;
}

/** Newer versions and other servers may omit the count. */
function readOpenThreads({ repositories }: MigrationJson): Readonly<Record<string, number>> | undefined {
  const counts = (repositories ?? []).flatMap(({ full_name, open_issues_count: count }) =>
    typeof count === 'number' ? [[full_name, count] as const] : [],
  );
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}

/** The switches in the response; in the specification, it has only four of the seven. */
function readSwitches(json: MigrationJson): Readonly<Partial<Record<MigrationSwitch, boolean>>> {
  const switches: Partial<Record<MigrationSwitch, boolean>> = {};
  for (const name of SWITCH_NAMES) {
    const value = json[MIGRATION_SWITCHES[name]];
    if (typeof value === 'boolean') {
      switches[name] = value;
    }
  }
  return switches;
}

export const SWITCH_NAMES = Object.keys(MIGRATION_SWITCHES) as readonly MigrationSwitch[];
