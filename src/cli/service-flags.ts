import type { Command } from 'commander';
import { DIALECTS } from '../model/index.ts';
import { addFlag, gatherNames } from './flags.ts';

/** Adds the flags that say which service, which token and whose work. */
export function addServiceFlags(command: Command): void {
  addFlag(
    command,
    '--account <name>',
    'the account of the configuration to use (default: the one at --base-url, or the only one)',
  );
  addFlag(
    command,
    '--base-url <url>',
    "address of the API (default: the account's, else https://api.github.com)",
  );
  addFlag(command, '--dialect <name>', 'variant of the API (default: by the base URL)', {
    choices: Object.keys(DIALECTS),
  });
  addFlag(
    command,
    '--token-file <file>',
    'file that holds a classic personal access token (default: SATCHEL_TOKEN)',
  );
  addFlag(command, '--anonymous', 'send no token: only public data, 60 requests per hour');
  addFlag(
    command,
    '--client-id <id>',
    'call as an OAuth app, for public data only (secret: SATCHEL_CLIENT_SECRET)',
  );
  addFlag(command, '--client-secret-file <file>', 'file that holds the secret of the OAuth app');
  addFlag(command, '--org <name>', 'use an organization instead of your own account');
  addFlag(command, '--no-wait', 'instead of waiting for a rate limit, fail with exit code 5 and the time');
  addFlag(
    command,
    '--allow-storage-host <host...>',
    'allow archive downloads from this host even if its address is private',
    {
      parse: gatherNames,
    },
  );
  addFlag(command, '--ca-file <file>', 'also trust the certificates in this PEM file');
}
