import type { ActivityDraft } from '../activity/activity-event.ts';
import { sign } from '../repository/workshop.ts';
import type { Release } from '../repository-content.ts';
import { formatSeconds } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { maintainersOf, thinkOfSubject } from './cast.ts';
import { commitOn, growHistory, mainRefOf, mainRevision } from './main-line.ts';
import type { Deed, Moment, Notice } from './moment.ts';

/** A maintainer publishes the draft that lies there, or else the next version. */
export const publishRelease: Deed = (moment) => {
  const { content, random, atMs } = moment;
  const main = mainRevision(content);
  if (main === undefined) {
    return undefined;
  }
  const author = random.pick(maintainersOf(moment));
  const draft = content.releases.find(({ state }) => state === 'draft');
  const release: Release = {
    ...(draft ?? nextRelease(moment, author)),
    author: author.login,
    slug: draft?.tagName ?? nextVersion(moment),
    state: 'published',
    publishedAt: formatSeconds(atMs),
  };
  const { tagName: name } = release;
  const tag = { name, sha: main.commit.sha, message: `${name}\n`, tagger: sign(author, atMs) };
  const told = (detail: ActivityDraft['detail']): ActivityDraft => ({
    actor: author.login,
    timeMs: atMs,
    detail,
  });
  return {
    content: {
      ...content,
      releases: [...content.releases.filter((other) => other !== draft), release],
      git: { ...content.git, tags: [...content.git.tags, tag] },
    },
    activity: [
      told({ type: 'CreateEvent', refType: 'tag', ref: name }),
      told({ type: 'ReleaseEvent', release }),
    ],
    notices: [releaseNotice(release, moment)],
  };
};

/** A maintainer pushes a commit to the default branch. */
export const pushToMain: Deed = (moment) => {
  const { content, random, atMs } = moment;
  const main = mainRevision(content);
  if (main === undefined) {
    return undefined;
  }
  const person = random.pick(maintainersOf(moment));
  const subject = thinkOfSubject(moment);
  const changes = [{ path: 'NEWS.md', text: `# News\n\n${formatSeconds(atMs)}: ${subject.pullTitle}\n` }];
  const { commit } = commitOn({ parents: [main], changes, person, timeMs: atMs, message: subject.pullTitle });
  const ref = mainRefOf(content.git);
  const detail = { type: 'PushEvent', ref, before: main.commit.sha, commits: [commit] } as const;
  return {
    content: { ...content, git: growHistory(content.git, [commit], { [ref]: commit.sha }) },
    repository: { pushedAt: formatSeconds(atMs) },
    activity: [{ actor: person.login, timeMs: atMs, detail }],
  };
};

/** Somebody puts a star on the repository. */
export const starRepository: Deed = ({ world, content, repository, random, atMs }) => {
  const people = world.people.filter((person) => !person.isBot);
  if (repository.isPrivate || people.length === 0) {
    return undefined;
  }
  const actor = random.pick(people).login;
  return {
    content,
    repository: { stars: repository.stars + 1 },
    activity: [{ actor, timeMs: atMs, detail: { type: 'WatchEvent' } }],
  };
};

function nextRelease(moment: Moment, author: Person): Release {
  const { repository, atMs } = moment;
  const version = nextVersion(moment);
  return {
    name: `${repository.name} ${version}`,
    tagName: version,
    slug: version,
    body: `* ${thinkOfSubject(moment).pullTitle} by @${author.login}\r\n`,
    author: author.login,
    state: 'published',
    isPrerelease: false,
    target: repository.defaultBranch,
    assets: [],
    reactions: [],
    publishedAt: formatSeconds(atMs),
    createdAt: formatSeconds(atMs),
  };
}

/** `v0.7.0` after `v0.6.0`, whatever else there is. */
function nextVersion({ content }: Moment): string {
  const minors = content.releases.map(({ tagName }) => Number(/^v0\.(\d+)\./.exec(tagName)?.[1] ?? 0));
  return `v0.${Math.max(0, ...minors) + 1}.0`;
}

function releaseNotice({ name, tagName, author }: Release, { repository, atMs }: Moment): Notice {
  const path = `/releases/tags/${tagName}`;
  return {
    type: 'news',
    actor: author,
    mentioned: [],
    reasonFor: () => undefined,
    subject: {
      repository,
      title: name,
      subjectType: 'Release',
      subjectPath: path,
      latestCommentPath: path,
      updatedAt: formatSeconds(atMs),
    },
  };
}
