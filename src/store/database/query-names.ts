import { nearestName } from '../../base/nearest-name.ts';
import type { Database } from '../database.ts';
import { readTables } from './store-tables.ts';

/**
 * A hint for a query that SQLite refuses: the name that was probably meant if a table or column does not exist, or how
 * to give a parameter its value. Undefined for any other message.
 */
export function hintOfMessage(message: string, sql: string, db: Database): string | undefined {
  return hintOfParameter(message) ?? hintOfName(message, sql, db);
}

/** Matches the driver's messages about parameters without a value. */
function hintOfParameter(message: string): string | undefined {
  const name = /^Missing named parameter "(.+)"$/.exec(message)?.[1];
  if (name !== undefined) {
    return `Give it a value, as in -p ${name}=VALUE`;
  }
  return message === 'Too few parameter values were provided'
    ? 'Write parameters as :name, and give each its value, as in -p name=VALUE'
    : undefined;
}

function hintOfName(message: string, sql: string, db: Database): string | undefined {
  const [, thing, written] = /^no such (table|column): "?([^" ]+)/.exec(message) ?? [];
  if (thing === undefined || written === undefined) {
    return undefined;
  }
  const name = written.slice(written.lastIndexOf('.') + 1);
  const tables = readTables(db, { isCounting: false });
  if (thing === 'table') {
    return hint(
      nearestName(
        name,
        tables.map((table) => table.name),
      ),
      'satchel tables',
    );
  }
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  const asked = tables.filter((table) => words.has(table.name));
  const columns = asked.flatMap((table) => table.columns);
  return hint(nearestName(name, columns), `satchel schema ${asked[0]?.name ?? ''}`.trimEnd());
}

function hint(nearest: string | undefined, command: string): string {
  const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  return `${guess}"${command}" lists what exists`;
}
