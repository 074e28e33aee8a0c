import type { Sandbox } from '../../sandbox/index.ts';
import type { CommandContext } from '../context.ts';

/** What a person needs to use a sandbox: where it is, what is in it, all credentials, and lines to type. */
export function announceSandbox({ ready }: Sandbox, { invocation }: CommandContext): string {
  const tokens = Object.entries(ready.tokens).map(([kind, token]) => `  ${kind.padEnd(16)}  ${token}`);
  const dialect = ready.dialect === 'service' ? '' : ` --dialect ${ready.dialect}`;
  return [
    `Sandbox at ${ready.base_url} (archives at ${ready.storage_url}), dialect ${ready.dialect}`,
    `Account ${ready.user}, organization ${ready.organization}, enterprise ${ready.enterprise}, ${ready.repositories.length} repositories:`,
    ...ready.repositories.map((name) => `  ${name}`),
    'Tokens:',
    ...tokens,
    'OAuth app:',
    `  client id         ${ready.oauth_app.client_id}`,
    `  client secret     ${ready.oauth_app.client_secret}`,
    'Try:',
    `  SATCHEL_TOKEN=${ready.tokens.classic} ${invocation} backup --base-url ${ready.base_url}${dialect} --vault my-vault`,
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}
