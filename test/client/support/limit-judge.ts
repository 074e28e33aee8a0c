import type { Clock, Random } from '../../../src/base/index.ts';
import type { ApiRequest, ApiResponse, Send } from '../../../src/client/send.ts';

/** A service that only counts: every limit of specification 8, written down apart from the client's own tables. */
export interface LimitJudge {
  readonly send: Send;
  readonly served: readonly string[];
  /** Every limit that was hit, by name. */
  readonly hits: readonly string[];
}

interface JudgeOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The longest that an answer takes. */
  readonly maxTookMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

interface Entry {
  readonly atMs: number;
  readonly amount: number;
}

export function createLimitJudge({ clock, random, maxTookMs }: JudgeOptions): LimitJudge {
  const ledgers = new Map<string, Entry[]>();
  const hits: string[] = [];
  const served: string[] = [];
  let underWay = 0;
  let lastWriteMs = Number.NEGATIVE_INFINITY;
  let window = { endsAtMs: 0, used: 0 };

  /** Counts in any stretch of the window's length, its ends included: as strict as a service can be. */
  function count(
    name: string,
    amount: number,
    limit: { readonly windowMs: number; readonly max: number },
  ): void {
    const kept = (ledgers.get(name) ?? []).filter(({ atMs }) => atMs >= clock.now() - limit.windowMs);
    kept.push({ atMs: clock.now(), amount });
    ledgers.set(name, kept);
    if (kept.reduce((sum, entry) => sum + entry.amount, 0) > limit.max) {
      hits.push(`${name} at ${new Date(clock.now()).toISOString()}`);
    }
  }

  function judge({ method, route }: ApiRequest): void {
    const isWriting = WRITES.includes(method);
    count(`points ${method} ${route}`, isWriting ? 5 : 1, { windowMs: MINUTE_MS, max: 900 });
    if (isWriting) {
      if (clock.now() - lastWriteMs < 1_000) {
        hits.push(`write after ${clock.now() - lastWriteMs} ms`);
      }
      lastWriteMs = clock.now();
    }
    if (isWriting && method !== 'DELETE') {
      count('content a minute', 1, { windowMs: MINUTE_MS, max: 80 });
      count('content an hour', 1, { windowMs: HOUR_MS, max: 500 });
    }
    if (route.includes('access_token')) {
      count('tokens', 1, { windowMs: HOUR_MS, max: 2_000 });
    }
    if (underWay > 100) {
      hits.push('concurrent');
    }
  }

  function takePrimary(): ReadonlyMap<string, string> {
    if (clock.now() >= window.endsAtMs) {
      window = { endsAtMs: clock.now() + HOUR_MS, used: 0 };
    }
    window.used += 1;
    if (window.used > 5_000) {
      hits.push('primary');
    }
    return new Map([
      ['x-ratelimit-remaining', String(5_000 - window.used)],
      ['x-ratelimit-reset', String(Math.ceil(window.endsAtMs / 1_000))],
      ['x-ratelimit-resource', 'core'],
    ]);
  }

  async function answer(request: ApiRequest): Promise<ApiResponse> {
    const tookMs = random.integer(1, maxTookMs);
    const beforeMs = random.integer(0, tookMs); // The request is counted somewhere on its way.
    await clock.sleep(beforeMs);
    underWay += 1;
    judge(request);
    const headers = takePrimary();
    served.push(`${request.method} ${request.url.pathname}`);
    await clock.sleep(tookMs - beforeMs);
    underWay -= 1;
    count('cpu', tookMs - beforeMs, { windowMs: MINUTE_MS, max: 90_000 });
    return { url: request.url, status: 200, headers, text: '{}', body: {} };
  }

  return { send: answer, served, hits };
}
