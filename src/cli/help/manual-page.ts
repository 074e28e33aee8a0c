import { type Command, Help, type Option } from 'commander';
import { satchelVersion } from '../../base/own-package.ts';
import { EXIT_CODES } from '../../model/exit-codes.table.ts';
import {
  FOREIGN_VARIABLES,
  OTHER_VARIABLES,
  pathOf,
  SHARED_FLAGS,
  sharedVariableOf,
} from '../flags/variables.ts';
import { argumentsFirst, DocumentedCommand, leavesOf } from './documented-command.ts';

/** The manual pages by file name: one for the program, and one for each command with its subcommands. */
export function manualPages(program: Command): ReadonlyMap<string, string> {
  const pages = program.commands.map(
    (command) => [`satchel-${command.name()}.1`, commandPage(command)] as const,
  );
  return new Map([['satchel.1', programPage(program)], ...pages]);
}

function programPage(program: Command): string {
  const commands = program.commands.map((command) =>
    entry(`satchel-${command.name()}(1)`, command.summary()),
  );
  return page('satchel', 'back up, read and search work from a code-hosting service', [
    section('SYNOPSIS', `${bold('satchel')} ${italic('command')} [${italic('flags')}]`),
    section('DESCRIPTION', roff(program.description())),
    section('COMMANDS', ...commands),
    section(
      'ENVIRONMENT',
      roff('Each flag can be set by a variable: --timeout of "satchel query" by SATCHEL_QUERY_TIMEOUT.'),
      roff('Flags that mean the same everywhere also have a variable without the command:'),
      ...Object.entries(SHARED_FLAGS).map(([flag, words]) => entry(sharedVariableOf(flag), words)),
      ...Object.entries({ ...OTHER_VARIABLES, ...FOREIGN_VARIABLES }).map(([name, words]) =>
        entry(name, words),
      ),
    ),
    section(
      'EXIT STATUS',
      ...Object.values(EXIT_CODES).map(({ status, meaning }) => entry(String(status), meaning)),
    ),
  ]);
}

function commandPage(command: Command): string {
  const name = `satchel-${command.name()}`;
  const leaves = leavesOf(command);
  return page(name, command.summary(), [
    section('SYNOPSIS', leaves.map(synopsis).join('\n.br\n')),
    section('DESCRIPTION', roff(command.description())),
    ...(leaves.length > 1
      ? sectionsOfSeveral(leaves)
      : leaves.flatMap((leaf) => leafSections(leaf, 'FLAGS'))),
    section('SEE ALSO', `${bold('satchel')}(1) for the environment and the exit status`),
  ]);
}

function synopsis(leaf: Command): string {
  return `${bold(['satchel', ...pathOf(leaf)].join(' '))} ${roff(argumentsFirst(leaf.usage()))}`;
}

/** The sections of a command with subcommands. Groups of flags that several of them have alike are described once. */
function sectionsOfSeveral(leaves: readonly Command[]): readonly string[] {
  const owners = new Map<string, string[]>();
  for (const leaf of leaves) {
    for (const group of flagGroups(leaf)) {
      owners.set(group, [...(owners.get(group) ?? []), pathOf(leaf).join(' ')]);
    }
  }
  const shared = new Map([...owners].filter(([, names]) => names.length > 1));
  const blocks = [...shared].map(([group, names]) => `${group}\n.PP\nFlags of ${roff(names.join(', '))}.`);
  return [
    ...leaves.flatMap((leaf) => leafSections(leaf, pathOf(leaf).join(' ').toUpperCase(), shared)),
    ...(blocks.length === 0 ? [] : [section('SHARED FLAGS', ...blocks)]),
  ];
}

function flagGroups(leaf: Command): readonly string[] {
  const helper = new Help();
  const groups = new Map<string, Option[]>();
  for (const option of leaf.options) {
    const heading = (option.helpGroupHeading ?? 'Flags:').replace(/:$/, '');
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  return [...groups].map(([heading, options]) =>
    [
      `.SS ${roff(heading)}`,
      ...options.map((option) =>
        entry(helper.optionTerm(option), leaf.createHelp().optionDescription(option)),
      ),
    ].join('\n'),
  );
}

function leafSections(
  leaf: Command,
  title: string,
  shared: ReadonlyMap<string, unknown> = new Map(),
): readonly string[] {
  const helper = new Help();
  const { notes = [], examples = [] } = leaf instanceof DocumentedCommand ? leaf : {};
  const shown = [...notes, ...examples.map((example) => `$ satchel ${example}`)].map(
    (text) => `.nf\n${roff(text)}\n.fi`,
  );
  const arguments_ = leaf.registeredArguments.map((argument) =>
    entry(helper.argumentTerm(argument), helper.argumentDescription(argument)),
  );
  const groups = flagGroups(leaf).filter((group) => !shared.has(group));
  return [
    section(title, ...arguments_, ...groups),
    ...(shown.length === 0 ? [] : [section('EXAMPLES', shown.join('\n.PP\n'))]),
  ];
}

function page(name: string, summary: string, sections: readonly string[]): string {
  const head = `.TH ${name.toUpperCase()} 1 "" "satchel ${satchelVersion()}" "Satchel"`;
  return `${[head, section('NAME', `${roff(name)} \\- ${roff(summary)}`), ...sections].join('\n')}\n`;
}

function section(title: string, ...blocks: readonly string[]): string {
  return [`.SH ${roff(title)}`, ...blocks].join('\n');
}

function entry(term: string, text: string): string {
  return `.TP\n${bold(term)}\n${roff(text)}`;
}

function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`;
}

function italic(text: string): string {
  return `\\fI${roff(text)}\\fR`;
}

/** Text that roff prints as it is. Backquotes are only for Markdown. */
function roff(text: string): string {
  return text
    .replaceAll('`', '')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
    .replaceAll('…', '\\[u2026]');
}
