import type { JsonObject } from '../../../base/index.ts';
import type { ActivityEvent } from '../../world/activity/activity-event.ts';
import { fullNameOf } from '../../world/repository/scene.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import { accountJson } from '../json/account-json.ts';
import { type RecordPlace, repositoryUrl } from '../json/thread-json.ts';
import { payloadJson } from './payload-json.ts';

/** Writes one item of a feed (specification 2.5). */
export function eventJson(event: ActivityEvent, form: Omit<RecordPlace, 'repository'>): JsonObject {
  const { repository } = event;
  const place: RecordPlace = { ...form, repository };
  return {
    id: String(event.id),
    type: event.detail.type,
    actor: {
      ...reducedAccountJson(event.actor, place),
      display_login: event.actor.replace(/\[bot\]$/, ''),
    },
    repo: { id: repository.id, name: fullNameOf(repository), url: repositoryUrl(place) },
    payload: payloadJson(event, place),
    public: !repository.isPrivate,
    created_at: formatSeconds(event.timeMs),
    ...(repository.ownerType === 'Organization' ? { org: reducedAccountJson(repository.owner, place) } : {}),
  };
}

function reducedAccountJson(login: string, { context }: RecordPlace): JsonObject {
  const { id, avatar_url: avatarUrl = '', url = '', type } = accountJson(login, context);
  return {
    id: id ?? 0,
    login,
    [context.dialect.avatarIdField]: '',
    url: type === 'Organization' ? `${context.baseUrl}/orgs/${login}` : url,
    avatar_url: avatarUrl,
  };
}
