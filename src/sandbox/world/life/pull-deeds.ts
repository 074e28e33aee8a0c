import type { ActivityDetail, ActivityDraft, ThreadOf } from '../activity/activity-event.ts';
import { fullNameOf } from '../repository/scene.ts';
import { PULL_BODIES, REVIEW_BODIES } from '../text/comment-phrases.table.ts';
import { branchNameOf } from '../text/create-subject.ts';
import { type PullRequest, REVIEW_STATES, type Review } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import { maintainersOf, pickAuthor, thinkOfSubject, voiceFor } from './cast.ts';
import {
  branchChanges,
  commitOn,
  dropTestMerge,
  growHistory,
  mainRefOf,
  mainRevision,
  parentRevision,
} from './main-line.ts';
import type { Deed, Moment, Outcome } from './moment.ts';
import {
  actionDetail,
  changeThread,
  logEvents,
  mentionedIn,
  nextNumber,
  replaceThread,
  threadNotice,
  threadOutcome,
} from './thread-change.ts';

/** Somebody proposes a new chapter of the documentation, on a branch here or in a fork. */
export const openPull: Deed = (moment) => {
  const { content, repository, random, atMs } = moment;
  const main = mainRevision(content);
  if (main === undefined) {
    return undefined;
  }
  const author = random.chance(0.5) ? random.pick(maintainersOf(moment)) : pickAuthor(moment);
  const subject = thinkOfSubject(moment);
  const number = nextNumber(content);
  const ref = branchNameOf(subject, number);
  const text = `# ${subject.title}\n\nWhat changes: ${subject.pullTitle}.\n`;
  const changes = [{ path: `docs/notes/${number}.md`, text }];
  const head = commitOn({
    parents: [main],
    changes,
    person: author,
    timeMs: atMs,
    message: subject.pullTitle,
  });
  const merge = commitOn({
    parents: [main, head],
    changes,
    person: author,
    timeMs: atMs,
    message: `Merge ${ref}`,
  });
  const isOwn = maintainersOf(moment).includes(author);
  const owner = isOwn ? repository.owner : author.login;
  const body = voiceFor(moment, subject).say(PULL_BODIES, author.login);
  const events = logEvents({ actor: author.login, said: body }, moment);
  const thread: PullRequest = {
    number,
    author: author.login,
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
    events,
    createdAt: formatSeconds(atMs),
    updatedAt: formatSeconds(atMs),
    closedAt: null,
  };
  const refs = {
    [`refs/pull/${number}/head`]: head.commit.sha,
    [`refs/pull/${number}/merge`]: merge.commit.sha,
    ...(isOwn ? { [`refs/heads/${ref}`]: head.commit.sha } : {}),
  };
  const item: ThreadOf = { kind: 'pull_request', thread };
  const created: readonly ActivityDetail[] = isOwn ? [{ type: 'CreateEvent', refType: 'branch', ref }] : [];
  return {
    content: {
      ...content,
      pullRequests: [...content.pullRequests, thread],
      git: growHistory(content.git, [head.commit, merge.commit], refs),
    },
    repository: isOwn ? { pushedAt: formatSeconds(atMs) } : {},
    activity: [...created, actionDetail(item, { name: 'opened' })].map(told(author.login, moment)),
    notices: [
      threadNotice(item, moment, { type: 'news', actor: author.login, mentioned: mentionedIn(events) }),
    ],
  };
};

/** A maintainer approves an open pull request of somebody else. */
export const reviewPull: Deed = (moment) => {
  const { random, ids, atMs } = moment;
  const pull = pickOpenPull(moment);
  const reviewers = maintainersOf(moment).filter(({ login }) => login !== pull?.author);
  if (pull === undefined || reviewers.length === 0) {
    return undefined;
  }
  const reviewer = random.pick(reviewers).login;
  const body = voiceFor(moment, thinkOfSubject(moment)).say(REVIEW_BODIES.approved, reviewer);
  const review: Review = {
    id: ids('review', atMs),
    author: reviewer,
    body,
    headSha: pull.head.sha,
    state: REVIEW_STATES.approved,
    reactions: [],
    createdAt: formatSeconds(atMs),
    submittedAt: formatSeconds(atMs),
  };
  const reviewed = { ...pull, reviews: [...pull.reviews, review] };
  const changed = changeThread(
    { kind: 'pull_request', thread: reviewed },
    { actor: reviewer, said: body },
    moment,
  );
  const detail = { type: 'PullRequestReviewEvent', pullRequest: reviewed, review } as const;
  return threadOutcome(changed, moment, { actor: reviewer, details: [detail] });
};

