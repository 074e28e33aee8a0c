import {
  createInspection,
  createVerification,
  type InspectReport,
  type OpenSourceOptions,
  openArchiveSource,
  type ReadArchiveOptions,
  readArchive,
  type VerifyReport,
} from '../../archive/index.ts';
import { ageOf, type Clock, definedMembers, Failure } from '../../base/index.ts';
import { firstError } from '../../model/index.ts';
import type { Manifest } from '../../vault/index.ts';

/** An archive that somebody has, as one pass through it tells. */
export interface ExaminedArchive {
  readonly path: string;
  readonly isEncrypted: boolean;
  /** Of the archive itself, without its encryption. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly verification: VerifyReport;
  /** `owner/name` each. */
  readonly repositories: readonly string[];
  /** Whose work it is, by most of its repositories. */
  readonly account: string;
  /** Origin of the addresses of its records; undefined where it has no repository. */
  readonly origin: string | undefined;
  /** The newest tar time, else the newest record; undefined where neither is there. */
  readonly takenAt: string | undefined;
}

interface ExamineOptions extends Pick<ReadArchiveOptions, 'limits' | 'signal' | 'onProgress'> {
  readonly opening: OpenSourceOptions;
  readonly clock: Pick<Clock, 'now'>;
}

/** Stands for the account of an archive without repositories. */
const NOBODY = 'unknown';

/**
 * Proves an archive and says what it is. Fails with `archive-damaged` where its container is not whole, with `usage`
 * where it is no file, and as opening it does.
 */
export async function examineArchive(path: string, options: ExamineOptions): Promise<ExaminedArchive> {
  const { opening, clock, ...reading } = options;
  const nowMs = clock.now();
  /** What is dated in the future says nothing about the archive's age. */
  const pastOf = (timeMs: number) => (ageOf(timeMs, nowMs) === undefined ? 0 : timeMs);
  const source = await openArchiveSource(path, opening);
  if (source.type !== 'packed' || source.sizeBytes === undefined) {
    throw new Failure('usage', `Cannot import "${path}": it is not a file`, {
      hint: 'Make an archive of it: "satchel load", then "satchel dump archive"',
    });
  }
  const verification = createVerification();
  const inspection = createInspection();
  let newestMs = 0;
  try {
    for await (const event of readArchive({ ...reading, source })) {
      verification.observe(event);
      inspection.observe(event);
      newestMs =
        event.type === 'entry' ? Math.max(newestMs, pastOf(event.entry.modifiedAtMs ?? 0)) : newestMs;
    }
  } finally {
    verification.close();
  }
  const verified = verification.report();
  const { sha256, packedBytes, isWhole } = verified.container;
  if (!isWhole || sha256 === undefined) {
    const reason = firstError(verified.findings)?.message ?? 'it is incomplete';
    throw new Failure('archive-damaged', `Cannot import "${path}": ${reason}`);
  }
  const report = inspection.report();
  return {
    path,
    isEncrypted: source.damage !== undefined,
    sha256,
    sizeBytes: packedBytes,
    verification: verified,
    repositories: report.repositories.map(({ name }) => name),
    account: mainOwner(report) ?? NOBODY,
    origin: originOf(report),
    takenAt: dateOf(newestMs) ?? dateOf(pastOf(Date.parse(report.created?.to ?? ''))),
  };
}

function dateOf(timeMs: number): string | undefined {
  return timeMs > 0 ? new Date(timeMs).toISOString() : undefined;
}

/** The owner of most repositories, and of equals the first by name. */
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

/** What people say of an archive that its content does not tell, or should not. */
export interface DescribeOptions {
  /** Whose work it is. */
  readonly account?: string | undefined;
  /** When it was taken, ISO 8601. */
  readonly takenAt?: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly satchelVersion: string;
}

/** The manifest of an archive, as far as its content tells. */
export function describeArchive(examined: ExaminedArchive, name: string, options: DescribeOptions): Manifest {
  const { sizeBytes, sha256, repositories, origin, verification } = examined;
  return {
    manifestVersion: 2,
    archive: name,
    origin: 'import',
    sizeBytes,
    sha256,
    ...definedMembers({ baseUrl: origin }),
    account: options.account ?? examined.account,
    repositories,
    takenAt: new Date(takenAtMsOf(examined, options)).toISOString(),
    downloadedAt: new Date(options.clock.now()).toISOString(),
    counts: verification.records,
    findings: verification.findings,
    isVerified: verification.isVerified,
    satchelVersion: options.satchelVersion,
  };
}

/** When an archive was taken; now, where nothing tells. */
export function takenAtMsOf(
  { takenAt }: ExaminedArchive,
  options: Pick<DescribeOptions, 'takenAt' | 'clock'>,
): number {
  return Date.parse(options.takenAt ?? takenAt ?? '') || options.clock.now();
}
