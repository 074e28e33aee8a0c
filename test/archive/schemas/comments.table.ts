import {
  EVERY_RECORD,
  each,
  FULL_TEXT,
  LOOSE_NUMBER,
  OPTIONAL_TEXT,
  OPTIONAL_TIME,
  REACTIONS,
  type RecordPromise,
  TIME,
} from './field-promises.ts';
import { ALICE, AT, AT_OF_GITLAB, GARDEN, LAB, LAB_GARDEN, PULL, REACTION, SHA } from './shared-values.ts';

const COMMENT_2019 = {
  type: 'issue_comment',
  url: `${GARDEN}/issues/1#issuecomment-9`,
  issue: `${GARDEN}/issues/1`,
  user: ALICE,
  body: 'Yes',
  formatter: 'markdown',
  reactions: [{ ...REACTION, subject_type: 'IssueComment' }],
  created_at: AT,
};

const EVENT = {
  type: 'issue_event',
  url: `${GARDEN}/issues/1#event-7`,
  issue: `${GARDEN}/issues/1`,
  actor: ALICE,
  created_at: AT,
};

/** Archive format 2.12-2.14. */
export const COMMENT_PROMISES = {
  issue_comment: {
    required: ['url', 'body', 'created_at'],
    fields: {
      ...EVERY_RECORD,
      ...each(OPTIONAL_TEXT, 'issue', 'pull_request', 'user', 'body', 'formatter'),
      reactions: REACTIONS,
      created_at: TIME,
      updated_at: OPTIONAL_TIME,
    },
    generations: {
      '2019 to 2026': COMMENT_2019,
      'a reply by mail': { ...COMMENT_2019, formatter: 'email' },
      'gl-exporter': {
        type: 'issue_comment',
        url: `${LAB_GARDEN}/merge_requests/4#note_1`,
        pull_request: `${LAB_GARDEN}/merge_requests/4`,
        user: `${LAB}/alice`,
        body: 'Yes',
        formatter: 'markdown',
        created_at: AT_OF_GITLAB,
      },
      'gh-bbc-exporter': { ...COMMENT_2019, updated_at: AT },
    },
  },
  commit_comment: {
    required: ['url', 'repository', 'body', 'created_at'],
    fields: {
      ...EVERY_RECORD,
      repository: FULL_TEXT,
      ...each(OPTIONAL_TEXT, 'user', 'body', 'formatter', 'path', 'commit_id'),
      position: LOOSE_NUMBER,
      reactions: REACTIONS,
      created_at: TIME,
    },
    generations: {
      '2021': {
        type: 'commit_comment',
        url: `${GARDEN}/commit/${SHA}#commitcomment-1`,
        repository: GARDEN,
        user: ALICE,
        body: 'Nice',
        formatter: 'markdown',
        path: null,
        position: null,
        commit_id: SHA,
        reactions: [],
        created_at: AT,
      },
    },
  },
  issue_event: {
    required: ['url', 'event', 'created_at'],
    fields: {
      ...EVERY_RECORD,
      event: FULL_TEXT,
      ...each(
        OPTIONAL_TEXT,
        'issue',
        'pull_request',
        'actor',
        'label',
        'label_name',
        'label_color',
        'label_text_color',
      ),
      ...each(OPTIONAL_TEXT, 'milestone', 'milestone_title', 'title_was', 'title_is', 'subject', 'ref'),
      ...each(OPTIONAL_TEXT, 'commit_id', 'commit_repository', 'before_commit_oid', 'after_commit_oid'),
      created_at: TIME,
    },
    generations: {
      'closed by somebody who is gone': { ...EVENT, event: 'closed', actor: null },
      labeled: {
        ...EVENT,
        event: 'labeled',
        label: `${GARDEN}/labels/bug`,
        label_name: 'bug',
        label_color: 'fff',
        label_text_color: '000000',
      },
      milestoned: { ...EVENT, event: 'milestoned', milestone_title: '1.0.0' },
      'milestoned by another writer': { ...EVENT, event: 'milestoned', milestone: '1.0.0' },
      renamed: { ...EVENT, event: 'renamed', title_was: 'a', title_is: 'b' },
      assigned: { ...EVENT, event: 'assigned', subject: ALICE },
      referenced: {
        ...EVENT,
        event: 'referenced',
        commit_id: SHA,
        commit_repository: `${LAB}/elsewhere/lib`,
      },
      merged: { ...EVENT, issue: null, pull_request: PULL, event: 'merged', commit_id: SHA },
      head_ref_force_pushed: {
        ...EVENT,
        event: 'head_ref_force_pushed',
        ref: 'refs/heads/fix',
        before_commit_oid: SHA,
        after_commit_oid: SHA,
        commit_repository: GARDEN,
      },
      'an event of tomorrow': { ...EVENT, event: 'something_new' },
    },
  },
} as const satisfies Record<string, RecordPromise>;
