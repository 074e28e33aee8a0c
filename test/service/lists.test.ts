import { describe, expect } from 'vitest';
import { type Case, type Cases, judgeAll } from './judge-case.ts';
import type { SecondService } from './second-service.ts';
import { account, type Json, type JsonObject, LOGIN, repository } from './shapes.ts';

const DATE = '2026-05-01T10:00:00Z';

/** Overrides lists of alerts, events or notifications, each with one page. */
function list(on: string, ...items: readonly Json[]) {
  return (service: SecondService): void => {
    service.odd(on, (ask) => service.page(ask, items));
  };
}

const ALERTS = ['alerts', 'list', '--org', 'acme', '--json', '--capture', '--db', 'kept.db'];
const EVENTS = ['events', 'list', '--org', 'acme', '--json', '--capture', '--db', 'kept.db'];
const THREADS = ['notifications', 'list', '--json', '--capture', '--db', 'kept.db'];
const BUDGETS = ['budgets', 'list', '--org', 'acme', '--json', '--capture', '--db', 'kept.db'];
const ON_ALERTS = 'GET /orgs/acme/dependabot/alerts';
const ON_EVENTS = 'GET /orgs/acme/events';
const ON_THREADS = 'GET /notifications';
const ON_BUDGETS = 'GET /organizations/acme/settings/billing/budgets';

const VULNERABILITY = {
  package: { ecosystem: 'npm', name: 'left-pad' },
  severity: 'high',
  vulnerable_version_range: '< 1',
  first_patched_version: null,
};
const ADVISORY = {
  ghsa_id: 'GHSA-aaaa-bbbb-cccc',
  cve_id: null,
  summary: 'Short',
  description: 'Long',
  vulnerabilities: [VULNERABILITY],
  severity: 'high',
  cvss_severities: { cvss_v3: { vector_string: null, score: 0 }, cvss_v4: null },
  epss: null,
  cwes: [],
  identifiers: [],
  references: [],
  published_at: DATE,
  updated_at: DATE,
  withdrawn_at: null,
};
const ALERT = {
  number: 1,
  state: 'open',
  dependency: { package: { ecosystem: 'npm', name: 'left-pad' }, manifest_path: 'package.json', scope: null },
  security_advisory: ADVISORY,
  security_vulnerability: VULNERABILITY,
  url: 'https://code.example.org/api/v3/repos/octo/hello/dependabot/alerts/1',
  html_url: 'https://code.example.org/octo/hello/security/dependabot/1',
  created_at: DATE,
  updated_at: DATE,
  dismissed_at: null,
  dismissed_by: null,
  dismissed_reason: null,
  dismissed_comment: null,
  fixed_at: null,
  repository: repository('hello'),
};
const EVENT = {
  id: '12345678901234567890',
  type: 'WatchEvent',
  actor: { id: 1, login: LOGIN, gravatar_id: '', url: 'https://x.example', avatar_url: 'https://x.example' },
  repo: { id: 1, name: 'octo/hello', url: 'https://x.example' },
  payload: { action: 'started' },
  public: true,
  created_at: DATE,
};
const THREAD = {
  id: '9007199254740993',
  repository: repository('hello'),
  subject: { title: 'Launch', url: null, latest_comment_url: null, type: 'CheckSuite' },
  reason: 'ci_activity',
  unread: true,
  updated_at: DATE,
  last_read_at: null,
  url: 'https://x.example/1',
  subscription_url: 'https://x.example/1/subscription',
};
const BUDGET = {
  id: '2066deda-923f-43f9-88d2-62395a28c0cdd',
  budget_type: 'ProductPricing',
  budget_product_skus: ['actions'],
  budget_scope: 'organization',
  budget_amount: 100,
  prevent_further_usage: false,
  budget_alerting: { will_alert: false, alert_recipients: [] },
};

function budgets(...items: readonly JsonObject[]) {
  return (service: SecondService): void => {
    service.odd(ON_BUDGETS, () => ({
      body: { budgets: items, has_next_page: false, total_count: items.length },
    }));
  };
}

/** Expects that the output of `--json` is one complete array. */
function expectItems(count: number): NonNullable<Case['check']> {
  return ({ stdout }) => expect(JSON.parse(stdout)).toHaveLength(count);
}

