import { confirm, isCancel, select, text } from '@clack/prompts';
import { checkTimes } from '../../../app/configuration.ts';
import { checkAddress } from '../../../config/check-address.ts';
import { checkVariableName } from '../../../config/environment.ts';
import type { StarterAnswers } from '../../../config/starter-configuration.ts';
import { Failure } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { rawOutput } from '../../output/guard-output.ts';

const PUBLIC_URL = 'https://api.github.com';

/** Prompts for missing settings, with the proposed ones as defaults. Never asks for a secret. */
export async function askAnswers(proposed: StarterAnswers, context: CommandContext): Promise<StarterAnswers> {
  const { stdin, stderr } = context;
  if (!('isTTY' in stdin && stdin.isTTY === true) || stderr.isTTY !== true) {
    throw new Failure('usage', 'Cannot ask questions: this is not a terminal', {
      hint: 'Give the answers as flags, with --yes; see "satchel init --help"',
    });
  }
  const streams = { input: stdin, output: rawOutput(stderr), signal: context.signal };
  const ask = async (
    message: string,
    initialValue: string,
    check: (text: string) => string | undefined = () => undefined,
  ) => answered(await text({ ...streams, message, initialValue, validate: (value) => check(value ?? '') }));
  const baseUrl = await ask('Where is the API of the service?', proposed.baseUrl ?? PUBLIC_URL, (value) =>
    checkAddress(value) === undefined
      ? undefined
      : 'An address that begins with https://, such as https://code.example.org/api/v3',
  );
  const organization = await ask(
    'Which organization? (empty: your own account)',
    proposed.organization ?? '',
  );
  const vault = await ask('Where should archives and the store be kept?', proposed.vault, (value) =>
    value.trim() === '' ? 'A folder, such as ~/satchel, or a place such as s3://my-bucket/work' : undefined,
  );
  const timeZone = await ask('Which time zone?', proposed.timeZone, (value) => checkTimes(['@daily'], value));
  const schedule = await ask(
    'When? @daily, @weekly, @monthly, or five fields: minute hour day month weekday',
    proposed.schedule,
    (value) => checkTimes([value], timeZone),
  );
  const token = await askToken(proposed, streams);
  const hasPing = answered(
    await confirm({
      ...streams,
      message: 'Ping healthchecks.io at each run?',
      initialValue: proposed.pingVariable !== undefined,
    }),
  );
  return {
    baseUrl: baseUrl === PUBLIC_URL ? undefined : baseUrl,
    organization: organization.trim() === '' ? undefined : organization.trim(),
    job: proposed.job,
    vault,
    schedule,
    timeZone,
    token,
    pingVariable: hasPing
      ? await ask(
          'Which variable holds the address of the check?',
          proposed.pingVariable ?? 'HEALTHCHECKS_URL',
          checkVariableName,
        )
      : undefined,
  };
}

type Streams = Pick<Parameters<typeof text>[0], 'input' | 'output' | 'signal'>;

async function askToken({ token }: StarterAnswers, streams: Streams): Promise<StarterAnswers['token']> {
  const way = answered(
    await select({
      ...streams,
      message: 'Where does the token come from? (It is not written to the file.)',
      options: [
        { value: 'variable', label: 'an environment variable' },
        { value: 'file', label: 'a file that only you can read' },
        { value: 'command', label: 'a command, such as a password manager' },
        { value: 'gh', label: 'the GitHub CLI (gh auth token)' },
      ],
      initialValue: wayOf(token),
    }),
  );
  if (way === 'gh') {
    return 'gh';
  }
  if (way === 'file') {
    const usual = token !== 'gh' && 'file' in token ? token.file : '~/.satchel-token';
    const file = await text({
      ...streams,
      message: 'Which file?',
      initialValue: usual,
      validate: (value = '') => (value.trim() === '' ? `A path, such as ${usual}` : undefined),
    });
    return { file: answered(file).trim() };
  }
  if (way === 'command') {
    const line = answered(
      await text({ ...streams, message: 'Which command?', placeholder: 'pass show satchel' }),
    );
    return { command: line.split(/\s+/).filter((word) => word !== '') };
  }
  const usual = token !== 'gh' && 'variable' in token ? token.variable : 'SATCHEL_TOKEN';
  const variable = await text({
    ...streams,
    message: 'Which variable?',
    initialValue: usual,
    validate: (value) => checkVariableName(value ?? ''),
  });
  return { variable: answered(variable) };
}

function wayOf(token: StarterAnswers['token']): 'gh' | 'variable' | 'file' | 'command' {
  return token === 'gh' ? 'gh' : 'variable' in token ? 'variable' : 'file' in token ? 'file' : 'command';
}

function answered<Value>(answer: Value): Exclude<Value, symbol> {
  if (isCancel(answer)) {
    throw new Failure('interrupted', 'Interrupted: nothing was written');
  }
  return answer as Exclude<Value, symbol>; // The only symbol is the one for cancellation.
}
