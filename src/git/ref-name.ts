import { GIT_LIMITS } from './git-limits.table.ts';

/** True for a full ref name below `refs/` that git accepts (git-check-ref-format, rules 1 to 9). */
export function isRefName(name: string): boolean {
  return (
    name.startsWith('refs/') &&
    Buffer.byteLength(name) <= GIT_LIMITS.refNameBytes &&
    !/[ ~^:?*[\\]|\.\.|@\{|\.$/.test(name) &&
    ![...name].some(isControlCharacter) &&
    name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  );
}

/** True for a full object id as git writes it: SHA-1 or SHA-256 in lower-case hexadecimal. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

function isControlCharacter(character: string): boolean {
  return character < ' ' || character === '\u007f';
}
