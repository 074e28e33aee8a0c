const WEB = 'https://service.example';

export function makeUser(login: string, more: object = {}): object {
  return {
    type: 'user',
    url: `${WEB}/${login}`,
    avatar_url: `${WEB}/avatars/u/1`,
    login,
    name: null,
    bio: null,
    company: null,
    website: null,
    location: null,
    emails: [{ address: `${login}@example.org`, primary: true, verified: true }],
    billing_plan: null,
    created_at: '2019-11-09T16:49:20Z',
    ...more,
  };
}

export function makeIssue(number: number, more: object = {}): object {
  return {
    type: 'issue',
    url: `${WEB}/alice/garden/issues/${number}`,
    repository: `${WEB}/alice/garden`,
    user: `${WEB}/alice`,
    title: `Issue ${number}`,
    body: 'line 1\r\nline 2 ✿',
    assignee: null,
    assignees: [],
    milestone: null,
    labels: [],
    reactions: [],
    closed_at: null,
    created_at: '2020-01-02T03:04:05Z',
    updated_at: '2020-01-02T03:04:05Z',
    ...more,
  };
}

export function makeIssues(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => makeIssue(index + 1));
}
