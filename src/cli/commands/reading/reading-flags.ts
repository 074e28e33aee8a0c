import { type Command, InvalidArgumentError } from 'commander';
import { withStoreAt } from '../../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../../app/store-location.ts';
import { terminalText } from '../../../base/terminal-text.ts';
import { lastSegment } from '../../../base/text-ends.ts';
import { Failure } from '../../../model/failure.ts';
import { openReading, type Reading } from '../../../reading/open-reading.ts';
import type { CommandContext } from '../../context.ts';
import { type AccountFlags, addAccountFlag } from '../../flags/account-flag.ts';
import { addFlag, addHelpNote, flagsOf, parseCount } from '../../flags/flags.ts';
import { addSnapshotFlag, addStoreFlags, type SnapshotFlags } from '../../flags/store-flags.ts';
import { safeJson, toJsonNames } from '../../output/json-names.ts';
import { pageText } from '../../output/page-text.ts';
import { showInBrowser } from '../../output/show-in-browser.ts';
import { terminalColumns, writeText } from '../../output/terminal.ts';
import { type ListColumn, requireFields } from '../../render/listing.ts';
import { createMarkdownReader } from '../../render/markdown/read-markdown.ts';
import { createPaint } from '../../render/painter.ts';
import {
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  type RowsFormat,
} from '../../render/write-rows.ts';
import type { ReadingLayout } from './paragraphs.ts';

export interface ListFlags
  extends StoreSettings,
    SnapshotFlags,
    AccountFlags,
    Omit<RowFormatOptions, 'json'> {
  readonly json?: true | string;
  readonly fields?: readonly string[];
  readonly limit: number;
  readonly quiet?: boolean;
}

/** Flags of commands that show a text which is read from beginning to end. */
export interface ViewFlags extends StoreSettings, SnapshotFlags {
  readonly pager: boolean;
  readonly json?: true | string;
  readonly web?: boolean;
}

const DEFAULT_LIMIT = 30;

/** Longer lines of prose are hard to read. */
const MAX_PROSE_COLUMNS = 120;

/** Adds the flags of lists; `fields` are the valid names for `--json=FIELDS`. */
export function addListFlags(command: Command, fields: readonly string[]): void {
  addAccountFlag(command, 'repositories');
  addFlag(command, '-L, --limit <count>', 'maximum number of results', {
    parse: parseCount,
    default: DEFAULT_LIMIT,
  });
  const add = flagsOf(command, 'formatting');
  add('--json [fields]', 'write JSON; optionally only these fields');
  add('--fields <names>', 'the fields to write, in any format', { parse: gatherList });
  addRowFormatFlags(command);
  addStoreFlags(command);
  addSnapshotFlag(command);
  addHelpNote(command, `Fields: ${fields.join(', ')}`);
}

/** The output format and the selected fields. Fails with `usage` for an unknown field. */
export function chooseListFormat(
  flags: ListFlags,
  fields: readonly string[],
): { readonly format: RowsFormat; readonly chosen: readonly string[] | undefined } {
  const { json, ...others } = flags;
  const chosen = typeof json === 'string' ? gatherList(json, flags.fields) : flags.fields;
  requireFields(chosen ?? [], fields);
  return { format: chooseRowFormat({ ...others, json: json !== undefined }), chosen };
}

export function addViewFlags(command: Command): void {
  addFlag(command, '-w, --web', 'open it in a browser, at the service');
  addFlag(command, '--no-pager', 'write directly to the terminal, without $PAGER');
  flagsOf(command, 'formatting')('--json [fields]', 'write JSON; optionally only these fields');
  addStoreFlags(command);
  addSnapshotFlag(command);
}

/** Shows what a `view` has found: as JSON, in a browser, or as the text, which is only made if it is wanted. */
export async function showView(
  found: { readonly url: string | null },
  format: () => Promise<string>,
  { json, web, pager }: ViewFlags,
  context: CommandContext,
): Promise<void> {
  if (web === true) {
    const url = addressOf(found);
    context.stdout.write(`${url}\n`);
    showInBrowser(url, context);
  } else if (json === undefined) {
    await pageText(await format(), { isPaged: pager }, context);
  } else {
    const whole = Object(toJsonNames(found)) as Readonly<Record<string, unknown>>; // Objects stay objects.
    const chosen = json === true ? Object.keys(whole) : gatherList(json, undefined);
    requireFields(chosen, Object.keys(whole));
    const asked = Object.fromEntries(chosen.map((name) => [name, whole[name] ?? null]));
    await writeText(context.stdout, `${safeJson(asked, 2)}\n`);
  }
}

/** Fails with `absent` for a record without an address that a browser opens: it comes from an archive of others. */
function addressOf({ url }: { readonly url: string | null }): string {
  if (url === null || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Failure('absent', 'Cannot open this in a browser: the archive has no address of it', {
      hint: 'Read it here without --web, or with "satchel browse"',
    });
  }
  return new URL(url).href;
}

/** The layout for the current stdout: width, colours and the like. */
export function layoutFor(context: CommandContext): ReadingLayout {
  const { stdout, clock } = context;
  const columns = terminalColumns(stdout);
  return {
    widthColumns: columns === undefined ? undefined : Math.min(columns, MAX_PROSE_COLUMNS),
    paint: createPaint(context),
    readMarkdown: createMarkdownReader(),
    nowMs: clock.now(),
    anchorUrl: undefined,
    hasAll: false,
  };
}

/** The original Markdown; on a terminal, with control characters made visible. */
export function sourceText(text: string, { stdout }: CommandContext): string {
  return stdout.isTTY === true ? terminalText(text) : text;
}

/** Opens the selected store, as it was at the chosen snapshot, for `work`, and closes it afterwards. */
export async function withReading<Result>(
  flags: StoreSettings & SnapshotFlags,
  context: CommandContext,
  work: (reading: Reading, store: string) => Promise<Result>,
): Promise<Result> {
  const store = await findStore(flags, context);
  return await withStoreAt(store, flags.snapshot, async (path) => {
    const reading = openReading(path);
    try {
      return await work(reading, store);
    } finally {
      reading.close();
    }
  });
}

/** Refuses what only the service can answer; readers of lists expand other logins. */
export function parseLogin(text: string): string {
  if (/^@me$/i.test(text)) {
    throw new InvalidArgumentError('A store has no signed-in user.');
  }
  return text;
}

/** Collects the values of a flag that may be repeated or contain commas; values may contain spaces. */
export function gatherList(text: string, previous: readonly string[] | undefined): readonly string[] {
  const values = text.split(',').map((value) => value.trim());
  return [...(previous ?? []), ...values.filter((value) => value !== '')];
}

/** The column with the repository, or nothing if there is only one repository. */
export type RepositoryColumn = readonly ListColumn<{ readonly repo: string | null }>[];

/** Omits the owner where the name is unambiguous; commands accept such names. */
export function repositoryColumn(repo: string | undefined, reading: Reading): RepositoryColumn {
  const names = reading.repositoryNames();
  if (repo !== undefined || names.length === 1) {
    return [];
  }
  const short = names.map(lastSegment);
  const isClear = new Set(short.map((name) => name.toLowerCase())).size === names.length;
  return [{ heading: 'REPO', text: (item) => (isClear ? lastSegment(item.repo ?? '') : (item.repo ?? '')) }];
}
