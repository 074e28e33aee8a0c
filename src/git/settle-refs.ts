import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesOfText, textOfBytes } from '../base/byte-text.ts';
import { quoteText } from '../base/terminal-text.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';
import { type RefValue, readRefValue } from './list-refs.ts';
import { isObjectId, isRefName } from './ref-name.ts';

export interface RefSources {
  /** The text of HEAD, if any. */
  readonly head: string | undefined;
  /** The texts of loose refs by name. */
  readonly looseRefs: ReadonlyMap<string, string>;
  /** The path of the packed-refs file of the archive, if any. */
  readonly packedRefsPath: string | undefined;
  /** Length of the hashes of the repository's objects; undefined if it has no objects. */
  readonly hashDigits: number | undefined;
}

/** Called with an invalid ref. */
export type ReportRefFault = (code: 'git-ref-broken' | 'git-symref-dangling', message: string) => void;

export interface SettledRefs {
  readonly refCount: number;
  /** The object id in a detached HEAD. */
  readonly detachedHead: string | undefined;
  readonly hashDigits: number;
}

/**
 * Writes new `packed-refs` and `HEAD` files into `directory`, from the refs of the archive, so that git only reads
 * names and values that were validated here. A loose ref overrides a packed one of its name. Symbolic refs other than
 * HEAD become plain ones, since packed-refs does not support them.
 */
export async function settleRefs(
  directory: string,
  sources: RefSources,
  report: ReportRefFault,
): Promise<SettledRefs> {
  const writing = new RefWriting(sources, report);
  // Opened first: a stream that opens its file itself may do so after the content has failed.
  const file = await open(join(directory, 'packed-refs'), 'w', 0o600);
  await pipeline(writing.packedRefs(), file.createWriteStream());
  const head = writing.head();
  await writeFile(join(directory, 'HEAD'), bytesOfText(`${head}\n`), { mode: 0o600 });
  return {
    refCount: writing.refCount,
    detachedHead: isObjectId(head) ? head : undefined,
    hashDigits: writing.hashDigits ?? SHA1_DIGITS,
  };
}

const SHA1_DIGITS = 40;

/** Replaces a missing or invalid HEAD, without which git rejects the directory. */
const STAND_IN_HEAD = 'ref: refs/heads/main';

class RefWriting {
  readonly #sources: RefSources;
  readonly #report: ReportRefFault;
  readonly #loose = new Map<string, RefValue>();
  /** Targets of symbolic refs, with their object ids once those were found in packed-refs. */
  readonly #packedTargets = new Map<string, string | undefined>();
  hashDigits: number | undefined;
  refCount = 0;

  constructor(sources: RefSources, report: ReportRefFault) {
    this.#sources = sources;
    this.#report = report;
    this.hashDigits = sources.hashDigits;
    for (const [name, text] of sources.looseRefs) {
      const value = this.#readLooseRef(name, text);
      if (value !== undefined) {
        this.#loose.set(name, value);
      }
    }
    const headValue = readRefValue(sources.head ?? '');
    for (const value of [headValue, ...this.#loose.values()]) {
      if (value?.type === 'symbolic') {
        this.#packedTargets.set(value.target, undefined);
      }
    }
  }

  /** The lines of packed-refs, in batches. Without a header line, git sorts them itself. */
  async *packedRefs(): AsyncGenerator<Buffer> {
    const { packedRefsPath } = this.#sources;
    for await (const lines of packedRefsPath === undefined ? [] : readLineBatches(packedRefsPath)) {
      yield bytesOfText(lines.map((line) => this.#packedLine(line)).join(''));
    }
    for (const [name, value] of this.#loose) {
      const id = this.#resolve(value);
      if (id !== undefined) {
        yield bytesOfText(this.#write(id, name));
      } else if (value.type === 'symbolic') {
        this.#report(
          'git-symref-dangling',
          `The ref ${quoteText(name)} points to ${quoteText(value.target)}, which is missing`,
        );
      }
    }
  }

  /** The text of HEAD; to be called after `packedRefs`. */
  head(): string {
    const { head: text, hashDigits } = this.#sources;
    const value = readRefValue(text ?? '');
    if (value === undefined || (value.type === 'direct' && !this.#fits(value.id))) {
      this.#report(
        'git-ref-broken',
        text === undefined
          ? 'HEAD is missing'
          : `HEAD contains ${quoteText(text)}, which is neither a ref nor an object id`,
      );
      return STAND_IN_HEAD;
    }
    if (value.type === 'direct') {
      return value.id;
    }
    const hasContent = this.refCount > 0 || hashDigits !== undefined;
    if (hasContent && this.#resolve(value) === undefined) {
      this.#report('git-symref-dangling', `HEAD points to ${quoteText(value.target)}, which is missing`);
    }
    return `ref: ${value.target}`;
  }

  #readLooseRef(name: string, text: string): RefValue | undefined {
    const value = readRefValue(text);
    if (!isRefName(name)) {
      this.#report('git-ref-broken', `The ref ${quoteText(name)} has a name that git does not accept`);
      return undefined;
    }
    if (value === undefined || (value.type === 'direct' && !this.#fits(value.id))) {
      this.#report(
        'git-ref-broken',
        `The ref ${quoteText(name)} contains ${quoteText(text)}, which is not an object id`,
      );
      return undefined;
    }
    return value;
  }

  #packedLine(line: string): string {
    // A line that starts with "^" is the target of the tag above; git determines that itself.
    if (line === '' || line.startsWith('#') || line.startsWith('^')) {
      return '';
    }
    const space = line.indexOf(' ');
    const id = line.slice(0, space);
    const name = line.slice(space + 1);
    if (!isObjectId(id) || !isRefName(name) || !this.#fits(id)) {
      this.#report('git-ref-broken', `packed-refs has the line ${quoteText(line)}, which is not a ref`);
      return '';
    }
    if (this.#loose.has(name)) {
      return '';
    }
    if (this.#packedTargets.has(name)) {
      this.#packedTargets.set(name, id);
    }
    return this.#write(id, name);
  }

  #write(id: string, name: string): string {
    this.refCount += 1;
    return `${id} ${name}\n`;
  }

  /** Git rejects the whole packed-refs file if the length of any id differs from that of the repository's hash. */
  #fits(id: string): boolean {
    this.hashDigits ??= id.length;
    return this.hashDigits === id.length;
  }

  #resolve(value: RefValue): string | undefined {
    let current: RefValue | undefined = value;
    for (let depth = 0; depth <= GIT_LIMITS.symbolicRefDepth; depth += 1) {
      if (current === undefined || current.type === 'direct') {
        return current?.id;
      }
      const packedId = this.#packedTargets.get(current.target);
      current =
        this.#loose.get(current.target) ??
        (packedId === undefined ? undefined : { type: 'direct', id: packedId });
    }
    return undefined;
  }
}

/** The lines of a file, in batches of one chunk. */
async function* readLineBatches(path: string): AsyncGenerator<readonly string[]> {
  let lines: string[] = [];
  const splitter = createLineSplitter({
    maxLineBytes: GIT_LIMITS.lineBytes,
    onLine: (line) => lines.push(line),
    decode: textOfBytes,
  });
  for await (const chunk of createReadStream(path)) {
    splitter.push(chunk);
    yield lines;
    lines = [];
  }
  splitter.end();
  yield lines;
}
