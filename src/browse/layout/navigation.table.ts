/** The pages of the reader in its head: path, name, and the key after `g`. */
export const NAVIGATION = [
  ['/-/people', 'People', 'u'],
  ['/-/captures', 'Inbox and feeds', 'n'],
  ['/-/snapshots', 'Snapshots', 'v'],
  ['/-/integrity', 'Integrity', 'f'],
  ['/-/sql', 'SQL', 'q'],
] as const;
