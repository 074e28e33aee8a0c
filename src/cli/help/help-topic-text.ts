import type { Command } from 'commander';
import { EXIT_CODES } from '../../model/exit-codes.table.ts';
import { FAILURES } from '../../model/failures.table.ts';
import { QUALIFIERS } from '../../search/qualifiers.table.ts';
import { FOREIGN_VARIABLES, OTHER_VARIABLES, SHARED_FLAGS, sharedVariableOf } from '../flags/variables.ts';
import { wrapLine } from '../render/wrap-text.ts';
import { leavesOf, optionsOfGroup } from './documented-command.ts';
import { FLAG_GROUPS, type FlagGroup, type HelpTopic, headingOf, isFlagGroup } from './help-topics.table.ts';

/** Longer terms are on a line of their own. */
const MAX_TERM_COLUMNS = 30;

/** What `satchel help TOPIC` prints. `program` has the flags of all commands. */
export function helpTopicText(topic: HelpTopic, program: Command, columns: number): string {
  const lines = isFlagGroup(topic) ? groupLines(topic, program) : TOPICS[topic]();
  return `${lines.map((line) => wrapLine(line, columns)).join('\n')}\n`;
}

const TOPICS: Readonly<Record<Exclude<HelpTopic, FlagGroup>, () => readonly string[]>> = {
  environment: () => [
    'Each flag can be set by a variable: --timeout of "satchel query" by SATCHEL_QUERY_TIMEOUT.',
    'A flag on the command line takes precedence, and an empty variable counts as not set.',
    '',
    'Flags that mean the same everywhere also have a variable without the command:',
    ...listLines(Object.entries(SHARED_FLAGS).map(([flag, words]) => [sharedVariableOf(flag), words])),
    '',
    'Variables without a flag:',
    ...listLines(Object.entries(OTHER_VARIABLES)),
    '',
    'Variables of other programs:',
    ...listLines(Object.entries(FOREIGN_VARIABLES)),
  ],
  'exit-codes': () => [
    'Exit codes:',
    ...listLines(Object.values(EXIT_CODES).map(({ status, meaning }) => [String(status), meaning])),
    '',
    'With --json, a failure is also printed on stdout, as the last line:',
    '  {"message_type": "exit_error", "code": …, "exit_status": …, "message": …, "hint": …}',
    '',
    'Codes of failures, each with its exit code:',
    ...listLines(
      Object.entries(FAILURES).map(([code, { exit, summary }]) => [
        code,
        `${EXIT_CODES[exit].status}: ${summary}`,
      ]),
    ),
  ],
  searching: () => [
    'All words must occur in a thread. AND, OR, NOT, - and parentheses combine them.',
    'A word also matches its regular English forms: crash matches crashes and crashed.',
    '"a phrase" matches exactly, and pars* matches every word that begins with it.',
    '',
    'Qualifiers:',
    ...Object.entries(QUALIFIERS).flatMap(([name, { summary, example }]) => [
      ...listLines([[`${name}:`, summary]], 15),
      `${' '.repeat(19)}${example}`,
    ]),
  ],
};

/** What is printed above the flags of a group. */
const INTRODUCTIONS: Readonly<Partial<Record<FlagGroup, readonly string[]>>> = {
  store: [
    'Commands that read a store use --db, else the store of --vault, else the one that the configuration names, else the one loaded last.',
  ],
  migration: [
    'The service exports repositories in a migration. Satchel polls its state after 1 second, and then at intervals that grow by half, up to 60 seconds, shortened by a random part of up to a quarter. --poll-interval sets a fixed interval.',
    '',
    'After the time set by --timeout, Satchel gives up: with exit code 8 if the migration is still pending, with 5 if the service does not answer. A download may take longer, as long as bytes arrive.',
  ],
  formatting: [
    'On a terminal, commands print texts and aligned tables for people. In a pipe or a file, tables are tab-separated values with a line of headings, without colours and without truncated values.',
    'Other formats are chosen by flags, and look the same on a terminal and in a pipe.',
    'JSON has names in snake_case, and times in UTC: 2026-06-01T12:00:00Z.',
    'Data goes to stdout, everything else to stderr.',
    '',
    '--jq filters what --json prints with a jq expression (https://jqlang.org/manual); for long operations, each object that they print. Texts are printed without quotation marks.',
    "  --jq '.[] | select(.comments > 10) | .title'",
  ],
};

function groupLines(group: FlagGroup, program: Command): readonly string[] {
  const options = optionsOfGroup(group, leavesOf(program));
  const helper = program.createHelp();
  return [
    ...(INTRODUCTIONS[group] ?? [
      `Flags that choose ${FLAG_GROUPS[group]}. Each command accepts those that apply to it.`,
    ]),
    '',
    headingOf(group),
    ...listLines(options.map((option) => [helper.optionTerm(option), helper.optionDescription(option)])),
  ];
}

/** Terms with their texts in a second column. */
function listLines(
  rows: readonly (readonly [term: string, text: string])[],
  columns = Math.min(MAX_TERM_COLUMNS, Math.max(...rows.map(([term]) => term.length))),
): readonly string[] {
  return rows.flatMap(([term, given]) => {
    const text = given.replaceAll('`', '');
    const gap = ' '.repeat(2 + columns);
    return term.length > columns ? [`  ${term}`, `${gap}  ${text}`] : [`  ${term.padEnd(columns)}  ${text}`];
  });
}
