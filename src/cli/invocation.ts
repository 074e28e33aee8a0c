import { basename, relative } from 'node:path';

interface Start {
  /** The file that Node runs: `argv[1]`. */
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How the user calls this program, so that commands in our hints work when pasted. */
export function invocationOf({ script, env, cwd }: Start): string {
  if (env['npm_lifecycle_event'] === 'npx') {
    // The package of npx, which npm puts on the PATH for this run only.
    const from = env['npm_config_package'] ?? '';
    // --no: never install one from a registry.
    return from === '' ? 'npx --no satchel' : `npx --package ${from} satchel`;
  }
  return basename(script) === 'main.js' ? `node ${relative(cwd, script)}` : 'satchel';
}
