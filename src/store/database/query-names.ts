import type { Hints } from '../../base/failure.ts';
import { nearestName } from '../../base/nearest-name.ts';
import type { Database } from '../database.ts';
import { readTables } from './store-tables.ts';

/**
 * A hint for a query that SQLite refuses: the name that was probably meant if a table or column does not exist, or how
 * to give a parameter its value. Undefined for any other message.
 */
export function hintsOfMessage(message: string, sql: string, db: Database): Hints | undefined {
  return hintsOfParameter(message) ?? hintsOfName(message, sql, db);
}

/** Matches the driver's messages about parameters without a value. */
function hintsOfParameter(message: string): Hints | undefined {
  const name = /^Missing named parameter "(.+)"$/.exec(message)?.[1];
  if (name !== undefined) {
    return {
      hint: `Give it a value in "parameters"`,
      commandHint: `Give it a value, as in -p ${name}=VALUE`,
    };
  }
  return message === 'Too few parameter values were provided'
    ? {
        hint: 'Write parameters as :name, and give each its value in "parameters"',
        commandHint: 'Write parameters as :name, and give each its value, as in -p name=VALUE',
      }
    : undefined;
}

function hintsOfName(message: string, sql: string, db: Database): Hints | undefined {
  const [, thing, written] = /^no such (table|column): "?([^" ]+)/.exec(message) ?? [];
  if (thing === undefined || written === undefined) {
    return undefined;
  }
  const name = written.slice(written.lastIndexOf('.') + 1);
  const tables = readTables(db, { isCounting: false });
  if (thing === 'table') {
    return hintsWith(
      nearestName(
        name,
        tables.map((table) => table.name),
      ),
      'tables',
    );
  }
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  const asked = tables.filter((table) => words.has(table.name));
  const columns = asked.flatMap((table) => table.columns);
  return hintsWith(nearestName(name, columns), `schema ${asked[0]?.name ?? ''}`.trimEnd());
}

function hintsWith(nearest: string | undefined, command: string): Hints {
  const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  return {
    hint: `${guess}tables() of the store lists what exists`,
    commandHint: `${guess}"satchel ${command}" lists what exists`,
  };
}
