import { escapedName, isUtf8Name } from '../base/byte-text.ts';
import { quoteText } from '../base/terminal-text.ts';
import type { ArchiveLimits } from '../model/archive-limits.table.ts';
import type { FindingCode } from '../model/findings.table.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import type { FileSink } from '../model/records.ts';
import type { ArchiveEntry, ArchiveEvent } from './archive-event.ts';
import { createNameResolver, type PlacedName, unsafetyOfName } from './entry-name.ts';
import { createFingerprintSet } from './fingerprints.ts';
import type { DocumentName } from './kind-schemas.ts';
import type { RawEntry } from './raw-entry.ts';
import type { BodyTaker } from './tar-reader.ts';
import { CONTAINER_CODE } from './why-incomplete.ts';

/** Receives the bytes of one record file. */
export interface RecordFile extends BodyTaker {
  /** Emits the records collected so far. */
  flush(): void;
}

/** Receives the content of an archive, in order. */
export interface ReadingSink {
  add(event: ArchiveEvent): void;
  /** Opens a receiver for the bytes of one record file. */
  openRecords(entryName: string): RecordFile;
  /** Opens a receiver for the bytes of schema.json or urls.json. */
  openDocument(entryName: string, document: DocumentName): BodyTaker;
  /** Called after the last entry, before the findings that are only possible at the end of the archive. */
  finish(): void;
  /** True if reading should pause because too many events are queued. */
  readonly isFull: boolean;
}

/** Returns a sink for the bytes of an entry, or undefined to skip them. */
export type OpenFile = (entry: ArchiveEntry) => FileSink | undefined;

interface EntryReaderOptions {
  readonly limits: ArchiveLimits;
  /** Skips records and documents. */
  readonly skipRecords: boolean;
  /** Called for each entry that is neither a record file nor a document; with `skipRecords`, for all entries. */
  readonly openFile: OpenFile | undefined;
  readonly sink: ReadingSink;
}

/** Names of archive files. */
const ARCHIVE_NAME = /\.(?:tar(?:\.gz)?|tgz)(?:\.age)?$/i;

/** Classifies the entries of one archive from any container, rejects unsafe ones, and reads records and documents. */
export class EntryReader {
  readonly #options: EntryReaderOptions;
  readonly #placeName = createNameResolver();
  readonly #names = createFingerprintSet();
  #entryCount = 0;
  #archiveEntryCount = 0;
  #hasSchemaFile = false;
  /** The first entry whose name is that of an archive. */
  #archiveWithin: string | undefined;
  #openFile: RecordFile | undefined;
  #isStopped = false;
  #isDamaged = false;

  constructor(options: EntryReaderOptions) {
    this.#options = options;
  }

  get entryCount(): number {
    return this.#entryCount;
  }

  /** True after a limit was exceeded, which ends the reading. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** True after a finding about damaged gzip, tar, encryption or entries. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** True if reading should pause because too many events are queued. */
  get isFull(): boolean {
    return this.#options.sink.isFull;
  }

  /** Processes an entry with its original name; returns the receiver of its bytes, or undefined to skip them. */
  open(raw: RawEntry): BodyTaker | undefined {
    if (this.#isStopped) {
      return undefined;
    }
    if (this.#entryCount === this.#options.limits.entries) {
      this.stop(`it has more than ${this.#entryCount} entries (max entries)`);
      return undefined;
    }
    this.#entryCount += 1;
    const entry = this.#isAcceptable(raw) ? this.#place(raw) : undefined;
    if (entry === undefined) {
      return undefined;
    }
    this.#options.sink.add({ type: 'entry', entry });
    return this.#openBody(entry);
  }

  report(finding: Finding): void {
    this.#isDamaged ||= finding.severity === 'error' && CONTAINER_CODE.test(finding.code);
    this.#options.sink.add({ type: 'finding', finding });
  }

  /** Ends the reading because a limit was exceeded. */
  stop(crossing: string): void {
    this.#isStopped = true;
    this.#report('limit-exceeded', `The rest of the archive was not read: ${crossing}`);
  }

  /** Emits the records collected so far from a file that is still being read. */
  flush(): void {
    this.#openFile?.flush();
  }

  /** Reports findings that are only possible at the end. What else a damaged archive contained is unknown. */
  finish(): void {
    if (this.#archiveEntryCount === 0 && (this.#isDamaged || this.#isStopped)) {
      return;
    }
    if (this.#archiveEntryCount === 0) {
      this.#report('archive-foreign', `The archive contains ${this.#describeForeign()}`);
    } else if (!this.#hasSchemaFile) {
      this.#report('schema-file-absent', 'There is no schema.json');
    }
  }

