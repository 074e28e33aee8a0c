import { Prose } from './prose.ts';

/** Generates the records of one kind, for record files named after `prefix`. */
export interface RecordSource {
  readonly prefix: string;
  readonly records: () => Iterable<object>;
}

/** A generated thread; all its fields are derived from its index. */
interface Subject {
  readonly url: string;
  readonly repository: string;
  readonly createdMs: number;
  readonly isIssue: boolean;
}

const ORIGIN = 'https://service.example';
const OWNERS = ['juniper', 'atlas-works', 'user-1'] as const;
const REPOSITORIES = 24;
const USERS = 3_000;
const COMMENTS_PER_THREAD = 7;
const MILESTONES = 6;
const START_MS = Date.UTC(2015, 0, 5);
const END_MS = Date.UTC(2026, 9, 1);
const HOUR_MS = 3_600_000;
/** The repository of each of a hundred consecutive threads: few repositories are busy, most are not. */
const SLOTS = Array.from({ length: 100 }, (_, slot) => Math.floor((slot / 100) ** 2.2 * REPOSITORIES));
const LABELS = [
  ['bug', 'd73a4a'],
  ['enhancement', 'a2eeef'],
  ['question', 'd876e3'],
  ['documentation', '0075ca'],
  ['good first issue', '7057ff'],
  ['performance', 'fbca04'],
  ['security', 'b60205'],
  ['wontfix', 'ffffff'],
  ['area: parser', '1d76db'],
  ['area: storage', '0e8a16'],
] as const;
/** Hours of activity (UTC), the busy ones more than once. */
const HOURS = [
  6, 7, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 13, 13, 14, 14, 15, 15, 16, 17, 18, 20, 21, 23,
] as const;

/** The records of a generated account with this many comments, by kind; the same on every machine. */
export function browseRecords(comments: number): readonly RecordSource[] {
  const threads = Math.ceil(comments / COMMENTS_PER_THREAD);
  const of = (prefix: string, make: (prose: Prose) => Iterable<object>): RecordSource => ({
    prefix,
    records: () => make(new Prose()),
  });
  return [
    of('users', makeUsers),
    of('organizations', makeOrganizations),
    of('repositories', makeRepositories),
    of('milestones', makeMilestones),
    of('issues', (prose) => makeThreads(prose, threads, true)),
    of('pull_requests', (prose) => makeThreads(prose, threads, false)),
    of('issue_comments', (prose) => makeComments(prose, { threads, comments })),
    of('pull_request_reviews', (prose) => makeReviews(prose, threads)),
    of('pull_request_review_comments', (prose) => makeReviewComments(prose, { threads, comments })),
    of('issue_events', (prose) => makeEvents(prose, threads)),
    of('releases', makeReleases),
  ];
}

function* makeUsers(prose: Prose): Iterable<object> {
  for (let number = 1; number <= USERS; number += 1) {
    yield {
      type: 'user',
      url: person(number),
      avatar_url: `${ORIGIN}/avatars/u/${number}?v=4`,
      login: `user-${number}`,
      name: titleOf(prose, 12),
      bio: null,
      company: null,
      website: '',
      location: null,
      emails: [],
      billing_plan: null,
      created_at: textOf(START_MS),
    };
  }
}

function* makeOrganizations(prose: Prose): Iterable<object> {
  for (const login of OWNERS.filter((owner) => !owner.startsWith('user-'))) {
    yield {
      type: 'organization',
      url: `${ORIGIN}/${login}`,
      login,
      name: login,
      description: titleOf(prose, 40),
      website: '',
      location: null,
      email: null,
      members: [],
      created_at: textOf(START_MS),
    };
  }
}

