import type { RecordValues } from '../../../schemas/library/records.d.ts';
import type { ArchiveEntry, ContainerSummary } from '../../archive/archive-event.ts';
import type { ArchiveSource, OpenSourceOptions } from '../../archive/archive-source.ts';
import type { OpenFile } from '../../archive/entry-reader.ts';
import type { InspectReport } from '../../archive/inspection.ts';
import type { VerifyReport } from '../../archive/verification.ts';
import { nextTurn } from '../../base/clock.ts';
import type { JsonObject } from '../../base/json.ts';
import { itemsUntilAborted } from '../../base/signals.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../model/archive-limits.table.ts';
import { Failure } from '../../model/failure.ts';
import type { Finding } from '../../model/findings.ts';
import { RECORD_KINDS, type RecordKind } from '../../model/record-kinds.table.ts';
import type { ArchiveRecord, RecordBatch } from '../../model/records.ts';
import type { VerifyLevel } from '../../vault/verify-archive.ts';
import { pathOf, requireArgument, requireOptions } from './check-arguments.ts';
import { PROGRESS, type ProgressOptions } from './reports.ts';
import {
  described,
  FLAG,
  FUNCTION,
  hasMethods,
  listOf,
  objectOf,
  oneOf,
  PATH,
  POSITIVE,
  SHA256,
  type Shape,
  type ShapesOf,
  SIGNAL,
} from './shapes.ts';
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

export const KEYS = { identityFiles: listOf(PATH) } as const satisfies ShapesOf<KeyOptions>;

/** How to open an archive. */
export interface OpenOptions extends KeyOptions {
  /** Aborts the call, which then fails with the signal's reason, even if a stream has stalled. */
  readonly signal?: AbortSignal | undefined;
}

const OPENING = { ...KEYS, signal: SIGNAL } as const satisfies ShapesOf<OpenOptions>;

/** Options of all calls that read an archive. Progress is in packed bytes. */
export interface ReadOptions extends OpenOptions, ProgressOptions {}

const READING = { ...OPENING, ...PROGRESS } as const satisfies ShapesOf<ReadOptions>;

/** The options as the rooms know them. */
function readingOf<Options extends ReadOptions>(
  { identityFiles, onProgress, ...rest }: Options,
  source: ArchiveSource,
) {
  const totalBytes = source.type === 'packed' ? source.sizeBytes : undefined;
  return {
    ...rest,
    source,
    onProgress: onProgress && ((doneBytes: number) => onProgress({ doneBytes, totalBytes })),
  };
}

/** How to read an archive, event by event. */
export interface EventOptions extends ReadOptions {
  /** Only reads the container: entries and findings about them, without records and documents. */
  readonly skipRecords?: boolean | undefined;
  /** Called for each file that is not parsed: git data, attachments, logs; with `skipRecords`, all files. */
  readonly openFile?: OpenFile | undefined;
  /** Replaces some of the limits in `ARCHIVE_LIMITS`. */
  readonly limits?: Partial<ArchiveLimits> | undefined;
}

const LIMITS = objectOf<ArchiveLimits>(
  Object.fromEntries(Object.keys(ARCHIVE_LIMITS).map((name) => [name, POSITIVE])) as ShapesOf<ArchiveLimits>,
);

/** The name of a kind of record. */
export const RECORD_KIND = oneOf(Object.keys(RECORD_KINDS));

const EVENT_OPTIONS: ShapesOf<EventOptions> = {
  ...READING,
  skipRecords: FLAG,
  openFile: FUNCTION,
  limits: LIMITS,
};

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

/** What `openArchive` takes. */
const INPUT: Shape = (value, name) => {
  const isStream = typeof Object(value)[Symbol.asyncIterator] === 'function';
  return isStream || isSource(value) || PATH(value, name) === undefined
    ? undefined
    : `"${name}" must be a path, a file URL or a stream of bytes, and not ${described(value)}`;
};

function isSource(value: unknown): value is ArchiveSource {
  const { type, path } = Object(value);
  return type === 'packed' ? hasMethods(value, ['open']) : type === 'folder' && typeof path === 'string';
}

/**
 * Opens an archive, for calls that read it more than once. Throws a `Failure`: `absent`, `not-an-archive`, `key-missing`,
 * `file-system`, or `usage` for a vault.
 *
 * @example
 * const source = await openArchive('work.tar.gz');
 * const { isVerified } = await verifyArchive(source);
 */
export async function openArchive(from: ArchiveInput, options: OpenOptions = {}): Promise<ArchiveSource> {
  requireOptions('read the archive', options, { known: OPENING });
  requireArgument('read the archive', 'from', from, INPUT);
  if (isSource(from)) {
    return from;
  }
  const { archiveSourceFromStream, openArchiveSource } = await import('../../archive/archive-source.ts');
  const opening = { ...(await openingOf(options)), signal: options.signal };
  options.signal?.throwIfAborted();
  if (typeof from === 'string' || from instanceof URL) {
    return await openArchiveSource(pathOf('read the archive', from), opening);
  }
  return await archiveSourceFromStream(from, 'stream', opening);
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
  const { identityFiles, signal } = options;
  const source = await openArchive(from, { identityFiles, signal });
  const reader = await import('../../archive/read-archive.ts');
  for await (const event of itemsUntilAborted(reader.readArchive(readingOf(options, source)), signal)) {
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
  requireArgument('read the records', 'kind', kind, RECORD_KIND);
  for await (const event of readArchive(from, options)) {
    if (event.type === 'records' && event.batch.kind === kind) {
      const records = event.batch.records as readonly RecordOf<RecordValues[Kind]>[]; // The batch is of this kind.
      for (const record of records) {
        yield record;
        options.signal?.throwIfAborted();
      }
    } else if (event.type === 'end' && !event.container.isWhole) {
      throw new Failure('archive-damaged', 'Cannot read all records: the archive is truncated or damaged');
    }
  }
}

/**
 * Counts what is in an archive: kinds, repositories, files, the writer, and what is wrong with it.
 *
 * @example
 * const { kinds } = await inspectArchive('work.tar.gz');
 * for (const { plural, recordCount } of kinds) console.log(plural, recordCount);
 */
export async function inspectArchive(from: ArchiveInput, options: ReadOptions = {}): Promise<InspectReport> {
  requireOptions('inspect the archive', options, { known: READING });
  const { identityFiles, signal } = options;
  const source = await openArchive(from, { identityFiles, signal });
  const [{ createInspection }, reader] = await Promise.all([
    import('../../archive/inspection.ts'),
    import('../../archive/read-archive.ts'),
  ]);
  const inspection = createInspection();
  const events = reader.readArchive(readingOf(options, source));
  for await (const event of itemsUntilAborted(events, signal)) {
    inspection.observe(event);
  }
  await nextTurn(); // An abort during the last steps is heard now.
  signal?.throwIfAborted();
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

const VERIFYING: ShapesOf<VerifyOptions> = {
  ...READING,
  env: SURROUNDINGS.env,
  level: oneOf(['quick', 'records', 'deep']),
  expectedSha256: SHA256,
  onFinding: FUNCTION,
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
  const { identityFiles, level = 'records', onFinding, expectedSha256 } = options;
  const { env, signal } = withDefaults(options);
  const source = await openArchive(from, { identityFiles, signal });
  const verifier = await import('../../vault/verify-archive.ts');
  const { onProgress } = readingOf(options, source);
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
