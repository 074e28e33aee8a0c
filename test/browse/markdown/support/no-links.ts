import type { Links } from '../../../../src/browse/frame.ts';

/** A reader that has nothing. */
export const NO_LINKS: Links = {
  local: () => undefined,
  thread: () => undefined,
  glance: () => undefined,
  milestone: () => undefined,
  account: () => undefined,
  author: () => undefined,
  team: () => undefined,
  fullName: () => undefined,
  picture: () => undefined,
  home: () => undefined,
  repository: () => undefined,
  commit: () => undefined,
  attachment: () => undefined,
};
