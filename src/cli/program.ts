import { setMaxListeners } from 'node:events';
import { basename, relative } from 'node:path';
import type { Command } from 'commander';
import { nearestName } from '../base/nearest-name.ts';
import { satchelVersion } from '../base/own-package.ts';
import { capitalized } from '../base/text-ends.ts';
import { EXIT_CODES } from '../model/exit-codes.table.ts';
import { COMMANDS } from './commands.table.ts';
import type { ColorChoice, CommandContext, Context, Output } from './context.ts';
import { exitStatusOf } from './exit.ts';
import { addCommonFlags } from './flags/flags.ts';
import { readPathsFromHome } from './flags/path-values.ts';
import {
  applyVariables,
  isSwitchedOn,
  pathOf,
  readVariables,
  sharedVariableOf,
  variablesOf,
} from './flags/variables.ts';
import { DocumentedCommand, leavesOf } from './help/documented-command.ts';
import { isHelpTopic } from './help/help-topics.table.ts';
import { guardContext } from './output/guard-output.ts';
import { createJqFilter, type FilteredOutput, filterJson } from './output/json-filter.ts';
import { terminalColumns, writeText } from './output/terminal.ts';

interface CommonFlags {
  readonly color: ColorChoice;
  readonly json?: true | string;
  readonly jq?: string;
}

/** Flags that are valid before a command. */
const FLAGS_BEFORE_COMMAND: ReadonlySet<string> = new Set(['-h', '--help', '-v', '-V', '--version']);

/**
 * Runs one command line (without node and script) and returns its exit status. It never ends the process, so that tests
 * and other programs can call it. Loads only the module of the named command.
 */
export async function runSatchel(args: readonly string[], surroundings: Context): Promise<number> {
  const given = { ...surroundings, env: readVariables(surroundings.env) };
  let status: number = EXIT_CODES.done.status;
  let color: ColorChoice = 'auto';
  // Concurrent calls each add a listener, and Node warns of a leak above ten.
  setMaxListeners(Number.POSITIVE_INFINITY, given.signal);
  const context = guardContext(given, () => color);
  let isFiltered = false;
  let filtered: FilteredOutput | undefined;
  const commandContext: CommandContext = {
    ...context,
    get stdout() {
      return filtered?.input ?? context.stdout;
    },
    get color() {
      return color;
    },
    endWith: (exit) => {
      status = EXIT_CODES[exit].status;
    },
    loadProgram: (words) => createProgram(words, commandContext),
  };
  let named: Command | undefined;
  try {
    const [first, topic] = args;
    if (first === 'help' && isHelpTopic(topic)) {
      const { helpTopicText } = await import('./help/help-topic-text.ts');
      const program = await commandContext.loadProgram();
      await writeText(context.stdout, helpTopicText(topic, program, helpColumns(context.stdout)));
      return status;
    }
    const program = await createProgram(args, commandContext);
    program.hook('preAction', async (_program, command) => {
      const flags = command.opts<CommonFlags>();
      color = flags.color;
      if (flags.jq !== undefined) {
        isFiltered = true;
        filtered = filterJson(await createJqFilter(flags.jq), context.stdout);
        command.setOptionValueWithSource('json', flags.json ?? true, 'implied');
      }
    });
    const words = await helpAsFlag(args, program, commandContext);
    named = commandNamedBy(words, program);
    const parsed = wordsToParse(words, named);
    await refuseMisplaced(parsed, named, commandContext);
    await program.parseAsync(parsed, { from: 'user' });
    await filtered?.end();
    return status;
  } catch (error) {
    await filtered?.end('failed').catch(() => undefined); // The first failure is the one to report.
    return reportFailure(error, context, { args, named, isFiltered });
  }
}

interface FailedRun {
  readonly args: readonly string[];
  readonly named?: Command | undefined;
  /** Whether the JSON is filtered: then none is printed of the failure. */
  readonly isFiltered?: boolean;
}

/** Reports a failure in the form that the command line asks for, and returns the exit status. */
export function reportFailure(
  error: unknown,
  context: Context,
  { args, named, isFiltered = false }: FailedRun,
): number {
  const has = (flag: string) =>
    args.some((arg) => arg === flag || arg.startsWith(`${flag}=`)) ||
    [sharedVariableOf(flag), ...variablesNamed(flag, named)].some((name) => isSwitchedOn(context.env, name));
  return exitStatusOf(error, context, {
    json: has('--json') && !isFiltered,
    debug: has('--debug'),
    command: ['satchel', ...(named === undefined ? [] : pathOf(named))].join(' '),
    argumentHint: named === undefined ? undefined : adviseOnGreedyFlag(args, named),
  });
}

/** Creates the program with the flags of the command that `args` name, or of all commands. */
export async function createProgram(
  args: readonly string[] | undefined,
  context: CommandContext,
): Promise<Command> {
  const program = new DocumentedCommand('satchel')
    .description('Backs up your work from a code-hosting service, and lets you read and search it offline.')
    .version(satchelVersion(), '-v, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: () => {}, // exit.ts prints them.
      getOutHelpWidth: () => helpColumns(context.stdout),
      getErrHelpWidth: () => helpColumns(context.stderr),
    })
    .showSuggestionAfterError()
    .addHelpCommand(createHelpCommand())
    .hook('preAction', (_program, command) => {
      applyVariables(command, context.env);
    });
  const named = args?.find((arg) => !arg.startsWith('-') && arg !== 'help');
  for (const row of COMMANDS) {
    const command = program
      .command(row.name)
      .summary(row.summary)
      .description(`${capitalized(row.summary)}.`);
    command.helpGroup(`${row.group}:`);
    if (args === undefined || row.name === named) {
      await (await row.load())(command, context, args);
      for (const leaf of leavesOf(command)) {
        addCommonFlags(leaf);
        readPathsFromHome(leaf, context.env);
      }
    }
  }
  return program;
}

