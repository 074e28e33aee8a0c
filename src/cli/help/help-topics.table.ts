import { FLAG_GROUPS, type FlagGroup } from './flag-groups.table.ts';

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
