import type { Command } from 'commander';
import { DIALECTS, type Dialect, type DialectName, type TokenKind } from '../../model/dialects.table.ts';
import { callInWordsOf } from '../../model/permissions.ts';
import { findNeeds, TOKEN_KINDS, type TokenNeed } from '../../model/token-needs.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import {
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  writeRows,
} from '../render/write-rows.ts';

interface PermissionFlags extends RowFormatOptions {
  readonly tokenKind?: TokenKind;
  readonly permission?: string;
  readonly dialect: DialectName;
}

const COLUMNS = ['call', 'tokens', 'needs', 'level', 'access', 'note'] as const;

/** Columns omitted on narrow terminals. */
const OMIT_FIRST = ['note', 'level', 'access'];

/** `satchel permissions [CALL]`: shows the tables of specification 4 and 5.1, or the rows that match the flags. */
export function definePermissions(command: Command, context: CommandContext): void {
  command.argument('[call]', 'a method and a path, such as "GET /orgs/acme/teams" (default: all calls)');
  addFlag(command, '--token-kind <kind>', 'only what applies to this kind of token', {
    choices: TOKEN_KINDS,
  });
  addFlag(command, '--permission <name>', 'only calls that need this permission');
  addFlag(command, '--dialect <name>', 'variant of the API', {
    choices: Object.keys(DIALECTS),
    default: 'service',
  });
  addRowFormatFlags(command);
  addHelpEnd(command, [
    "permissions 'GET /user/migrations'",
    'permissions --permission Administration --csv',
  ]);
  command.action(async (call: string | undefined, flags: PermissionFlags) => {
    const format = chooseRowFormat(flags);
    const rows = findNeeds(call, flags).map((need) => rowOf(need, DIALECTS[flags.dialect]));
    await writeRows(context, { columns: COLUMNS, rows, whole: ['call'], omitFirst: OMIT_FIRST }, format);
  });
}

function rowOf({ call, tokens, needs, level, access, note }: TokenNeed, dialect: Dialect) {
  return [callInWordsOf(call, dialect), tokens.join(', '), needs, level, access, note];
}
