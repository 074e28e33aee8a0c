import type { SettingTable } from './settings.ts';

const ONLY = { kind: 'names', group: 'repositories', isRequest: true } as const;
const WHICH = { kind: 'choice', group: 'repositories', value: '<which>', choices: ['no', 'only'] } as const;

const SWITCH = { kind: 'switch', group: 'content' } as const;

/** What a migration is asked for: which repositories, and what of them (specification 4.5). */
export const REQUEST_SETTINGS = {
  repository: {
    ...ONLY,
    job: 'repositories',
    text: 'OWNER/NAME to export (default: all repositories)',
  },
  repositoriesFrom: {
    ...ONLY,
    kind: 'path',
    text: 'file with one OWNER/NAME per line; - is stdin',
    sentence: 'A file with one OWNER/NAME per line, instead of repositories.',
  },
  owner: { ...ONLY, value: '<login...>', text: 'only repositories of these owners' },
  match: { ...ONLY, value: '<pattern...>', text: 'only those that match a pattern, such as "acme/web-*"' },
  except: { ...ONLY, value: '<pattern...>', text: 'leave out those that match a pattern' },
  visibility: {
    ...ONLY,
    kind: 'choices',
    value: '<kind...>',
    choices: ['public', 'private', 'internal'],
    text: 'only public, private or internal ones',
  },
  fork: { ...ONLY, ...WHICH, text: 'exclude forks, or export only forks' },
  archived: { ...ONLY, ...WHICH, text: 'exclude archived repositories, or export only those' },
  language: { ...ONLY, text: 'only those whose main language is one of these' },
  topic: { ...ONLY, text: 'only those that have one of these topics' },
  pushedSince: {
    ...ONLY,
    kind: 'moment',
    text: 'only those pushed to since a date, or within a span such as 90d',
  },
  pushedBefore: {
    ...ONLY,
    kind: 'moment',
    text: 'only those not pushed to since then',
    sentence: 'Only those not pushed to since a date, or for a span.',
  },
  minSize: { ...ONLY, kind: 'size', text: 'only those with at least this much git data' },
  maxSize: { ...ONLY, kind: 'size', text: 'only those with at most this much git data' },
  minStars: { ...ONLY, kind: 'number', text: 'only those with at least this many stars' },
  maxStars: { ...ONLY, kind: 'number', text: 'only those with at most this many stars' },
  lockRepositories: {
    ...SWITCH,
    text: 'lock the repositories during the export, so that no one can change them',
  },
  excludeMetadata: { ...SWITCH, job: 'leave_out.metadata', text: 'export only git data' },
  excludeGitData: { ...SWITCH, job: 'leave_out.git_data', text: 'leave out git data' },
  excludeAttachments: { ...SWITCH, job: 'leave_out.attachments', text: 'leave out attached files' },
  excludeReleases: { ...SWITCH, job: 'leave_out.releases', text: 'leave out releases and their files' },
  excludeOwnerProjects: {
    ...SWITCH,
    job: 'leave_out.owner_projects',
    text: 'leave out the projects of the owner',
  },
  orgMetadataOnly: { ...SWITCH, text: 'export only the metadata of the organization', isRequest: true },
  exclude: {
    kind: 'choice',
    group: 'content',
    value: '<attribute...>',
    choices: ['repositories'],
    text: 'leave this attribute out of the response of the service; the archive stays the same',
    isRequest: true,
  },
} as const satisfies SettingTable;
