import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { leavesOf } from '../../../src/cli/help/documented-command.ts';
import { manualPages } from '../../../src/cli/help/manual-page.ts';
import { sampled } from '../../house/long-only.ts';
import { PACKAGE } from '../../house/packed-program.ts';
import { createCommandContext } from '../support/recorded-context.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The formatters of this machine, called so that they report what is wrong with a page. */
const FORMATTERS = [
  ['man', ['--warnings=w', '-l', '-Tutf8', '-Pcat', '-']],
  ['mandoc', ['-Tlint', '-Wwarning']],
] as const;

const existing = FORMATTERS.filter(([name]) => spawnSync(name, ['--version']).error === undefined);

let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  pages = manualPages(await createCommandContext().loadProgram());
});

describe('manualPages()', () => {
  it('writes a page for each command, and package.json installs all of them', () => {
    const { man }: { man: readonly string[] } = JSON.parse(
      readFileSync(new URL('package.json', ROOT), 'utf8'),
    );
    const names = [...pages.keys()].sort();
    expect(man.map((path) => /^\.\/dist\/man\/(.+)\.gz$/.exec(path)?.[1])).toEqual(names);
    expect(readdirSync(new URL('dist/man', PACKAGE)).sort()).toEqual(names.map((name) => `${name}.gz`));
    for (const [name, text] of pages) {
      expect(gunzipSync(readFileSync(new URL(`dist/man/${name}.gz`, PACKAGE))).toString()).toBe(text);
    }
  });

  it('describes every flag of every command', async () => {
    const program = await createCommandContext().loadProgram();
    const missing = program.commands.flatMap((command) => {
      const text = (pages.get(`satchel-${command.name()}.1`) ?? '').replaceAll('\\-', '-');
      const flags = leavesOf(command).flatMap(({ options }) => options.map(({ long }) => long ?? ''));
      return flags.filter((flag) => !text.includes(flag)).map((flag) => `${command.name()} ${flag}`);
    });
    expect(missing).toEqual([]);
  });

  it.each(existing)('is formatted by %s without a warning', (name, args) => {
    for (const [file, text] of sampled([...pages], 8)) {
      const { stdout, stderr, status } = spawnSync(name, args, {
        input: text,
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80', MANROFFSEQ: '' },
      });
      // Without a date, pages are the same whenever they are made.
      const complaints = (name === 'mandoc' ? stdout : stderr).replaceAll(/.*missing date.*\n/g, '');
      expect(`${file}: ${complaints}`).toBe(`${file}: `);
      expect(name === 'mandoc' || status === 0).toBe(true); // mandoc also counts the missing date.
    }
  });

  it('shows texts as they are', () => {
    const [man] = existing;
    expect(man?.[0] ?? 'man').toBe('man');
    const path = fileURLToPath(new URL('dist/man/satchel-backup.1.gz', PACKAGE));
    const { stdout } = spawnSync('man', ['-l', '-Tutf8', '-Pcat', path], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80', GROFF_NO_SGR: '1' },
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: overstriking, which old formatters print for bold.
    const shown = stdout.replaceAll(/.\u0008/g, '');
    expect(shown).toContain('--skip-if-younger <span>');
    expect(shown).toContain('$ satchel backup --org acme --fork no --except "*/scratch-*"');
  });
});
