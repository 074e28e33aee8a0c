import { resolve } from 'node:path';
import { noteTo } from '../../app/context.ts';
import { DUMP_FORMATS, type DumpFormatName } from '../../app/dump-formats.table.ts';
import { publishCopy } from '../../app/publish-copy.ts';
import type { DumpPlace } from '../../dump/dump-place.ts';
import type { DumpReport } from '../../dump/dump-report.ts';
import { pathOf, requireOptions, requirePublic } from './check-arguments.ts';
import type { DumpEvent } from './reported-events.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { choiceOf, FLAG, oneOf, PATH, type ShapesOf } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** What to dump, and where to. */
export interface DumpOptions extends Surroundings, ReportOptions<DumpEvent> {
  /** Tables, documents, or an archive that can be loaded again. */
  readonly format: DumpFormatName;
  /** The folder, or the file of an archive or of a single table. It appears once it is complete. */
  readonly output: string | URL;
  /** Whether an earlier dump at that path may be replaced; default: false. */
  readonly isReplacing?: boolean | undefined;
  /** Only these tables and views; default: all tables. */
  readonly tables?: readonly string[] | undefined;
  /** Only records of these repositories, as `owner/name`; default: all. */
  readonly repositories?: readonly string[] | undefined;
  /** False writes CSV texts that a spreadsheet would run as formulas as they are; default: true. */
  readonly hasFormulaGuard?: boolean | undefined;
  /** Only what is public: no private repositories, mail addresses, former texts and git data; default: false. */
  readonly isPublic?: boolean | undefined;
  /** Whether people have pseudonyms in a public dump, new ones for each dump; default: false. */
  readonly hasPseudonyms?: boolean | undefined;
}

const DUMPING: ShapesOf<DumpOptions> = {
  ...SURROUNDINGS,
  ...REPORTS,
  format: oneOf(Object.keys(DUMP_FORMATS)),
  output: PATH,
  isReplacing: FLAG,
  tables: choiceOf('a table'),
  repositories: choiceOf('a repository'),
  hasFormulaGuard: FLAG,
  isPublic: FLAG,
  hasPseudonyms: FLAG,
};

/**
 * Writes a store as files for people and other programs. Throws a `Failure`: `exists` if something is at the output
 * already, `usage` if a table is unknown, `absent` for unknown repositories, `copy-unsafe` if a public dump has what must not be in it, and what `openStore` throws.
 *
 * @example
 * await dumpStore('work.db', { format: 'markdown', output: 'notes', repositories: ['acme/app'] });
 */
export async function dumpStore(store: string | URL, options: DumpOptions): Promise<DumpReport> {
  const filesPath = resolve(pathOf('dump the store', store));
  requireOptions('dump the store', options, { known: DUMPING, required: ['format', 'output'] });
  const { format, output, tables = [], repositories = [], isReplacing, hasFormulaGuard, isPublic } = options;
  requirePublic('dump the store', options.hasPseudonyms, isPublic === true);
  const { onReport } = reportFor(options);
  const context = withDefaults(options);
  const run = (dbPath: string, place: DumpPlace) =>
    DUMP_FORMATS[format].run(
      {
        dbPath,
        filesPath,
        output: place.path,
        isForced: place.isForced,
        tables,
        repositories,
        isPublic: isPublic ?? false,
        hasFormulaGuard: hasFormulaGuard ?? true,
        onProgress: (text, fields) => onReport?.({ level: 'debug', type: 'writing', fields, text }),
      },
      context,
    );
  const place = { path: pathOf('dump the store', output), isForced: isReplacing ?? false };
  return isPublic === true
    ? await publishCopy<DumpReport>(filesPath, {
        ...{ context, onNote: noteTo(onReport), output: place.path, isForced: place.isForced },
        ...{ hasGit: false, hasPseudonyms: options.hasPseudonyms ?? false, write: run },
      })
    : await run(filesPath, place);
}
