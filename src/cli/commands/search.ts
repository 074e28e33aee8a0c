import type { Command } from 'commander';
import { withStoreAt } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { Failure } from '../../model/failure.ts';
import { createGlance, type FindGlance } from '../../reading/locate-record.ts';
import { keptTypeNamed } from '../../search/kept-filter.ts';
import { QUALIFIERS } from '../../search/qualifiers.table.ts';
import { countFormer, type FormerHit, findFormer, searchHistory } from '../../search/search-history.ts';
import {
  type SearchResult,
  type StartedSearch,
  snapshotAsked,
  startSearch,
} from '../../search/search-store.ts';
import type { Database } from '../../store/database.ts';
import { openStore } from '../../store/store.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag, repositoriesOf } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, addHelpNote, gatherNames, parseCount } from '../flags/flags.ts';
import { addSnapshotFlag, addStoreFlags, type SnapshotFlags } from '../flags/store-flags.ts';
import { hasColor, terminalColumns } from '../output/terminal.ts';
import { cellText } from '../render/cell-text.ts';
import { type Fields, type ListColumn, requireFields, writeListing } from '../render/listing.ts';
import { createPaint } from '../render/painter.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../render/write-rows.ts';

/** A result of the newest snapshot, or a text that only an older one has. */
type ListedResult = SearchResult & { readonly former?: FormerHit };

interface SearchFlags extends StoreSettings, SnapshotFlags, AccountFlags, RowFormatOptions {
  readonly limit: number;
  readonly after?: string;
  readonly allSnapshots?: boolean;
  readonly sort?: string;
  readonly fields?: readonly string[];
  readonly quiet?: boolean;
}

const DEFAULT_LIMIT = 30;

/** More texts of older snapshots are not counted: the history has no index. */
const MAX_FORMER_COUNTED = 30;

/** `satchel search QUERY`: finds threads and other records, the best first, with the matching text. */
export function defineSearch(command: Command, context: CommandContext): void {
  command.argument('<query...>', 'words and qualifiers, as in the search box of the service');
  addStoreFlags(command);
  addSnapshotFlag(command);
  addFlag(command, '--all-snapshots', 'also find what was edited away or deleted since an older snapshot');
  addAccountFlag(command, 'repositories');
  addFlag(command, '--limit <count>', 'maximum number of results', {
    parse: parseCount,
    default: DEFAULT_LIMIT,
  });
  addFlag(
    command,
    '--after <page>',
    'continue after this page token, printed at the end of the previous page',
  );
  addFlag(command, '--sort <order>', 'same as sort: in the query', {
    choices: QUALIFIERS.sort.choices,
  });
  addFlag(command, '--fields <names>', `the fields to write: ${Object.keys(FIELDS).join(', ')}`, {
    parse: gatherNames,
  });
  addRowFormatFlags(command);
  addHelpNote(
    command,
    'All words must occur in a thread; AND, OR, NOT, - and parentheses combine them.\nQualifiers such as is: and author: are described by "satchel help searching".',
  );
  addHelpEnd(command, [
    'search \'is:pr is:merged author:mira "race condition"\'',
    "search 'label:bug -label:wontfix' --json --fields url,title",
  ]);
  command.action(async (words: readonly string[], options: SearchFlags) => {
    const text = queryText(words, options);
    const path = await findStore(options, context);
    requireIndexedType(text, context.clock.now());
    const asked = snapshotAsked(text, context.clock.now());
    const snapshot = options.snapshot ?? (asked === undefined ? undefined : String(asked));
    if (snapshot !== undefined && options.allSnapshots === true) {
      throw new Failure('usage', 'Cannot search one snapshot and all of them', {
        hint: 'Leave out either --all-snapshots or the snapshot',
      });
    }
    await withStoreAt(path, snapshot, (storePath) => search(storePath, text, options, context));
  });
}

