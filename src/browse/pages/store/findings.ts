import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import { FINDINGS, type Severity } from '../../../model/findings.table.ts';
import type { Finding, FindingTally } from '../../../model/findings.ts';
import type { Frame, Markup } from '../../frame.ts';
import { kindWords } from '../../show/changes/record-change.ts';
import { countText } from '../../show/counts.ts';
import { recordLink } from '../../show/links.ts';
import type { ArchiveProof } from '../../sources.ts';

/** The findings of one code in several archives. */
export interface FindingGroup extends FindingTally {
  /** The archives, by account and the time of their download. */
  readonly archives: readonly Pick<ArchiveProof, 'account' | 'downloadedAt' | 'sha256'>[];
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Examples that a group shows. */
const MAX_EXAMPLES = 10;

/** The findings of all archives by code, the worst first. Archives of one account repeat most: what each is about is listed once. */
export function groupFindings(proofs: readonly ArchiveProof[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { account, downloadedAt, sha256, findings } of proofs) {
    for (const tally of findings) {
      const known = groups.get(tally.code);
      const seen = new Set(known?.examples.map(subjectOf));
      groups.set(tally.code, {
        ...tally,
        count: (known?.count ?? 0) + tally.count,
        examples: [
          ...(known?.examples ?? []),
          ...tally.examples.filter((example) => !seen.has(subjectOf(example))),
        ].slice(0, MAX_EXAMPLES),
        archives: [...(known?.archives ?? []), { account, downloadedAt, sha256 }],
      });
    }
  }
  return [...groups.values()].sort(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  );
}

/** A reference to something that is not in the archive, as verification reports it. */
const REFERENCE =
  /^(?:The (?<kind>\w+) "(?<from>[^"]{1,2000})"|A record of the kind "(?<other>[^"]{1,200})") refers to (?<what>[^"]{1,200}), which is not in the archive: "(?<to>[^"]{1,2000})"(?:, as (?<others>another reference|\d+ other references) do(?:es)?)?$/;

/** Numbers without a record, of which the newest archive knows most. */
const GAP = /^\d+ of the numbers \d+ to \d+ of (\S+) have no record/;

/** What a finding is about, which findings of other archives can be about too. */
function subjectOf({ message }: Pick<Finding, 'message'>): string {
  return REFERENCE.exec(message)?.groups?.['to'] ?? GAP.exec(message)?.[1] ?? message;
}

/** What people call a severity. */
export const SEVERITY_WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

/** A group of findings; those that are only remarkable are folded. */
export function findingGroup(group: FindingGroup, frame: Frame): Markup {
  const { code, severity, count, examples, archives } = group;
  const head = html`<span class="tag${severity === 'info' ? '' : ' warn'}">${SEVERITY_WORDS[severity][0]}</span> <strong>${capitalized(FINDINGS[code].summary)}</strong> <span class="count">${count === 1 ? 'once' : `${countText(count)} times`}</span>`;
  const body = html`<p class="muted small">In ${archives.length === 1 ? 'the archive' : `${archives.length} archives`} of ${[...new Set(archives.map(({ account }) => account))].join(', ')}, reported as <code>${code}</code>${examples.length === 0 ? '' : examples.length < count ? `. ${examples.length === 1 ? 'One' : `The first ${examples.length}`} of them:` : ':'}</p>${examplesOf(examples, frame)}`;
  return severity === 'info'
    ? html`<details class="found"><summary>${head}</summary>${body}</details>`
    : html`<section class="found"><p>${head}</p>${body}</section>`;
}

/** The examples of a group: what is not in the archive by what it is, each once, with where it is mentioned. */
function examplesOf(examples: FindingGroup['examples'], frame: Frame): Markup {
  const byWhat = new Map<string, Markup[]>();
  const others: Markup[] = [];
  for (const example of examples) {
    const found = REFERENCE.exec(example.message)?.groups;
    if (found === undefined) {
      others.push(html`<li>${findingText(example, frame)}</li>`);
    } else {
      const what = capitalized(found['what'] ?? '');
      byWhat.set(what, [...(byWhat.get(what) ?? []), html`<li>${mentionText(found, frame)}</li>`]);
    }
  }
  const lists = [...byWhat].map(
    ([what, items]) => html`<p class="small">${what}</p><ul class="small">${items}</ul>`,
  );
  return html`${lists}${others.length === 0 ? '' : html`<ul class="small">${others}</ul>`}`;
}

/** `acme/app#17`, mentioned 3 times, first in the comment on acme/app#3. */
function mentionText(
  { kind, from, other = '', to = '', others }: Readonly<Record<string, string | undefined>>,
  frame: Frame,
): Markup {
  const count =
    1 + (others === undefined ? 0 : others.startsWith('another') ? 1 : Number.parseInt(others, 10));
  const where =
    kind === undefined || from === undefined
      ? html`a record of the kind ${kindWords(other)}`
      : html`the ${kindWords(kind)} ${addressLink(from, frame)}`;
  return html`${addressLink(to, frame)}, mentioned ${count === 1 ? 'in' : html`${countText(count)} times, first in`} ${where}`;
}

/** A web address in a message. */
const ADDRESS = /"(https?:\/\/[^"\s]{1,2000})"/;

/** A finding whose addresses are links to the records that the store has; its own record follows if it is not named. */
export function findingText({ message, url }: Pick<Finding, 'message' | 'url'>, frame: Frame): Markup {
  const parts = message.split(ADDRESS); // Addresses have the odd indexes.
  const isNamed = parts.some((part, index) => index % 2 === 1 && part === url);
  const text = parts.map((part, index) => (index % 2 === 1 ? addressLink(part, frame) : shortened(part)));
  const own = url === undefined || isNamed || frame.links.local(url) === undefined;
  return own ? html`${text}` : html`${text}: ${recordLink(url, frame)}`;
}

/** The words around the addresses of a message, with kinds as people call them. */
function shortened(part: string): string {
  return part.replace(/^The (\w+) $/, (_, kind) => `The ${kindWords(kind)} `);
}

function addressLink(url: string, frame: Frame): Markup {
  const name = decodedPath(url);
  return frame.links.local(url) === undefined
    ? html`<span class="mono" title="${url}">${name}</span>`
    : recordLink(url, frame);
}

function decodedPath(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.slice(1) || url : url;
}
