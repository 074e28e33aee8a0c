import { existsSync } from 'node:fs';
import { open, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ArchiveEntry } from '../archive/archive-event.ts';
import { type ArchiveSource, type OpenSourceOptions, openArchiveSource } from '../archive/archive-source.ts';
import { readArchive } from '../archive/read-archive.ts';
import { escapedName } from '../base/byte-text.ts';
import { fileFailure } from '../base/file-failure.ts';
import { makeFolder } from '../base/make-folder.ts';
import { SQLITE_MAGIC } from '../base/read-pieces.ts';
import { openWorkplace, type Workplace } from '../base/workplace.ts';
import { type ArchiveContent, openArchiveContent } from '../dump/archive-content.ts';
import { createGitStage, type GitStage } from '../git/git-stage.ts';
import { findGit } from '../git/run-git.ts';
import { bareRepositoryConfig } from '../model/bare-repository.ts';
import { Failure } from '../model/failure.ts';
import { createFindingCounter } from '../model/findings.ts';
import type { FileSink } from '../model/records.ts';
import { VAULT_MARKER_NAME } from '../model/vault-marker-name.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { environmentOfVault } from './configuration.ts';
import { copyLfs, copyRepository } from './extract/copy-repository.ts';
import { type ExtractJob, type ExtractRemarks, extractRepository } from './extract/extract-job.ts';
import {
  type ExtractSelection,
  isGitOf,
  isInWantedRepository,
  isWantedFile,
  isWantedRepository,
} from './extract/extract-selection.ts';
import { type ExtractedFile, ExtractTarget } from './extract/extract-target.ts';
import { type FilesContext, type FilesWithLfs, filesWithLfsOf } from './folders-of-store.ts';

export interface ExtractOptions extends OpenSourceOptions {
  /** The path of an archive, a store or a vault, whose store is used; or an open archive. */
  readonly from: string | ArchiveSource;
  /** The target, which is created if it is absent. Existing files are never replaced. */
  readonly directory: string;
  /** What to extract; default: everything. */
  readonly selection?: Partial<ExtractSelection> | undefined;
  /** Writes git bundles instead of bare repositories. */
  readonly asBundle?: boolean | undefined;
}

/** The result of an extraction. */
export interface ExtractReport extends ExtractRemarks {
  readonly files: readonly ExtractedFile[];
}

/**
 * Extracts repositories and files from an archive or a store to `directory`, with their names in the archive if those
 * are safe. Fails with `exists` if a file exists already, and with `absent` if a requested name does not exist, after
 * everything else was extracted.
 */
export async function extract(
  { from, directory, selection = EVERYTHING, asBundle = false, ...opening }: ExtractOptions,
  context: FilesContext,
): Promise<ExtractReport> {
  const { signal } = context;
  const searchPath = context.env['PATH'] ?? '';
  if (asBundle) {
    await findGit({ searchPath, signal });
  }
  const opened = await openFrom(from, opening, context);
  const stage = await makeStage(directory);
  const target = new ExtractTarget(directory, stage.path);
  try {
    const job = {
      selection: { ...NOTHING, ...selection },
      asBundle,
      searchPath,
      signal,
      target,
      stagePath: stage.path,
      findings: createFindingCounter(),
    };
    const remarks = await extractAll(opened, job);
    const report = { ...remarks, files: target.extracted() };
    requireAll(job.selection, report);
    return report;
  } finally {
    target.close();
    await stage.close();
    await rmdir(directory).catch(() => undefined); // Only succeeds if it is empty.
  }
}

const NOTHING: ExtractSelection = {
  repositories: [],
  hasAllRepositories: false,
  hasAttachments: false,
  hasReleases: false,
  entryNames: [],
};

const EVERYTHING: Partial<ExtractSelection> = {
  hasAllRepositories: true,
  hasAttachments: true,
  hasReleases: true,
};

/** What was extracted before a failure remains. */
async function extractAll(opened: ArchiveSource | StoreWithFiles, job: ExtractJob): Promise<ExtractRemarks> {
  try {
    const remarks =
      'dbPath' in opened ? await extractFromStore(opened, job) : await extractFromArchive(opened, job);
    await job.target.settle();
    return remarks;
  } catch (error) {
    await job.target.settle().catch(() => undefined); // The first error is the one to report.
    throw error;
  }
}

async function openFrom(
  from: string | ArchiveSource,
  opening: OpenSourceOptions,
  context: FilesContext,
): Promise<ArchiveSource | StoreWithFiles> {
  if (typeof from !== 'string') {
    return from;
  }
  const isVault = isObjectLocation(from) || existsSync(join(from, VAULT_MARKER_NAME));
  const path = isVault ? await storeOfVault(from, context) : from;
  if (!(await isDatabase(path))) {
    return await openArchiveSource(path, opening);
  }
  const dbPath = resolve(path);
  return { dbPath, ...(await filesWithLfsOf(dbPath, context)) };
}

