import type { Command } from 'commander';
import { type Login, type LoginSettings, logIn, logOut } from '../../app/log-in.ts';
import { utcSeconds } from '../../base/run-id.ts';
import { KIND_TITLES } from '../../client/check-token.ts';
import { showForeignText } from '../../client/service-error.ts';
import { TOKEN_KINDS_REFUSED_BY_MIGRATIONS } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, addHelpNote, type CommonFlags, gatherNames } from '../flags/flags.ts';
import { addAddressFlags } from '../flags/run-with-service.ts';
import { jsonLine } from '../output/json-names.ts';
import { createReporter } from '../output/reporter.ts';
import { wrapText } from '../render/wrap-text.ts';

interface LoginFlags extends LoginSettings, CommonFlags {}

/** `satchel login`: gets a token by a code that the user enters in a browser (OAuth device flow). */
export function defineLogin(command: Command, context: CommandContext): void {
  addFlag(command, '--client-id <id>', 'client id of an OAuth app of yours with device flow');
  addFlag(command, '--scope <scope...>', 'scopes to request (default: repo)', { parse: gatherNames });
  addFlag(
    command,
    '--output <file>',
    'where to write the token, - for stdout (default: in ~/.config/satchel, where all commands find it)',
  );
  addAddressFlags(command);
  addHelpNote(
    command,
    'Satchel has no OAuth app of its own. Register one, with device flow, at https://github.com/settings/applications/new. For one person a classic token is simpler: https://github.com/settings/tokens/new',
  );
  addHelpEnd(command, [
    'login --client-id Ov23liAbCdEf0123456789',
    'login --client-id Ov23liAbCdEf0123456789 --scope repo admin:org',
    'login --client-id Ov23liAbCdEf --base-url https://HOST/api/v3',
  ]);
  command.action(async (flags: LoginFlags) => {
    const isPrinted = flags.output === '-';
    if (isPrinted && flags.json === true) {
      throw new Failure('usage', 'Cannot combine --json and --output -: both write to stdout');
    }
    const reporter = createReporter(context, flags);
    const login = await logIn(flags, context, ({ userCode, verificationUrl, expiresAtMs }) => {
      const expiresAt = utcSeconds(expiresAtMs);
      if (flags.json === true) {
        reporter.event('code', { userCode, verificationUrl: verificationUrl.href, expiresAt });
      } else {
        // Also with --quiet: without the code there is no login.
        const code = showForeignText(userCode);
        const text = `Open ${verificationUrl.href} and enter the code ${code} before ${expiresAt}.\n`;
        context.stderr.write(wrapText(text, context.stderr));
      }
    });
    showLogin(login, flags, context);
    if (TOKEN_KINDS_REFUSED_BY_MIGRATIONS.includes(login.kind)) {
      reporter.note(
        'Backups need another kind of token: use the client id of an OAuth app, not of a GitHub App.',
      );
      context.endWith('warnings');
    }
    if (login.path !== undefined && flags.output === undefined && !login.isUsual) {
      reporter.note(
        `Commands use another token for this address, from a variable or the GitHub CLI, unless they have --token-file ${login.path}`,
      );
    }
  });
}

function showLogin(result: Login, { json, output, baseUrl }: LoginFlags, context: CommandContext): void {
  const { login, kind, scopes, token, path, dialect } = result;
  if (json === true) {
    context.stdout.write(jsonLine({ messageType: 'summary', login, kind, scopes, path }));
    return;
  }
  const prefix = /^[a-z]+_/.exec(token)?.[0];
  const title = `${KIND_TITLES[kind]}${prefix === undefined ? '' : ` (${prefix})`}`;
  const address = baseUrl === undefined ? '' : ` --base-url ${baseUrl}`;
  const tokenFile = output === undefined ? '' : ` --token-file ${path}`;
  const lines = [
    `Logged in to ${dialect.title} as ${login} with ${title}, scopes: ${scopes.join(', ') || 'none'}.`,
    ...(path === undefined ? [] : [`The token is in ${path}, readable by you alone.`]),
    ...(path === undefined ? [] : [`Next: ${context.invocation} backup${address}${tokenFile}`]),
  ];
  const out = path === undefined ? context.stderr : context.stdout;
  out.write(wrapText(lines.map((line) => `${line}\n`).join(''), out));
  if (path === undefined) {
    context.stdout.write(`${token}\n`);
  }
}

/** `satchel logout`: removes the token of `satchel login` from this machine. */
export function defineLogout(command: Command, context: CommandContext): void {
  addAddressFlags(command);
  addHelpEnd(command, ['logout', 'logout --base-url https://code.example.org/api/v3']);
  command.action(async (flags: LoginFlags) => {
    const { origin, path, revokeUrl } = await logOut(flags, context);
    const text = `Removed ${path}, the token for ${origin}. It remains valid until you revoke it at ${revokeUrl}\n`;
    context.stdout.write(
      flags.json === true ? jsonLine({ origin, path, revokeUrl }) : wrapText(text, context.stdout),
    );
  });
}
