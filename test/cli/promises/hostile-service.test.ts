import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../house/long-run.ts';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { type PassingAnswer, startFrontService } from '../support/front-service.ts';
import { HOSTILE, OBEYED, PROGRESS } from '../support/hostile-texts.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { openCliBench } from '../support/run-cli.ts';

const HARD_MS = 120_000;

/** Members without which commands fail early: poisoned only in the last of three rounds. */
const NEEDED = /^(?:state|created_at|updated_at|login|full_name|guid|type|.*url)$/;

/** Which members are poisoned: those that are only displayed; names as well; all of them. */
const ROUNDS: readonly ((name: string) => boolean)[] = [
  (name) => !NEEDED.test(name),
  (name) => !NEEDED.test(name) || name === 'login' || name === 'full_name' || name === 'state',
  () => true,
];

/** The flags and terminal widths with which each command is called. */
const WAYS: readonly (readonly [more: readonly string[], terminalColumns?: number])[] = [
  [['--debug'], 80],
  [['--json', '--debug']],
  ...(IS_LONG ? ([[['--debug']]] as const) : []),
];

function poison(value: unknown, isMeant: (name: string) => boolean, name = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => poison(item, isMeant, name));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, poison(inner, isMeant, member)]),
    );
  }
  return typeof value === 'string' && isMeant(name) ? `${HOSTILE}${value}` : value;
}

function spoil(answer: PassingAnswer, isMeant: (name: string) => boolean): void {
  answer.body = poison(answer.body, isMeant);
  answer.headers['x-service-request-id'] = 'id\u009b2J';
}

describe('texts of a hostile service', () => {
  it.each(
    ROUNDS.map((isMeant, index) => ({ isMeant, round: index + 1 })).filter(
      ({ round }) => IS_LONG || round === 2,
    ),
  )(
    'never reach a terminal or a pipe, whatever the command: round $round',
    async ({ isMeant }) => {
      const bench = await openCliBench();
      const { base_url: baseUrl, tokens, organization, repositories, oauth_app: app } = bench.sandbox.ready;
      const front = await startFrontService(baseUrl, (answer) => spoil(answer, isMeant));
      const vault = join(bench.directory, 'vault');
      const [repository = ''] = repositories;
      const clientId = app.client_id;
      const cases = casesFor({ directory: bench.directory, vault, organization, repository, clientId });
      const env = { SATCHEL_TOKEN: tokens.classic, HOME: bench.directory };
      let shown = 0;
      const found: string[] = [];
      for (const [name, endings] of Object.entries(cases)) {
        const isAsking = ASKING.has(name.split(' ')[0] ?? '');
        for (const ending of isAsking || name.startsWith('vault') || name === 'status' ? endings : []) {
          for (const [more, terminalColumns] of WAYS) {
            const service = isAsking ? ['--base-url', front.url] : [];
            const args = [...name.split(' '), ...ending, ...more, ...service];
            const { clock: _, ...changes } = createRecordedContext({
              env: { ...env, NO_COLOR: '1' },
              ...(terminalColumns && { terminalColumns }),
            });
            const { out, err } = await bench.run(args, changes);
            shown += Number(`${out}${err}`.includes('evil'));
            const text = `${out}${err}`.replaceAll(PROGRESS, '');
            if (OBEYED.test(text)) {
              found.push(`${args.join(' ')}: ${JSON.stringify(OBEYED.exec(text))}`);
            }
          }
        }
      }
      expect(shown).toBeGreaterThan(20);
      expect(found).toEqual([]);
    },
    HARD_MS,
  );
});
