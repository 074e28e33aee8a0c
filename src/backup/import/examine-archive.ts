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
import { ageOf, type Clock, Failure } from '../../base/index.ts';
import { firstError } from '../../model/index.ts';

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