/** Backups are only loaded for this. */
async function storeOfVault(location: string, context: FilesContext): Promise<string> {
  const { openVaultAt } = await import('../keeping/open-vault-at.ts');
  const env = await environmentOfVault(location, context);
  return (await openVaultAt(location, { ...context, env })).storePath;
}

/** A store is recognised by its first bytes; everything else is an archive. */
async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined); // Opening it as an archive reports the error.
  const head = Buffer.alloc(SQLITE_MAGIC.length);
  await file?.read(head).catch(() => undefined);
  await file?.close();
  return head.toString('latin1') === SQLITE_MAGIC;
}

/** A folder in the target, because a finished repository can only be moved within one file system. */
async function makeStage(directory: string): Promise<Workplace> {
  try {
    await makeFolder(directory);
    return await openWorkplace(directory, '.satchel-');
  } catch (error) {
    throw fileFailure(error, 'extract to', directory);
  }
}

function requireAll({ repositories, entryNames }: ExtractSelection, report: ExtractReport): void {
  const found = [
    ...report.files.map((file) => file.entryName),
    ...report.emptyRepositories,
    ...report.findings.flatMap(({ examples }) => examples.map(({ entryName = '' }) => entryName)),
  ];
  const folders = found.map((name) => name.replace(/\.bundle$/, '.git'));
  const repository = repositories.find((name) => !folders.some((folder) => isGitOf(name, folder)));
  if (repository !== undefined) {
    throw new Failure(
      'absent',
      `Cannot extract "${repository}": no git data of a repository with this name was found`,
      {
        hint: 'inspectArchive lists what an archive has; a store that was loaded without git data has none until the archive is loaded again',
        commandHint:
          '"satchel inspect" lists what an archive has; a store that was loaded with --no-git has none until the archive is loaded again without it',
      },
    );
  }
  const entryName = entryNames.find(
    (name) => !found.some((other) => other === name || escapedName(other) === name),
  );
  if (entryName !== undefined) {
    throw new Failure('absent', `Cannot extract "${entryName}": there is no entry of that name`);
  }
}

/** Extracts from an archive in one pass, without parsing records. */
async function extractFromArchive(source: ArchiveSource, job: ExtractJob): Promise<ExtractRemarks> {
  const stage = createGitStage({ directory: job.stagePath });
  const { findings } = job;
  try {
    const openFile = (entry: ArchiveEntry) => openWanted(entry, stage, job);
    for await (const event of readArchive({ source, skipRecords: true, openFile, signal: job.signal })) {
      if (event.type === 'finding') {
        findings.add(event.finding);
      }
      await job.target.settleMany();
    }
    const { repositories, findings: ofStage } = await stage.finish();
    const emptyRepositories: string[] = [];
    for (const staged of repositories) {
      if (!(await extractRepository(staged, job))) {
        emptyRepositories.push(staged.archivePath);
      }
    }
    for (const finding of [...ofStage, ...repositories.flatMap((staged) => staged.findings)]) {
      findings.add(finding);
    }
    return { emptyRepositories, missing: [], findings: findings.tallies() };
  } finally {
    stage.close();
  }
}

function openWanted(
  entry: ArchiveEntry,
  stage: GitStage,
  { selection, target }: ExtractJob,
): FileSink | undefined {
  const { name, class: content, sizeBytes } = entry;
  if (isWantedFile(selection, { name, content })) {
    return target.open(name);
  }
  return content === 'git' && isInWantedRepository(selection, name)
    ? stage.accept(name, sizeBytes)
    : undefined;
}

interface StoreWithFiles extends FilesWithLfs {
  readonly dbPath: string;
}

/** Extracts what `dump archive` would write. */
async function extractFromStore(
  { dbPath, folders, fetchLfs }: StoreWithFiles,
  job: ExtractJob,
): Promise<ExtractRemarks> {
  const content = openArchiveContent(dbPath, { folders });
  try {
    await extractFiles(content, job);
    const emptyRepositories: string[] = [];
    const missing: string[] = [];
    for (const [index, kept] of content.repositories.entries()) {
      const { entryName: archivePath, sizeBytes, objectFormat } = kept;
      if (isWantedRepository(job.selection, archivePath)) {
        const directory = join(job.stagePath, `${index}.git`);
        await copyRepository(kept.directory, directory, bareRepositoryConfig(objectFormat));
        missing.push(...(await copyLfs({ archivePath, directory, folders, fetchLfs, job })));
        if (!(await extractRepository({ archivePath, directory, sizeBytes }, job))) {
          emptyRepositories.push(archivePath);
        }
      }
    }
    return { emptyRepositories, missing: [...content.missing, ...missing], findings: job.findings.tallies() };
  } finally {
    content.close();
  }
}

async function extractFiles(
  content: ArchiveContent,
  { selection, target, signal }: ExtractJob,
): Promise<void> {
  for (const file of content.files()) {
    signal.throwIfAborted();
    if (isWantedFile(selection, file)) {
      const sink = target.open(file.name);
      for await (const chunk of file.open()) {
        sink.write(chunk);
      }
      sink.end();
      await target.settleMany();
    }
  }
}
