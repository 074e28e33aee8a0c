import { createFencedDisk, createSystemDisk } from '../../base/disk.ts';
import type { Lock } from '../../base/lock.ts';
import type { Configuration, JobSettings } from '../../config/configuration.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import type { ScheduleEvent, UnsentEvent } from '../../schedule/schedule-event.ts';
import { openScheduleState, removeUnsent, type ScheduleState } from '../../schedule/schedule-state.ts';
import type { PerformRun } from '../../schedule/scheduled-job.ts';
import { openSharedState, type SharedText } from '../../schedule/shared-state.ts';
import { requireDriver } from '../../store/driver.ts';
import { loadJobs } from '../configuration.ts';
import type { AppContext, Report } from '../context.ts';
import { JobHistories } from '../job-histories.ts';
import { secretsIn } from './channels.ts';
import { Notifier } from './notifier.ts';
import { performJob } from './perform-job.ts';
import { reportOfEvent } from './report-event.ts';
import { lockState } from './state-files.ts';

/** A notification of another worker that is still unsent after this time is sent by a worker that starts. */
const UNSENT_MS = 10 * 60_000;

/** How long pending notifications may take after a signal. */
const SHUTDOWN_GRACE_MS = 10_000;

interface OperationsParts {
  readonly configuration: Configuration;
  readonly context: AppContext;
  readonly secrets: ReadonlySet<string>;
  /** Of the file of the state; undefined if the state is shared. */
  readonly lock: Lock | undefined;
  readonly state: ScheduleState;
}

/** What running jobs needs, by a daemon or once: the configuration, the state of the schedule with its lock, and the notifier. */
export class Operations {
  readonly state: ScheduleState;
  readonly histories: JobHistories;
  readonly notifier: Notifier;
  readonly #context: AppContext;
  readonly #lock: Lock | undefined;
  readonly #sending = new Set<Promise<void>>();
  #configuration: Configuration;

  /**
   * Opens the state in a file, which is locked, or the one that several workers share, and sends the notifications that
   * an earlier process could not send. Fails with `locked`.
   */
  static async open(
    configuration: Configuration,
    place: string | SharedText,
    given: AppContext,
  ): Promise<Operations> {
    requireDriver();
    const secrets = new Set<string>();
    const context: AppContext = {
      ...given,
      onSecret(secret) {
        secrets.add(secret);
        given.onSecret?.(secret);
      },
    };
    const { random } = context;
    const lock = typeof place === 'string' ? await lockState(place, context) : undefined;
    try {
      const state =
        typeof place === 'string'
          ? await openScheduleState({
              path: place,
              random,
              disk: createFencedDisk(createSystemDisk(), () => lock?.requireHeld()),
              onNotice: (text) => context.onReport?.(noticeOf(text)),
            })
          : await openSharedState(place, random);
      const operations = new Operations({ configuration, context, secrets, lock, state });
      operations.#sendUnsent();
      return operations;
    } catch (error) {
      await lock?.release();
      throw error;
    }
  }

  private constructor({ configuration, context, secrets, lock, state }: OperationsParts) {
    this.#configuration = configuration;
    this.#context = context;
    this.#lock = lock;
    this.state = state;
    this.histories = new JobHistories(() => this.#configuration.jobs, context);
    this.notifier = new Notifier((name) => this.#jobNamed(name), secrets, context);
    this.#noteSecrets();
  }

  /** As last read. */
  get configuration(): Configuration {
    return this.#configuration;
  }

  readonly perform: PerformRun = async (request, signal) => {
    const job = this.#jobNamed(request.job);
    if (job === undefined) {
      throw new Failure(
        'configuration-wrong',
        `Cannot run the job "${request.job}": the configuration has no such job`,
      );
    }
    const isVaultExpected = this.state.jobState(job.name)?.lastSuccess !== undefined;
    return await performJob(job, request, { ...this.#context, signal, isVaultExpected });
  };

  /** Reloads the configuration. If it is no longer valid, that is reported, and the previous one stays in use. */
  async reload(): Promise<boolean> {
    const { path } = this.#configuration;
    try {
      this.#configuration = await loadJobs(path, this.#context);
      this.#noteSecrets();
      const text = 'The configuration was reloaded';
      this.#report({ level: 'info', type: 'configured', fields: { path }, text });
      return true;
    } catch (error) {
      const text = `${messageOf(error)}; the previous configuration stays in use`;
      this.#report({ level: 'error', type: 'configuration-wrong', fields: { path }, text });
      return false;
    }
  }

  /** Reports an event of the schedule, and starts sending its notifications. */
  readonly onEvent = (event: ScheduleEvent): void => {
    this.#report(reportOfEvent(event));
    this.#beginToSend(event);
  };

  /** Sends pending notifications, within a few seconds if a signal ends the process, and releases the state. */
  async close(): Promise<void> {
    await settle(this.notifier, this.#context);
    await this.notifier.close();
    await Promise.all(this.#sending);
    await this.#lock?.release();
  }

  #jobNamed(name: string): JobSettings | undefined {
    return this.#configuration.jobs.find((job) => job.name === name);
  }

  #report(report: Report): void {
    this.#context.onReport?.(report);
  }

  #noteSecrets(): void {
    for (const secret of secretsIn(this.#configuration, this.#context.env)) {
      this.#context.onSecret?.(secret);
    }
  }

  /** Recent notifications of a shared state are still being sent by the worker that performed the run. */
  #sendUnsent(): void {
    const newestMs = this.state.isShared ? this.#context.clock.now() - UNSENT_MS : Number.POSITIVE_INFINITY;
    for (const { name } of this.#configuration.jobs) {
      const unsent = this.state.jobState(name)?.unsent ?? [];
      for (const event of unsent.filter((one) => timeOfUnsent(one) <= newestMs)) {
        this.#report(noticeOf(`The job "${name}" has an unsent notification: sending it now`));
        this.#beginToSend(event);
      }
    }
  }

  #beginToSend(event: ScheduleEvent): void {
    const sent = this.#send(event).finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  /** Removes the event from the state when its notifications were sent; otherwise the next process sends them. */
  async #send(event: ScheduleEvent): Promise<void> {
    const isSent = await this.notifier.notify(event);
    if (isSent && (event.type === 'ended' || event.type === 'overdue')) {
      const job = 'record' in event ? event.record.job : event.job;
      const remove = () => {
        const jobState = this.state.jobState(job);
        if (jobState !== undefined) {
          removeUnsent(jobState, event);
        }
      };
      await this.state.update(remove).catch((error: unknown) => this.#report(noticeOf(messageOf(error))));
    }
  }
}

function timeOfUnsent(event: UnsentEvent): number {
  return event.type === 'ended' ? event.record.endedMs : Number.NEGATIVE_INFINITY;
}

function noticeOf(text: string): Report {
  return { level: 'warn', type: 'notice', fields: {}, text };
}

/** From the signal on, waits only for a few seconds, because the process should end. */
async function settle(
  notifier: Notifier,
  { clock, signal }: Pick<AppContext, 'clock' | 'signal'>,
): Promise<void> {
  const limit = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    const wait = () => void clock.sleep(SHUTDOWN_GRACE_MS, limit.signal).then(resolve, () => undefined);
    if (signal.aborted) {
      wait();
    } else {
      signal.addEventListener('abort', wait, { once: true, signal: limit.signal });
    }
  });
  await Promise.race([notifier.settle(), stopped]);
  limit.abort();
}