  #describeForeign(): string {
    const count = this.#entryCount;
    const found = count === 1 ? '1 entry' : `${count === 0 ? 'no' : count} entries`;
    const within = this.#archiveWithin;
    const advice =
      within === undefined
        ? ''
        : `. ${quoteText(within)} may be an archive itself: give it alone, or together with the others`;
    return `${found}${count === 0 ? '' : ', but none that a migration writes'}${advice}`;
  }

  #isAcceptable(raw: RawEntry): boolean {
    const { limits } = this.#options;
    const unsafety = unsafetyOfName(raw.name, limits.entryNameBytes);
    const name = raw.name.slice(0, limits.entryNameBytes);
    if (unsafety !== undefined) {
      this.#report('entry-name-unsafe', `The entry ${quoteText(name)} was skipped: ${unsafety}`, name);
      return false;
    }
    if (raw.type === 'sparse' || raw.type === 'unsupported') {
      const found =
        raw.type === 'sparse'
          ? 'it is a sparse file. Pack the archive again without holes'
          : 'its type is unknown, and it has contents';
      this.#report('entry-unreadable', `The entry ${quoteText(name)} cannot be read: ${found}`, name);
      return false;
    }
    if (raw.type === 'link' || raw.type === 'other') {
      const isLink = raw.type === 'link';
      const found = isLink ? 'it is a link' : 'it is neither a file nor a directory';
      this.#report(
        isLink ? 'entry-link' : 'entry-device',
        `The entry ${quoteText(name)} was skipped: ${found}`,
        name,
      );
      return false;
    }
    if (raw.sizeBytes > limits.entryBytes) {
      const found = `it has ${raw.sizeBytes} bytes, more than ${limits.entryBytes} (max entry size)`;
      this.#report('limit-exceeded', `The entry ${quoteText(name)} was skipped: ${found}`, name);
      return false;
    }
    return true;
  }

  #place(raw: RawEntry): ArchiveEntry | undefined {
    const placed = this.#placeName(raw.name);
    const { sizeBytes, modifiedAtMs } = raw;
    if (raw.type === 'directory') {
      const isRoot = placed.name === '' || placed.name === '.';
      return isRoot ? undefined : { name: placed.name, class: 'directory', sizeBytes: 0, modifiedAtMs };
    }
    if (!isUtf8Name(placed.name)) {
      this.#report(
        'entry-name-bytes',
        `The name of the entry ${quoteText(placed.name)} is not UTF-8`,
        placed.name,
      );
    }
    if (!this.#names.add(escapedName(placed.name))) {
      this.#report(
        'entry-duplicate',
        `The entry ${quoteText(placed.name)} occurs again in the archive`,
        placed.name,
      );
    }
    if (placed.class === 'unknown') {
      this.#reportUnknown(placed);
    } else if (placed.class !== 'log') {
      this.#archiveEntryCount += 1; // Other programs keep logs in a folder of this name too.
      this.#hasSchemaFile ||= placed.class === 'schema';
    }
    return { name: placed.name, class: placed.class, sizeBytes, modifiedAtMs };
  }

  #reportUnknown({ name, isMisplaced, hasUnusualName }: PlacedName): void {
    if (isMisplaced === true) {
      const found = 'it is in a different directory from the rest. Load that directory as a separate archive';
      this.#report('entry-misplaced', `The entry ${quoteText(name)} was not read: ${found}`, name);
      return;
    }
    if (hasUnusualName === true) {
      const found = 'record files are named like issues_000001.json';
      this.#report('entry-odd-name', `The entry ${quoteText(name)} was not read: ${found}`, name);
      return;
    }
    this.#archiveWithin ??= ARCHIVE_NAME.test(name) ? name : undefined;
    this.#report('entry-unknown', `The entry ${quoteText(name)} is not one that a migration writes`, name);
  }

  #openBody(entry: ArchiveEntry): BodyTaker | undefined {
    const { skipRecords, openFile, sink } = this.#options;
    const isRead = entry.class === 'schema' || entry.class === 'urls' || entry.class === 'records';
    if (!isRead || skipRecords) {
      return toBodyTaker(openFile?.(entry));
    }
    if (entry.class !== 'records') {
      return sink.openDocument(entry.name, entry.class);
    }
    this.#openFile = sink.openRecords(entry.name);
    return this.#openFile;
  }

  #report(code: FindingCode, message: string, entryName?: string): void {
    this.report(createFinding(code, message, entryName === undefined ? {} : { entryName }));
  }
}

/** Calls the `end` of a sink for complete files only. */
function toBodyTaker(sink: FileSink | undefined): BodyTaker | undefined {
  return (
    sink && {
      write: (chunk) => sink.write(chunk),
      end(isWhole) {
        if (isWhole) {
          sink.end();
        }
      },
    }
  );
}
