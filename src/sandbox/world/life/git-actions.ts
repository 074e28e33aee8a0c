import { sign } from '../git/git-history.ts';
import type { Release } from '../repository-content.ts';
import { PULL_BODIES, REVIEW_BODIES } from '../text/phrases.table.ts';
import { branchNameOf } from '../text/voice.ts';
import { type PullRequest, REVIEW_STATES, type Review } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import { fullNameOf } from '../world.ts';
import {
  branchChanges,
  commitOn,
  dropTestMerge,
  growHistory,
  mainRefOf,
  mainRevision,
  parentRevision,
} from './main-line.ts';
import {
  type Action,
  logEvents,
  type Moment,
  maintainersOf,
  type Outcome,
  pickAuthor,
  pickSubject,
  voiceFor,
} from './moment.ts';
import { changeThread, nextNumber } from './thread-actions.ts';

/** A pull request adds a page to the documentation, from a branch here or in a fork. */
export const openPull: Action = (moment) => {
  const { content, repository, random, atMs } = moment;
  const main = mainRevision(content);
  if (main === undefined) {
    return undefined;
  }
  const person = random.chance(0.5) ? random.pick(maintainersOf(moment)) : pickAuthor(moment);
  const author = person.login;
  const subject = pickSubject(moment);
  const number = nextNumber(content);
  const ref = branchNameOf(subject, number);
  const text = `# ${subject.title}\n\nWhat changes: ${subject.pullTitle}.\n`;
  const commit = { changes: [{ path: `docs/notes/${number}.md`, text }], person, timeMs: atMs };
  const head = commitOn({ ...commit, parents: [main], message: subject.pullTitle });
  const merge = commitOn({ ...commit, parents: [main, head], message: `Merge ${ref}` });
  const isOwn = maintainersOf(moment).includes(person);
  const owner = isOwn ? repository.owner : author;
  const body = voiceFor(moment, subject).say(PULL_BODIES, author);
  const pull: PullRequest = {
    number,
    author,
    title: subject.pullTitle,
    body,
    assignees: [],
    milestone: null,
    labels: [],
    base: { ref: repository.defaultBranch, sha: main.commit.sha },
    head: { ref, sha: head.commit.sha, owner, repository: `${owner}/${repository.name}` },
    isDraft: false,
    mergedAt: null,
    mergeCommitSha: merge.commit.sha,
    closes: [],
    reactions: [],
    comments: [],
    reviews: [],
    reviewThreads: [],
    events: logEvents(moment, author, [], body),
    createdAt: formatSeconds(atMs),
    updatedAt: formatSeconds(atMs),
    closedAt: null,
  };
  const refs = {
    [`refs/pull/${number}/head`]: head.commit.sha,
    [`refs/pull/${number}/merge`]: merge.commit.sha,
    ...(isOwn ? { [`refs/heads/${ref}`]: head.commit.sha } : {}),
  };
  return {
    content: {
      ...content,
      pullRequests: [...content.pullRequests, pull],
      git: growHistory(content.git, [head.commit, merge.commit], refs),
    },
    repository: isOwn ? { pushedAt: formatSeconds(atMs) } : {},
  };
};

/** A maintainer approves a pull request. */
export const reviewPull: Action = (moment) => {
  const { random, ids, atMs } = moment;
  const pull = pickOpenPull(moment);
  const reviewers = maintainersOf(moment).filter(({ login }) => login !== pull?.author);
  if (pull === undefined || reviewers.length === 0) {
    return undefined;
  }
  const author = random.pick(reviewers).login;
  const body = voiceFor(moment, pickSubject(moment)).say(REVIEW_BODIES.approved, author);
  const review: Review = {
    id: ids('review', atMs),
    author,
    body,
    headSha: pull.head.sha,
    state: REVIEW_STATES.approved,
    reactions: [],
    createdAt: formatSeconds(atMs),
    submittedAt: formatSeconds(atMs),
  };
  const thread = { ...pull, reviews: [...pull.reviews, review] };
  return changeThread({ kind: 'pull_request', thread }, { actor: author, text: body }, moment);
};

