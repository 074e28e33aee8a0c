import { Readable } from 'node:stream';
import type { RecordValues } from '../../../schemas/library/records.d.ts';
import type { ExtractSelection } from '../../app/extract/extract-selection.ts';
import type { ExtractReport } from '../../app/extract.ts';
import type { ArchiveEntry, ContainerSummary } from '../../archive/archive-event.ts';
import type { ArchiveSource, OpenSourceOptions } from '../../archive/archive-source.ts';
import type { InspectReport } from '../../archive/inspection.ts';
import type { ReadArchiveOptions } from '../../archive/read-archive.ts';
import type { VerifyReport } from '../../archive/verification.ts';
import type { JsonObject } from '../../base/json.ts';
import { Failure } from '../../model/failure.ts';
import type { Finding } from '../../model/findings.ts';
import { RECORD_KINDS, type RecordKind } from '../../model/record-kinds.table.ts';
import type { ArchiveRecord, RecordBatch } from '../../model/records.ts';
import type { VerifyLevel } from '../../vault/verify-archive.ts';
import { type NamesOf, pathOf, requireOneOf, requireOptions } from './check-arguments.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/**
 * Where an archive is: the path or file URL of a tar.gz, a tar or an extracted folder; its bytes; or what `openArchive`
 * returned. Bytes of a stream can be read once.
 */
export type ArchiveInput = string | URL | AsyncIterable<Uint8Array> | ArchiveSource;

/** The keys of an archive that is encrypted with age. */
export interface KeyOptions {
  /** Paths of age identity files. */
  readonly identityFiles?: readonly (string | URL)[] | undefined;
}

export const KEYS = { identityFiles: true } as const satisfies NamesOf<KeyOptions>;

/** Options of all calls that read an archive. */
export interface ReadOptions extends KeyOptions {
  /** Aborts reading, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of packed bytes read so far. */
  readonly onProgress?: ((packedBytesRead: number) => void) | undefined;
}

const READING = { ...KEYS, signal: true, onProgress: true } as const satisfies NamesOf<ReadOptions>;

/** How to read an archive, event by event. */
export interface EventOptions
  extends ReadOptions,
    Pick<ReadArchiveOptions, 'skipRecords' | 'openFile' | 'limits'> {}

const EVENT_OPTIONS: NamesOf<EventOptions> = { ...READING, skipRecords: true, openFile: true, limits: true };

/** A record of a kind, with the value that its schema describes. */
export interface RecordOf<Value> extends Omit<ArchiveRecord, 'value'> {
  readonly value: Value;
}

/** Valid records of one kind from one record file, and those that violate its schema. */
export interface BatchOf<Kind, Value> extends Omit<RecordBatch, 'kind' | 'records'> {
  readonly kind: Kind;
  readonly records: readonly RecordOf<Value>[];
}

/** The batches by kind: after `batch.kind === 'issue'`, the values are issues. */
export type AnyBatch = { readonly [Kind in RecordKind]: BatchOf<Kind, RecordValues[Kind]> }[RecordKind];

/** What an archive consists of, in the order of the tar. The last event is always `end`. */
export type ArchiveEvent =
  | { readonly type: 'entry'; readonly entry: ArchiveEntry }
  | { readonly type: 'records'; readonly batch: AnyBatch }
  /** Records of a kind that no schema knows, from an archive of a later service. */
  | { readonly type: 'other_records'; readonly batch: BatchOf<string, JsonObject> }
  | {
      readonly type: 'document';
      readonly entryName: string;
      readonly value: JsonObject;
      /** The text of the document, whose numbers may not fit into a JavaScript number. */
      readonly source: string;
    }
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'end'; readonly container: ContainerSummary };

/**
 * Opens an archive, for calls that read it more than once. Throws a `Failure`: `absent`, `not-an-archive`, `key-missing`,
 * `file-system`, or `usage` for a vault.
 */
