import type { Command } from 'commander';
import { DIRECTORY_NAMES, FILE_NAMES, placeholderIn } from '../flags/path-values.ts';
import { HELP_TOPICS } from '../help/help-topics.table.ts';

/** What can follow at the cursor: one of these words with their descriptions, or the name of a file or folder. */
export interface Proposal {
  readonly kind: 'words' | 'files' | 'directories';
  readonly words: Words;
}

type Words = readonly (readonly [word: string, description: string])[];

/** Values that the program does not list as choices, by the flag (`--job`) or the name of the argument. */
export type KnownValues = Readonly<Record<string, Words>>;

/** Proposes words for a cursor after the words `before`, where `at` is written already. */
export function proposeWords(
  at: string,
  before: readonly string[],
  program: Command,
  known: KnownValues = {},
): Proposal {
  const words = before.at(-1) === '=' ? before.slice(0, -1) : before; // bash splits at equals signs.
  let command = program;
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word);
    if (next === undefined) {
      break;
    }
    command = next;
  }
  const assigned = /^--[\w-]+(?==)/.exec(at)?.[0];
  const isAssigned = assigned !== undefined || words !== before;
  const flag = command.options.find(({ long, short }) => [long, short].includes(assigned ?? words.at(-1)));
  if (flag?.required === true || (flag?.optional === true && isAssigned)) {
    const values = flag.argChoices === undefined ? known[flag.long ?? ''] : plain(flag.argChoices);
    const proposal = valuesFor(placeholderIn(flag.flags), values);
    return {
      kind: proposal.kind,
      words: proposal.words.map(([value, words]) => [
        assigned === undefined ? value : `${assigned}=${value}`,
        words,
      ]),
    };
  }
  if (at.startsWith('-')) {
    const flags = command.options.flatMap(({ long, short, description }) =>
      [short, long].flatMap((name) => (name === undefined ? [] : [[name, description] as const])),
    );
    return { kind: 'words', words: [...flags, ['-h', 'show the help'], ['--help', 'show the help']] };
  }
  return argumentsOf(command, words, known);
}

function argumentsOf(command: Command, words: readonly string[], known: KnownValues): Proposal {
  const isHelp = words[0] === 'help';
  if (command.commands.length > 0 || isHelp) {
    const names = command.commands.map((child) => [child.name(), child.summary()] as const);
    const isProgram = command.parent === null;
    const more = isHelp ? Object.entries(HELP_TOPICS) : isProgram ? [['help', HELP_WORDS] as const] : [];
    return { kind: 'words', words: [...names, ...more] };
  }
  const values = command.registeredArguments.map((argument) =>
    valuesFor(
      argument.name(),
      argument.argChoices === undefined ? known[argument.name()] : plain(argument.argChoices),
    ),
  );
  return values.find(({ kind, words: found }) => kind !== 'words' || found.length > 0) ?? NOTHING;
}

const HELP_WORDS = 'show the help of a command or a topic';

const NOTHING: Proposal = { kind: 'words', words: [] };

function plain(choices: readonly string[]): Words {
  return choices.map((choice) => [choice, '']);
}

/** Nothing if any text is valid. */
function valuesFor(placeholder: string, words: Words = []): Proposal {
  const kind = DIRECTORY_NAMES.has(placeholder)
    ? 'directories'
    : FILE_NAMES.has(placeholder)
      ? 'files'
      : 'words';
  return { kind, words };
}
