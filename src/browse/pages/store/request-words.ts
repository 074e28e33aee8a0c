import { html } from 'hono/html';
import { isJsonObject, type JsonValue } from '../../../base/json.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countOf, countText } from '../../show/counts.ts';

/** Members of a request that only programs need, or that other facts show. */
const HIDDEN: ReadonlySet<string> = new Set(['repositories', 'repositoryIds', 'listed', 'host', 'salvaged']);

/** Repositories that are named. */
const MAX_NAMED = 12;

/** What a migration was asked for, in words. */
export function requestWords(scope: JsonValue | undefined, frame: Frame): Markup | string {
  if (scope === undefined || !isJsonObject(scope)) {
    return 'unknown: the archive came without its request';
  }
  const names = scope['repositories'];
  const repositories = Array.isArray(names) ? names.map(String) : [];
  const rest = Object.entries(scope).filter(([name, value]) => !HIDDEN.has(name) && value !== false);
  const host = scope['host'];
  return html`${countOf(repositories.length, 'repository', 'repositories')}${typeof host === 'string' ? ` of ${host}` : ''}${repositories.length === 0 ? '' : ': '}${repositories.slice(0, MAX_NAMED).map((repo, index) => html`${index === 0 ? '' : ', '}${repositoryName(repo, frame)}`)}${
    repositories.length > MAX_NAMED ? ` and ${countText(repositories.length - MAX_NAMED)} more` : ''
  }${rest.map(([name, value]) => `; ${switchWords(name, value)}`)}`;
}

function repositoryName(repo: string, frame: Frame): Markup | string {
  const path = frame.links.repository(repo);
  return path === undefined ? repo : html`<a href="${path}">${repo}</a>`;
}

/** A switch of a request: `excludeGitData` as `without git data`. */
function switchWords(name: string, value: JsonValue): string {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase();
  return value === true
    ? words.replace(/^exclude /, 'without ')
    : `${words}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