/** Git data and attached files have no index, and only the reader searches them. */
function requireIndexedType(text: string, nowMs: number): void {
  const type = keptTypeNamed(text, nowMs);
  if (type !== undefined) {
    throw new Failure(
      'search-refused',
      `Cannot search "type:${type}" here: only the reader searches git data and attached files`,
      {
        hint: 'Start it with "satchel browse" and search there',
      },
    );
  }
}

async function search(
  path: string,
  text: string,
  options: SearchFlags,
  context: CommandContext,
): Promise<void> {
  const format = chooseRowFormat(options);
  requireFields(options.fields ?? [], Object.keys(FIELDS));
  repositoriesOf(options, path); // Fails if an account is unknown.
  const store = openStore(path);
  try {
    const found = searchAll(store.db, text, options, context);
    const listing = {
      items: found.results(),
      fields: FIELDS,
      usual: Object.keys(FIELDS),
      chosen: options.fields,
      columns: COLUMNS,
      linesBelow: format === 'table' ? await createSnippetLines(context) : () => [],
    };
    await writeListing(listing, format, context);
    sayMore(found, context, options);
  } finally {
    store.close();
  }
}

interface AllResults extends Omit<StartedSearch, 'results' | 'order' | 'guesses'> {
  readonly results: () => Iterable<ListedResult>;
  /** How much more older snapshots have: `1 in the snapshot of 12 May 2026`. */
  readonly former: string | undefined;
}

/** Precedes the number of former texts in a page token. */
const FORMER_PAGE = 'former-';

/** With `--all-snapshots`, former texts follow the results of the newest snapshot. */
function searchAll(
  db: Database,
  text: string,
  { limit, after, account, allSnapshots, quiet }: SearchFlags,
  { clock }: CommandContext,
): AllResults {
  const scope = { owners: account, nowMs: clock.now() };
  const isFormer = allSnapshots === true && after?.startsWith(FORMER_PAGE) === true;
  const found: Omit<StartedSearch, 'order' | 'guesses'> = isFormer
    ? { count: 0, results: () => [], warnings: [], after: undefined }
    : startSearch(db, text, { ...scope, limit, after });
  if (allSnapshots !== true) {
    const isCounted = after === undefined && quiet !== true;
    const former = isCounted ? countFormer(searchHistory(db, text, scope), MAX_FORMER_COUNTED) : undefined;
    return { ...found, former };
  }
  const room = limit - found.count;
  if (found.after !== undefined || room === 0) {
    return { ...found, after: found.after ?? `${FORMER_PAGE}0`, former: undefined };
  }
  const start = isFormer ? Number(after?.slice(FORMER_PAGE.length)) || 0 : 0;
  const { hits, isComplete } = findFormer(db, text, { ...scope, limit: start + room });
  const shown = hits.slice(start);
  const glance = createGlance(db);
  return {
    count: found.count + shown.length,
    *results() {
      yield* found.results();
      for (const hit of shown) {
        yield toListed(hit, glance);
      }
    },
    warnings: shown.length === 0 ? found.warnings : [],
    after: isComplete ? undefined : `${FORMER_PAGE}${start + room}`,
    former: undefined,
  };
}

/** As of a current comment, the title is that of its thread. */
function toListed(former: FormerHit, glance: FindGlance): ListedResult {
  const { kind, url, repo, number, author, createdAt, snippet } = former;
  const thread = repo === null || number === null ? undefined : glance(repo, number);
  const title = former.title ?? thread?.title ?? null;
  const match = { kind, url, author, createdAt, snippet };
  const facts = { kind, url, repo, number, title, author, createdAt };
  return { ...facts, state: null, updatedAt: null, match, former };
}

const FIELDS: Fields<ListedResult> = {
  kind: ({ kind }) => kind,
  repo: ({ repo }) => repo,
  number: ({ number }) => number,
  title: ({ title }) => title,
  state: ({ state }) => state,
  author: ({ author }) => author,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  url: ({ url }) => url,
  match_kind: ({ match }) => match?.kind ?? null,
  match_url: ({ match }) => match?.url ?? null,
  match_author: ({ match }) => match?.author ?? null,
  match_created_at: ({ match }) => match?.createdAt ?? null,
  snippet: ({ match }) => match?.snippet.map(({ text }) => text).join('') ?? null,
  change: ({ former }) => former?.change ?? null,
  last_snapshot: ({ former }) => former?.lastSnapshot.id ?? null,
};

