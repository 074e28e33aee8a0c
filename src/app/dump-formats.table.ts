import type { DumpPlace, DumpSink } from '../dump/dump-place.ts';
import type { DumpReport } from '../dump/dump-report.ts';
import type { TableSelection } from '../dump/plan-tables.ts';
import type { TableFormatName } from '../dump/write-table.ts';
import { Failure } from '../model/failure.ts';
import type { FilesContext } from './folders-of-store.ts';

export interface DumpRequest extends TableSelection {
  readonly dbPath: string;
  /** The store next to which the files are: the same, or the one that it was made from. */
  readonly filesPath: string;
  /** The output file or folder; or where a single table is written to. */
  readonly output: string | DumpSink;
  /** Whether existing output may be replaced. */
  readonly isForced: boolean;
  /** For forges. */
  readonly forge?: ForgeChoices | undefined;
  /** Whether to prevent spreadsheets from interpreting texts as formulas. */
  readonly hasFormulaGuard: boolean;
  readonly onProgress?: (text: string, facts: object) => void;
}

/** What only a dump for a forge has. */
export interface ForgeChoices {
  /** A file with a new login or mail address for each old login. */
  readonly mapUsers?: string | undefined;
  /** The address of the forge, to which addresses of the service in texts are changed. */
  readonly rewriteLinks?: string | undefined;
  readonly discussions?: boolean | undefined;
}

interface DumpFormat {
  /** What the format produces, for the help. */
  readonly summary: string;
  readonly run: (request: DumpRequest, context: FilesContext) => Promise<DumpReport>;
}

/** Tables as text or Parquet, documents, an archive that can be loaded again, or folders that a forge restores. */
export type DumpFormatName = TableFormatName | 'archive' | 'forge' | 'markdown';

/** All formats of dumps, in the order of the help. */
export const DUMP_FORMATS = {
  csv: {
    summary: 'one file per table (RFC 4180), guarded against spreadsheet formulas',
    run: runTables('csv'),
  },
  ndjson: { summary: 'one file per table, one JSON object per line', run: runTables('ndjson') },
  json: { summary: 'one file per table, each a JSON array', run: runTables('json') },
  parquet: {
    summary: 'one typed file per table, in folders TABLE/snapshot=TIME',
    run: runTables('parquet'),
  },
  markdown: {
    summary: 'one file per issue, pull request, release and discussion',
    run: runMarkdown,
  },
  forge: {
    summary: 'a folder for each repository that Gitea and Forgejo restore (restore-repo)',
    run: async (request, context) => await (await import('./dump/forge.ts')).dumpForForge(request, context),
  },
  archive: {
    summary: 'a migration archive (.tar.gz) with all records, uploads and repositories',
    run: async (request, context) =>
      await (await import('./dump/dump-archive.ts')).dumpArchive(request, context),
  },
} as const satisfies Record<DumpFormatName, DumpFormat>;

export const FORMAT_NAMES = Object.keys(DUMP_FORMATS) as readonly DumpFormatName[]; // The table has exactly these keys.

function runTables(format: TableFormatName): DumpFormat['run'] {
  return async (request, context) => {
    const { signal } = context;
    const target = typeof request.output === 'string' ? placeOf(request, request.output) : request.output;
    const onTable = (table: string, number: number, total: number) =>
      request.onProgress?.(`Writing the table ${table}, ${number} of ${total}`, { table, number, total });
    const { dumpTables } = await import('../dump/dump-tables.ts');
    return await dumpTables({ ...request, format, target, signal, onTable });
  };
}

async function runMarkdown(request: DumpRequest, context: FilesContext): Promise<DumpReport> {
  const { output } = request;
  if (typeof output !== 'string' || request.tables.length > 0) {
    throw new Failure('usage', 'Cannot dump Markdown to one file or by table: it is a folder of documents', {
      hint: 'Name a folder, and leave "tables" out',
      commandHint: 'Name a folder with --output, and leave out --table',
    });
  }
  const [{ filesOf }, { dumpMarkdown }] = await Promise.all([
    import('./folders-of-store.ts'),
    import('../dump/dump-markdown.ts'),
  ]);
  const files = await filesOf(request.filesPath, context);
  return await dumpMarkdown({
    ...request,
    files,
    place: placeOf(request, output),
    signal: context.signal,
    onDocuments: (written, total) =>
      request.onProgress?.(`Writing documents, ${written} of ${total}`, { written, total }),
  });
}

function placeOf({ isForced }: DumpRequest, path: string): DumpPlace {
  return { path, isForced };
}
