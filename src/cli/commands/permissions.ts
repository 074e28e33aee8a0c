import type { Command } from 'commander';
import { nearestName } from '../../base/index.ts';
import {
  callInWordsOf,
  DIALECTS,
  type Dialect,
  type DialectName,
  type EndpointAccess,
  Failure,
  listPermissions,
  needsOf,
  type TokenKind,
  UNLISTED_PERMISSIONS,
} from '../../model/index.ts';
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

/** What a token of one kind needs for one call. */
interface Need {
  readonly call: string;
  readonly tokens: readonly TokenKind[];
  /** A permission, or scopes of which one is enough; empty if any token will do. */
  readonly needs: string;
  readonly level: string;
  readonly access: string;
  readonly note: string;
}

const KINDS: readonly TokenKind[] = [
  'classic',
  'fine_grained',
  'oauth',
  'app_user',
  'app_installation',
  'workflow',
];
const COLUMNS = ['call', 'tokens', 'needs', 'level', 'access', 'note'] as const;

/** Columns omitted on narrow terminals. */
const OMIT_FIRST = ['note', 'level', 'access'];

/** `satchel permissions [CALL]`: shows the tables of specification 4 and 5.1, or the rows that match the flags. */
export function definePermissions(command: Command, context: CommandContext): void {
  command.argument('[call]', 'a method and a path, such as "GET /orgs/acme/teams" (default: all calls)');
  addFlag(command, '--token-kind <kind>', 'only what applies to this kind of token', { choices: KINDS });
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
    const asked = call === undefined ? everyNeed() : needsOfCall(call);
    const needs = asked.filter((need) => fits(need, flags));
    if (needs.length === 0) {
      throw emptyFailure(call, flags);
    }
    const rows = needs.map((need) => rowOf(need, DIALECTS[flags.dialect]));
    await writeRows(
      context.stdout,
      { columns: COLUMNS, rows, whole: ['call'], omitFirst: OMIT_FIRST },
      format,
    );
  });
}

function everyNeed(): readonly Need[] {
  const rows = listPermissions().flatMap((row) => row.calls.map((call) => needOf(call, row)));
  const levels = Object.entries(UNLISTED_PERMISSIONS);
  const unlisted = levels.flatMap(([level, names]) =>
    names.map((name) => ({
      call: '',
      tokens: ['fine_grained'] as const,
      needs: name,
      level,
      access: '',
      note: 'its calls are not shown',
    })),
  );
  return [...rows, ...unlisted];
}

function needsOfCall(text: string): readonly Need[] {
  const match = /^\s*([a-z]+)\s+(\/\S*)\s*$/i.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new Failure('usage', `Cannot read the call "${text}": it is not a method and a path`, {
      hint: 'Write it as "GET /user/migrations"',
    });
  }
  const call = `${match[1].toUpperCase()} ${match[2]}`;
  const { access, rows } = needsOf(match[1], match[2]);
  return [...accessNeeds(call, access), ...rows.map((row) => needOf(call, row))];
}

/** The kinds of token that may call at all, and their scopes if they have any (specification 4). */
function accessNeeds(call: string, access: EndpointAccess | undefined): readonly Need[] {
  if (access === undefined) {
    return [];
  }
  const scoped = access.tokens.filter((kind) => kind === 'classic' || kind === 'oauth');
  const others = access.tokens.filter((kind) => kind !== 'classic' && kind !== 'oauth');
  const refused = KINDS.filter((kind) => !access.tokens.includes(kind));
  const open = access.isOpen ? 'public data needs no token' : '';
  const row = { call, level: '', access: '', note: open };
  const needs = access.scopes.map((scope) => `scope ${scope}`).join(' or ');
  return [
    { ...row, tokens: scoped, needs, note: access.note ?? open },
    { ...row, tokens: others, needs: '' },
    { ...row, tokens: refused, needs: '', access: 'refused' },
  ].filter(({ tokens }) => tokens.length > 0);
}

type PermissionRow = ReturnType<typeof listPermissions>[number];

function needOf(call: string, row: PermissionRow): Need {
  const { tokens, permission, level, access, isOneOfSeveral } = row;
  const note = isOneOfSeveral ? 'others may be required too, or may work instead' : '';
  return { call, tokens, needs: permission, level, access, note };
}

function fits({ tokens, needs }: Need, { tokenKind, permission }: PermissionFlags): boolean {
  const isOfKind = tokenKind === undefined || tokens.includes(tokenKind);
  return isOfKind && (permission === undefined || isSameName(needs, permission));
}

function rowOf({ call, tokens, needs, level, access, note }: Need, dialect: Dialect) {
  return [callInWordsOf(call, dialect), tokens.join(', '), needs, level, access, note];
}

function emptyFailure(call: string | undefined, { permission, tokenKind }: PermissionFlags): Failure {
  if (call !== undefined && needsOfCall(call).length === 0) {
    return new Failure('absent', `Cannot look up "${call}": unknown method and path`, {
      hint: 'The specification does not contain this call',
    });
  }
  const lists = '"satchel permissions" without filters lists all calls';
  const names = everyNeed().map(({ needs }) => needs);
  if (permission !== undefined && !names.some((name) => isSameName(name, permission))) {
    const nearest = nearestName(permission, names);
    return new Failure('absent', `Cannot look up the permission "${permission}": no call needs it`, {
      hint: nearest === undefined ? lists : `Did you mean "${nearest}"?`,
    });
  }
  const what = [call, permission, tokenKind].filter((part) => part !== undefined).join(', ');
  return new Failure('absent', `Cannot look up "${what}": nothing matches all of it`, { hint: lists });
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
