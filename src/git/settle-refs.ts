import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { quoteText } from '../base/index.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';
import { type RefValue, readRefValue } from './list-refs.ts';
import { isObjectId, isRefName } from './ref-name.ts';

/** The refs of one repository as the archive brought them. */
export interface RefSources {
  /** The text of HEAD, if there was one. */
  readonly head: string | undefined;
  /** Loose refs by name, with the text of their files. */
  readonly looseRefs: ReadonlyMap<string, string>;
  /** Where packed-refs of the archive was put, if there was one. */
  readonly packedRefsPath: string | undefined;
  /** Digits of the hashes of the repository's objects; undefined where it has none. */
  readonly hashDigits: number | undefined;
}

/** A fault of a ref, as a code and a sentence. */
export type ReportRefFault = (code: 'git-ref-broken' | 'git-symref-dangling', message: string) => void;

/** What was written. */
export interface SettledRefs {
  readonly refCount: number;
  /** The object that HEAD names itself, where it leads to no branch. */
  readonly detachedHead: string | undefined;
  readonly hashDigits: number;
}

/**
 * Writes `packed-refs` and `HEAD` into `directory` anew from what the archive brought, so that git reads only names
 * and values that we have read before it. A loose ref hides a packed one of its name; symbolic refs but HEAD become
 * plain ones, since packed-refs has no others.
 */
export async function settleRefs(
  directory: string,
  sources: RefSources,
  report: ReportRefFault,
): Promise<SettledRefs> {
  const writing = new RefWriting(sources, report);
  await pipeline(writing.packedRefs(), createWriteStream(join(directory, 'packed-refs'), { mode: 0o600 }));
  const head = writing.head();
  await writeFile(join(directory, 'HEAD'), `${head}\n`, { mode: 0o600 });
  return {
    refCount: writing.refCount,
    detachedHead: isObjectId(head) ? head : undefined,
    hashDigits: writing.hashDigits ?? SHA1_DIGITS,
  };
}

const SHA1_DIGITS = 40;

/** What HEAD says where the archive has none that can be read: git takes no directory without it. */
const STAND_IN_HEAD = 'ref: refs/heads/main';

/** The refs of one repository while they are written. */
class RefWriting {
  readonly #sources: RefSources;
  readonly #report: ReportRefFault;
  readonly #loose = new Map<string, RefValue>();
  /** Names that symbolic refs lead to, with their objects as soon as packed-refs tells them. */
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

  /** The lines of packed-refs, in batches. Without a header line git sorts them itself. */
  async *packedRefs(): AsyncGenerator<string> {
    const { packedRefsPath } = this.#sources;
    for await (const lines of packedRefsPath === undefined ? [] : readLineBatches(packedRefsPath)) {
      yield lines.map((line) => this.#packedLine(line)).join('');
    }
    for (const [name, value] of this.#loose) {
      const id = this.#resolve(value);
      if (id !== undefined) {
        yield this.#write(id, name);
      } else if (value.type === 'symbolic') {
        this.#report(
          'git-symref-dangling',
          `The ref ${quoteText(name)} leads to ${quoteText(value.target)}, which is not there`,
        );
      }
    }
  }

  /** The text of HEAD; called after `packedRefs`. */
  head(): string {
    const { head: text, hashDigits } = this.#sources;
    const value = readRefValue(text ?? '');
    if (value === undefined || (value.type === 'direct' && !this.#fits(value.id))) {
      this.#report(
        'git-ref-broken',
        text === undefined
          ? 'There is no HEAD'
          : `HEAD holds ${quoteText(text)}, which names neither ref nor object`,
      );
      return STAND_IN_HEAD;
    }
    if (value.type === 'direct') {
      return value.id;
    }
    const hasContent = this.refCount > 0 || hashDigits !== undefined;
    if (hasContent && this.#resolve(value) === undefined) {
      this.#report('git-symref-dangling', `HEAD leads to ${quoteText(value.target)}, which is not there`);
    }
    return `ref: ${value.target}`;
  }

  #readLooseRef(name: string, text: string): RefValue | undefined {
    const value = readRefValue(text);
    if (!isRefName(name)) {
      this.#report('git-ref-broken', `The ref ${quoteText(name)} has a name that git does not take`);
      return undefined;
    }
    if (value === undefined || (value.type === 'direct' && !this.#fits(value.id))) {
      this.#report(
        'git-ref-broken',
        `The ref ${quoteText(name)} holds ${quoteText(text)}, which is not an object id`,
      );
      return undefined;
    }
    return value;
  }

  #packedLine(line: string): string {
    // A line of "^" tells what the tag above points to; git finds that out itself.
    if (line === '' || line.startsWith('#') || line.startsWith('^')) {
      return '';
    }
    const space = line.indexOf(' ');
    const id = line.slice(0, space);
    const name = line.slice(space + 1);
    if (!isObjectId(id) || !isRefName(name) || !this.#fits(id)) {
      this.#report('git-ref-broken', `packed-refs has the line ${quoteText(line)}, which names no ref`);
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

  /** Git refuses a whole packed-refs for one id of another length than the repository's. */
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

/** The lines of a file, as many at a time as a piece of it holds. */
async function* readLineBatches(path: string): AsyncGenerator<readonly string[]> {
  let lines: string[] = [];
  const splitter = createLineSplitter({
    maxLineBytes: GIT_LIMITS.lineBytes,
    onLine: (line) => lines.push(line),
  });
  for await (const chunk of createReadStream(path)) {
    splitter.push(chunk);
    yield lines;
    lines = [];
  }
  splitter.end();
  yield lines;
}
