/** What a mirror clone has beside objects and refs, as path and text. */
export const REPOSITORY_FILES = {
  description: "Unnamed repository; edit this file 'description' to name the repository.\n",
  'info/exclude': '# Patterns of files that git leaves alone here, one a line.\n# *.[oa]\n# *~\n',
} as const;

/** Hooks that would run if somebody took the ending from their names. */
export const SAMPLE_HOOKS = {
  'hooks/commit-msg.sample': '#!/bin/sh\n# Sample: would look at the message of a commit.\ntest -s "$1"\n',
  'hooks/post-update.sample':
    '#!/bin/sh\n# Sample: would help servers that only hand out files.\nexec git update-server-info\n',
  'hooks/pre-commit.sample':
    '#!/bin/sh\n# Sample: would look for conflicts that were left in.\nexec git diff --cached --check\n',
  'hooks/pre-push.sample': '#!/bin/sh\n# Sample: would see what is about to leave.\nexit 0\n',
} as const;

/** Directories that are there even when they hold nothing. */
export const REPOSITORY_DIRECTORIES = [
  'branches',
  'hooks',
  'info',
  'objects/info',
  'objects/pack',
  'refs/heads',
  'refs/tags',
] as const;