export async function openArchive(from: ArchiveInput, options: KeyOptions = {}): Promise<ArchiveSource> {
  requireOptions('read the archive', options, { known: KEYS });
  if (typeof from === 'object' && from !== null && 'type' in from) {
    return from;
  }
  const { archiveSourceFromStream, openArchiveSource } = await import('../../archive/archive-source.ts');
  const opening = await openingOf(options);
  if (typeof from === 'string' || from instanceof URL) {
    return await openArchiveSource(pathOf('read the archive', from), opening);
  }
  if (typeof from?.[Symbol.asyncIterator] !== 'function') {
    throw new Failure(
      'usage',
      `Cannot read the archive: ${from === null ? 'null' : typeof from} is not a path, a URL or a stream of bytes`,
    );
  }
  const stream = from instanceof Readable ? from : Readable.from(from);
  return await archiveSourceFromStream(stream, 'stream', opening);
}

/**
 * Reads an archive in one pass and in bounded memory, at the pace of the loop. Defects of the archive are events of the
 * type `finding`. The `source` of a record is a view of a larger buffer: copy it to keep it.
 *
 * Throws what `openArchive` throws, and the signal's reason.
 *
 * @example
 * for await (const event of readArchive('work.tar.gz')) {
 *   if (event.type === 'records' && event.batch.kind === 'issue') {
 *     for (const { value } of event.batch.records) console.log(value.title);
 *   }
 * }
 */
export async function* readArchive(
  from: ArchiveInput,
  options: EventOptions = {},
): AsyncGenerator<ArchiveEvent, void, undefined> {
  requireOptions('read the archive', options, { known: EVENT_OPTIONS });
  const { identityFiles, ...reading } = options;
  const source = await openArchive(from, { identityFiles });
  const reader = await import('../../archive/read-archive.ts');
  for await (const event of reader.readArchive({ ...reading, source })) {
    yield event.type === 'records' ? typedRecords(event.batch) : event;
  }
}

function typedRecords(batch: RecordBatch): ArchiveEvent {
  return Object.hasOwn(RECORD_KINDS, batch.kind)
    ? { type: 'records', batch: batch as unknown as AnyBatch } // Valid by the schemas that the types are made from.
    : { type: 'other_records', batch };
}

/**
 * The valid records of one kind, in the order of the archive; findings are left out. Throws what `readArchive` throws, and
 * `archive-damaged` after the last record if there may be more.
 *
 * @example
 * for await (const { value } of recordsOf('work.tar.gz', 'issue')) console.log(value.title);
 */
export async function* recordsOf<Kind extends RecordKind>(
  from: ArchiveInput,
  kind: Kind,
  options: ReadOptions = {},
): AsyncGenerator<RecordOf<RecordValues[Kind]>, void, undefined> {
  requireOneOf('read the records', 'kind', kind, Object.keys(RECORD_KINDS));
  for await (const event of readArchive(from, options)) {
    if (event.type === 'records' && event.batch.kind === kind) {
      yield* event.batch.records as readonly RecordOf<RecordValues[Kind]>[]; // The batch is of this kind.
    } else if (event.type === 'end' && !event.container.isWhole) {
      throw new Failure('archive-damaged', 'Cannot read all records: the archive is truncated or damaged');
    }
  }
}

/** Counts what is in an archive: kinds, repositories, files, the writer, and what is wrong with it. */
export async function inspectArchive(from: ArchiveInput, options: ReadOptions = {}): Promise<InspectReport> {
  requireOptions('inspect the archive', options, { known: READING });
  const { identityFiles, ...reading } = options;
  const source = await openArchive(from, { identityFiles });
  const [{ createInspection }, reader] = await Promise.all([
    import('../../archive/inspection.ts'),
    import('../../archive/read-archive.ts'),
  ]);
  const inspection = createInspection();
  for await (const event of reader.readArchive({ ...reading, source })) {
    inspection.observe(event);
  }
  return inspection.report();
}

