import type { Clock } from '../base/clock.ts';
import type { LockWait } from '../base/lock.ts';
import type { Alerts } from '../endpoints/alerts.ts';
import type { GistJson, StarJson } from '../endpoints/answer-types.ts';
import type { Budgets } from '../endpoints/budgets.ts';
import type { Events } from '../endpoints/events.ts';
import type { Notifications } from '../endpoints/notifications.ts';
import { CAPTURES, type CaptureContext, type CaptureName, OWNER_TITLES } from '../model/captures.table.ts';
import { Failure } from '../model/failure.ts';
import type { MigrationOwner } from '../model/migrations.ts';
import { type CaptureCounts, writeCapture } from '../store/write-capture.ts';

/** What is captured in addition to an archive, and the endpoints for it. */
export interface CaptureWork {
  readonly names: readonly CaptureName[];
  readonly events: Events;
  readonly notifications: Notifications;
  readonly alerts: Alerts;
  budgetsOf(org: string): Budgets;
  listGists(): AsyncIterable<GistJson>;
  listStars(): AsyncIterable<StarJson>;
}

/** The result of one capture: counts, or why it failed. */
export interface CaptureReport {
  readonly name: CaptureName;
  /** The source: a feed, an organization, a repository. */
  readonly of: string;
  readonly counts?: CaptureCounts | undefined;
  readonly trouble?: string | undefined;
}

/** What one source returned, or why it could not be read. */
export interface SourceRecords {
  readonly name: CaptureName;
  readonly source: Source;
  readonly seenAtMs: number;
  readonly records?: readonly object[];
  readonly error?: unknown;
}

interface ReadOptions {
  readonly work: CaptureWork;
  readonly owner: MigrationOwner;
  /** Login of the user or organization. */
  readonly account: string;
  readonly repositories: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface WriteOptions {
  readonly baseUrl: URL;
  readonly storePath: string;
  /** How long to wait for other writers of the store. */
  readonly lockWait?: LockWait | undefined;
  readonly onCapture: (report: CaptureReport) => void;
}

/**
 * Reads what archives do not contain, one source after the other. An error is kept until the records are written: the
 * backup itself is complete by then.
 */
export async function readCaptures(options: ReadOptions): Promise<readonly SourceRecords[]> {
  const found: SourceRecords[] = [];
  for (const name of new Set(options.work.names)) {
    for (const source of sourcesOf(name, options)) {
      const records: object[] = [];
      try {
        for await (const record of source.read()) {
          records.push(record);
        }
        found.push({ name, source, seenAtMs: options.clock.now(), records });
      } catch (error) {
        options.signal.throwIfAborted();
        found.push({ name, source, seenAtMs: options.clock.now(), error });
      }
    }
  }
  return found;
}

/** Stores what was read. Sources that the service refused are reported and skipped. */
export async function writeCaptures(
  found: readonly SourceRecords[],
  options: WriteOptions,
): Promise<readonly CaptureReport[]> {
  const captures: CaptureReport[] = [];
  for (const source of found) {
    const report = await capture(source, options);
    options.onCapture(report);
    captures.push(report);
  }
  return captures;
}

function sourcesOf(name: CaptureName, options: ReadOptions): readonly Source[] {
  const type = CAPTURES[name].owner ?? options.owner.type;
  const refuse = () => {
    throw new Failure('usage', `Cannot capture ${name}: only ${OWNER_TITLES[type]} have them`);
  };
  return type === options.owner.type ? SOURCES[name](options) : [{ of: options.account, read: refuse }];
}

interface Source {
  readonly of: string;
  readonly context?: CaptureContext;
  readonly read: () => AsyncIterable<object>;
}

/** The sources of each kind for an account, and for an organization. */
const SOURCES: Readonly<Record<CaptureName, (options: ReadOptions) => readonly Source[]>> = {
  events: ({ work, owner, account }) => {
    const feeds = owner.type === 'user' ? (['user', 'received'] as const) : (['organization'] as const);
    return feeds.map((feed) => ({
      of: feed,
      context: { feed },
      read: () => work.events.list({ feed, username: account, org: account }),
    }));
  },
  notifications: ({ work, account }) => [{ of: account, read: () => work.notifications.list({ all: true }) }],
  alerts: ({ work, owner, account, repositories }) =>
    owner.type === 'user'
      ? repositories.map((repository) => ({
          of: repository,
          context: { repo: repository },
          read: () => work.alerts.list({ type: 'repository', name: repository }),
        }))
      : [{ of: account, read: () => work.alerts.list({ type: 'organization', name: account }) }],
  budgets: ({ work, account }) => [
    { of: account, context: { org: account }, read: () => work.budgetsOf(account).list() },
  ],
  gists: ({ work, account }) => [{ of: account, read: work.listGists }],
  stars: ({ work, account }) => [{ of: account, read: work.listStars }],
};

async function capture(
  { name, source, seenAtMs, records, error: failed }: SourceRecords,
  { baseUrl, storePath, lockWait }: WriteOptions,
): Promise<CaptureReport> {
  try {
    if (records === undefined) {
      throw failed;
    }
    const counts = await writeCapture(
      storePath,
      { name, ...source.context, service: baseUrl.href, seenAtMs, records },
      { lockWait },
    );
    return { name, of: source.of, counts };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'internal' || error.code === 'interrupted') {
      throw error;
    }
    return { name, of: source.of, trouble: `${error.message}${wayOut(name, source, error)}` };
  }
}

/**
 * Migrations only accept classic tokens, and budgets all except classic ones (specification 4.1 and 4.5; no service is
 * known to differ). One token cannot do both, so budgets need a separate command.
 */
function wayOut(name: CaptureName, { of }: Source, { code }: Failure): string {
  return name === 'budgets' && (code === 'forbidden' || code === 'absent')
    ? `; list those of ${of} apart, with a fine-grained token`
    : '';
}
