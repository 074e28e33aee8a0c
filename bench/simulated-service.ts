import type { Clock } from '../src/base/clock.ts';
import type { Random } from '../src/base/random.ts';

/** How long the service takes, and what it allows. */
export interface ServiceSpeed {
  readonly exportBaseMs: number;
  readonly exportRepositoryMs: number;
  /** The time of one request. */
  readonly requestMs: number;
  readonly downloadMs: number;
  /** Of one user (specification 8.1): tokens of the same user share it. */
  readonly requestsPerHour: number;
}

/** As `wait-for-migration.ts` polls: the interval grows up to a minute, and is shortened by up to a quarter. */
const POLLS = { firstMs: 1_000, growth: 1.5, maxMs: 60_000, jitter: 0.25 };

const HOUR_MS = 3_600_000;

interface Caller {
  readonly clock: Clock;
  readonly random: Random;
  readonly user: string;
}

/** A service whose exports take a time and whose users have a limit of requests in each hour. */
export class SimulatedService {
  readonly #speed: ServiceSpeed;
  /** When each export ends, by run: a run that is resumed continues with it. */
  readonly #exports = new Map<string, number>();
  readonly #hours = new Map<string, { readonly endMs: number; used: number }>();
  requests = 0;

  constructor(speed: ServiceSpeed) {
    this.#speed = speed;
  }

  /** Makes requests one after the other. Waits for the next hour when those of this one are used up. */
  async request(count: number, { clock, user }: Caller): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      for (;;) {
        const known = this.#hours.get(user);
        const hour =
          known !== undefined && clock.now() < known.endMs
            ? known
            : { endMs: clock.now() + HOUR_MS, used: 0 };
        this.#hours.set(user, hour);
        if (hour.used < this.#speed.requestsPerHour) {
          hour.used += 1;
          break;
        }
        await clock.sleep(hour.endMs - clock.now());
      }
      this.requests += 1;
      await clock.sleep(this.#speed.requestMs);
    }
  }

  /** Starts an export, or continues with the one that was started, polls until it has ended, and downloads it. */
  async export(run: string, repositories: number, caller: Caller): Promise<void> {
    const { exportBaseMs, exportRepositoryMs, downloadMs } = this.#speed;
    const { clock, random } = caller;
    await this.request(2, caller); // The repositories of the account, and its recent exports.
    if (!this.#exports.has(run)) {
      await this.request(1, caller);
      this.#exports.set(run, clock.now() + exportBaseMs + repositories * exportRepositoryMs);
    }
    const endMs = this.#exports.get(run) ?? 0;
    for (let pollMs = POLLS.firstMs; ; pollMs = Math.min(POLLS.maxMs, pollMs * POLLS.growth)) {
      await clock.sleep(pollMs * (1 - POLLS.jitter * random.next()));
      await this.request(1, caller);
      if (clock.now() >= endMs) {
        break;
      }
    }
    await this.request(2, caller); // The finished export with its repositories, and its archive.
    await clock.sleep(downloadMs);
  }
}
