import { existsSync } from 'node:fs';
import type { VerifyReport } from '../../archive/verification.ts';
import type { Migrations } from '../../endpoints/migrations.ts';
import type { RepositorySummary } from '../../endpoints/repositories.ts';
import type { VerifiedLoad } from '../../load/load-archive.ts';
import { Failure } from '../../model/failure.ts';
import type { FindingCode } from '../../model/findings.table.ts';
import type { MigrationId, MigrationRequest } from '../../model/migrations.ts';
import { isSameRepository, pairRepositories } from '../../model/repository-name.ts';
import { openStore } from '../../store/store.ts';
import {
  accountKeyOf,
  type Completeness,
  type CompletenessCheck,
  MAX_COMPLETENESS_DETAILS,
} from '../../vault/manifest.ts';
import { DEFAULT_MAX_DROP } from '../../vault/retention-policy.ts';
import { scopeOfRequest } from '../../vault/scope.ts';
import type { BackupRun } from '../backup-options.ts';
import type { ExportedPart } from '../export-part.ts';
import type { Exports } from '../export-parts.ts';
import { LFS_UNKNOWN } from '../keep-lfs-files.ts';
import { checkGit } from './check-git.ts';
import { compareRepositories } from './compare-repositories.ts';
import { compareWithPrevious } from './compare-with-previous.ts';
import { compareWithService } from './compare-with-service.ts';

interface Proof {
  readonly exports: Exports;
  readonly loaded: VerifiedLoad;
  readonly request: MigrationRequest;
  readonly backup: string;
  /** Organizations that the list of repositories omits. */
  readonly leftOut?: readonly string[] | undefined;
}

/**
 * Compares the archive with every source that shows what it should contain: the request, the service, the previous
 * backup, references in records, and git. A comparison that is not possible is unknown and fails nothing.
 */
export async function proveCompleteness(proof: Proof, run: BackupRun): Promise<Completeness> {
  const { exports, loaded, request, backup, leftOut = [] } = proof;
  const { verification } = loaded;
  const { vault, service, account, signal, searchPath, maxDrop = DEFAULT_MAX_DROP, onEvent } = run;
  const migrations = exports.parts.map(({ migration }) => migration);
  const repositories = migrations.flatMap((migration) => migration.repositories);
  const takenAtMs = Math.min(...migrations.map(({ createdAt }) => Date.parse(createdAt)));
  const pairs = pairExports(exports.parts, run);
  const isFound = (name: string) => verification.repositories.some((one) => isSameRepository(name, one.name));
  /** An archive contains a repository that was renamed during the export under its former or its new name. */
  const nameInArchive = (name: string) => (isFound(name) ? name : (pairs.get(name.toLowerCase()) ?? name));
  const asked = { ...request, repositories: request.repositories.map(nameInArchive) };
  const exported = request.repositories.filter((name) => pairs.has(name.toLowerCase())).map(nameInArchive);
  const lacking = await findLackingGit({
    parts: exports.parts,
    request,
    verification,
    migrations: service.migrations,
  });
  const git = await checkGit({
    ...{ vault, request, lacking, searchPath, signal, skipsLfs: run.lfs !== undefined },
    snapshotId: loaded.load.snapshotId,
  });
  const checks = [
    compareRepositories({ request: asked, exported, found: verification.repositories, leftOut }),
    await compareWithService({
      request: asked,
      repositories: service.repositories,
      found: verification.repositories,
      openAtService: Object.assign({}, ...migrations.map(({ openThreads }) => openThreads ?? {})),
      openInStore: readOpenThreads(vault.storePath),
      takenAtMs,
    }),
    compareWithPrevious({
      manifests: await vault.manifests(),
      accountKey: accountKeyOf({ account, baseUrl: service.baseUrl.href }),
      scope: scopeOfRequest(run.requested, { request, isOfMigration: run.migration !== undefined }),
      backup,
      sizes: {
        repositories: new Set(repositories).size,
        records: Object.values(verification.records).reduce((sum, count) => sum + count, 0),
        bytes: exports.parts.reduce((sum, { archive }) => sum + archive.sizeBytes, 0),
        recordsByKind: verification.records,
      },
      maxDrop,
    }),
    checkUploads(verification),
    checkReferences(verification),
    git.check,
    ...(run.lfs === undefined ? [] : [LFS_UNKNOWN]),
  ];
  const completeness = {
    isComplete: checks.every(({ result }) => result !== 'incomplete'),
    checks,
    ...(git.outside.length === 0 ? {} : { outside: git.outside }),
  };
  onEvent({ type: 'compared', ...completeness });
  return completeness;
}

