import {
  createFencedDisk,
  createSystemDisk,
  EXIT_CODES,
  type ExitName,
  Failure,
  messageOf,
  satchelVersion,
} from '../../base/index.ts';
import type { Configuration } from '../../config/index.ts';
import type { PerformRun, RunBook, ScheduleEvent } from '../../schedule/index.ts';
import { dropUntold, openRunBook } from '../../schedule/index.ts';
import { type ConfigurationFlags, loadJobs, requireConfigurationPath } from '../configuration.ts';
import type { CommandContext } from '../context.ts';
import { createLog, type Log, type LogLevel } from '../log/create-log.ts';
import type { LogFlags } from '../log/log-flags.ts';
import { secretsIn } from './channels.ts';
import { createJobHistories, type JobHistories } from './job-histories.ts';
import { logEvent } from './log-event.ts';
import { performJob } from './perform-job.ts';
import { lockState } from './state-files.ts';
import { createTeller, type Teller } from './teller.ts';

/** How long the telling that is under way may take after a signal. */
const FAREWELL_MS = 10_000;

/** Everything that running jobs needs, whether by a daemon or once. */
export interface Operations {
  readonly log: Log;
  readonly book: RunBook;
  readonly teller: Teller;
  readonly perform: PerformRun;
  /** What the vaults tell. */
  readonly histories: JobHistories;
  configuration(): Configuration;
  /** Reads the file again; keeps what there is, and says so, where it is wrong now. */
  reload(): Promise<boolean>;
  onEvent(event: ScheduleEvent): void;
  close(): Promise<void>;
}

interface OperationsOptions {
  readonly flags: ConfigurationFlags & LogFlags;
  readonly context: CommandContext;
  /** The file of the run book. */
  readonly state: string;
  readonly usualLevel: LogLevel;
}

/** Opens the configuration, the log, the run book (under its lock) and the teller. */
export async function openOperations(options: OperationsOptions): Promise<Operations> {
  const { flags, context, state, usualLevel } = options;
  const path = await requireConfigurationPath(flags, context);
  let configuration = await loadJobs(path, context);
  const secrets = new Set(secretsIn(configuration, context));
  const log = createLog({
    level: flags.logLevel ?? (configuration.log.level as LogLevel | undefined) ?? usualLevel,
    file: flags.logFile ?? configuration.log.file,
    stderr: context.stderr,
    clock: context.clock,
    secrets,
  });
  const lock = await lockState(state, context);
  const notice = (text: string) => log.write('warn', { event: 'notice' }, text);
  const book = await openRunBook({
    path: state,
    random: context.random,
    disk: createFencedDisk(createSystemDisk(), () => lock.requireHeld()),
    onNotice: notice,
  });
  const userAgent = `satchel/${satchelVersion()}`;
  const teller = await createTeller({ configuration: () => configuration, context, log, secrets, userAgent });
  /** What is told is taken from the book; what is not, is told by whoever opens it next. */
  const tell = async (event: ScheduleEvent) => {
    const isTold = await teller.hear(event);
    const page = book.page('record' in event ? event.record.job : 'job' in event ? event.job : '');
    if (isTold && page !== undefined && (event.type === 'ended' || event.type === 'overdue')) {
      dropUntold(page, event);
      await book.save().catch((error: unknown) => notice(messageOf(error)));
    }
  };
  const tellings = new Set<Promise<void>>();
  const begin = (event: ScheduleEvent) => {
    const telling = tell(event).finally(() => tellings.delete(telling));
    tellings.add(telling);
  };
  for (const { name } of configuration.jobs) {
    for (const event of book.page(name)?.untold ?? []) {
      notice(`The job "${name}" has unsent notifications: sending them now`);
      begin(event);
    }
  }
  return {
    log,
    book,
    teller,
    histories: createJobHistories(() => configuration, context),
    configuration: () => configuration,
    async perform(request, signal) {
      const job = configuration.jobs.find(({ name }) => name === request.job);
      if (job === undefined) {
        throw new Failure(
          'configuration-wrong',
          `Cannot run the job "${request.job}": the configuration has none`,
        );
      }
      return await performJob(job, request, signal, {
        context,
        log,
        addSecret: (secret) => secrets.add(secret),
      });
    },
    async reload() {
      try {
        configuration = await loadJobs(path, context);
        for (const secret of secretsIn(configuration, context)) {
          secrets.add(secret);
        }
        log.write('info', { event: 'configured', path }, `The configuration was reloaded`);
        return true;
      } catch (error) {
        log.write('error', { event: 'configuration-wrong', path }, `${messageOf(error)}; the old one stays`);
        return false;
      }
    },
    onEvent(event) {
      logEvent(log, event);
      begin(event);
    },
    async close() {
      await (context.signal.aborted ? settleSoon(teller, context) : teller.settle());
      await teller.close();
      await Promise.all(tellings);
      await lock.release();
      log.close();
    },
  };
}

/** Somebody waits for the end: what cannot be told within some seconds is given up. */
async function settleSoon(teller: Teller, { clock }: CommandContext): Promise<void> {
  const limit = new AbortController();
  await Promise.race([teller.settle(), clock.sleep(FAREWELL_MS, limit.signal).catch(() => undefined)]);
  limit.abort();
}

/** The name of an exit status. */
export function exitNameOf(status: number): ExitName {
  const found = Object.entries(EXIT_CODES).find(([, row]) => row.status === status);
  return (found?.[0] ?? 'failed') as ExitName; // A key of the table.
}
