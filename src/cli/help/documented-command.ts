import { Command, Help, Option } from 'commander';
import { wrapLine } from '../render/wrap-text.ts';
import {
  DESCRIBED_GROUPS,
  FLAG_GROUPS,
  type FlagGroup,
  groupOf,
  HELP_TOPICS,
  headingOf,
} from './help-topics.table.ts';

/** A command that keeps what help and manual pages say below its flags. */
export class DocumentedCommand extends Command {
  /** Paragraphs below the flags. */
  notes: readonly string[] = [];
  /** Command lines without the program's name. */
  examples: readonly string[] = [];
  /** The long names of flags of groups that help describes among the command's own. */
  describedFirst: ReadonlySet<string> = new Set();

  constructor(name?: string) {
    super(name);
    this.addHelpOption(new Option('-h, --help', 'show this help'));
  }

  override createCommand(name?: string): DocumentedCommand {
    return new DocumentedCommand(name);
  }

  override createHelp(): Help {
    return new CommandHelp();
  }
}

const INDENT = '  ';

const NARROW_COLUMNS = 24;

/** Two screens of a usual terminal. */
const MAX_LINES = 48;

const GROUP_COLUMNS = Math.max(...Object.keys(FLAG_GROUPS).map((group) => group.length));

const TOPIC_NAMES = Object.keys(HELP_TOPICS).join(', ');

const OWN_HEADING = 'Flags:';

/** Help with flags in groups. Those that do not fit are listed by name; `satchel help GROUP` describes them. */
class CommandHelp extends Help {
  /** The groups whose flags are described. */
  #described: readonly FlagGroup[] = [];
  #first: ReadonlySet<string> = new Set();
  override minWidthToWrap = NARROW_COLUMNS;

  override formatHelp(command: Command, helper: Help): string {
    const formatWith = (described: readonly FlagGroup[]) => {
      this.#described = described;
      this.#first = command instanceof DocumentedCommand ? command.describedFirst : new Set();
      const [usage = '', ...lines] = super.formatHelp(command, helper).split('\n');
      return [wrapLine(usage, this.helpWidth ?? 80), ...lines, ...this.#sectionsBelow(command)].join('\n');
    };
    let described: readonly FlagGroup[] = [];
    for (const group of DESCRIBED_GROUPS) {
      const more = [...described, group];
      described = formatWith(more).split('\n').length <= MAX_LINES ? more : described;
    }
    return formatWith(described);
  }

  /** Where a description would have few columns next to its term, it is below it. */
  override formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const columns = this.helpWidth ?? 80;
    const isNarrow = description !== '' && columns - termWidth - 2 * INDENT.length < NARROW_COLUMNS;
    return isNarrow
      ? [
          term,
          ...this.boxWrap(description, columns - 2 * INDENT.length)
            .split('\n')
            .map((line) => `${INDENT}${line}`),
        ]
          .map((line) => `${INDENT}${line}`)
          .join('\n')
      : super.formatItem(term, termWidth, description, helper);
  }

  override commandUsage(command: Command): string {
    return argumentsFirst(super.commandUsage(command)).replace('[command]', '<command>');
  }

  override subcommandTerm(command: Command): string {
    return super.subcommandTerm(command).replace(' [options]', '');
  }

  /** Commands with subcommands do not list "help" again. */
  override visibleCommands(command: Command): Command[] {
    return super.visibleCommands(command).filter((one) => command.parent === null || one.name() !== 'help');
  }

  override visibleOptions(command: Command): Option[] {
    return super
      .visibleOptions(command)
      .filter((option) => this.#isFirst(option) || this.#isDescribed(groupOf(option.helpGroupHeading)));
  }

  /** The command's own flags come first, then the groups in the order of their table. */
  override groupItems<Item extends Command | Option>(
    unsorted: Item[],
    visible: Item[],
    groupOfItem: (item: Item) => string,
  ): Map<string, Item[]> {
    const own = (item: Item) => {
      const heading = groupOfItem(item);
      return heading === 'Options:' || this.#isFirst(item) ? OWN_HEADING : heading;
    };
    const groups = super.groupItems(unsorted, visible, own);
    const order = [OWN_HEADING, ...(Object.keys(FLAG_GROUPS) as FlagGroup[]).map(headingOf)];
    return new Map([...groups].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
  }

  override optionDescription(option: Option): string {
    const { description, defaultValue, defaultValueDescription, argChoices } = option;
    const facts = [
      ...(argChoices === undefined || description.includes(argChoices.join(', '))
        ? []
        : [argChoices.join(', ')]),
      ...(typeof defaultValue === 'string' || typeof defaultValue === 'number'
        ? [`default: ${defaultValueDescription ?? defaultValue}`]
        : []),
    ];
    return facts.length === 0
      ? description
      : description.endsWith(')')
        ? `${description.slice(0, -1)}; ${facts.join('; ')})`
        : `${description} (${facts.join('; ')})`;
  }

  #isFirst(item: Command | Option): boolean {
    return item instanceof Option && this.#first.has(item.long ?? '');
  }

  #isDescribed(group: FlagGroup | undefined): boolean {
    return group === undefined || this.#described.includes(group);
  }

  #sectionsBelow(command: Command): readonly string[] {
    const { notes = [], examples = [] } = command instanceof DocumentedCommand ? command : {};
    const isProgram = command.parent === null;
    const columns = this.helpWidth ?? 80;
    return [
      ...this.#briefSection(command),
      ...notes.flatMap((note) => [...note.split('\n').map((line) => wrapLine(line, columns)), '']),
      ...(examples.length === 0 ? [] : ['Examples:', ...examples.map((line) => `  $ satchel ${line}`), '']),
      isProgram
        ? this.boxWrap(`Help topics, as in "satchel help environment": ${TOPIC_NAMES}`, columns)
        : this.boxWrap('Help topics: satchel help environment | exit-codes | formatting', columns),
      '',
    ];
  }

  #briefSection(command: Command): readonly string[] {
    const groups = Object.keys(FLAG_GROUPS) as FlagGroup[];
    const lines = groups
      .filter((group) => !this.#isDescribed(group))
      .flatMap((group) => {
        const flags = command.options.filter(
          (option) => groupOf(option.helpGroupHeading) === group && !this.#isFirst(option),
        );
        const names = flags.map(({ long, short }) => long ?? short).join(', ');
        return names === '' ? [] : [this.formatItem(group, GROUP_COLUMNS, names, this)];
      });
    return lines.length === 0
      ? []
      : [
          this.boxWrap('More flags, by topic; "satchel help TOPIC" describes them:', this.helpWidth ?? 80),
          ...lines,
          '',
        ];
  }
}

/** Puts the arguments of a usage by commander before the flags: one with several values takes all words that follow. */
export function argumentsFirst(usage: string): string {
  return usage.replace(/\[options\] ?(.*)/, (_, rest: string) => `${rest} [flags]`.trimStart());
}

/** The commands that can be run: those without subcommands. */
export function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** The flags of a group in all commands; where descriptions differ, the most frequent one. */
export function optionsOfGroup(group: FlagGroup, commands: readonly Command[]): readonly Option[] {
  const all = commands
    .flatMap(({ options }) => options)
    .filter(({ helpGroupHeading }) => helpGroupHeading === headingOf(group));
  const textOf = ({ flags, description }: Option) => `${flags} ${description}`;
  const countOf = (option: Option) => all.filter((other) => textOf(other) === textOf(option)).length;
  const names = [...new Set(all.map(({ long }) => long))];
  return names.flatMap((name) => {
    const versions = all.filter(({ long }) => long === name);
    return versions.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, 1);
  });
}
