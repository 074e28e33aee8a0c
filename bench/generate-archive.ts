import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { Header } from 'tar/header';

/** What to generate. */
export interface GenerateOptions {
  readonly path: string;
  /** Bytes of JSON in all record files together. */
  readonly jsonBytes: number;
  /** One array per kind in one file, however large, instead of files of 100 records. */
  readonly isGiant: boolean;
}

/** How much came out. */
export interface GeneratedArchive {
  readonly jsonBytes: number;
  readonly records: number;
  readonly entries: number;
}

const BLOCK_BYTES = 512;
const RECORDS_PER_FILE = 100;
const REPOSITORY = 'https://service.example/alice/garden';

type MakeRecord = (number: number, prose: Prose) => object;

/** The kinds of record that fill an archive, and their shares of its bytes. */
const KINDS: readonly { readonly prefix: string; readonly share: number; readonly make: MakeRecord }[] = [
  { prefix: 'issues', share: 0.3, make: makeIssue },
  { prefix: 'issue_comments', share: 0.4, make: makeComment },
  { prefix: 'pull_requests', share: 0.15, make: makePullRequest },
  { prefix: 'issue_events', share: 0.15, make: makeEvent },
];

/**
 * Writes an archive of invented records, the same for the same options on every machine: bodies of log-normal length
 * (median 300 bytes, up to 20 KB) from a vocabulary whose words are as unequal as those of real prose.
 */
export async function generateArchive(options: GenerateOptions): Promise<GeneratedArchive> {
  const gzip = createGzip({ level: 6 });
  const file = createWriteStream(options.path);
  gzip.pipe(file);
  const prose = new Prose();
  let records = 0;
  let entries = 1;
  await writeEntry(gzip, 'schema.json', Buffer.from('{"version":"1.0.1"}'));
  for (const { prefix, share, make } of KINDS) {
    const targetBytes = Math.round(options.jsonBytes * share);
    const count = options.isGiant ? writeGiantFile : writeFiles;
    const written = await count({ gzip, prefix, targetBytes, make: (number) => make(number, prose) });
    records += written.records;
    entries += written.entries;
  }
  gzip.end(Buffer.alloc(2 * BLOCK_BYTES));
  await finished(file);
  return { jsonBytes: options.jsonBytes, records, entries };
}

interface KindJob {
  readonly gzip: Gzip;
  readonly prefix: string;
  readonly targetBytes: number;
  readonly make: (number: number) => object;
}

interface Written {
  readonly records: number;
  readonly entries: number;
}

async function writeFiles({ gzip, prefix, targetBytes, make }: KindJob): Promise<Written> {
  let records = 0;
  let entries = 0;
  for (let bytes = 0; bytes < targetBytes; entries += 1) {
    const first = records + 1;
    const list = Array.from({ length: RECORDS_PER_FILE }, (_, index) => make(first + index));
    const body = Buffer.from(JSON.stringify(list));
    await writeEntry(gzip, `${prefix}_${String(entries + 1).padStart(6, '0')}.json`, body);
    bytes += body.length;
    records += list.length;
  }
  return { records, entries };
}

/** The size stands before the content, so the array is filled up with blanks to the size that was promised. */
async function writeGiantFile({ gzip, prefix, targetBytes, make }: KindJob): Promise<Written> {
  await write(gzip, headerOf(`${prefix}_000001.json`, targetBytes));
  let remaining = targetBytes - 2;
  let records = 0;
  await write(gzip, Buffer.from('['));
  for (;;) {
    const record = Buffer.from(`${records === 0 ? '' : ','}${JSON.stringify(make(records + 1))}`);
    if (record.length > remaining) {
      break;
    }
    await write(gzip, record);
    remaining -= record.length;
    records += 1;
  }
  await write(gzip, Buffer.concat([Buffer.alloc(remaining, ' '), Buffer.from(']'), paddingOf(targetBytes)]));
  return { records, entries: 1 };
}

async function writeEntry(gzip: Gzip, name: string, body: Buffer): Promise<void> {
  await write(gzip, Buffer.concat([headerOf(name, body.length), body, paddingOf(body.length)]));
}

async function write(gzip: Gzip, bytes: Buffer): Promise<void> {
  if (!gzip.write(bytes)) {
    await once(gzip, 'drain');
  }
}