const CASES: Cases = {
  'alerts with everything optional left out or null': {
    prepare: list(ON_ALERTS, ALERT, { ...ALERT, number: 2, dependency: {}, repository: repository('world') }),
    args: ALERTS,
    check: expectItems(2),
  },
  'alerts with states, severities and accounts that nobody knows': {
    prepare: list(ON_ALERTS, ALERT, {
      ...ALERT,
      number: 3,
      state: 'simmering',
      security_advisory: {
        ...ADVISORY,
        severity: 'apocalyptic',
        epss: [{ percentage: 0.1, percentile: '0.1e0' }],
      },
      dismissed_by: account('robot[bot]', { type: 'Mannequin', gravatar_id: null }),
      dismissed_reason: 'because',
      assignees: null,
      dismissed_at: 'yesterday',
    }),
    args: ALERTS,
    check: expectItems(2),
  },
  'alerts as a table, with control characters': {
    prepare: list(ON_ALERTS, ALERT),
    args: ['alerts', 'list', '--org', 'acme'],
    check: ({ stdout }) => expect(stdout).toContain('left-pad'),
  },
  'events without a type, a date, an actor’s name or a repository': {
    prepare: list(
      ON_EVENTS,
      EVENT,
      { ...EVENT, id: '2', type: null, created_at: null },
      { ...EVENT, id: '3', repo: { id: 0, name: '/', url: '' }, org: null },
      { ...EVENT, id: '4', type: 'TeleportEvent', payload: { where: { deep: [{}] } } },
    ),
    args: EVENTS,
    check: expectItems(4),
  },
  'an event at a time that there is not': {
    prepare: list(ON_EVENTS, EVENT, { ...EVENT, id: '2', created_at: '+999999-99-99T99:99:99Z' }),
    args: EVENTS,
    check: expectItems(2),
  },
  'events as a table, with control characters': {
    prepare: list(ON_EVENTS, EVENT, { ...EVENT, id: '2', payload: {} }),
    args: ['events', 'list', '--org', 'acme'],
  },
  'notifications of a kind and for a reason that nobody knows': {
    prepare: list(ON_THREADS, THREAD, {
      ...THREAD,
      id: '2',
      reason: 'telepathy',
      subject: { title: '', url: 'none', latest_comment_url: null, type: 'Dream' },
      repository: repository('hello', { owner: account('x', { type: 'Bot' }) }),
    }),
    args: THREADS,
    check: expectItems(2),
  },
  'notifications as a table, with control characters': {
    prepare: list(ON_THREADS, THREAD),
    args: ['notifications', 'list'],
  },
  'budgets without a name, of scopes and types that nobody knows': {
    prepare: budgets(BUDGET, {
      ...BUDGET,
      id: 'b2',
      budget_type: 'MoonPricing',
      budget_scope: 'galaxy',
      budget_amount: 12.5,
      budget_product_skus: [],
      budget_alerting: {},
    }),
    args: BUDGETS,
    check: expectItems(2),
  },
  'a list of alerts that leaves organizations out': {
    prepare: (service) => {
      service.odd(ON_ALERTS, (ask) => ({
        ...service.page(ask, [ALERT]),
        headers: { 'x-github-sso': 'partial-results; organizations=21955855' },
      }));
    },
    args: ALERTS,
    status: 3,
    check: ({ stderr }) => expect(stderr).toContain('21955855'),
  },
  'a list that has not changed since': {
    prepare: list(ON_THREADS, THREAD),
    args: THREADS,
    check: async ({ machine, stdout }) => {
      expect(await machine.run(...THREADS)).toMatchObject({ status: 0, stdout });
    },
  },
  'a backup with events and notifications that are odd': {
    prepare: (service) => {
      list('GET /users/octo/events', EVENT, { ...EVENT, id: '2', type: null, created_at: null })(service);
      list('GET /users/octo/received_events', EVENT)(service);
      list(ON_THREADS, THREAD, { ...THREAD, id: '2', reason: null })(service);
    },
    args: ['--with', 'events,notifications'],
    check: ({ service, machine }) => {
      expect(service.started).toBe(1);
      expect(machine.archives()).toHaveLength(1);
    },
  },
};

describe.concurrent('a list with oddities', () => {
  judgeAll(CASES);
});
