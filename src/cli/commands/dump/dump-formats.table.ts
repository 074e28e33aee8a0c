import { once } from 'node:events';
import type { DumpPlace } from '../../../dump/dump-place.ts';
import type { DumpReport } from '../../../dump/dump-tables.ts';
import type { TableFormatName } from '../../../dump/write-table.ts';
import { Failure } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { dataOutput } from '../../output/guard-output.ts';

/** The options of a dump in any format. */
export interface DumpRequest {
  readonly dbPath: string;
  /** The store next to which the files are: the same, or the one that it was made from. */
  readonly filesPath: string;
  /** The output file or folder; `-` is standard output. */
  readonly outputPath: string;
  /** Whether existing output may be replaced. */
  readonly isForced: boolean;
  /** Names of tables and views; empty for all tables. */
  readonly tables: readonly string[];
  /** Repositories as `owner/name`; empty for all. */
  readonly repositories: readonly string[];
  /** Whether the store is a public copy: tables that are always empty there are left out. */
  readonly isPublic: boolean;
  /** Whether to prevent spreadsheets from interpreting texts as formulas. */
  readonly hasFormulaGuard: boolean;
  /** Reports progress as text and as data. */
  readonly onProgress?: (text: string, facts: object) => void;
}

interface DumpFormat {
  /** What the format produces, for the help. */
  readonly summary: string;
  readonly run: (request: DumpRequest, context: CommandContext) => Promise<DumpReport>;
}

/** All formats of `satchel dump`, in the order of the help. */
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
  archive: {
    summary: 'a migration archive (.tar.gz) with all records, and their newest uploads and repositories',
    run: async (request, context) => await (await import('./dump-archive.ts')).dumpArchive(request, context),
  },
} as const satisfies Record<string, DumpFormat>;

export type DumpFormatName = keyof typeof DUMP_FORMATS;

export const FORMAT_NAMES = Object.keys(DUMP_FORMATS).filter(
  (name): name is DumpFormatName => name in DUMP_FORMATS,
);

/** The path that means standard output. */
export const STANDARD_OUTPUT = '-';

function runTables(format: TableFormatName): DumpFormat['run'] {
  return async (request, context) => {
    const { signal } = context;
    const stdout = dataOutput(context.stdout);
    const write = async (content: string | Uint8Array) => {
      if (!stdout.write(content)) {
        await once(stdout, 'drain');
      }
    };
    const target = request.outputPath === STANDARD_OUTPUT ? { write } : placeOf(request);
    const onTable = (table: string, number: number, total: number) =>
      request.onProgress?.(`Writing the table ${table}, ${number} of ${total}`, { table, number, total });
    const { dumpTables } = await import('../../../dump/dump-tables.ts');
    return await dumpTables({ ...request, format, target, signal, onTable });
  };
}

async function runMarkdown(request: DumpRequest, context: CommandContext): Promise<DumpReport> {
  if (request.outputPath === STANDARD_OUTPUT || request.tables.length > 0) {
    throw new Failure('usage', 'Cannot dump Markdown to one file or by table: it is a folder of documents', {
      hint: 'Name a folder with --output, and leave out --table',
    });
  }
  const [{ filesOf }, { dumpMarkdown }] = await Promise.all([
    import('../../../app/folders-of-store.ts'),
    import('../../../dump/dump-markdown.ts'),
  ]);
  const files = await filesOf(request.filesPath, context);
  return await dumpMarkdown({
    ...request,
    files,
    place: placeOf(request),
    signal: context.signal,
    onDocuments: (written, total) =>
      request.onProgress?.(`Writing documents, ${written} of ${total}`, { written, total }),
  });
}

function placeOf({ outputPath, isForced }: DumpRequest): DumpPlace {
  return { path: outputPath, isForced };
}
