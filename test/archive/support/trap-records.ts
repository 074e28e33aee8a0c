import { recordFile, type TarPart } from './make-tar.ts';

/** URLs of an invented instance of the service. */
export const WEB = 'https://service.example';
export const ALICE = `${WEB}/alice`;
export const GARDEN = `${WEB}/alice/garden`;
export const SHA = '0123456789abcdef0123456789abcdef01234567';
export const AT = '2020-01-02T03:04:05Z';

const SIDE = { ref: 'main', sha: SHA, user: ALICE, repo: GARDEN };

/** A record file of one kind, the first one of its sequence. */
export function fileOf(prefix: string, ...records: readonly object[]): TarPart {
  return recordFile(`./${prefix}_000001.json`, records);
}

export function makeRepository(more: object = {}): object {
  return {
    type: 'repository',
    url: GARDEN,
    owner: ALICE,
    name: 'garden',
    has_wiki: false,
    labels: [],
    git_url: 'tarball://root/repositories/alice/garden.git',
    created_at: AT,
    ...more,
  };
}

export function makePullRequest(more: object = {}): object {
  return {
    type: 'pull_request',
    url: `${GARDEN}/pull/3`,
    user: ALICE,
    repository: GARDEN,
    title: 'Mow',
    body: null,
    base: SIDE,
    head: SIDE,
    labels: [],
    merged_at: null,
    closed_at: null,
    created_at: AT,
    ...more,
  };
}

export function makeComment(more: object = {}): object {
  return {
    type: 'issue_comment',
    url: `${GARDEN}/issues/1#issuecomment-9`,
    issue: `${GARDEN}/issues/1`,
    user: ALICE,
    body: 'Yes',
    formatter: 'markdown',
    created_at: AT,
    ...more,
  };
}

export function makeAttachment(more: object = {}): object {
  return {
    type: 'attachment',
    url: `${WEB}/user-attachments/assets/afc35218`,
    issue: `${GARDEN}/issues/1`,
    user: ALICE,
    asset_name: 'a.png',
    asset_content_type: 'image/png',
    asset_url: 'tarball://root/attachments/afc35218/a.png',
    created_at: AT,
    ...more,
  };
}
