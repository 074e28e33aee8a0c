import { describe, expect, it } from 'vitest';
import { runTokenCommand } from '../../src/config/run-token-command.ts';

const signal = new AbortController().signal;
const node = (script: string) => [process.execPath, '-e', script];

describe('runTokenCommand()', () => {
  it('gives what the command printed, without the end of the line, and without a shell', async () => {
    expect(await runTokenCommand(node('console.log(process.env.X)'), { env: { X: 'a-token' }, signal })).toBe(
      'a-token',
    );
    expect(
      await runTokenCommand([...node('console.log(process.argv[1])'), '$(id); `id`'], { env: {}, signal }),
    ).toBe('$(id); `id`');
  });

  it.each([
    ['fails', 'console.log("half-a-token"); process.exit(3)', 'it ended with status 3'],
    ['prints nothing', '', 'it printed nothing'],
  ])('says so if it %s, and repeats nothing that it printed', async (_what, script, words) => {
    const failure = await runTokenCommand(node(script), { env: {}, signal }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'token-missing', message: expect.stringContaining(words) });
    expect(JSON.stringify(failure) + String((failure as Error).message)).not.toContain('half-a-token');
  });

  it('does not wait for a process that the command leaves behind, such as an agent', async () => {
    const command = ['/bin/sh', '-c', 'sleep 60 & echo "$!"'];
    const env = { PATH: process.env['PATH'] };
    process.kill(Number(await runTokenCommand(command, { env, signal })), 'SIGKILL');
  }, 20_000);

  it('says if there is no such program', async () => {
    await expect(runTokenCommand(['/nowhere/pass'], { env: {}, signal })).rejects.toMatchObject({
      message: expect.stringContaining('ENOENT'),
    });
  });
});
