import { type Command, InvalidArgumentError } from 'commander';
import { openStore } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../render/row-format-flags.ts';
import { writeRows } from '../render/write-rows.ts';
import { addStoreFlags, findStore, type StoreFlags } from '../store-location.ts';

interface QueryOptions extends StoreFlags, RowFormatOptions {
  readonly param?: Readonly<Record<string, string>>;
}

/** `satchel query SQL`: one reading statement, its rows in the format asked for. */
export function defineQuery(command: Command, context: CommandContext): void {
  command.argument('<sql>', 'one SELECT, WITH, VALUES or EXPLAIN statement');
  addStoreFlags(command);
  addFlag(command, '-p, --param <name=value>', 'bind :name in the statement; repeat for more', {
    parse: gatherParameter,
  });
  addRowFormatFlags(command);
  addHelpEnd(command, [
    'query "select repo, number, title, author, state from issues order by number limit 5"',
    'query "select title from threads where author = :who" -p who=mira --csv',
  ]);
  command.action(async (sql: string, options: QueryOptions) => {
    const format = chooseRowFormat(options);
    const store = openStore(await findStore(options, context));
    try {
      await writeRows(context.stdout, store.query(sql, { parameters: options.param ?? {} }), format);
    } finally {
      store.close();
    }
  });
}

function gatherParameter(
  text: string,
  previous: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const match = /^(\w+)=([\s\S]*)$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new InvalidArgumentError('It must be name=value.');
  }
  return { ...previous, [match[1]]: match[2] };
}
