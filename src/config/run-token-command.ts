import { runProgram } from '../base/run-program.ts';
import type { Environment } from '../base/user-directories.ts';
import { Failure } from '../model/failure.ts';

/** Long enough to type a passphrase. */
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_LENGTH = 64 * 1024;

/**
 * Runs the `token_command` of an account, without a shell, and returns its output. If it fails, the failure
 * (`token-missing`) does not contain the output, which may be the token.
 */
export async function runTokenCommand(
  command: readonly string[],
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<string> {
  const { trouble, stdout } = await runProgram({
    command,
    env,
    signal,
    timeoutMs: TIMEOUT_MS,
    maxOutputLength: MAX_OUTPUT_LENGTH,
  });
  const token = stdout.trim();
  if (trouble === undefined && token !== '') {
    return token;
  }
  throw new Failure(
    'token-missing',
    `Cannot get a token from the token_command "${command[0]}": ${trouble ?? 'it printed nothing'}`,
    { hint: 'Run the command by hand; it must print the token and nothing else' },
  );
}
