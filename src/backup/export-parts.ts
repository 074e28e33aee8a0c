import { createThrottle } from '../export/fetch-archive.ts';
import { MAX_ADOPTED_AGE_MS } from '../export/find-adoptable.ts';
import { Failure } from '../model/failure.ts';
import type { Migration } from '../model/migrations.ts';
import { halvePart, type Part, planParts } from '../model/parts.ts';
import type { BackupRun } from './backup-options.ts';
import { type ExportedPart, exportPart, type PartOutcome, type PartWork } from './export-part.ts';
import type { OpenedBackup } from './open-backup.ts';

/** After this number of failed migrations, failed parts are not split further: in an outage all migrations fail. */
export const MAX_FAILED_MIGRATIONS = 40;

export interface Exports {
  /** In the order of the request. */
  readonly parts: readonly [ExportedPart, ...ExportedPart[]];
  /** `owner/name` of repositories whose own export fails. */
  readonly failedRepositories: readonly string[];
}

/**
 * Exports all parts, as many at once as requested. A part whose migration fails is halved repeatedly until the failing
 * repository is isolated; the others are exported nevertheless.
 */
export async function exportParts(
  { backup, request, splitSize }: OpenedBackup,
  run: BackupRun,
): Promise<Exports> {
  const { limitRate, clock, atOnce = 1 } = run;
  const throttle = limitRate === undefined ? undefined : createThrottle(limitRate, clock);
  const listCandidates = createCandidateList(run);
  const queue = new PartQueue(planParts(request, splitSize));
  const controller = new AbortController();
  const signal = AbortSignal.any([run.signal, controller.signal]);
  await queue.drain(atOnce, controller, async (part) =>
    attempt(part, { backup, throttle, listCandidates }, { ...run, signal }),
  );
  return await queue.result(backup, run);
}

/** The list of a large account takes megabytes: it is read once, when the first part needs it. */
function createCandidateList({ service }: BackupRun): () => Promise<readonly Migration[]> {
  let listing: Promise<readonly Migration[]> | undefined;
  const list = async () => {
    const young: Migration[] = [];
    for await (const migration of service.migrations.listYoung(MAX_ADOPTED_AGE_MS)) {
      young.push(migration);
    }
    return young;
  };
  return () => {
    listing ??= list();
    return listing;
  };
}

async function attempt(part: Part, work: PartWork, run: BackupRun): Promise<PartOutcome> {
  const outcome = await exportPart(part, work, run);
  if (outcome.type === 'failed') {
    const repositories = part.request.repositories.length;
    run.onEvent({ type: 'part-failed', repositories, message: outcome.failure.message });
  }
  return outcome;
}

/** Waiting parts and the results of finished ones. */
class PartQueue {
  readonly #waiting: Part[];
  readonly #exported: ExportedPart[] = [];
  readonly #failedRepositories: string[] = [];
  #failures = 0;
  #lastFailure: Failure | undefined;

  constructor(parts: readonly Part[]) {
    this.#waiting = [...parts];
  }

  /** Processes all parts. The first error aborts the running ones, and is thrown after they have ended. */
  async drain(
    atOnce: number,
    controller: AbortController,
    attemptPart: (part: Part) => Promise<PartOutcome>,
  ): Promise<void> {
    const underWay = new Set<Promise<void>>();
    try {
      while (this.#waiting.length > 0 || underWay.size > 0) {
        const part = underWay.size < atOnce ? this.#waiting.shift() : undefined;
        if (part === undefined) {
          await Promise.race(underWay);
        } else {
          const work: Promise<void> = attemptPart(part)
            .then((outcome) => this.#take(outcome))
            .finally(() => underWay.delete(work));
          underWay.add(work);
        }
      }
    } catch (error) {
      controller.abort(error);
      await Promise.allSettled(underWay);
      throw error;
    }
  }

  async result(backup: string, { journal }: BackupRun): Promise<Exports> {
    const [first, ...others] = [...this.#exported].sort((a, b) => compareNames(a.part.name, b.part.name));
    if (first === undefined) {
      await journal.write({
        type: 'backup-given-up',
        backup,
        reason: 'every migration failed at the service',
      });
      throw (
        this.#lastFailure ??
        new Failure('migration-failed', 'Cannot export anything: every migration failed at the service')
      );
    }
    return { parts: [first, ...others], failedRepositories: this.#failedRepositories };
  }

  #take(outcome: PartOutcome): void {
    if (outcome.type === 'exported') {
      this.#exported.push(outcome);
      return;
    }
    this.#failures += 1;
    this.#lastFailure = outcome.failure;
    const halves = this.#failures < MAX_FAILED_MIGRATIONS ? halvePart(outcome.part) : [];
    this.#waiting.unshift(...halves);
    if (halves.length === 0) {
      this.#failedRepositories.push(...outcome.part.request.repositories);
    }
  }
}

/** `2` before `10`, and `2.1` before `2.2`. */
function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
