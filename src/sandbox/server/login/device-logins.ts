import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';

/** In seconds, as in the real service. */
export const CODE_LIFETIME = 899;
const FIRST_INTERVAL = 5;
const SLOW_DOWN = 5;

interface DeviceLogin {
  readonly scopes: readonly string[];
  readonly expiresAtMs: number;
  polls: number;
  interval: number;
  /** The earliest time of the next poll. */
  nextPollMs: number;
}

/** The answer to a poll: the scopes of the token, or an error with the interval of further polls. */
type DevicePoll =
  | { readonly scopes: readonly string[] }
  | { readonly error: string; readonly interval?: number };

/** Logins by device flow (RFC 8628). No browser is needed: polling approves them. */
export class DeviceLogins {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #approveAfter: number;
  readonly #logins = new Map<string, DeviceLogin>();

  /** A login is approved after `approveAfter` polls. */
  constructor(clock: Clock, random: Random, approveAfter: number) {
    this.#clock = clock;
    this.#random = random;
    this.#approveAfter = approveAfter;
  }

  start(scopes: readonly string[]) {
    const deviceCode = this.#random.hex(40);
    const nowMs = this.#clock.now();
    this.#logins.set(deviceCode, {
      scopes,
      expiresAtMs: nowMs + CODE_LIFETIME * 1_000,
      polls: 0,
      interval: FIRST_INTERVAL,
      nextPollMs: nowMs + FIRST_INTERVAL * 1_000,
    });
    const userCode = `${this.#random.hex(4)}-${this.#random.hex(4)}`.toUpperCase();
    return { deviceCode, userCode, interval: FIRST_INTERVAL };
  }

  poll(deviceCode: string): DevicePoll {
    const login = this.#logins.get(deviceCode);
    const nowMs = this.#clock.now();
    if (login === undefined || nowMs >= login.expiresAtMs) {
      return { error: login === undefined ? 'incorrect_device_code' : 'expired_token' };
    }
    const isEarly = nowMs < login.nextPollMs;
    login.interval += isEarly ? SLOW_DOWN : 0;
    login.nextPollMs = nowMs + login.interval * 1_000;
    if (isEarly) {
      return { error: 'slow_down', interval: login.interval };
    }
    login.polls += 1;
    if (login.polls <= this.#approveAfter) {
      return { error: 'authorization_pending' };
    }
    this.#logins.delete(deviceCode);
    return { scopes: login.scopes };
  }
}