/** A maintainer merges a pull request; the branch goes, and the issues that it settles close. */
export const mergePull: Deed = (moment) => {
  const { content, random, atMs } = moment;
  const pull = pickOpenPull(moment);
  const main = mainRevision(content);
  if (pull === undefined || main === undefined) {
    return undefined;
  }
  const merger = random.pick(maintainersOf(moment));
  const { head, number } = pull;
  const merge = commitOn({
    parents: [main, parentRevision(content, head.sha)],
    changes: branchChanges(content, head.sha, pull.base.sha),
    person: merger,
    timeMs: atMs,
    message: `Merge pull request #${number} from ${head.owner}/${head.ref}\n\n${pull.title}`,
  });
  const { sha } = merge.commit;
  const isOwn = head.repository === content.repository;
  const branches = isOwn ? { [`refs/heads/${head.ref}`]: undefined } : {};
  const git = growHistory(dropTestMerge(content.git, number), [merge.commit], {
    ...branches,
    [mainRefOf(content.git)]: sha,
  });
  const mergedAt = formatSeconds(atMs);
  const events = [
    { event: 'referenced', commitId: sha, commitRepository: content.repository },
    { event: 'merged', commitId: sha },
    { event: 'closed' },
    ...(isOwn ? [{ event: 'head_ref_deleted' } as const] : []),
  ] as const;
  const changed = changeThread(
    { kind: 'pull_request', thread: { ...pull, mergedAt, mergeCommitSha: sha } },
    { actor: merger.login, events, fields: { closedAt: mergedAt } },
    moment,
  );
  const before = main.commit.sha;
  const details: readonly ActivityDetail[] = [
    { type: 'PushEvent', ref: mainRefOf(git), before, commits: [merge.commit] },
    actionDetail(changed.item, { name: 'closed' }),
    ...(isOwn ? [{ type: 'DeleteEvent', refType: 'branch', ref: head.ref } as const] : []),
  ];
  const told = { actor: merger.login, details };
  const merged = threadOutcome(changed, { ...moment, content: { ...content, git } }, told);
  return closeSettled({ ...merged, repository: { pushedAt: mergedAt } }, pull, {
    ...moment,
    content: merged.content,
  });
};

/** Closes the open issues of this repository that a merged pull request settles. */
function closeSettled(merged: Outcome, pull: PullRequest, moment: Moment): Outcome {
  const { repository, atMs } = moment;
  const numbers = pull.closes
    .filter((reference) => reference.repository === fullNameOf(repository))
    .map((reference) => reference.number);
  const actor = merged.activity?.[0]?.actor ?? repository.owner;
  const activity = [...(merged.activity ?? [])];
  const notices = [...(merged.notices ?? [])];
  let { content } = merged;
  for (const thread of content.issues) {
    if (thread.closedAt === null && numbers.includes(thread.number)) {
      const fields = { closedAt: formatSeconds(atMs) };
      const change = { actor, events: [{ event: 'closed' }], fields } as const;
      const { item } = changeThread({ kind: 'issue', thread }, change, moment);
      content = replaceThread(content, item);
      activity.push(told(actor, moment)(actionDetail(item, { name: 'closed' })));
      notices.push(threadNotice(item, moment, { type: 'news', actor, mentioned: [] }));
    }
  }
  return { ...merged, content, activity, notices };
}

function told(actor: string, { atMs }: Moment): (detail: ActivityDetail) => ActivityDraft {
  return (detail) => ({ actor, timeMs: atMs, detail });
}

function pickOpenPull({ content, random }: Moment): PullRequest | undefined {
  const open = content.pullRequests.filter((pull) => pull.closedAt === null && !pull.isDraft);
  return open.length === 0 ? undefined : random.pick(open);
}
