import { type OpenSourceOptions, openArchiveSource } from '../../archive/archive-source.ts';
import { createInspection, type InspectReport } from '../../archive/inspection.ts';
import { type ReadArchiveOptions, readArchive } from '../../archive/read-archive.ts';
import { isMigrationContent, refuseForeign } from '../../archive/refuse-foreign.ts';
import { type VerifyReport, withVerification } from '../../archive/verification.ts';
import { whyIncomplete } from '../../archive/why-incomplete.ts';
import type { Clock } from '../../base/clock.ts';
import { ageOf, MAX_SKEW_MS } from '../../base/durations.ts';
import { definedMembers } from '../../base/json.ts';
import { utcSeconds } from '../../base/run-id.ts';
import { formatTimestamp } from '../../base/timestamps.ts';
import { Failure } from '../../model/failure.ts';
import type { Manifest } from '../../vault/manifest.ts';
import { type Scope, selectionOfNames } from '../../vault/scope.ts';

/** What one pass through an archive shows. */
export interface ExaminedArchive {
  readonly path: string;
  readonly isEncrypted: boolean;
  /** Of the archive itself, after decryption. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly verification: VerifyReport;
  /** `owner/name` each. */
  readonly repositories: readonly string[];
  /** What it contains stands for what it was asked for, which is unknown. */
  readonly scope: Scope;
  /** The account, which is the owner of most of its repositories. */
  readonly account: string;
  /** Origin of the URLs of its records; undefined if it has no repository. */
  readonly origin: string | undefined;
  /** The newest tar time, otherwise the newest record, in milliseconds since the epoch; 0 if there is neither. */
  readonly takenAtMs: number;
}

interface ExamineOptions extends Pick<ReadArchiveOptions, 'limits' | 'signal' | 'onProgress'> {
  readonly opening: OpenSourceOptions;
  readonly clock: Pick<Clock, 'now'>;
}

/** The account of an archive without repositories. */
const NOBODY = 'unknown';

/**
 * Verifies an archive and describes it. Fails with `archive-damaged` if its container is incomplete, with
 * `not-an-archive` if no migration wrote it, with `usage` if it is not a file, and with the failures of opening it.
 */
export async function examineArchive(path: string, options: ExamineOptions): Promise<ExaminedArchive> {
  const { opening, clock, ...reading } = options;
  const nowMs = clock.now();
  /** A date in the future does not indicate the archive's age. */
  const pastOf = (timeMs: number) => (ageOf(timeMs, nowMs) === undefined ? 0 : timeMs);
  const source = await openArchiveSource(path, opening);
  if (source.type !== 'packed' || source.sizeBytes === undefined) {
    throw new Failure('usage', `Cannot import "${path}": it is not a file`, {
      hint: 'To make an archive of a folder, load it with loadArchive, and write the store with dumpStore',
      commandHint: 'To make an archive of a folder, run "satchel load" and then "satchel dump archive"',
    });
  }
  const inspection = createInspection(utcSeconds(nowMs + MAX_SKEW_MS));
  let newestMs = 0;
  let hasContent = false;
  const verified = await withVerification({}, async (verification) => {
    for await (const event of readArchive({ ...reading, source })) {
      hasContent ||= isMigrationContent(event);
      verification.observe(event);
      inspection.observe(event);
      newestMs =
        event.type === 'entry' ? Math.max(newestMs, pastOf(event.entry.modifiedAtMs ?? 0)) : newestMs;
    }
    return verification.report();
  });
  const { sha256, packedBytes, isWhole } = verified.container;
  if (!isWhole || sha256 === undefined) {
    const { found, hint } = whyIncomplete(verified.findings);
    throw new Failure('archive-damaged', `Cannot import "${path}": ${found}`, definedMembers({ hint }));
  }
  refuseForeign({ ...verified, aim: `import "${path}"`, hasContent });
  const report = inspection.report();
  const names = report.repositories.map(({ name }) => name);
  return {
    path,
    isEncrypted: source.damage !== undefined,
    sha256,
    sizeBytes: packedBytes,
    verification: verified,
    repositories: names,
    scope: {
      selection: selectionOfNames(names),
      exclusions: report.gitDirectories.length === 0 ? ['git data'] : [],
    },
    account: mainOwner(report) ?? NOBODY,
    origin: originOf(report),
    takenAtMs: newestMs || Math.max(0, pastOf(Date.parse(report.created?.to ?? ''))),
  };
}

/** The owner of most repositories; if several have the same number, the first by name. */
function mainOwner({ repositories }: InspectReport): string | undefined {
  const counts = new Map<string, number>();
  for (const { name } of repositories) {
    const owner = name.split('/')[0] ?? '';
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return [...counts].toSorted(
    ([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1),
  )[0]?.[0];
}

function originOf({ repositories }: InspectReport): string | undefined {
  const url = repositories[0]?.url ?? '';
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Facts about an archive that are specified by the user, because its content lacks them or differs. */
export interface DescribeOptions {
  /** The account that it belongs to. */
  readonly account?: string | undefined;
  /** When it was taken, in milliseconds since the epoch. */
  readonly takenAtMs?: number | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly satchelVersion: string;
}

/** Creates the manifest of an archive from its content. */
export function describeArchive(examined: ExaminedArchive, name: string, options: DescribeOptions): Manifest {
  const { sizeBytes, sha256, repositories, scope, origin, verification } = examined;
  return {
    manifestVersion: 2,
    archive: name,
    origin: 'import',
    sizeBytes,
    sha256,
    ...definedMembers({ baseUrl: origin }),
    account: options.account ?? examined.account,
    repositories,
    scope,
    takenAt: formatTimestamp(takenAtMsOf(examined, options)),
    downloadedAt: formatTimestamp(options.clock.now()),
    counts: verification.records,
    findings: verification.findings,
    isVerified: verification.isVerified,
    satchelVersion: options.satchelVersion,
  };
}

/** When an archive was taken; the current time if unknown. */
export function takenAtMsOf(
  examined: ExaminedArchive,
  { takenAtMs = examined.takenAtMs, clock }: Pick<DescribeOptions, 'takenAtMs' | 'clock'>,
): number {
  return takenAtMs || clock.now();
}
