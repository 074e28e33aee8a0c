import {
  EVERY_RECORD,
  each,
  FULL_TEXT,
  OPTIONAL_TEXT,
  OPTIONAL_TIME,
  type RecordPromise,
} from './field-promises.ts';
import { ALICE, AT, GARDEN, LAB, LAB_GARDEN, WEB } from './shared-values.ts';

const ATTACHMENT_2021 = {
  type: 'attachment',
  url: `${WEB}/user-attachments/assets/afc35218`,
  issue_comment: `${GARDEN}/issues/1#issuecomment-9`,
  user: ALICE,
  asset_name: 'A@B (1).png',
  asset_content_type: 'image/png',
  asset_url: 'tarball://root/attachments/afc35218/A@B (1).png',
  created_at: AT,
};

const ATTACHMENT_OF_GITLAB = {
  type: 'attachment',
  url: `${LAB_GARDEN}/uploads/0123/a.png`,
  issue: `${LAB_GARDEN}/issues/1`,
  user: `${LAB}/alice`,
  asset_name: 'a.png',
  asset_content_type: null,
  asset_url: 'tarball://root/attachments/uploads/0123/a.png',
};

/** Archive format 2.15 and 2.16. */
export const FILE_PROMISES = {
  attachment: {
    required: ['url', 'asset_url'],
    fields: {
      ...EVERY_RECORD,
      asset_url: FULL_TEXT,
      ...each(OPTIONAL_TEXT, 'legacy_url', 'issue', 'issue_comment', 'pull_request', 'pull_request_review'),
      ...each(
        OPTIONAL_TEXT,
        'pull_request_review_comment',
        'commit_comment',
        'release',
        'discussion',
        'milestone',
      ),
      ...each(OPTIONAL_TEXT, 'repository', 'user', 'asset_name', 'asset_content_type'),
      ...each(OPTIONAL_TIME, 'created_at', 'created_date'),
    },
    generations: {
      '2021': ATTACHMENT_2021,
      '2024': { ...ATTACHMENT_2021, legacy_url: null },
      'gl-exporter 1.3': { ...ATTACHMENT_OF_GITLAB, created_at: AT },
      'gl-exporter, newer, and bbs-exporter': { ...ATTACHMENT_OF_GITLAB, created_date: AT },
    },
  },
  repository_file: {
    required: ['url', 'file_url'],
    fields: {
      ...EVERY_RECORD,
      file_url: FULL_TEXT,
      ...each(OPTIONAL_TEXT, 'repository', 'user', 'file_name', 'file_content_type'),
      ...each(OPTIONAL_TIME, 'created_at', 'created_date'),
    },
    generations: {
      '2021': {
        type: 'repository_file',
        url: `${GARDEN}/files/7/%40Notes.txt`,
        repository: GARDEN,
        user: ALICE,
        file_name: '@Notes.txt',
        file_content_type: 'text/plain',
        file_url: 'tarball://root/repository_files/7/@Notes.txt',
        created_at: AT,
      },
    },
  },
} as const satisfies Record<string, RecordPromise>;