function* makeRepositories(prose: Prose): Iterable<object> {
  for (let place = 0; place < REPOSITORIES; place += 1) {
    const url = repositoryAt(place);
    yield {
      type: 'repository',
      url,
      owner: `${ORIGIN}/${OWNERS[place % OWNERS.length]}`,
      name: `garden-${place}`,
      slug: `garden-${place}`,
      description: titleOf(prose, 60),
      website: null,
      private: place % 5 === 0,
      has_issues: true,
      has_wiki: false,
      has_downloads: true,
      default_branch: 'main',
      is_archived: false,
      labels: LABELS.map(([name, color]) => ({
        url: labelOf(url, name),
        name,
        color,
        description: null,
        created_at: textOf(START_MS),
      })),
      webhooks: [],
      collaborators: [],
      repository_topics: [],
      git_url: `tarball://root/repositories/${OWNERS[place % OWNERS.length]}/garden-${place}.git`,
      wiki_url: '',
      created_at: textOf(START_MS),
    };
  }
}

function* makeMilestones(prose: Prose): Iterable<object> {
  for (let index = 0; index < REPOSITORIES * MILESTONES; index += 1) {
    const repository = repositoryAt(Math.floor(index / MILESTONES));
    const number = 1 + (index % MILESTONES);
    yield {
      type: 'milestone',
      url: `${repository}/milestones/${number}`,
      repository,
      user: person(1),
      title: `${number}.0`,
      description: titleOf(prose, 80),
      state: number < MILESTONES ? 'closed' : 'open',
      due_on: null,
      created_at: textOf(START_MS),
      updated_at: textOf(START_MS),
      closed_at: number < MILESTONES ? textOf(END_MS) : null,
    };
  }
}

function* makeThreads(prose: Prose, threads: number, isIssue: boolean): Iterable<object> {
  for (let place = 0; place < threads; place += 1) {
    const subject = subjectAt(place, threads);
    if (subject.isIssue === isIssue) {
      yield isIssue ? makeIssue(prose, subject) : makePull(prose, subject);
    }
  }
}

function makeIssue(prose: Prose, subject: Subject): object {
  return { type: 'issue', ...threadMembers(prose, subject) };
}

function makePull(prose: Prose, subject: Subject): object {
  const side = { ref: 'main', sha: prose.sha(), user: person(1), repo: subject.repository };
  const members = threadMembers(prose, subject);
  const isMerged = members.closed_at !== null && prose.next() < 0.85;
  return {
    type: 'pull_request',
    ...members,
    base: side,
    head: { ...side, ref: `fix-${prose.favourite(9_999)}`, sha: prose.sha() },
    review_requests: [],
    close_issue_references: [],
    work_in_progress: prose.next() < 0.03,
    merged_at: isMerged ? members.closed_at : null,
    merge_commit_sha: prose.sha(),
  };
}

function threadMembers(prose: Prose, { url, repository, createdMs }: Subject) {
  const closedMs = createdMs + delayMs(prose, 60);
  const isClosed = closedMs < END_MS && prose.next() < 0.9;
  const assignees = prose.next() < 0.3 ? [person(prose.favourite(30))] : [];
  return {
    url,
    repository,
    user: somebody(prose),
    title: titleOf(prose, 20 + prose.favourite(50)),
    body: markdownOf(prose, repository),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: prose.next() < 0.2 ? `${repository}/milestones/${prose.favourite(MILESTONES)}` : null,
    labels: labelsOf(prose).map((name) => labelOf(repository, name)),
    reactions: [],
    closed_at: isClosed ? textOf(closedMs) : null,
    created_at: textOf(createdMs),
    updated_at: textOf(isClosed ? closedMs : createdMs),
  };
}

interface Extent {
  readonly threads: number;
  readonly comments: number;
}

