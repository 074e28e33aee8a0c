import type { Client } from '../../../src/client/create-client.ts';
import {
  type ReceivedRequest,
  type ScriptedServer,
  type Step,
  startScriptedServer,
} from '../../client/support/scripted-server.ts';
import { createTestClient } from '../../client/support/test-client.ts';

/** A service whose answers are written by hand, one per request, and a client of it. */
export interface ScriptedService {
  readonly client: Client;
  readonly requests: readonly ReceivedRequest[];
}

export async function startScriptedService(...steps: readonly Step[]): Promise<ScriptedService> {
  const server: ScriptedServer = await startScriptedServer(...steps);
  return { client: createTestClient(server.url), requests: server.requests };
}

/** A migration as the service shows it; `changes` replaces fields. */
export function migrationJson(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 79,
    node_id: 'MDk6TWlncmF0aW9uNzk=',
    owner: { login: 'alice', id: 1 },
    guid: '0b989ba4-242f-11e5-81e1-c7b6966d2516',
    state: 'pending',
    lock_repositories: false,
    exclude_attachments: false,
    exclude_releases: false,
    exclude_owner_projects: false,
    repositories: [{ id: 1, full_name: 'alice/notes', temp_clone_token: 'SECRETCLONE' }],
    url: 'https://api.service.example/user/migrations/79',
    created_at: '2026-05-04T15:30:00.000+05:30',
    updated_at: '2026-05-04T15:30:00.000+05:30',
    ...changes,
  };
}

export const NOT_FOUND = {
  message: 'Not Found',
  documentation_url: 'https://docs.service.example',
  status: '404',
};
