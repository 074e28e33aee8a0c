import { definedMembers } from '../base/index.ts';
import {
  MIGRATION_STATES,
  MIGRATION_SWITCHES,
  type Migration,
  type MigrationState,
  type MigrationSwitch,
} from '../model/index.ts';
import type { MigrationJson } from './answer-types.ts';

/**
 * A migration in our names. Undefined for what is none: the list of an organization also holds imports, whose
 * states are others.
 */
export function readMigration(json: MigrationJson): Migration | undefined {
  const state = MIGRATION_STATES.find((known): known is MigrationState => known === json.state);
  return state === undefined
    ? undefined
    : {
        id: json.id,
        guid: json.guid ?? '',
        state,
        owner: json.owner?.login,
        repositories: (json.repositories ?? []).map((repository) => repository.full_name),
        ...definedMembers({ openThreads: readOpenThreads(json) }),
        switches: readSwitches(json),
        createdAt: json.created_at,
        updatedAt: json.updated_at,
        url: json.url ?? '',
      };
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
