import type { NotificationJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';

/** What people see of a notification. */
export const NOTIFICATION_COLUMNS: RecordColumns<NotificationJson> = {
  id: (thread) => thread.id,
  unread: (thread) => (thread.unread ? 'yes' : 'no'),
  reason: (thread) => thread.reason,
  updated_at: (thread) => thread.updated_at,
  repo: (thread) => thread.repository.full_name,
  type: (thread) => thread.subject.type,
  title: (thread) => thread.subject.title,
};
