import { ownerPattern } from '../model/accounts.ts';
import { both, constant, either, FALSE, type Fragment, fragment, listed, negated } from './fragment.ts';
import type { FilterName } from './qualifiers.table.ts';
import type { FilterValue } from './search-query.ts';
import type { SubjectKind } from './subjects.table.ts';

/** Creates a condition on rows `s` of a kind. It is false for kinds that do not have the property. */
type MakeCondition = (value: FilterValue, subject: SubjectKind) => Fragment;

export const FILTER_CONDITIONS = {
  is: anyOf(isCondition),
  type: anyOf((type, subject) => constant(subject.type === type)),
  state: anyOf(isCondition),
  author: anyOf(authorCondition),
  assignee: anyOf(assigneeCondition),
  mentions: anyOf(mentionCondition),
  commenter: anyOf(commenterCondition),
  involves: anyOf((login, subject) =>
    either([
      authorCondition(login, subject),
      assigneeCondition(login, subject),
      commenterCondition(login, subject),
      mentionCondition(login),
    ]),
  ),
  'reviewed-by': anyOf((login, subject) =>
    isPull(subject) ? fragment(`EXISTS (SELECT 1 ${REVIEWS} AND r.author = ? COLLATE NOCASE)`, login) : FALSE,
  ),
  review: anyOf(reviewCondition),
  label(value, { labels }) {
    if (labels === undefined || value.form !== 'texts') {
      return FALSE;
    }
    const places = value.texts.map(() => '?').join(', ');
    return fragment(
      `EXISTS (SELECT 1 FROM ${labels[0]} WHERE ${labels[1]} = s.id AND name COLLATE NOCASE IN (${places}))`,
      ...value.texts,
    );
  },
  milestone: anyOf((title, { milestoneUrl }) =>
    milestoneUrl === undefined
      ? FALSE
      : listed(`${milestoneUrl} IN (SELECT url FROM milestones WHERE title = ? COLLATE NOCASE)`, title),
  ),
  no: anyOf(absenceCondition),
  repo: anyOf((repo) => fragment('s.repo = ? COLLATE NOCASE', repo)),
  org: anyOf(ownerCondition),
  user: anyOf(ownerCondition),
  created: (value, { createdAt }) => timeCondition(value, createdAt),
  updated: (value, { updatedAt }) => timeCondition(value, updatedAt),
  closed: (value, { closedAt }) => timeCondition(value, closedAt),
  merged: (value, { mergedAt }) => timeCondition(value, mergedAt),
  comments: (value, subject) => (subject.isThread === true ? countCondition(value, COMMENT_COUNT) : FALSE),
  reactions: (value) => countCondition(value, REACTION_COUNT),
  linked: anyOf(linkedCondition),
  team: anyOf(mentionCondition),
  attachment: anyOf((name, { fileIsLike }) => {
    const pattern = `%${escapeLike(name)}%`;
    return either([
      listed(
        `s.id IN (
          SELECT subject_id FROM search_documents
          WHERE id IN (SELECT id FROM attachments WHERE name LIKE ? ESCAPE '\\'))`,
        pattern,
      ),
      fileIsLike === undefined ? FALSE : fragment(fileIsLike, pattern),
    ]);
  }),
  path: () => FALSE,
} as const satisfies Record<FilterName, MakeCondition>;

/** Qualifiers that depend on texts, or on which records belong together: they need the index. */
export const INDEXED_FILTERS: ReadonlySet<FilterName> = new Set([
  'mentions',
  'involves',
  'team',
  'attachment',
]);

/** Qualifiers that are fast to check for all subjects: they only depend on the row, its labels and assignees. */
export const QUICK_FILTERS: ReadonlySet<FilterName> = new Set([
  ...(['is', 'type', 'state', 'author', 'assignee', 'label', 'milestone', 'no'] as const),
  ...(['repo', 'org', 'user', 'created', 'updated', 'closed', 'merged'] as const),
]);

export const COMMENT_COUNT = '(SELECT count(*) FROM issue_comments WHERE issue_comments.thread_url = s.url)';

/** The number of reactions to the record itself. */
export const REACTION_COUNT = '(SELECT count(*) FROM reactions WHERE reactions.subject_id = s.id)';

const REVIEWS = 'FROM pull_request_reviews AS r WHERE r.pull_request_url = s.url';

/**
 * Reviews that are the latest verdict of their author on a pull request; comments do not revoke a verdict. The plus
 * sign keeps SQLite from scanning all reviews of the author.
 */
const LAST_VERDICTS = `${REVIEWS} AND NOT EXISTS (
  SELECT 1 FROM pull_request_reviews AS later
  WHERE later.pull_request_url = s.url AND +later.author IS r.author
    AND later.state IN ('approved', 'changes_requested')
    AND (coalesce(later.submitted_at, later.created_at, ''), later.id) > (coalesce(r.submitted_at, r.created_at, ''), r.id))`;

/** Few threads are, and only their events need to be examined. */
const EVER_LOCKED = listed("s.url IN (SELECT thread_url FROM issue_events WHERE event = 'locked')");