/** Open issues and pull requests by `owner/name` in lower case. */
function readOpenThreads(storePath: string): ReadonlyMap<string, number> | undefined {
  if (!existsSync(storePath)) {
    return undefined;
  }
  const store = openStore(storePath);
  try {
    const { rows } = store.query("SELECT repo, count(*) FROM threads WHERE state = 'open' GROUP BY repo");
    return new Map([...rows].map(([repo, count]) => [String(repo).toLowerCase(), Number(count)]));
  } finally {
    store.close();
  }
}

/** Whether the archive contains every file that a record refers to. */
function checkUploads(verification: VerifyReport): CompletenessCheck {
  const { missing, excluded } = verification.uploads;
  const isUnknown = missing === 0 && excluded > 0;
  return {
    name: 'attachments',
    result: missing > 0 ? 'incomplete' : isUnknown ? 'unknown' : 'complete',
    summary: isUnknown
      ? `${excluded} attachments and release assets were left out, as requested`
      : missing === 0
        ? 'Every attachment and release asset named by a record is present'
        : `${missing} attachments and release assets named by records are missing`,
    details: examplesOf(verification, 'attachment-missing'),
  };
}

/** Whether the archive lacks records that others refer to. */
function checkReferences(verification: VerifyReport): CompletenessCheck {
  const { missing, checked } = verification.references;
  return {
    name: 'references',
    result: missing > 0 ? 'incomplete' : checked === 0 ? 'unknown' : 'complete',
    summary:
      checked === 0
        ? 'There are no references to follow'
        : `${checked - missing} of ${checked} references lead to records that are present, or outside of the archive`,
    details: examplesOf(verification, 'reference-missing'),
  };
}

function examplesOf({ findings }: VerifyReport, code: FindingCode): readonly string[] {
  return findings
    .filter((tally) => tally.code === code)
    .flatMap(({ examples }) => examples.map(({ message }) => message))
    .slice(0, MAX_COMPLETENESS_DETAILS);
}

/**
 * The name under which each requested repository was exported, by its requested name in lower case; repositories that
 * were not exported are omitted.
 */
export function pairExports(
  parts: readonly ExportedPart[],
  { service }: Pick<BackupRun, 'service'>,
): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap(({ part, migration }) => {
      const names = part.request.repositories;
      const asked = { names, ids: service.repositories.idsOf(names) };
      const { repositories, repositoryIds } = migration;
      // If a service lists no repositories, nothing is known about omitted ones.
      const exported = { names: repositories.length === 0 ? names : repositories, ids: repositoryIds };
      return [...pairRepositories(asked, exported)];
    }),
  );
}

interface GitSources {
  readonly parts: readonly ExportedPart[];
  readonly request: MigrationRequest;
  readonly verification: Pick<VerifyReport, 'findings'>;
  readonly migrations: Pick<Migrations, 'repositories'>;
}

/**
 * The repositories whose git data was requested, if the archive has none at all: the service left it out, or the
 * migration was started without it. Repositories to which nothing was ever pushed have none. If others have some, the
 * verification itself reports each one without.
 */
async function findLackingGit(sources: GitSources): Promise<readonly string[]> {
  const { parts, request, verification, migrations } = sources;
  const isRequested = request.excludeGitData !== true && request.orgMetadataOnly !== true;
  if (!isRequested || !verification.findings.some(({ code }) => code === 'git-directory-excluded')) {
    return [];
  }
  const lacking: string[] = [];
  for (const { part, migration } of parts) {
    const listed = await listIfPossible(migration.id, migrations);
    const empty = new Set(listed.filter(isNeverPushed).map(({ fullName }) => fullName.toLowerCase()));
    lacking.push(...part.request.repositories.filter((name) => !empty.has(name.toLowerCase())));
  }
  return lacking;
}

/** A size of 0 alone does not prove it: the service measures repositories some time after a push. */
function isNeverPushed({ pushedAt, sizeKib }: RepositorySummary): boolean {
  return pushedAt === undefined && sizeKib === 0;
}

/** A failed request does not affect the backup: no repository is known to be empty then. */
async function listIfPossible(
  id: MigrationId,
  migrations: Pick<Migrations, 'repositories'>,
): Promise<readonly RepositorySummary[]> {
  const listed: RepositorySummary[] = [];
  try {
    for await (const repository of migrations.repositories(id)) {
      listed.push(repository);
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted' || error.code === 'internal') {
      throw error;
    }
  }
  return listed;
}
