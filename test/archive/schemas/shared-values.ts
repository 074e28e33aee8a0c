import { each, FLAG, itemWith, listOf, OPTIONAL_TEXT } from './field-promises.ts';

export const WEB = 'https://service.example';
export const ALICE = `${WEB}/alice`;
export const GARDEN = `${WEB}/alice/garden`;
export const PULL = `${GARDEN}/pull/3`;
/** A host of another product. */
export const LAB = 'https://lab.example';
export const LAB_GARDEN = `${LAB}/group/garden`;
export const SHA = '0123456789abcdef0123456789abcdef01234567';

/** The formats of timestamps (archive format, trap 9). */
export const AT = '2020-01-02T03:04:05Z';
export const AT_WITH_OFFSET = '2019-11-13T04:22:13.000+08:00';
export const AT_OF_GITLAB = '2025-03-02T13:11:17.836Z';
export const AT_WITH_BLANKS = '2025-03-02 13:11:17 +0000';

export const REACTION = {
  user: ALICE,
  content: 'thinking_face',
  subject_type: 'Issue',
  created_at: AT_WITH_OFFSET,
};

export const WEBHOOK = {
  payload_url: 'https://hooks.example/x',
  content_type: 'json',
  event_types: ['*'],
  enable_ssl_verification: true,
  active: true,
};

export const WEBHOOKS = listOf(
  itemWith({
    ...each(OPTIONAL_TEXT, 'payload_url', 'content_type'),
    event_types: listOf({ types: ['string'] }),
    ...each(FLAG, 'enable_ssl_verification', 'active'),
  }),
);