function headerOf(name: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  new Header({ path: `./${name}`, type: 'File', size: sizeBytes, mode: 0o644, mtime: new Date(0) }).encode(
    block,
  );
  return block;
}

function paddingOf(sizeBytes: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
}

const POOL_CHARACTERS = 4 * 1024 * 1024;
const VOCABULARY = 20_000;
const MAX_BODY_CHARACTERS = 20_000;

/** Prose from a fixed seed: a pool of words once, then slices of it. */
class Prose {
  #state = 0x2545f491;
  readonly #pool: string;

  constructor() {
    const words = Array.from({ length: VOCABULARY }, () => this.#word());
    const parts: string[] = [];
    for (let length = 0; length < POOL_CHARACTERS; ) {
      // The square of a square favours early words about as much as Zipf's law does.
      const word = words[Math.floor(this.next() ** 4 * VOCABULARY)] ?? '';
      const end = this.next() < 0.08 ? '.\n' : ' ';
      parts.push(word, end);
      length += word.length + end.length;
    }
    this.#pool = parts.join('');
  }

  /** A number in [0, 1) from Marsaglia's xorshift of 32 bits. */
  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  body(): string {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return this.text(Math.min(MAX_BODY_CHARACTERS, Math.round(300 * Math.exp(normal))));
  }

  text(characters: number): string {
    const start = Math.floor(this.next() * (POOL_CHARACTERS - characters));
    return this.#pool.slice(start, start + characters);
  }

  person(): string {
    return `https://service.example/user-${Math.floor(this.next() ** 2 * 2_000)}`;
  }

  time(): string {
    return `${new Date(1.5e12 + Math.floor(this.next() * 2e11)).toISOString().slice(0, 19)}Z`;
  }

  #word(): string {
    const length = 2 + Math.floor(this.next() * 9);
    return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(this.next() ** 1.5 * 26))).join(
      '',
    );
  }
}

function makeIssue(number: number, prose: Prose): object {
  return {
    type: 'issue',
    url: `${REPOSITORY}/issues/${number}`,
    repository: REPOSITORY,
    user: prose.person(),
    title: prose.text(50),
    body: prose.body(),
    assignee: null,
    assignees: [],
    milestone: null,
    labels: [`${REPOSITORY}/labels/bug`],
    reactions: [],
    closed_at: null,
    created_at: prose.time(),
    updated_at: prose.time(),
  };
}

function makeComment(number: number, prose: Prose): object {
  return {
    type: 'issue_comment',
    url: `${REPOSITORY}/issues/${Math.ceil(number / 3)}#issuecomment-${number}`,
    issue: `${REPOSITORY}/issues/${Math.ceil(number / 3)}`,
    user: prose.person(),
    body: prose.body(),
    formatter: 'markdown',
    reactions: [],
    created_at: prose.time(),
  };
}

function makePullRequest(number: number, prose: Prose): object {
  const sha = '0123456789abcdef0123456789abcdef01234567';
  const side = { ref: 'main', sha, user: prose.person(), repo: REPOSITORY };
  return {
    type: 'pull_request',
    url: `${REPOSITORY}/pull/${10_000_000 + number}`,
    user: prose.person(),
    repository: REPOSITORY,
    title: prose.text(50),
    body: prose.body(),
    base: side,
    head: { ...side, ref: prose.text(12) },
    assignee: null,
    assignees: [],
    milestone: null,
    labels: [],
    reactions: [],
    review_requests: [],
    close_issue_references: [],
    work_in_progress: false,
    merged_at: null,
    closed_at: null,
    created_at: prose.time(),
    merge_commit_sha: sha,
  };
}

function makeEvent(number: number, prose: Prose): object {
  return {
    type: 'issue_event',
    url: `${REPOSITORY}/issues/${Math.ceil(number / 4)}#event-${number}`,
    issue: `${REPOSITORY}/issues/${Math.ceil(number / 4)}`,
    actor: prose.person(),
    event: 'labeled',
    label: `${REPOSITORY}/labels/bug`,
    label_name: 'bug',
    label_color: 'd73a4a',
    label_text_color: 'ffffff',
    created_at: prose.time(),
  };
}
