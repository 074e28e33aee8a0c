import type { Reaction } from './thread.ts';

/** Further names are only counted. */
const MAX_NAMES = 12;

/** Control characters except for tabs and line breaks. */
export const CONTROL = /[^\P{Cc}\t\n]/gu;

/** Escapes plain text for one line of Markdown. */
export function inlineText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(CONTROL, '\ufffd')
    .replace(/[\\`*<>[\]]/g, '\\$&')
    .replace(/(?<!\w)_|_(?!\w)/g, '\\_');
}

/** A login in bold; deleted accounts have none. */
export function accountText(login: string | null): string {
  if (login === null || login === '') {
    return '*a deleted account*';
  }
  return `**${loginText(login)}**`;
}

/** A login as text, without escapes in the brackets of bots. */
export function loginText(login: string): string {
  return /^[\w.-]+(?:\[bot\])?$/.test(login) ? login : inlineText(login);
}

export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(CONTROL, '\ufffd');
  const ticks = '`'.repeat(longestRun(line, /`+/g) + 1);
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${gap}${line}${gap}${ticks}`;
}

export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, /`+/g) + 1));
  return `${fence}${language}\n${text.replace(/\r\n?/g, '\n').replace(CONTROL, '\ufffd').trimEnd()}\n${fence}`;
}

/** Formats as `2024-05-06 07:08 UTC`; anything but a timestamp is returned unchanged. */
export function timeText(time: string | null): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time ?? '');
  return match === null ? (time ?? 'an unknown time') : `${match[1]} ${match[2]} UTC`;
}

export function quotedBlock(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Joins blocks of Markdown with blank lines; empty blocks are omitted. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}

function longestRun(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Formats reactions: `👍 alice, bob · 🎉 carol`; empty if there are none. */
export function reactionText(reactions: readonly Reaction[]): string {
  return reactions
    .map(({ content, emoji, authors }) => {
      const names = authors.map((author) => loginText(author ?? 'a deleted account'));
      return `${emoji ?? inlineText(content)} ${listNames(names)}`;
    })
    .join(' · ');
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

/** Shortens the url of a thread or repository to `acme/app#7` or `acme/app`. Other urls stay unchanged. */
export function referenceText(url: string): string {
  const [, path, number] =
    /^[a-z]+:\/\/[^/]+\/(.+?)(?:\/(?:issues|pull|discussions)\/(\d+))?$/.exec(url) ?? [];
  if (path === undefined) {
    return url;
  }
  return number === undefined ? path : `${path}#${number}`;
}
