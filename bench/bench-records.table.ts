import type { Prose } from './prose.ts';

/** A kind of record to generate; `countOf` returns the number of generated records of an earlier kind. */
export interface BenchKind {
  readonly prefix: string;
  /** The fraction of the total size of all records. */
  readonly share: number;
  readonly make: (number: number, prose: Prose, countOf: (prefix: string) => number) => object;
}

const ORIGIN = 'https://service.example';
const REPOSITORY_COUNT = 20;

/** The kinds of record in an archive, ordered so that each refers only to earlier ones. */
export const BENCH_KINDS: readonly BenchKind[] = [
  {
    prefix: 'users',
    share: 0.002,
    make: (number, prose) => ({
      type: 'user',
      url: person(number),
      avatar_url: `${ORIGIN}/avatars/u/${number}?v=4`,
      login: `user-${number}`,
      name: prose.text(14),
      bio: null,
      company: null,
      website: '',
      location: null,
      emails: [],
      billing_plan: null,
      created_at: prose.time(),
    }),
  },
  {
    prefix: 'repositories',
    share: 0.0002,
    make: (number, prose) => ({
      type: 'repository',
      url: repository(number),
      owner: person(1),
      name: `garden-${number}`,
      slug: `garden-${number}`,
      description: prose.text(60),
      website: null,
      private: false,
      has_issues: true,
      has_wiki: false,
      has_downloads: true,
      default_branch: 'main',
      is_archived: false,
      labels: [
        {
          url: `${repository(number)}/labels/bug`,
          name: 'bug',
          color: 'd73a4a',
          description: null,
          created_at: prose.time(),
        },
      ],
      webhooks: [],
      collaborators: [],
      repository_topics: [],
      git_url: `tarball://root/repositories/user-1/garden-${number}.git`,
      wiki_url: '',
      created_at: prose.time(),
    }),
  },
  {
    prefix: 'issues',
    share: 0.16,
    make: (number, prose, countOf) => ({
      type: 'issue',
      url: issue(number),
      repository: repositoryOf(number),
      user: somebody(prose, countOf),
      title: prose.text(50),
      body: prose.body(),
      assignee: null,
      assignees: [],
      milestone: null,
      labels: [`${repositoryOf(number)}/labels/bug`],
      reactions: [],
      closed_at: null,
      created_at: prose.time(),
      updated_at: prose.time(),
    }),
  },
  {
    prefix: 'pull_requests',
    share: 0.13,
    make(number, prose, countOf) {
      const side = { ref: 'main', sha: prose.sha(), user: person(1), repo: repositoryOf(number) };
      return {
        type: 'pull_request',
        url: pull(number, countOf),
        user: somebody(prose, countOf),
        repository: repositoryOf(number),
        title: prose.text(50),
        body: prose.body(),
        base: side,
        head: { ...side, ref: prose.text(12), sha: prose.sha() },
        assignee: null,
        assignees: [],
        milestone: null,
        labels: [],
        reactions: [],
        review_requests: [],
        close_issue_references: [],
        work_in_progress: false,
        merged_at: null,
        closed_at: null,
        created_at: prose.time(),
        merge_commit_sha: prose.sha(),
      };
    },
  },
  {
    prefix: 'issue_comments',
    share: 0.36,
    make(number, prose, countOf) {
      const subject = issue(within(number, 3, countOf('issues')));
      return {
        type: 'issue_comment',
        url: `${subject}#issuecomment-${number}`,
        issue: subject,
        user: somebody(prose, countOf),
        body: prose.body(),
        formatter: 'markdown',
        reactions: [],
        created_at: prose.time(),
      };
    },
  },
  {
    prefix: 'pull_request_review_comments',
    share: 0.21,
    make(number, prose, countOf) {
      const subject = pull(within(number, 2, countOf('pull_requests')), countOf);
      return {
        type: 'pull_request_review_comment',
        url: `${subject}/files#r${number}`,
        pull_request: subject,
        pull_request_review: null,
        pull_request_review_thread: null,
        user: somebody(prose, countOf),
        body: prose.body(),
        formatter: 'markdown',
        diff_hunk: `@@ -10,4 +10,6 @@\n ${prose.text(90)}`,
        path: `src/${prose.text(8)}.ts`,
        position: 6,
        original_position: 6,
        commit_id: prose.sha(),
        original_commit_id: prose.sha(),
        state: 1,
        in_reply_to: null,
        reactions: [],
        created_at: prose.time(),
      };
    },
  },
  {
    prefix: 'issue_events',
    share: 0.1378,
    make(number, prose, countOf) {
      const subject = issue(within(number, 3, countOf('issues')));
      const [from, to] = ['issues/', '#event-'];
      return {
        type: 'issue_event',
        url: `${subject}${to}${number}`,
        issue: subject,
        actor: somebody(prose, countOf),
        event: 'labeled',
        label: `${subject.slice(0, subject.indexOf(from))}labels/bug`,
        label_name: 'bug',
        label_color: 'd73a4a',
        label_text_color: 'ffffff',
        created_at: prose.time(),
      };
    },
  },
];

function person(number: number): string {
  return `${ORIGIN}/user-${number}`;
}

function somebody(prose: Prose, countOf: (prefix: string) => number): string {
  return person(prose.favourite(countOf('users')));
}

function repository(number: number): string {
  return `${ORIGIN}/user-1/garden-${number}`;
}

function repositoryOf(number: number): string {
  return repository(1 + (number % REPOSITORY_COUNT));
}

function issue(number: number): string {
  return `${repositoryOf(number)}/issues/${number}`;
}

/** Pull requests are numbered after the issues, because they share one sequence of numbers. */
function pull(number: number, countOf: (prefix: string) => number): string {
  return `${repositoryOf(number)}/pull/${countOf('issues') + number}`;
}

/** The thread of a comment: consecutive comments belong to the same thread; after the last thread comes the first. */
function within(number: number, perThread: number, threads: number): number {
  return 1 + (Math.floor(number / perThread) % threads);
}
