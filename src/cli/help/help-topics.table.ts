/** Groups of flags that several commands share, in the order of help. Each is also a help topic. */
export const FLAG_GROUPS = {
  store: 'which store a command reads',
  repositories: 'which repositories are exported',
  content: 'which content of the repositories is exported and kept',
  migration: 'how the service exports repositories, and how Satchel waits',
  encryption: 'keys for encrypted archives',
  retention: 'which archives of a vault are kept',
  limits: 'limits on what an archive may contain',
  formatting: 'output formats and colours',
  messages: 'progress, notes and logs',
  connection: 'the service, the account and the token',
} as const satisfies Record<string, string>;

export type FlagGroup = keyof typeof FLAG_GROUPS;

/** What `satchel help TOPIC` explains, besides commands. */
export const HELP_TOPICS = {
  environment: 'variables that set flags, and the token',
  'exit-codes': 'what the exit status of a command means',
  searching: 'the language of "satchel search"',
  ...FLAG_GROUPS,
} as const satisfies Record<string, string>;

export type HelpTopic = keyof typeof HELP_TOPICS;

export function isHelpTopic(word: string | undefined): word is HelpTopic {
  return word !== undefined && Object.hasOwn(HELP_TOPICS, word);
}

export function isFlagGroup(topic: HelpTopic): topic is FlagGroup {
  return Object.hasOwn(FLAG_GROUPS, topic);
}

/**
 * Groups whose flags help describes if two screens have room for them, the most important first; of all others it shows
 * the names only. Those for the connection are the same for dozens of commands, so they are not included.
 */
export const DESCRIBED_GROUPS: readonly FlagGroup[] = [
  'store',
  'repositories',
  'migration',
  'encryption',
  'formatting',
  'content',
  'limits',
  'retention',
  'messages',
];

export function headingOf(group: FlagGroup): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}:`;
}

/** The group of a heading, if it is one. */
export function groupOf(heading: string | undefined): FlagGroup | undefined {
  return (Object.keys(FLAG_GROUPS) as FlagGroup[]).find((group) => headingOf(group) === heading);
}
