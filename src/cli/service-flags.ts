import type { Command } from 'commander';
import { DIALECTS } from '../model/index.ts';
import { addFlag, gatherNames } from './flags.ts';

/** Adds the flags that say which service, which token and whose work. */
export function addServiceFlags(command: Command): void {
  addFlag(
    command,
    '--account <name>',
    'the account of the configuration to call as (default: the one at --base-url, or the only one)',
  );
  addFlag(
    command,
    '--base-url <url>',
    "address of the API (default: the account's, else https://api.github.com)",
  );
  addFlag(command, '--dialect <name>', 'how the interface is spelled (default: by the base URL)', {
    choices: Object.keys(DIALECTS),
  });
  addFlag(
    command,
    '--token-file <file>',
    'file that holds a classic personal access token (default: SATCHEL_TOKEN)',
  );
  addFlag(command, '--anonymous', 'send no token: public data alone, 60 requests an hour');
  addFlag(
    command,
    '--client-id <id>',
    'call as an OAuth app, for public data (secret: SATCHEL_CLIENT_SECRET)',
  );
  addFlag(command, '--client-secret-file <file>', 'file that holds the secret of the OAuth app');
  addFlag(command, '--org <name>', 'work for an organization instead of the own account');
  addFlag(
    command,
    '--no-wait',
    'fail at once, with exit code 5 and the time, where a rate limit asks to wait',
  );
  addFlag(
    command,
    '--allow-storage-host <host...>',
    'fetch archives from this host also where it is private',
    {
      parse: gatherNames,
    },
  );
  addFlag(command, '--ca-file <file>', 'trust the certificates in this PEM file as well');
}
