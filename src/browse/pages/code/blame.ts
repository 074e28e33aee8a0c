import { html } from 'hono/html';
import type { BlamedLines } from '../../../git/parse-blame.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath, commitPath, withQuery } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { colouredLines, encodingOf, MAX_LINES } from '../../show/code/code-text.ts';
import { authorOf, shortId, subjectOf } from '../../show/code/commit-line.ts';
import { emptyNote } from '../../show/facts.ts';
import { timeAgo } from '../../show/times.ts';
import { findEntry, openPlace, originalOf, readCommits, type ShownCommit } from './code-place.ts';
import { type BlobFacts, linesOf, readBlob } from './read-blob.ts';

interface BlameFacts extends BlobFacts {
  readonly groups: readonly BlamedLines[];
  readonly commits: readonly ShownCommit[];
  /** Why lines are missing, if any are. */
  readonly cut: 'time' | 'size' | 'damage' | 'lines' | 'name' | null;
}

const NOTES: Readonly<Record<NonNullable<BlameFacts['cut']>, string>> = {
  time: 'Git took longer than ten seconds to find the commit of each line, and was stopped.',
  size: 'The output of git was too long to read completely.',
  damage: 'The commits of some of these lines are missing from this archive.',
  name: 'Git cannot be asked for the commits of these lines, because the name of the file is not UTF-8.',
  lines: 'This file has too many lines for a blame view.',
};

/** A file with the last commit of each line. */
export const blame = definePage<BlameFacts>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const facts = await readBlob(git, place, await findEntry(git, place), { links: sources.links });
    if (facts.text === null) {
      return { redirectTo: codePath('blob', place) };
    }
    if (linesOf(facts.text).length > MAX_LINES) {
      return { ...facts, groups: [], commits: [], cut: 'lines' };
    }
    const { groups, cut } = await git.blame(place);
    const ids = [...new Set(groups.map(({ commit }) => commit))];
    return { ...facts, groups, cut, commits: await readCommits(git, ids, sources.links) };
  },
  show(facts, frame) {
    const { place, cut } = facts;
    const { repo, ref, path } = place;
    return {
      title: `Blame of ${path} · ${repo} at ${ref}`,
      place: { repo, tab: 'code', file: path },
      original: originalOf('blame', place),
      links: [{ rel: 'permalink', href: codePath('blame', { repo, ref: place.commit, path }) }],
      main: html`${codeBar(place, {
        view: 'blame',
        ways: [
          ['File', codePath('blob', place)],
          ['History', codePath('commits', place)],
          ['Raw', codePath('raw', place)],
        ],
      })}${cut === null ? '' : emptyNote(NOTES[cut])}<section class="file" aria-label="Lines with their commits">${facts.encoding === null ? '' : html`<p class="file-head">File${encodingOf(facts)}</p>`}${blamedLines(facts, frame)}</section>`,
    };
  },
});

async function blamedLines({ text, place, groups, commits }: BlameFacts, frame: Frame): Promise<Markup> {
  const lines = await colouredLines(text ?? '', place.path, frame);
  const commitOf = new Map(commits.map((commit) => [commit.id, commit]));
  const groupAt = new Map(groups.map((group) => [group.firstLine, group]));
  return html`<div class="lines blame" tabindex="0"><table><caption class="unseen">Lines of ${place.path}</caption><tbody>${lines.map(
    (line, index) => {
      const number = index + 1;
      const group = groupAt.get(number);
      return html`<tr id="L${number}"${group === undefined ? '' : html` class="first"`}><td class="by">${group === undefined ? '' : groupHead(group, commitOf.get(group.commit), place, frame)}</td><td class="n"><a href="#L${number}">${number}</a></td><td class="c">${line}</td></tr>`;
    },
  )}</tbody></table></div>`;
}

function groupHead(
  { commit, firstLine, lineCount }: BlamedLines,
  known: ShownCommit | undefined,
  place: BlameFacts['place'],
  frame: Frame,
): Markup {
  const { repo } = place;
  const last = firstLine + lineCount - 1;
  const line = last === firstLine ? `${firstLine}` : `${firstLine}-${last}`;
  const past = html`<a class="past" href="${withQuery(codePath('lines', place), { line })}" title="What changed here before" aria-label="History of line ${line}">⟲</a>`;
  return known === undefined
    ? html`<code>${shortId(commit)}</code>`
    : html`<span class="since">${authorOf(known, frame)}<a href="${commitPath(repo, commit)}" title="${subjectOf(known)}">${subjectOf(known)}</a>${timeAgo(known.authoredAt, frame.nowMs)} ${past}</span>`;
}
