import type { JsonObject } from '../../../base/index.ts';
import { jsonFields } from '../../json-fields.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import type { ThreadEvent } from '../../world/threads.ts';
import type { RecordContext, RecordWriter } from './record-context.ts';
import { listThreads } from './thread-records.ts';

/** The name of a label brighter than this is black. */
const BRIGHT = 150;

/** The events of issues and pull requests, oldest first. */
export const issueEventRecords: RecordWriter = ({ content }, context) =>
  listThreads(content, context)
    .flatMap(({ thread, place, url }) => thread.events.map((event) => ({ event, place, url })))
    .toSorted((a, b) => a.event.id - b.event.id)
    .map(({ event, place, url }) => ({
      type: 'issue_event',
      url: context.urls.issueEvent(url, event.id),
      ...place,
      actor: actorOf(event, context),
      event: event.event,
      ...detailFields(event, content, context),
      created_at: event.createdAt,
    }));

/** People who are only mentioned or subscribed are not always in the archive. */
function actorOf({ actor, event }: ThreadEvent, context: RecordContext): string | null {
  if (actor === null) {
    return null;
  }
  const isBystander = event === 'mentioned' || event === 'subscribed' || event === 'unsubscribed';
  return isBystander ? context.bystander(actor) : context.person(actor);
}

function detailFields(event: ThreadEvent, content: RepositoryContent, context: RecordContext): JsonObject {
  const { urls, person, bystander } = context;
  const nameSubject = event.event === 'comment_deleted' ? bystander : person;
  return {
    ...('label' in event ? labelFields(event.label, content, context) : {}),
    ...('milestoneTitle' in event ? jsonFields(event, 'milestoneTitle') : {}),
    ...('was' in event ? { title_was: event.was, title_is: event.is } : {}),
    ...('subjectLogin' in event ? { subject: nameSubject(event.subjectLogin) } : {}),
    ...('subjectNumber' in event ? { subject: threadUrl(event.subjectNumber, content, context) } : {}),
    ...('fromRepository' in event ? { subject: urls.repository(event.fromRepository) } : {}),
    ...('ref' in event ? jsonFields(event, 'ref', 'beforeCommitOid', 'afterCommitOid') : {}),
    ...('commitId' in event ? jsonFields(event, 'commitId') : {}),
    ...('commitRepository' in event ? { commit_repository: urls.repository(event.commitRepository) } : {}),
  };
}

/** Includes name and color, so that the event can be shown after the label was deleted. */
function labelFields(
  name: string,
  { labels, repository }: RepositoryContent,
  { urls }: RecordContext,
): JsonObject {
  const color = labels.find((label) => label.name === name)?.color ?? 'ededed';
  return {
    label: urls.label(repository, name),
    label_name: name,
    label_color: color,
    label_text_color: isBright(color) ? '000000' : 'ffffff',
  };
}

function isBright(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = Buffer.from(color, 'hex');
  return 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT;
}

function threadUrl(number: number, content: RepositoryContent, { urls }: RecordContext): string {
  const isPull = content.pullRequests.some((pull) => pull.number === number);
  return urls.thread(isPull ? 'pull_request' : 'issue', content.repository, number);
}
