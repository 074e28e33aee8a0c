import type { NotificationJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';
import { yesNo } from '../../render/yes-no.ts';

/** What people see of a notification. */
export const NOTIFICATION_COLUMNS: RecordColumns<NotificationJson> = {
  id: (thread) => thread.id,
  unread: (thread) => yesNo(thread.unread),
  reason: (thread) => thread.reason,
  updated_at: (thread) => thread.updated_at,
  repo: (thread) => thread.repository?.full_name,
  type: (thread) => thread.subject?.type,
  title: (thread) => thread.subject?.title,
};
