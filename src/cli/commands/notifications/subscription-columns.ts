import type { SubscriptionJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';
import { yesNo } from '../../render/yes-no.ts';

/** What people see of a subscription. */
export const SUBSCRIPTION_COLUMNS: RecordColumns<SubscriptionJson> = {
  subscribed: ({ subscribed }) => yesNo(subscribed),
  ignored: ({ ignored }) => yesNo(ignored),
  reason: ({ reason }) => reason,
  created_at: ({ created_at: createdAt }) => createdAt,
};
