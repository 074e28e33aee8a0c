import { definedMembers, messageOf } from '../../base/index.ts';
import { createPoster } from '../../client/index.ts';
import type { Configuration, JobSettings } from '../../config/index.ts';
import { type Channel, type Message, planOccasions, tell } from '../../notify/index.ts';
import type { RunRecord, ScheduleEvent } from '../../schedule/index.ts';
import { readClientFlags } from '../client-flags.ts';
import type { Context } from '../context.ts';
import type { Log } from '../log/create-log.ts';
import { openChannel } from './channels.ts';

/** Tells whom a configuration names what a schedule says. */
export interface Teller {
  /** Tells; resolves with true once it is told, or given up for good, and with false where the end came first. */
  hear(event: ScheduleEvent): Promise<boolean>;
  /** Resolves once all that was to be told is told, or given up. */
  settle(): Promise<void>;
  /** Gives up what is not told yet, and closes connections. */
  close(): Promise<void>;
  /** How many could not be told. */
  readonly failed: number;
}

interface TellerOptions {
  readonly configuration: () => Configuration;
  readonly context: Context;
  readonly log: Log;
  readonly secrets: ReadonlySet<string>;
  readonly userAgent: string;
}

/** Creates a teller. What goes wrong with telling is logged and counted, and nothing else comes of it. */
export async function createTeller({
  configuration,
  context,
  log,
  secrets,
  userAgent,
}: TellerOptions): Promise<Teller> {
  const { network = {} } = await readClientFlags({}, context);
  const poster = createPoster(network, userAgent);
  const ending = new AbortController();
  // By job, one after the other: an end that overtakes its start would be misread.
  const underWay = new Map<string, Promise<void>>();
  let failed = 0;

  async function tellAll(job: JobSettings, messages: readonly Message[]): Promise<void> {
    const { clock, random } = context;
    const channels = job.notify.flatMap((settings): readonly Channel[] => {
      try {
        return [openChannel(settings, context)];
      } catch (error) {
        failed += 1;
        log.write(
          'error',
          { event: 'telling-failed', channel: settings.name, job: job.name },
          messageOf(error),
        );
        return [];
      }
    });
    for (const message of messages) {
      const signal = ending.signal;
      for (const delivery of await tell(channels, message, {
        poster,
        clock,
        random,
        secrets: [...secrets],
        signal,
      })) {
        const { trouble, ...fields } = delivery;
        if (trouble === undefined) {
          log.write(
            'info',
            { event: 'told', ...fields, runId: message.runId },
            `Notified "${delivery.channel}"`,
          );
        } else {
          failed += 1;
          log.write('error', { event: 'telling-failed', ...fields, runId: message.runId }, trouble);
        }
      }
    }
  }

  return {
    get failed() {
      return failed;
    },
    async hear(event) {
      const name = 'job' in event ? event.job : 'record' in event ? event.record.job : undefined;
      const job = configuration().jobs.find((candidate) => candidate.name === name);
      const messages = job === undefined ? [] : messagesOf(event, job, context.clock.now());
      if (job !== undefined && messages.length > 0) {
        const before = underWay.get(job.name) ?? Promise.resolve();
        const telling = before.then(async () => {
          await tellAll(job, messages);
          return !ending.signal.aborted;
        });
        underWay.set(
          job.name,
          telling.then(() => undefined),
        );
        return await telling;
      }
      return true;
    },
    async settle() {
      await Promise.all(underWay.values());
    },
    async close() {
      ending.abort(new Error('Satchel ends'));
      await Promise.all(underWay.values());
      await poster.close();
    },
  };
}

/** What is to be told of an event, if anything. */
function messagesOf(event: ScheduleEvent, job: JobSettings, atMs: number): readonly Message[] {
  const basics = { job: job.name, account: job.organization ?? job.account.name, atMs };
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
  const { bytes, records, repositories, findings } = summary ?? {};
  return {
    runId,
    outcome,
    exitStatus,
    waitedMs,
    durationMs: endedMs - startedMs,
    ...definedMembers({ failure, bytes, records, repositories, findings }),
  };
}
