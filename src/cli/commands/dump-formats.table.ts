import { once } from 'node:events';
import { foldersOf } from '../../app/index.ts';
import { Failure } from '../../base/index.ts';
import {
  type DumpPlace,
  type DumpReport,
  dumpMarkdown,
  dumpTables,
  type TableFormatName,
} from '../../dump/index.ts';
import type { CommandContext } from '../context.ts';
import { dumpArchive } from '../dump-archive.ts';
import { dataOutput } from '../guard-output.ts';

/** What a dump is asked for, whatever its format. */
export interface DumpRequest {
  /** The store to dump. */
  readonly dbPath: string;
  /** Where to: a file or folder; `-` is standard output. */
  readonly outputPath: string;
  /** Whether an older dump at that place may be replaced. */
  readonly isForced: boolean;
  /** Tables and views by name; none means all tables. */
  readonly tables: readonly string[];
  /** Repositories as `owner/name`; none means all. */
  readonly repositories: readonly string[];
  /** Whether e-mail addresses, webhook addresses, deploy keys and the audit log stay out. */
  readonly isPublic: boolean;
  /** Whether spreadsheets are kept from taking texts for formulas. */
  readonly hasFormulaGuard: boolean;
  /** Called with what was written so far, in words and as facts. */
  readonly onProgress?: (text: string, facts: object) => void;
}

interface DumpFormat {
  /** What the format gives, for the help. */
  readonly summary: string;
  readonly run: (request: DumpRequest, context: CommandContext) => Promise<DumpReport>;
}

/** Every format of `satchel dump`, in the order of the help. */
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
    summary: 'one file per issue, pull request, release and discussion, for reading',
    run: runMarkdown,
  },
  archive: {
    summary:
      'a migration archive (.tar.gz) with all records, uploads and repositories of the newest snapshot',
    run: dumpArchive,
  },
} as const satisfies Record<string, DumpFormat>;

export type DumpFormatName = keyof typeof DUMP_FORMATS;

/** The names of the formats, in their order. */
export const FORMAT_NAMES = Object.keys(DUMP_FORMATS).filter(
  (name): name is DumpFormatName => name in DUMP_FORMATS,
);

/** Stands for standard output where a path is expected. */
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
    return await dumpTables({ ...request, format, target, signal, onTable });
  };
}

async function runMarkdown(request: DumpRequest, context: CommandContext): Promise<DumpReport> {
  if (request.outputPath === STANDARD_OUTPUT || request.tables.length > 0) {
    throw new Failure('usage', 'Cannot dump Markdown to one file or by table: it is a folder of documents', {
      hint: 'Name a folder with --output, and leave out --table',
    });
  }
  const files = await foldersOf(request.dbPath, context);
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