/** Three quarters of the comments are on threads, a few of which have hundreds. */
function* makeComments(prose: Prose, { threads, comments }: Extent): Iterable<object> {
  const total = comments - reviewCommentsOf(comments);
  let number = 0;
  for (let place = 0; number < total; place = (place + 1) % threads) {
    const subject = subjectAt(place, threads);
    const count = place % 997 === 0 ? 150 + prose.favourite(250) : Math.floor(prose.next() ** 2 * 13);
    let atMs = subject.createdMs;
    for (let index = 0; index < count && number < total; index += 1) {
      number += 1;
      atMs += delayMs(prose, 3);
      yield {
        type: 'issue_comment',
        url: `${subject.url}#issuecomment-${number}`,
        [subject.isIssue ? 'issue' : 'pull_request']: subject.url,
        user: somebody(prose),
        body: markdownOf(prose, subject.repository),
        formatter: 'markdown',
        reactions: [],
        created_at: textOf(Math.min(atMs, END_MS)),
      };
    }
  }
}

function* makeReviews(prose: Prose, threads: number): Iterable<object> {
  for (let place = 0; place < threads; place += 1) {
    const subject = subjectAt(place, threads);
    if (!subject.isIssue) {
      yield {
        type: 'pull_request_review',
        url: `${subject.url}/files#pullrequestreview-${place}`,
        pull_request: subject.url,
        user: somebody(prose),
        body: prose.next() < 0.4 ? markdownOf(prose, subject.repository) : '',
        head_sha: prose.sha(),
        formatter: 'markdown',
        state: prose.next() < 0.7 ? 40 : 30,
        reactions: [],
        created_at: textOf(subject.createdMs),
        submitted_at: textOf(Math.min(END_MS, subject.createdMs + delayMs(prose, 12))),
      };
    }
  }
}

function* makeReviewComments(prose: Prose, { threads, comments }: Extent): Iterable<object> {
  let number = 0;
  for (let place = 0; number < reviewCommentsOf(comments); place = (place + 1) % threads) {
    const subject = subjectAt(place, threads);
    const count = subject.isIssue ? 0 : Math.floor(prose.next() ** 2 * 16);
    for (let index = 0; index < count && number < reviewCommentsOf(comments); index += 1) {
      number += 1;
      yield {
        type: 'pull_request_review_comment',
        url: `${subject.url}/files#r${number}`,
        pull_request: subject.url,
        pull_request_review: `${subject.url}/files#pullrequestreview-${place}`,
        pull_request_review_thread: null,
        user: somebody(prose),
        body: markdownOf(prose, subject.repository),
        formatter: 'markdown',
        diff_hunk: `@@ -10,4 +10,6 @@\n ${titleOf(prose, 40)}\n-${titleOf(prose, 30)}\n+${titleOf(prose, 30)}`,
        path: `src/${titleOf(prose, 8).replaceAll(' ', '-')}.ts`,
        position: 6,
        original_position: 6,
        commit_id: prose.sha(),
        original_commit_id: prose.sha(),
        state: 1,
        in_reply_to: null,
        reactions: [],
        created_at: textOf(Math.min(END_MS, subject.createdMs + delayMs(prose, 20))),
      };
    }
  }
}

function* makeEvents(prose: Prose, threads: number): Iterable<object> {
  for (let place = 0; place < threads; place += 1) {
    const subject = subjectAt(place, threads);
    const [name, color] = LABELS[prose.favourite(LABELS.length) - 1] ?? LABELS[0];
    yield {
      type: 'issue_event',
      url: `${subject.url}#event-${place + 1}`,
      [subject.isIssue ? 'issue' : 'pull_request']: subject.url,
      actor: somebody(prose),
      event: 'labeled',
      label: labelOf(subject.repository, name),
      label_name: name,
      label_color: color,
      label_text_color: 'ffffff',
      created_at: textOf(subject.createdMs),
    };
  }
}