function createHelpCommand(): Command {
  return new DocumentedCommand('help')
    .argument('[topic]')
    .summary('show the help of a command, or of a topic below')
    .helpOption(false)
    .helpGroup('Set up:');
}

/** The command named by the longest matching prefix of `args`; the program itself if no command matches. */
function commandNamedBy(args: readonly string[], program: Command): Command {
  let named = program;
  for (const word of args) {
    const next = named.commands.find((command) => command.name() === word);
    if (next === undefined) {
      break;
    }
    named = next;
  }
  return named;
}

/**
 * `help vault list` and `vault help list` as `vault list --help`: the help command of commander (14) takes one word, and
 * ends with the exit code that `main.ts` sets beforehand.
 */
async function helpAsFlag(args: readonly string[], program: Command, context: CommandContext) {
  const named = commandNamedBy(args, program);
  const path = pathOf(named);
  const [first, ...asked] = args.slice(path.length);
  if (first !== 'help' || named.commands.length === 0) {
    return args;
  }
  const topics = asked.filter((word) => word !== 'help');
  const [topic = ''] = topics;
  if (named === program && /^[^-]/.test(topic) && !COMMANDS.some(({ name }) => name === topic)) {
    named.error(`error: there is no command or help topic "${topic}"${await guessElsewhere(topic, context)}`);
  }
  return [...path, ...topics, '--help'];
}

/**
 * The words for commander (14) to parse. For `nosuch --help`, it would print the help of the parent command and
 * succeed, so everything after an unknown word is cut off.
 */
function wordsToParse(args: readonly string[], named: Command): string[] {
  const path = pathOf(named);
  const next = args[path.length];
  const misplaced = args.find((arg) => COMMANDS.some(({ name }) => name === arg));
  if (path.length === 0 && (next === 'version' || next === '-V')) {
    return ['--version'];
  }
  if (
    path.length === 0 &&
    misplaced !== undefined &&
    /^--?[a-z]/.test(next ?? '') &&
    !FLAGS_BEFORE_COMMAND.has(next ?? '')
  ) {
    named.error(`error: flags go after the command: satchel ${misplaced} ${next}`);
  }
  const isUnknown = named.commands.length > 0 && next !== undefined && /^[^-]/.test(next);
  return isUnknown ? [...path, next] : [...args];
}

/**
 * Fails for a word that is not a command here but is one elsewhere: `import` for `vault import`. Those that are spelled wrongly are
 * refused by commander (14), which guesses among the commands of the same level.
 */
async function refuseMisplaced(
  words: readonly string[],
  named: Command,
  context: CommandContext,
): Promise<void> {
  const word = words[pathOf(named).length];
  if (named.commands.length === 0 || word === undefined || word.startsWith('-')) {
    return;
  }
  const isNear = nearestName(word, named.commands.map(nameOf)) !== undefined;
  const guess = await guessElsewhere(word, context, isNear);
  if (guess !== '') {
    named.error(`error: unknown command '${word}'${guess}`);
  }
}

/** The commands of all levels that a word may mean, as commander says it; empty if there are none, or too many. */
async function guessElsewhere(word: string, { loadProgram }: CommandContext, isExact = false) {
  const all = (await loadProgram()).commands.flatMap((command) => [command, ...command.commands]);
  const names = all.map(nameOf).filter((name) => !isExact || name === word);
  const meant = nearestName(word, names);
  const found = all.filter((command) => nameOf(command) === meant);
  const guesses = found.map((command) => `"satchel ${pathOf(command).join(' ')}"`).join(' or ');
  return found.length > 0 && found.length <= MOST_GUESSES ? `\n(Did you mean ${guesses}?)` : '';
}

function nameOf(command: Command): string {
  return command.name();
}

/** More would be no help: a dozen commands have a `list`. */
const MOST_GUESSES = 3;

function variablesNamed(flag: string, command: Command | undefined): readonly string[] {
  const option = command?.options.find(({ long }) => long === flag);
  return option === undefined ? [] : variablesOf(option);
}

/** The width of help; wider than usual without a terminal, because it is then searched or read in editors. */
function helpColumns(output: Output): number {
  return terminalColumns(output) ?? 100;
}

/**
 * Advice for a command without one of its arguments, if a flag with several values took more than one word: the last
 * one may have been meant as the argument.
 */
function adviseOnGreedyFlag(args: readonly string[], command: Command): string | undefined {
  for (const { variadic, short, long } of command.options) {
    const at = variadic ? args.findIndex((word) => word === long || word === short) : -1;
    const words = at < 0 ? [] : args.slice(at + 1);
    const next = words.findIndex((word) => word.startsWith('-'));
    const taken = next < 0 ? words : words.slice(0, next);
    if (taken.length > 1) {
      return `${args[at]} took "${taken.at(-1)}" as well: write arguments before flags`;
    }
  }
  return undefined;
}

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
