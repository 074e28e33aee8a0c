import { type Clock, Failure, type Patience } from '../base/index.ts';
import type { Alerts, Budgets, Events, Notifications } from '../endpoints/index.ts';
import type { MigrationOwner } from '../model/index.ts';
import { type CaptureCounts, type CaptureName, writeCapture } from '../store/index.ts';

/** What is kept beside an archive, and where it is read. */
export interface CaptureWork {
  readonly names: readonly CaptureName[];
  readonly events: Events;
  readonly notifications: Notifications;
  readonly alerts: Alerts;
  budgetsOf(org: string): Budgets;
}

/** What one capture came to: counts, or why it could not be made. */
export interface CaptureReport {
  readonly name: CaptureName;
  /** What was read: a feed, an organization, a repository. */
  readonly of: string;
  readonly counts?: CaptureCounts;
  readonly trouble?: string;
}

interface CaptureOptions {
  readonly work: CaptureWork;
  readonly owner: MigrationOwner;
  /** Login of the account or name of the organization. */
  readonly account: string;
  readonly repositories: readonly string[];
  readonly baseUrl: URL;
  readonly storePath: string;
  readonly clock: Clock;
  /** How long to wait for others who write into the store. */
  readonly patience?: Patience | undefined;
  readonly onCapture: (report: CaptureReport) => void;
}

/**
 * Reads what no archive holds and keeps it in the store, one after the other. What the service refuses is reported and
 * left out: the backup itself is done by then.
 */
export async function captureFromService(options: CaptureOptions): Promise<readonly CaptureReport[]> {
  const reports: CaptureReport[] = [];
  for (const name of new Set(options.work.names)) {
    for (const source of SOURCES[name](options)) {
      const report = await capture(name, source, options);
      options.onCapture(report);
      reports.push(report);
    }
  }
  return reports;
}

interface Source {
  readonly of: string;
  readonly context?: { readonly feed?: string; readonly org?: string; readonly repository?: string };
  readonly read: () => AsyncIterable<object>;
}

/** Where each kind is read for an account, and for an organization. */
const SOURCES: Readonly<Record<CaptureName, (options: CaptureOptions) => readonly Source[]>> = {
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
          context: { repository },
          read: () => work.alerts.list({ type: 'repository', name: repository }),
        }))
      : [{ of: account, read: () => work.alerts.list({ type: 'organization', name: account }) }],
  budgets: ({ work, owner, account }) =>
    owner.type === 'user'
      ? [{ of: account, read: refuseBudgets }]
      : [{ of: account, context: { org: account }, read: () => work.budgetsOf(account).list() }],
};

function refuseBudgets(): never {
  throw new Failure('usage', 'Cannot capture budgets: only organizations have them');
}

async function capture(name: CaptureName, source: Source, options: CaptureOptions): Promise<CaptureReport> {
  const { baseUrl, clock, storePath, patience } = options;
  try {
    const records: object[] = [];
    for await (const record of source.read()) {
      records.push(record);
    }
    const counts = await writeCapture(
      storePath,
      {
        name,
        ...source.context,
        service: baseUrl.href,
        seenAtMs: clock.now(),
        records,
      },
      { patience },
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
 * Migrations take classic tokens alone, and budgets take any but those (specification 4.1 and 4.5; nothing is known of a
 * service that does otherwise): one token cannot do both, so that budgets are kept by a call of their own.
 */
function wayOut(name: CaptureName, { of }: Source, { code }: Failure): string {
  return name === 'budgets' && code === 'forbidden'
    ? `; keep them with "satchel budgets list --org ${of} --capture" and a fine-grained token`
    : '';
}