/** How to verify an archive. */
export interface VerifyOptions extends ReadOptions, Pick<Surroundings, 'env'> {
  /** `quick` reads the container only, `records` (default) all records too, `deep` also the repositories, with git. */
  readonly level?: VerifyLevel | undefined;
  /** The SHA-256 that the archive should have, in lower-case hexadecimal. */
  readonly expectedSha256?: string | undefined;
  /** Called with every finding; the report lists the first ones of each code. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

const VERIFYING: NamesOf<VerifyOptions> = {
  ...READING,
  env: true,
  level: true,
  expectedSha256: true,
  onFinding: true,
};

/**
 * Verifies an archive: whether it is complete, and whether all records are valid and refer to something. Defects are
 * findings in the report; throws what `openArchive` throws, and `git-missing` for `deep`.
 *
 * @example
 * const { isVerified, findings } = await verifyArchive('work.tar.gz');
 */
export async function verifyArchive(from: ArchiveInput, options: VerifyOptions = {}): Promise<VerifyReport> {
  requireOptions('verify the archive', options, { known: VERIFYING });
  const { identityFiles, level = 'records', onFinding, onProgress, expectedSha256 } = options;
  const { env, signal } = withDefaults(options);
  requireOneOf('verify the archive', 'level', level, ['quick', 'records', 'deep']);
  const source = await openArchive(from, { identityFiles });
  const verifier = await import('../../vault/verify-archive.ts');
  return await verifier.verifyArchive({
    source,
    level,
    expectedSha256,
    onProgress,
    signal,
    searchPath: env['PATH'] ?? '',
    ...(onFinding === undefined ? {} : { onFinding }),
  });
}

/** What to extract, and where to. */
export interface ExtractOptions extends Surroundings, KeyOptions {
  /** The target, which is created if it is absent. Existing files are never replaced. */
  readonly directory: string | URL;
  /** What to extract; default: everything. What a selection leaves out is not extracted. */
  readonly selection?: Partial<ExtractSelection> | undefined;
  /** Writes git bundles instead of bare repositories. */
  readonly asBundle?: boolean | undefined;
}

const EXTRACTING: NamesOf<ExtractOptions> = {
  ...SURROUNDINGS,
  ...KEYS,
  directory: true,
  selection: true,
  asBundle: true,
};

const SELECTION: NamesOf<ExtractSelection> = {
  repositories: true,
  hasAllRepositories: true,
  hasAttachments: true,
  hasReleases: true,
  entryNames: true,
};

/**
 * Extracts repositories and files from an archive, or from the path of a store or a vault, to a directory, with their
 * names in the archive if those are safe. Throws a `Failure`: `usage` if a file exists already, `absent` if something that
 * was asked for does not exist, after everything else was extracted.
 */
export async function extractArchive(from: ArchiveInput, options: ExtractOptions): Promise<ExtractReport> {
  requireOptions('extract the archive', options, { known: EXTRACTING, required: ['directory'] });
  const { selection, asBundle = false, identityFiles } = options;
  const directory = pathOf('extract to the directory', options.directory);
  if (selection !== undefined) {
    requireOptions('select what to extract', selection, { known: SELECTION });
    if (Object.values(selection).every((value) => value === undefined)) {
      throw new Failure('usage', 'Cannot extract the archive: its selection is empty', {
        hint: 'Leave "selection" out to extract everything',
      });
    }
  }
  const { extract } = await import('../../app/extract.ts');
  const place =
    typeof from === 'string' || from instanceof URL
      ? pathOf('extract the archive', from)
      : await openArchive(from, { identityFiles });
  return await extract(
    {
      from: place,
      directory,
      asBundle,
      ...(selection === undefined ? {} : { selection }),
      ...(await openingOf({ identityFiles })),
    },
    withDefaults(options),
  );
}

/** How archives are decrypted. Keys are read only if there are any. */
export async function openingOf({ identityFiles }: KeyOptions): Promise<OpenSourceOptions> {
  if (identityFiles === undefined) {
    return {};
  }
  const keys = await import('../../app/archive-argument.ts');
  return await keys.openingOf({
    identityFile: identityFiles.map((path) => pathOf('read the key', path)),
  });
}
