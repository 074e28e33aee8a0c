import type { FileContent } from '../../store/kept-contents.table.ts';

/** The maximum number of records in one file, as in the service's archives. */
const MAX_PAGE_RECORDS = 100;

/** Pages of large records end earlier, so that memory is bounded. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

export interface PageRecord {
  /** The prefix of the file's name: `issues` of `issues_000001.json`. */
  readonly prefix: string;
  /** Its JSON text. */
  readonly source: Uint8Array;
  /** Whether it gets a separate file, because invalid JSON could corrupt the records around it. */
  readonly isAlone?: boolean;
}

/** Groups records into numbered record files. Records of one prefix should be adjacent. */
export function* recordPages(records: Iterable<PageRecord>): Generator<ContentFile> {
  const pageCounts = new Map<string, number>();
  let page: PageRecord[] = [];
  let pageBytes = 0;

  function* flush(): Generator<ContentFile> {
    const [first] = page;
    if (first !== undefined) {
      const number = (pageCounts.get(first.prefix) ?? 0) + 1;
      pageCounts.set(first.prefix, number);
      const name = `${first.prefix}_${String(number).padStart(6, '0')}.json`;
      yield { name, content: 'records', ...joinRecords(page) };
    }
    page = [];
    pageBytes = 0;
  }

  for (const record of records) {
    const [first = record] = page;
    const fits =
      first.prefix === record.prefix &&
      page.length < MAX_PAGE_RECORDS &&
      pageBytes + record.source.length <= MAX_PAGE_BYTES;
    if (!fits || record.isAlone === true) {
      yield* flush();
    }
    page.push(record);
    pageBytes += record.source.length;
    if (record.isAlone === true || pageBytes >= MAX_PAGE_BYTES) {
      yield* flush(); // Before the next record is read: both may be large.
    }
  }
  yield* flush();
}

/** The text of a record file. Large records remain pieces, because copying them would take as much memory again. */
function joinRecords(records: readonly PageRecord[]): Pick<ContentFile, 'sizeBytes' | 'open'> {
  const pieces = records.flatMap(({ source }, index) => [Buffer.from(index === 0 ? '[\n' : ',\n'), source]);
  pieces.push(Buffer.from('\n]\n'));
  const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { sizeBytes, open: () => (records.length === 1 ? pieces : [Buffer.concat(pieces, sizeBytes)]) };
}

/** A file of an archive that is recreated from a store. */
export interface ContentFile {
  /** Name in the tar, with `/` as separator; a name that ends in `/` is a folder. */
  readonly name: string;
  readonly content: FileContent | 'records' | 'document' | 'git';
  readonly sizeBytes: number;
  /** Its bytes, to be opened when it is written, and read once. */
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export function fileOfBytes(
  name: string,
  content: ContentFile['content'],
  bytes: Uint8Array | string,
): ContentFile {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { name, content, sizeBytes: body.length, open: () => [body] };
}