const LAST_LOCKING = `(
  SELECT event FROM issue_events
  WHERE issue_events.thread_url = s.url AND event IN ('locked', 'unlocked')
  ORDER BY created_at DESC, id DESC LIMIT 1)`;

function anyOf(make: (text: string, subject: SubjectKind) => Fragment): MakeCondition {
  return (value, subject) =>
    value.form === 'texts' ? either(value.texts.map((text) => make(text, subject))) : FALSE;
}

function isPull({ kind }: SubjectKind): boolean {
  return kind === 'pull_request';
}

function isCondition(word: string, subject: SubjectKind): Fragment {
  const { type, state, isDraft } = subject;
  switch (word) {
    case 'issue':
    case 'pr':
      return constant(type === word);
    case 'draft':
      return isDraft === undefined ? FALSE : fragment(`${isDraft} = 1`);
    case 'locked':
      return subject.isThread === true ? both([EVER_LOCKED, fragment(`${LAST_LOCKING} = 'locked'`)]) : FALSE;
    case 'closed':
      return state === undefined ? FALSE : fragment(`${state} IN ('closed', 'merged')`);
    default:
      return state === undefined ? FALSE : fragment(`${state} = ?`, word);
  }
}

function authorCondition(login: string, { author }: SubjectKind): Fragment {
  return author === undefined ? FALSE : fragment(`${author} = ? COLLATE NOCASE`, login);
}

/** A login, or `organization/team`. */
function mentionCondition(name: string): Fragment {
  return listed(
    `s.id IN (
      SELECT subject_id FROM search_documents
      WHERE id IN (SELECT id FROM search_mentions WHERE name = ?))`,
    name.toLowerCase(),
  );
}

function assigneeCondition(login: string, { assignees }: SubjectKind): Fragment {
  return assignees === undefined
    ? FALSE
    : fragment(
        `EXISTS (SELECT 1 FROM ${assignees[0]} WHERE ${assignees[1]} = s.id AND login = ? COLLATE NOCASE)`,
        login,
      );
}

function commenterCondition(login: string, subject: SubjectKind): Fragment {
  if (subject.isThread !== true) {
    return FALSE;
  }
  const places = [
    'issue_comments AS c WHERE c.thread_url = s.url',
    ...(isPull(subject)
      ? [
          "pull_request_reviews AS c WHERE c.pull_request_url = s.url AND c.body <> ''",
          'pull_request_review_comments AS c WHERE c.pull_request_url = s.url',
        ]
      : []),
  ];
  return either(
    places.map((place) => fragment(`EXISTS (SELECT 1 FROM ${place} AND c.author = ? COLLATE NOCASE)`, login)),
  );
}

function reviewCondition(word: string, subject: SubjectKind): Fragment {
  if (!isPull(subject)) {
    return FALSE;
  }
  const isWanted = fragment(`EXISTS (SELECT 1 ${LAST_VERDICTS} AND r.state = 'changes_requested')`);
  switch (word) {
    case 'changes_requested':
      return isWanted;
    case 'approved':
      return both([
        fragment(`EXISTS (SELECT 1 ${LAST_VERDICTS} AND r.state = 'approved')`),
        negated(isWanted),
      ]);
    default:
      return fragment(`NOT EXISTS (SELECT 1 ${REVIEWS})`);
  }
}

function absenceCondition(word: string, { labels, assignees, milestoneUrl }: SubjectKind): Fragment {
  if (word === 'milestone') {
    return milestoneUrl === undefined ? FALSE : fragment(`${milestoneUrl} IS NULL`);
  }
  const link = word === 'label' ? labels : assignees;
  return link === undefined
    ? FALSE
    : fragment(`NOT EXISTS (SELECT 1 FROM ${link[0]} WHERE ${link[1]} = s.id)`);
}

function ownerCondition(owner: string): Fragment {
  return fragment("s.repo LIKE ? ESCAPE '\\'", ownerPattern(owner));
}

function linkedCondition(word: string, { kind }: SubjectKind): Fragment {
  const references = 'EXISTS (SELECT 1 FROM pull_request_closing_references WHERE';
  if (word === 'pr') {
    return kind === 'issue' ? fragment(`${references} issue_url = s.url)`) : FALSE;
  }
  return kind === 'pull_request' ? fragment(`${references} pull_request_id = s.id)`) : FALSE;
}

function timeCondition(value: FilterValue, time: string | undefined): Fragment {
  if (value.form !== 'times' || time === undefined) {
    return FALSE;
  }
  const ends = [
    value.from === undefined ? fragment(`${time} IS NOT NULL`) : fragment(`${time} >= ?`, value.from),
    ...(value.before === undefined ? [] : [fragment(`${time} < ?`, value.before)]),
  ];
  return both(ends);
}

function countCondition(value: FilterValue, count: string): Fragment {
  return value.form === 'counts' ? fragment(`${count} BETWEEN ? AND ?`, value.min, value.max) : FALSE;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
