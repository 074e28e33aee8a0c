import { definedMembers } from '../base/index.ts';
import { showForeignText } from '../client/index.ts';
import {
  isKnownState,
  MIGRATION_SWITCHES,
  type Migration,
  type MigrationId,
  type MigrationSwitch,
  readMigrationId,
} from '../model/index.ts';
import type { MigrationJson } from './answer-types.ts';

/** States that only imports have, which an organization's list also holds. */
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
 * A migration in our names. Undefined for an import. A state that is unknown here stays what it is: whoever waits takes
 * it for unfinished. Where no usable time is told, the migration counts as made when the service answered.
 */
export function readMigration(json: MigrationJson, answeredAtMs: number): Migration | undefined {
  if (IMPORT_STATES.has(json.state)) {
    return undefined;
  }
  const createdAt =
    usableTime(json.created_at) ?? usableTime(json.updated_at) ?? new Date(answeredAtMs).toISOString();
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

/** An id in the one form in which it can be compared. */
export function exactId(id: number | string): MigrationId {
  return readMigrationId(String(id)) ?? id;
}

function usableTime(text: string | null | undefined): string | undefined {
  // The platform's parser passes over all that stands in parentheses, escape sequences too.
  const isPlain = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text ?? '');
  return isPlain && !Number.isNaN(Date.parse(text ?? '')) ? (text ?? undefined) : undefined;
}

/** Undefined unless every repository has one: they are read side by side with the names. */
function readIds({ repositories }: MigrationJson): readonly MigrationId[] | undefined {
  const ids = (repositories ?? []).flatMap(({ id }) =>
    id === undefined || id === null ? [] : [exactId(id)],
  );
  return ids.length > 0 && ids.length === repositories?.length ? ids : undefined;
}

/** Newer versions and other servers may send fewer fields: what is not told is not there. */
function readOpenThreads({ repositories }: MigrationJson): Readonly<Record<string, number>> | undefined {
  const told = (repositories ?? []).flatMap(({ full_name, open_issues_count: count }) =>
    typeof count === 'number' ? [[full_name, count] as const] : [],
  );
  return told.length === 0 ? undefined : Object.fromEntries(told);
}

/** The switches that the answer states; the specification's form has four of the seven. */
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

/** `Object.keys` forgets the type that the table's own declaration proves. */
export const SWITCH_NAMES = Object.keys(MIGRATION_SWITCHES) as readonly MigrationSwitch[];
