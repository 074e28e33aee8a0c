import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFailure } from '../base/file-failure.ts';
import { makeFolderSync } from '../base/make-folder.ts';
import { quoteText } from '../base/terminal-text.ts';
import { bareRepositoryConfig } from '../model/bare-repository.ts';
import type { FindingCode } from '../model/findings.table.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import { openFileWriter, openTextCollector, type StageSink } from './file-writer.ts';
import type { GitLimits } from './git-limits.table.ts';
import type { GitFile, GitObjectFile, RepositoryEntry } from './repository-entry.ts';
import { inRepository } from './repository-findings.ts';
import { settleRefs } from './settle-refs.ts';
import type { StagedRepository } from './staged-repository.ts';

interface FolderOptions {
  readonly entry: RepositoryEntry;
  readonly directory: string;
  readonly limits: GitLimits;
  /** Reserves memory that all repositories share; false if too little is left. */
  readonly takeMemory: (sizeBytes: number) => boolean;
}

/** One repository while it is extracted from an archive. */
export class RepositoryFolder {
  readonly #options: FolderOptions;
  readonly #objectFiles = new Map<string, GitObjectFile['type']>();
  readonly #findings: Finding[] = [];
  readonly #looseRefs = new Map<string, string>();
  #head: string | undefined;
  #hasPackedRefs = false;
  #hashDigits: number | undefined;
  #looseObjectCount = 0;
  #sizeBytes = 0;
  #isOverMemory = false;

  constructor(options: FolderOptions) {
    this.#options = options;
    for (const name of ['refs', 'objects/pack']) {
      this.#makeDirectory(join(options.directory, name));
    }
  }

  /** Opens a sink for the bytes of a file; undefined if a limit forbids it. */
  open(file: GitFile, sizeBytes: number): StageSink | undefined {
    switch (file.type) {
      case 'head':
        return this.#openText('HEAD', sizeBytes, (text) => {
          this.#head = text;
        });
      case 'ref':
        return this.#openText(file.name, sizeBytes, (text) => this.#looseRefs.set(file.name, text));
      case 'packed-refs':
        return this.#openPackedRefs(sizeBytes);
      default:
        return this.#openObjectFile(file, sizeBytes);
    }
  }

  /** Writes refs and configuration; the repository is readable afterwards. */
  async finish(): Promise<StagedRepository> {
    const { entry, directory } = this.#options;
    try {
      const { hashDigits, ...refs } = await settleRefs(
        directory,
        {
          head: this.#head,
          looseRefs: this.#looseRefs,
          packedRefsPath: this.#hasPackedRefs ? this.#packedRefsPath : undefined,
          hashDigits: this.#hashDigits,
        },
        (code, message) => this.#report(code, message),
      );
      await rm(this.#packedRefsPath, { force: true });
      const objectFormat = hashDigits === SHA256_DIGITS ? 'sha256' : 'sha1';
      await writeFile(join(directory, 'config'), bareRepositoryConfig(objectFormat), { mode: 0o600 });
      const packCount = this.#reportLonePacks();
      return {
        archivePath: entry.archivePath,
        repository: entry.repository,
        isWiki: entry.isWiki,
        directory,
        objectFormat,
        sizeBytes: this.#sizeBytes,
        packCount,
        ...refs,
        isEmpty: refs.refCount === 0 && this.#looseObjectCount === 0 && packCount === 0,
        findings: [...this.#findings],
      };
    } catch (error) {
      throw fileFailure(error, 'write', directory);
    }
  }

  /** The original packed-refs file stays outside the repository until it has been parsed: git never reads it. */
  get #packedRefsPath(): string {
    return `${this.#options.directory}.packed-refs`;
  }

  #openText(name: string, sizeBytes: number, take: (text: string) => void): StageSink | undefined {
    if (sizeBytes > this.#options.limits.refFileBytes) {
      const found = `a file of ${sizeBytes} bytes, too large for a ref`;
      this.#report('git-ref-broken', `${quoteText(name)} is ${found}`);
      return undefined;
    }
    if (!this.#takeMemory(name.length + sizeBytes)) {
      return undefined;
    }
    return openTextCollector(sizeBytes, take);
  }

  #openPackedRefs(sizeBytes: number): StageSink | undefined {
    const { packedRefsBytes } = this.#options.limits;
    if (sizeBytes > packedRefsBytes) {
      this.#report('limit-exceeded', `packed-refs was not read: it is longer than ${packedRefsBytes} bytes`);
      return undefined;
    }
    this.#hasPackedRefs = true;
    return openFileWriter(this.#packedRefsPath);
  }

  #openObjectFile({ type, path, hashDigits }: GitObjectFile, sizeBytes: number): StageSink | undefined {
    if (type === 'loose-object') {
      this.#looseObjectCount += 1;
      this.#makeDirectory(join(this.#options.directory, dirname(path)));
    } else if (this.#takeMemory(path.length)) {
      this.#objectFiles.set(path, type);
    } else {
      return undefined;
    }
    this.#hashDigits ??= hashDigits;
    this.#sizeBytes += sizeBytes;
    return openFileWriter(join(this.#options.directory, path));
  }

  /** Counts the packs. Git silently ignores packs without an index, and indexes without a pack. */
  #reportLonePacks(): number {
    let packCount = 0;
    for (const [path, type] of this.#objectFiles) {
      const stem = path.replace(/\.\w+$/, '');
      if (type === 'pack') {
        packCount += 1;
        if (!this.#objectFiles.has(`${stem}.idx`)) {
          this.#report('git-damaged', `The pack ${path} has no index`);
        }
      } else if (type === 'pack-index' && !this.#objectFiles.has(`${stem}.pack`)) {
        this.#report('git-damaged', `The index ${path} has no pack`);
      }
    }
    return packCount;
  }

  #makeDirectory(path: string): void {
    try {
      makeFolderSync(path);
    } catch (error) {
      throw fileFailure(error, 'make the directory', path);
    }
  }

  #takeMemory(sizeBytes: number): boolean {
    const { limits, takeMemory } = this.#options;
    const isTaken = takeMemory(sizeBytes);
    if (!isTaken && !this.#isOverMemory) {
      this.#isOverMemory = true;
      const what = 'too many loose refs and packs';
      this.#report(
        'limit-exceeded',
        `Not everything was read: ${what} for the limit of ${limits.memoryBytes} bytes`,
      );
    }
    return isTaken;
  }

  /** Adds a finding. The first one, and those about limits, are never dropped, so that every problem shows. */
  #report(code: FindingCode, message: string): void {
    const { entry, limits, takeMemory } = this.#options;
    const sentence = inRepository(entry.archivePath, message);
    const hasRoom = this.#findings.length < limits.findings && takeMemory(sentence.length);
    if (hasRoom || this.#findings.length === 0 || code === 'limit-exceeded') {
      this.#findings.push(createFinding(code, sentence, { entryName: entry.archivePath }));
    }
  }
}

const SHA256_DIGITS = 64;
