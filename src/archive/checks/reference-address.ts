import { decodePart } from '../../base/text-ends.ts';
import type { ReferenceTarget } from './references.table.ts';

const LABELS = '/labels';

/**
 * The text by which references and targets are matched. Names of labels and categories are decoded, so that their
 * spelling does not matter; all other URLs are compared unchanged.
 */
export function addressOf(target: ReferenceTarget, url: string): string {
  if (target === 'category') {
    return decodeLeniently(url);
  }
  return target === 'label' ? addressOfLabel(url) : url;
}

/** URLs of labels end in the name: percent-encoded, or after `#/` with plus signs (archive format, trap 17). */
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

/** The text for a label with a known repository and name. */
export function labelAddress(repositoryUrl: string, name: string): string {
  return `${repositoryUrl}/labels/${name}`;
}

/** Decodes percent-encoded UTF-8 and leaves everything else unchanged. */
export function decodeLeniently(text: string): string {
  return text.includes('%') ? text.replace(/(?:%[0-9a-f]{2})+/gi, decodePart) : text;
}

/** What follows the URL of a repository in the URLs of its parts, for the service and other hosts. */
const PART =
  /^([^:]*:\/\/[^/]+\/[^/]+\/.+?)(?:\/-)?\/(?:issues|pull|merge_requests|pull-requests|labels|milestones|discussion_categories)(?:[/#]|$)/;

/** The URL of the repository that contains this part; undefined if the URL is not that of a part. */
export function repositoryOfPart(url: string): string | undefined {
  return PART.exec(url)?.[1];
}
