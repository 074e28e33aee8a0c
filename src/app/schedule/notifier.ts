import { setMaxListeners } from 'node:events';
import { definedMembers } from '../../base/json.ts';
import { satchelVersion } from '../../base/own-package.ts';
import { readProxies } from '../../client/network.ts';
import { createPoster, type Poster } from '../../client/poster.ts';
import type { JobSettings } from '../../config/configuration.ts';
import { messageOf } from '../../model/failure.ts';
import type { Channel } from '../../notify/channel.ts';
import type { Message } from '../../notify/message.ts';
import { notify } from '../../notify/notify.ts';
import { planOccasions } from '../../notify/plan-occasions.ts';
import type { ScheduleEvent } from '../../schedule/schedule-event.ts';
import type { RunRecord } from '../../schedule/scheduled-job.ts';
import type { AppContext } from '../context.ts';
import { openChannel } from './channels.ts';

/** Sends notifications about runs to the channels of the configuration. Failed deliveries are reported and counted. */
export class Notifier {
  readonly #jobNamed: (name: string) => JobSettings | undefined;
  readonly #secrets: ReadonlySet<string>;
  readonly #context: AppContext;
  readonly #ending = new AbortController();
  /** By job: its notifications are sent one after the other, so that they arrive in order. */
  readonly #pending = new Map<string, Promise<unknown>>();
  readonly #poster: Poster;
  #failed = 0;

  constructor(
    jobNamed: (name: string) => JobSettings | undefined,
    secrets: ReadonlySet<string>,
    context: AppContext,
  ) {
    this.#jobNamed = jobNamed;
    this.#secrets = secrets;
    this.#context = context;
    setMaxListeners(0, this.#ending.signal); // All channels are notified at once.
    this.#poster = createPoster({ proxies: readProxies(context.env) }, `satchel/${satchelVersion()}`);
  }

  get failed(): number {
    return this.#failed;
  }

  /** Resolves to true when all notifications were sent or have failed; to false if the notifier was closed earlier. */
  async notify(event: ScheduleEvent): Promise<boolean> {
    const job = this.#jobNamed('job' in event ? event.job : 'record' in event ? event.record.job : '');
    const messages = job === undefined ? [] : messagesOf(event, job, this.#context.clock.now());
    if (job === undefined || messages.length === 0) {
      return true;
    }
    const before = this.#pending.get(job.name) ?? Promise.resolve();
    const sending = before.then(async () => {
      await this.#send(messages, job);
      return !this.#ending.signal.aborted;
    });
    this.#pending.set(job.name, sending);
    return await sending;
  }

  /** Resolves when all notifications were sent or have failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  /** Aborts pending notifications, and closes connections. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('Satchel is stopping'));
    await this.settle();
    await this.#poster.close();
  }

  async #send(messages: readonly Message[], job: JobSettings): Promise<void> {
    const { clock, random } = this.#context;
    const channels = job.notify.flatMap((settings) => this.#open(settings, job));
    const options = { poster: this.#poster, clock, random, signal: this.#ending.signal };
    for (const message of messages) {
      for (const delivery of await notify(channels, message, { ...options, secrets: [...this.#secrets] })) {
        const { trouble, ...fields } = delivery;
        const ofRun = { ...fields, runId: message.runId };
        if (trouble === undefined) {
          const text = `Notified "${delivery.channel}"`;
          this.#context.onReport?.({ level: 'info', type: 'notified', fields: ofRun, text });
        } else {
          this.#reportFailure(ofRun, trouble);
        }
      }
    }
  }

  #open(settings: JobSettings['notify'][number], job: JobSettings): readonly Channel[] {
    try {
      return [openChannel(settings, this.#context.env)];
    } catch (error) {
      this.#reportFailure({ channel: settings.name, job: job.name }, messageOf(error));
      return [];
    }
  }

  #reportFailure(fields: object, text: string): void {
    this.#failed += 1;
    this.#context.onReport?.({ level: 'error', type: 'notification-failed', fields, text });
  }
}

function messagesOf(event: ScheduleEvent, job: JobSettings, atMs: number): readonly Message[] {
  const basics = { job: job.name, account: job.backup.org ?? job.account.name, atMs };
  switch (event.type) {
    case 'started':
      return event.attempt === 1 ? [{ ...basics, occasion: 'start', runId: event.runId }] : [];
    case 'overdue': {
      const { ageMs, lastGoodMs: lastSuccessMs } = event;
      return [{ ...basics, occasion: 'age', ageMs, ...definedMembers({ lastSuccessMs }) }];
    }
    case 'ended': {
      const { record, before } = event;
      const { isVerified = false, drops = [] } = record.summary ?? {};
      const wasFailing = before.failuresInRow > 0;
      const occasions = planOccasions({ outcome: record.outcome, isVerified, drops, wasFailing });
      const lastSuccessMs = record.outcome === 'failed' ? event.lastGoodMs : before.lastSuccess?.endedMs;
      const facts = { ...basics, ...factsOf(record), ...definedMembers({ lastSuccessMs }) };
      return occasions.map((occasion) => ({
        ...facts,
        occasion,
        ...(occasion === 'suspicion' ? { drops } : {}),
      }));
    }
    default:
      return [];
  }
}

function factsOf({ runId, outcome, exitStatus, failure, summary, waitedMs, startedMs, endedMs }: RunRecord) {
  const { bytes, records, repositories, findings, takenAt, changes } = summary ?? {};
  return {
    runId,
    outcome,
    exitStatus,
    waitedMs,
    durationMs: endedMs - startedMs,
    ...definedMembers({ failure, bytes, records, repositories, findings, takenAt, changes }),
  };
}