function* makeReleases(prose: Prose): Iterable<object> {
  for (let index = 0; index < REPOSITORIES * 12; index += 1) {
    const repository = repositoryAt(index % REPOSITORIES);
    const tag = `v1.${Math.floor(index / REPOSITORIES)}.0`;
    yield {
      type: 'release',
      url: `${repository}/releases/tag/${tag}`,
      repository,
      user: person(1),
      name: tag,
      tag_name: tag,
      body: markdownOf(prose, repository),
      state: 'published',
      pending_tag: tag,
      prerelease: false,
      target_commitish: 'main',
      release_assets: [],
      reactions: [],
      published_at: textOf(START_MS + index * 300 * HOUR_MS),
      created_at: textOf(START_MS + index * 300 * HOUR_MS),
    };
  }
}

/** Three fifths of the threads are issues; each repository has its own sequence of numbers. */
function subjectAt(place: number, threads: number): Subject {
  const slot = place % SLOTS.length;
  const home = SLOTS[slot] ?? 0;
  const mates = SLOTS.filter((other) => other === home).length;
  const number = 1 + Math.floor(place / SLOTS.length) * mates + (slot - SLOTS.indexOf(home));
  const isIssue = place % 5 < 3;
  const repository = repositoryAt(home);
  const day = Math.floor(((END_MS - START_MS) / 24 / HOUR_MS) * (place / threads));
  const weekday = day % 7;
  // Half of the activity on weekends is moved to Monday.
  const shift = weekday > 4 && place % 2 === 0 ? 7 - weekday : 0;
  const hour = HOURS[(place * 7) % HOURS.length] ?? 12;
  const createdMs = START_MS + ((day + shift) * 24 + hour) * HOUR_MS + ((place * 977) % 3_600) * 1_000;
  return { url: `${repository}/${isIssue ? 'issues' : 'pull'}/${number}`, repository, createdMs, isIssue };
}

/** A log-normal delay around `medianHours`. */
function delayMs(prose: Prose, medianHours: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - prose.next())) * Math.cos(2 * Math.PI * prose.next());
  return Math.round(medianHours * HOUR_MS * Math.exp(1.6 * normal));
}

function reviewCommentsOf(comments: number): number {
  return Math.floor(comments / 4);
}

function repositoryAt(place: number): string {
  return `${ORIGIN}/${OWNERS[place % OWNERS.length]}/garden-${place}`;
}

function labelOf(repository: string, name: string): string {
  return `${repository}/labels/${encodeURIComponent(name)}`;
}

function labelsOf(prose: Prose): readonly string[] {
  const count = Math.floor(prose.next() * 3);
  return [
    ...new Set(Array.from({ length: count }, () => LABELS[prose.favourite(LABELS.length) - 1]?.[0] ?? 'bug')),
  ];
}

function person(number: number): string {
  return `${ORIGIN}/user-${number}`;
}

function somebody(prose: Prose): string {
  return person(prose.favourite(USERS));
}

function titleOf(prose: Prose, characters: number): string {
  return (
    prose
      .text(characters)
      .replaceAll(/[.\s]+/g, ' ')
      .trim() || 'title'
  );
}

/** Prose with typical Markdown: code, lists, references, mentions. */
function markdownOf(prose: Prose, repository: string): string {
  const text = prose.body();
  switch (prose.favourite(16)) {
    case 5:
      return `${text}\n\n\`\`\`ts\nexport const ${titleOf(prose, 6).replaceAll(' ', '_')} = 12; // why\n\`\`\`\n`;
    case 6:
      return `- ${text.replaceAll('\n', '\n- ')}\n`;
    case 7:
      return `See #${prose.favourite(400)} and @user-${prose.favourite(USERS)}.\n\n${text}`;
    case 8:
      return `> ${text.slice(0, 90).replaceAll('\n', ' ')}\n\n**${titleOf(prose, 14)}** \`${titleOf(prose, 9)}\` ${text}`;
    case 9:
      return `${text}\n\n| a | b |\n|---|---|\n| ${titleOf(prose, 9)} | ${prose.favourite(99)} |\n`;
    case 10:
      return `${text}\n\n[link](${repository}/issues/${prose.favourite(90)})\n`;
    default:
      return text;
  }
}

function textOf(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
