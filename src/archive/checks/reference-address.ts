import type { ReferenceTarget } from './references.table.ts';

const LABELS = '/labels';

/**
 * The text by which a reference and its target are joined: names of labels and categories are decoded, so that two
 * spellings of one name meet; all other addresses are compared as they stand.
 */
export function addressOf(target: ReferenceTarget, url: string): string {
  if (target === 'category') {
    return decodeLeniently(url);
  }
  return target === 'label' ? addressOfLabel(url) : url;
}

/** A label's address ends in its name: percent-encoded, or after `#/` with plus signs for blanks (archive format, trap 17). */
function addressOfLabel(url: string): string {
  const end = url.lastIndexOf(LABELS);
  const next = end + LABELS.length;
  if (end < 0) {
    return url;
  }
  if (url.startsWith('#/', next)) {
    return labelAddress(url.slice(0, end), decodeLeniently(url.slice(next + 2).replaceAll('+', ' ')));
  }
  return url[next] === '/' ? decodeLeniently(url) : url;
}

/** The text for a label of which the repository and the name are known. */
export function labelAddress(repositoryUrl: string, name: string): string {
  return `${repositoryUrl}/labels/${name}`;
}

/** Decodes what is percent-encoded UTF-8 and leaves all else as it is. */
export function decodeLeniently(text: string): string {
  return text.includes('%') ? text.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun) : text;
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run; // Bytes that are not UTF-8: the encoded text is better than nothing.
  }
}

/** What follows the address of a repository in those of its parts, at the service and at other hosts. */
const PART =
  /^([^:]*:\/\/[^/]+\/[^/]+\/.+?)(?:\/-)?\/(?:issues|pull|merge_requests|pull-requests|labels|milestones|discussion_categories)(?:[/#]|$)/;

/** The address of the repository that has this part, or undefined where the address is none of a part. */
export function repositoryOfPart(url: string): string | undefined {
  return PART.exec(url)?.[1];
}