const COLUMNS: readonly ListColumn<ListedResult>[] = [
  { heading: 'where', text: placeOf, fit: 'whole' },
  { heading: 'title', text: ({ title }) => title ?? '' },
  { heading: 'state', text: ({ state, former }) => former?.change ?? state ?? '' },
  { heading: 'author', text: ({ author }) => author ?? '', fit: 'omit' },
  { heading: 'created', text: ({ createdAt }) => createdAt?.slice(0, 10) ?? '', fit: 'omit' },
];

/** `owner/name#12` for threads, else the repository and the kind. */
function placeOf({ kind, repo, number }: SearchResult): string {
  const isThread = number !== null && kind !== 'milestone';
  return isThread ? `${repo ?? ''}#${number}` : `${repo ?? ''} ${kind.replaceAll('_', ' ')}`;
}

const INDENT = '    ';

/** Creates the function that formats the text that matched, with its words in bold, or in brackets without colour. */
async function createSnippetLines(
  context: CommandContext,
): Promise<(result: ListedResult) => readonly string[]> {
  const paint = createPaint(context);
  const isPlain = !hasColor(context.stdout, context);
  const cut = await createCut(terminalColumns(context.stdout));
  return ({ match, former }) => {
    const parts = match?.snippet ?? [];
    const shown = cut(parts.map(({ text }) => cellText(text).replaceAll('⏎', ' ').replace(/ {2,}/g, ' ')));
    const line = shown.map((text, index) => {
      const isHit = parts[index]?.isHit === true && text !== '';
      return !isHit ? text : isPlain ? `[${text}]` : paint(['bold'], text);
    });
    const since =
      former === undefined
        ? []
        : [
            `${INDENT}${paint([former.change === 'deleted' ? 'red' : 'yellow'], `${former.change} ${former.when}`)}`,
          ];
    return [...(parts.length === 0 ? [] : [`${INDENT}${line.join('').trimEnd()}`]), ...since];
  };
}

/** Creates the function that cuts the parts of a line where the terminal ends. Widths are not needed elsewhere. */
async function createCut(
  columns: number | undefined,
): Promise<(parts: readonly string[]) => readonly string[]> {
  if (columns === undefined) {
    return (parts) => parts;
  }
  const { default: stringWidth } = await import('string-width');
  const { cutText } = await import('../render/markdown/text-layout.ts');
  return (parts) => {
    let left = columns - INDENT.length;
    return parts.map((text) => {
      const shown = left <= 0 ? '' : (cutText(text, left)[0] ?? '');
      left -= stringWidth(shown);
      return shown;
    });
  };
}

/** Several arguments form one search. The shell removes quotation marks around a phrase unless they are escaped. */
function queryText(words: readonly string[], { sort }: SearchFlags): string {
  const query = words.join(' ');
  return sort === undefined ? query : `${query} sort:${sort}`;
}

function sayMore(found: AllResults, { stderr }: CommandContext, { quiet }: SearchFlags): void {
  if (quiet === true) {
    return;
  }
  for (const warning of found.warnings) {
    stderr.write(`Note: ${warning}.\n`);
  }
  const { former } = found;
  if (former !== undefined) {
    const now =
      found.count === 0 ? `0 now; ${former}` : `${former.replace(' ', ' more ')}, edited or deleted since`;
    stderr.write(`${now}: --all-snapshots shows what it was.\n`);
  } else if (found.count === 0) {
    stderr.write('No results.\n');
  }
  if (found.after !== undefined) {
    stderr.write(`There are more results: continue with --after ${found.after}.\n`);
  }
}
