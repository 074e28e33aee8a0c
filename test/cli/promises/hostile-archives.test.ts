import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { writeHostileArchive } from '../support/hostile-archive.ts';
import { OBEYED, PROGRESS } from '../support/hostile-texts.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

const HARD_MS = 300_000;

/** Commands that never read an archive or a store: they show settings, or need their own service. */
const OTHERS = new Set(['config', 'demo', 'init', 'permissions', 'sandbox', 'schedule', 'validate']);

/** One of our own styles; a style in the hostile text is followed by the rest of that text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
const OWN_STYLE = /\u001b\[\d+m(?!\ufffd\[H)/g;

const REPOSITORY = 'yaryna-vitrolom/tidewatch';

it.each(sampled(['some', 'all'] as const, 1))(
  'shows no control sequences of an archive in any command, if %s of it is hostile',
  async (extent) => {
    const directory = temporaryFolder();
    const place = (name: string) => join(directory, name);
    await mkdir(place('out'));
    const archive = place('hostile.tar.gz');
    await writeHostileArchive(archive, extent);
    const found: string[] = [];
    let shown = 0;
    let turn = 0;
    async function run(args: readonly string[], terminalColumns?: number): Promise<void> {
      const isColored = args.includes('always');
      const context = createRecordedContext({
        env: {
          HOME: directory,
          PATH: process.env['PATH'] ?? '',
          PAGER: '',
          ...(isColored ? {} : { NO_COLOR: '1' }),
        },
        ...(terminalColumns && { terminalColumns }),
      });
      const status = await runSatchel(args, context);
      const text = `${context.out()}${context.err()}`
        .replaceAll(PROGRESS, '')
        .replaceAll('\r\n', '\n')
        .replaceAll(isColored ? OWN_STYLE : '', '');
      shown += Number(text.includes('evil'));
      if (OBEYED.test(text) || text.includes('Unexpected failure')) {
        found.push(`${args.join(' ')} (${status}): ${JSON.stringify(text.slice(0, 300))}`);
      }
    }

    const vault = place('vault');
    const db = ['--vault', vault];
    await run(['vault', 'import', '--vault', vault, archive, '--debug'], 80);
    const clientId = 'none';
    const cases = casesFor({
      directory,
      vault,
      organization: 'acme',
      repository: REPOSITORY,
      clientId,
      archive,
    });
    const asRows = ['--csv', '--tsv', '--markdown', '--ndjson'].map((format) => [format, ...db]);
    const more: Readonly<Record<string, readonly (readonly string[])[]>> = {
      'issue list': [['--state', 'all', ...db], ...asRows],
      'issue view': [
        ['ferrylight#7', '--comments', ...db],
        ['ferrylight#13', '--markdown', ...db],
      ],
      'pr list': [['--state', 'all', ...db], ...asRows],
      'pr view': [
        [`${REPOSITORY}#9`, '--comments', ...db],
        [`${REPOSITORY}#2`, '--markdown', ...db],
      ],
      'release list': asRows,
      'release view': [
        ['ferrylight', ...db],
        ['ferrylight', '--markdown', ...db],
      ],
      'repo list': asRows,
      'repo view': [['ferrylight', ...db]],
      verify: [
        [archive, '--all'],
        [archive, '--deep'],
        [archive, '--sarif'],
      ],
      load: [[archive, '--db', place('again.db'), '--as-history']],
      extract: [
        [archive, place('files')],
        [archive, place('bundles'), '--bundle'],
        [archive, place('none'), '--entry', 'nothing'],
      ],
      query: [
        ['--list'],
        ...['--csv', '--tsv', '--markdown', '--ndjson'].map((format) => [
          'select * from records',
          format,
          ...db,
        ]),
      ],
      dump: ['ndjson', 'csv', 'json', 'markdown'].map((format) => [format, '--output', place(format), ...db]),
      search: [
        ['evil', ...db],
        ['evil', '--csv', ...db],
      ],
      'vault check': [['--vault', vault, '--read-data']],
    };
    for (const [name, endings] of Object.entries(cases)) {
      const [word = ''] = name.split(' ');
      for (const ending of ASKING.has(word) || OTHERS.has(word) ? [] : [...endings, ...(more[name] ?? [])]) {
        const args = [...name.split(' '), ...ending];
        turn += 1;
        const ways = [
          async () => await run([...args, '--debug'], 80),
          async () => await run([...args, '--json', '--debug'], 40),
          async () => await run([...args, '--color', 'always'], 80),
        ];
        // A short run takes turns where all is hostile, so that little is found in it.
        for (const way of IS_LONG ? ways : extent === 'some' ? ways.slice(0, 1) : [ways[turn % 3]]) {
          await way?.();
        }
      }
    }
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(extent === 'some' ? 40 : IS_LONG ? 15 : 5);
  },
  HARD_MS,
);
