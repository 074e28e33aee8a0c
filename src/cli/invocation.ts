import { basename, relative } from 'node:path';

interface Start {
  /** The file that Node runs: `argv[1]`. */
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How a person types this program, so that the next steps that it names work from where they are. */
export function invocationOf({ script, env, cwd }: Start): string {
  if (env['npm_lifecycle_event'] === 'npx') {
    const from = env['npm_config_package'] ?? ''; // What npx was told to fetch; npm puts it on the PATH of this run only.
    return from === '' ? 'npx --no satchel' : `npx --package ${from} satchel`; // --no: never one that a registry offers.
  }
  return basename(script) === 'main.js' ? `node ${relative(cwd, script)}` : 'satchel';
}