/** A maintainer merges a pull request, which deletes the branch and closes the issues that it fixes. */
export const mergePull: Action = (moment) => {
  const { content, random, atMs } = moment;
  const pull = pickOpenPull(moment);
  const main = mainRevision(content);
  if (pull === undefined || main === undefined) {
    return undefined;
  }
  const person = random.pick(maintainersOf(moment));
  const actor = person.login;
  const { head, number } = pull;
  const merge = commitOn({
    parents: [main, parentRevision(content, head.sha)],
    changes: branchChanges(content, head.sha, pull.base.sha),
    person,
    timeMs: atMs,
    message: `Merge pull request #${number} from ${head.owner}/${head.ref}\n\n${pull.title}`,
  });
  const { sha } = merge.commit;
  const isOwn = head.repository === content.repository;
  const git = growHistory(dropTestMerge(content.git, number), [merge.commit], {
    ...(isOwn ? { [`refs/heads/${head.ref}`]: undefined } : {}),
    [mainRefOf(content.git)]: sha,
  });
  const mergedAt = formatSeconds(atMs);
  const events = [
    { event: 'referenced', commitId: sha, commitRepository: content.repository },
    { event: 'merged', commitId: sha },
    { event: 'closed' },
    ...(isOwn ? [{ event: 'head_ref_deleted' } as const] : []),
  ] as const;
  const thread = { ...pull, mergedAt, mergeCommitSha: sha };
  const change = { actor, events, fields: { closedAt: mergedAt } };
  const merged = changeThread({ kind: 'pull_request', thread }, change, {
    ...moment,
    content: { ...content, git },
  });
  return { ...closeFixed(merged, pull, actor, moment), repository: { pushedAt: mergedAt } };
};

/** Closes the open issues of this repository that a merged pull request fixes. */
function closeFixed(merged: Outcome, pull: PullRequest, actor: string, moment: Moment): Outcome {
  const fullName = fullNameOf(moment.repository);
  const fixed = pull.closes.filter(({ repository }) => repository === fullName).map(({ number }) => number);
  const change = {
    actor,
    events: [{ event: 'closed' }],
    fields: { closedAt: formatSeconds(moment.atMs) },
  } as const;
  return merged.content.issues
    .filter(({ closedAt, number }) => closedAt === null && fixed.includes(number))
    .reduce(
      ({ content }, thread) => changeThread({ kind: 'issue', thread }, change, { ...moment, content }),
      merged,
    );
}

/** A maintainer publishes the draft, or the next version if there is no draft. */
export const publishRelease: Action = (moment) => {
  const { content, random, atMs } = moment;
  const main = mainRevision(content);
  if (main === undefined) {
    return undefined;
  }
  const author = random.pick(maintainersOf(moment));
  const draft = content.releases.find(({ state }) => state === 'draft');
  const release: Release = {
    ...(draft ?? nextRelease(moment, author.login)),
    author: author.login,
    slug: draft?.tagName ?? nextVersion(moment),
    state: 'published',
    publishedAt: formatSeconds(atMs),
  };
  const { tagName: name } = release;
  const tag = { name, sha: main.commit.sha, message: `${name}\n`, tagger: sign(author, atMs) };
  return {
    content: {
      ...content,
      releases: [...content.releases.filter((other) => other !== draft), release],
      git: { ...content.git, tags: [...content.git.tags, tag] },
    },
  };
};

/** A maintainer pushes a commit to the default branch. */
export const pushToMain: Action = (moment) => {
  const { content, random, atMs } = moment;
  const main = mainRevision(content);
  if (main === undefined) {
    return undefined;
  }
  const person = random.pick(maintainersOf(moment));
  const message = pickSubject(moment).pullTitle;
  const changes = [{ path: 'NEWS.md', text: `# News\n\n${formatSeconds(atMs)}: ${message}\n` }];
  const { commit } = commitOn({ parents: [main], changes, person, timeMs: atMs, message });
  const git = growHistory(content.git, [commit], { [mainRefOf(content.git)]: commit.sha });
  return { content: { ...content, git }, repository: { pushedAt: formatSeconds(atMs) } };
};

export const starRepository: Action = ({ world, content, repository, random, atMs }) => {
  const taken = new Set(content.stars.map(({ login }) => login));
  const people = world.people.filter(({ isBot, login }) => !isBot && !taken.has(login));
  if (repository.isPrivate || people.length === 0) {
    return undefined;
  }
  const star = { login: random.pick(people).login, starredAt: formatSeconds(atMs) };
  return {
    content: { ...content, stars: [...content.stars, star] },
    repository: { stars: repository.stars + 1 },
  };
};

function nextRelease(moment: Moment, author: string): Release {
  const { repository, atMs } = moment;
  const version = nextVersion(moment);
  return {
    name: `${repository.name} ${version}`,
    tagName: version,
    slug: version,
    body: `* ${pickSubject(moment).pullTitle} by @${author}\r\n`,
    author,
    state: 'published',
    isPrerelease: false,
    target: repository.defaultBranch,
    assets: [],
    reactions: [],
    publishedAt: formatSeconds(atMs),
    createdAt: formatSeconds(atMs),
  };
}

/** `v0.7.0` after `v0.6.0`. */
function nextVersion({ content }: Moment): string {
  const minors = content.releases.map(({ tagName }) => Number(/^v0\.(\d+)\./.exec(tagName)?.[1] ?? 0));
  return `v0.${Math.max(0, ...minors) + 1}.0`;
}

function pickOpenPull({ content, random }: Moment): PullRequest | undefined {
  const open = content.pullRequests.filter((pull) => pull.closedAt === null && !pull.isDraft);
  return open.length === 0 ? undefined : random.pick(open);
}
