import { execFile } from 'node:child_process';
import { type Environment, Failure } from '../base/index.ts';

/** Long enough to type a passphrase. */
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/**
 * Runs the `token_command` of an account, without a shell, and returns its output. If it fails, the failure
 * (`token-missing`) does not contain the output, which may be the token.
 */
export async function runTokenCommand(
  command: readonly string[],
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<string> {
  const [program = '', ...args] = command;
  const options = { env, signal, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true };
  return await new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout) => {
      const token = stdout.trim();
      if (error === null && token !== '') {
        resolve(token);
        return;
      }
      const found =
        error === null ? 'it printed nothing' : `it ended with ${error.code ?? error.signal ?? 'a failure'}`;
      reject(
        new Failure('token-missing', `Cannot get a token from the token_command "${program}": ${found}`, {
          hint: 'Run the command by hand; it must print the token and nothing else',
        }),
      );
    });
    child.stdin?.on('error', () => undefined); // The command may not read its input.
    child.stdin?.end();
  });
}
