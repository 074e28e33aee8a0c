import type { ThreadOf } from '../activity/activity-event.ts';
import { maintainersOf } from './cast.ts';
import type { Deed, Moment } from './moment.ts';
import { actionDetail, changeThread, threadOutcome, threadsOf } from './thread-change.ts';

/** A maintainer gives an open thread a label, or takes one away. */
export const labelThread: Deed = (moment) => {
  const { random, content } = moment;
  const item = pickOpen(moment);
  if (item === undefined || content.labels.length === 0) {
    return undefined;
  }
  const label = random.pick(content.labels).name;
  const { labels } = item.thread;
  const name = labels.includes(label) ? 'unlabeled' : 'labeled';
  const actor = random.pick(maintainersOf(moment)).login;
  const fields = {
    labels: name === 'labeled' ? [...labels, label] : labels.filter((other) => other !== label),
  };
  const changed = changeThread(item, { actor, events: [{ event: name, label }], fields }, moment);
  return {
    ...threadOutcome(changed, moment, { actor, details: [actionDetail(changed.item, { name, label })] }),
    notices: [],
  };
};

/** A maintainer gives an open thread to one of them. */
export const assignThread: Deed = (moment) => {
  const { random } = moment;
  const item = pickOpen(moment);
  const maintainers = maintainersOf(moment);
  const login = random.pick(maintainers).login;
  if (item === undefined || item.thread.assignees.includes(login)) {
    return undefined;
  }
  const actor = random.pick(maintainers).login;
  const change = {
    actor,
    events: [{ event: 'assigned', subjectLogin: login }],
    fields: { assignees: [...item.thread.assignees, login] },
  } as const;
  const changed = changeThread(item, change, moment);
  const detail = actionDetail(changed.item, { name: 'assigned', login });
  return threadOutcome(changed, moment, { actor, details: [detail] });
};

function pickOpen({ content, random }: Moment): ThreadOf | undefined {
  const open = threadsOf(content).filter(({ thread }) => thread.closedAt === null);
  return open.length === 0 ? undefined : random.pick(open);
}
