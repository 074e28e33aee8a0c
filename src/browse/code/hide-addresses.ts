import { MAIL_ADDRESS } from '../../model/mail-address.ts';

const BRACKETED = /[ \t]*<[^<>\s@]+@[^<>\s]+>/g;

/** Removes the mail addresses that git adds to names, as in `Co-authored-by: Ada <ada@example.org>`, and replaces others. */
export function hideAddresses(message: string): string {
  return message.replace(BRACKETED, '').replace(MAIL_ADDRESS, '[mail address]');
}

/** The name of an author without a mail address: some write theirs as their name. */
export function hideInName(name: string): string {
  return name.replace(BRACKETED, '').replace(/(?:@|=40)[^\s<>?]+/g, '');
}

/** Removes the mail addresses from what `git format-patch` prints, except from the changes themselves. */
export function hideInPatches(patches: Buffer): Buffer {
  let isMessage = false;
  const lines = patches
    .toString('latin1') // Which keeps every byte of the changes.
    .split('\n')
    .map((line) => {
      isMessage = FIRST_LINE.test(line) || (isMessage && !line.startsWith('diff --git '));
      return !isMessage ? line : line.startsWith('From: ') ? `${hideInName(line)} <>` : hideAddresses(line);
    });
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** The line with which each mail of git begins. */
const FIRST_LINE = /^From [\da-f]{40,64} Mon Sep 17 00:00:00 2001$/;
