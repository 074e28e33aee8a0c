import type { SubscriptionJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';

/** What people see of a subscription. */
export const SUBSCRIPTION_COLUMNS: RecordColumns<SubscriptionJson> = {
  subscribed: ({ subscribed }) => (subscribed ? 'yes' : 'no'),
  ignored: ({ ignored }) => (ignored ? 'yes' : 'no'),
  reason: ({ reason }) => reason,
  created_at: ({ created_at: createdAt }) => createdAt,
};
