/** A parameter of a query, a body or a path (specification 4). */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly default?: string;
  readonly max?: number;
  readonly isRequired?: true;
}

/** A row of an endpoint table (specification 4). */
export interface Endpoint {
  readonly id: string;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly query?: readonly Parameter[];
  readonly body?: readonly Parameter[];
  readonly success: string;
  readonly statuses: readonly number[];
}

const BUDGETS = '/organizations/{org}/settings/billing/budgets';

const BUDGET_ID: Parameter = { name: 'budget_id', type: 'string' };

const BUDGET_BODY: readonly Parameter[] = [
  { name: 'budget_amount', type: 'integer' },
  { name: 'prevent_further_usage', type: 'boolean' },
  { name: 'budget_alerting', type: 'object {will_alert boolean, alert_recipients array of strings}' },
  { name: 'budget_scope', type: 'string' },
  { name: 'budget_entity_name', type: 'string' },
  { name: 'budget_type', type: 'string' },
  { name: 'budget_product_sku', type: 'string' },
  { name: 'user', type: 'string (login, for user-scoped budgets)' },
];

const ALERT_FILTERS: readonly Parameter[] = [
  { name: 'classification', type: 'comma-separated list' },
  { name: 'state', type: 'comma-separated list' },
  { name: 'severity', type: 'comma-separated list' },
  { name: 'ecosystem', type: 'comma-separated list' },
  { name: 'package', type: 'comma-separated list' },
  { name: 'epss_percentage', type: 'EPSS percentage filter' },
  { name: 'has', type: 'filter on whether the alert has a given value; may be repeated' },
  { name: 'assignee', type: 'comma-separated user handles' },
  { name: 'scope', type: 'scope of the vulnerable dependency' },
  { name: 'sort', type: 'string' },
  { name: 'direction', type: 'string' },
  { name: 'before', type: 'cursor from the Link header' },
  { name: 'after', type: 'cursor from the Link header' },
  { name: 'per_page', type: 'integer', max: 100 },
];

const ORGANIZATION_ALERT_FILTERS: readonly Parameter[] = [
  { name: 'artifact_registry_url', type: 'comma-separated URLs' },
  { name: 'artifact_registry', type: 'comma-separated registry names' },
  { name: 'runtime_risk', type: 'comma-separated runtime-risk strings' },
];

const FEED_QUERY: readonly Parameter[] = [
  { name: 'per_page', type: 'integer', default: '30', max: 100 },
  { name: 'page', type: 'integer', default: '1' },
];

const NOTIFICATION_FILTERS: readonly Parameter[] = [
  { name: 'all', type: 'boolean' },
  { name: 'participating', type: 'boolean' },
  { name: 'since', type: 'string (ISO 8601)' },
  { name: 'before', type: 'string (ISO 8601)' },
  { name: 'page', type: 'integer' },
];

const THREAD_ID: Parameter = { name: 'thread_id', type: 'integer' };

const MIGRATION_PAGES: readonly Parameter[] = [
  { name: 'per_page', type: 'integer', default: '30', max: 100 },
  { name: 'page', type: 'integer', default: '1' },
];

const MIGRATION_ID: Parameter = { name: 'migration_id', type: 'integer' };

/** Every endpoint of sections 4.1 to 4.6 whose method and path are shown. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    id: '4.1/list',
    method: 'GET',
    path: BUDGETS,
    query: [
      { name: 'page', type: 'integer' },
      { name: 'per_page', type: 'integer', max: 100 },
      { name: 'scope', type: 'string' },
      { name: 'user', type: 'string; filters consumed amount details by user login' },
    ],
    success: 'budget list envelope',
    statuses: [200, 403, 404, 500],
  },
  {
    id: '4.1/create',
    method: 'POST',
    path: BUDGETS,
    body: BUDGET_BODY.map((field) =>
      field.name === 'budget_entity_name' ? { ...field, default: 'empty string' } : field,
    ),
    success: 'create envelope',
    statuses: [200, 400, 401, 403, 404, 422, 500],
  },
  {
    id: '4.1/get',
    method: 'GET',
    path: `${BUDGETS}/{budget_id}`,
    parameters: [BUDGET_ID],
    success: 'single budget',
    statuses: [200, 400, 403, 404, 500, 503],
  },
  {
    id: '4.1/update',
    method: 'PATCH',
    path: `${BUDGETS}/{budget_id}`,
    parameters: [BUDGET_ID],
    body: BUDGET_BODY,
    success: 'update envelope',
    statuses: [200, 400, 401, 403, 404, 422, 500],
  },
  {
    id: '4.1/delete',
    method: 'DELETE',
    path: `${BUDGETS}/{budget_id}`,
    parameters: [BUDGET_ID],
    success: 'delete envelope',
    statuses: [200, 400, 403, 404, 500, 503],
  },
  {
    id: '4.2/list-enterprise',
    method: 'GET',
    path: '/enterprises/{enterprise}/depmonitor/alerts',
    query: ALERT_FILTERS,
    success: 'array of alert',
    statuses: [200, 304, 403, 404, 422],
  },
  {
    id: '4.2/list-organization',
    method: 'GET',
    path: '/orgs/{org}/depmonitor/alerts',
    query: [...ALERT_FILTERS, ...ORGANIZATION_ALERT_FILTERS],
    success: 'array of alert',
    statuses: [200, 304, 400, 403, 404, 422],
  },
  {
    id: '4.2/update',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/depmonitor/alerts/{alert_number}',
    parameters: [{ name: 'alert_number', type: 'integer' }],
    body: [
      { name: 'state', type: 'string' },
      { name: 'dismissed_reason', type: 'string' },
      { name: 'dismissed_comment', type: 'string' },
      { name: 'custom_instructions', type: 'string, an agent field' },
      { name: 'custom_agent', type: 'string, an agent field' },
      { name: 'model', type: 'string, an agent field' },
    ],
    success: 'the updated alert, without repository and epss',
    statuses: [200, 400, 403, 404, 409, 422],
  },
  ...(
    [
      ['public', '/events', [200, 304, 403, 503]],
      ['network', '/networks/{owner}/{repo}/events', [200, 301, 304, 403, 404]],
      ['organization', '/orgs/{org}/events', [200]],
      ['repository', '/repos/{owner}/{repo}/events', [200]],
      ['user', '/users/{username}/events', [200]],
      ['user-organization', '/users/{username}/events/orgs/{org}', [200]],
      ['user-public', '/users/{username}/events/public', [200]],
      ['received', '/users/{username}/received_events', [200]],
      ['received-public', '/users/{username}/received_events/public', [200]],
    ] as const
  ).map(
    ([name, path, statuses]): Endpoint => ({
      id: `4.3/${name}`,
      method: 'GET',
      path,
      query: FEED_QUERY,
      success: 'array of event',
      statuses,
    }),
  ),
  {
    id: '4.4/list',
    method: 'GET',
    path: '/notifications',
    query: [...NOTIFICATION_FILTERS, { name: 'per_page', type: 'integer', max: 50 }],
    success: 'array of thread, newest update first',
    statuses: [200, 304, 401, 403, 422],
  },
  {
    id: '4.4/mark-all',
    method: 'PUT',
    path: '/notifications',
    body: [
      { name: 'last_read_at', type: 'string (ISO 8601)' },
      { name: 'read', type: 'boolean' },
    ],
    success: '202 with a message saying notifications are being marked in the background, or 205',
    statuses: [202, 205, 304, 401, 403],
  },
  {
    id: '4.4/get-thread',
    method: 'GET',
    path: '/notifications/threads/{thread_id}',
    parameters: [THREAD_ID],
    success: 'thread',
    statuses: [200, 304, 401, 403],
  },
  {
    id: '4.4/mark-thread',
    method: 'PATCH',
    path: '/notifications/threads/{thread_id}',
    parameters: [THREAD_ID],
    success: 'empty',
    statuses: [205, 304, 403],
  },
  {
    id: '4.4/finish-thread',
    method: 'DELETE',
    path: '/notifications/threads/{thread_id}',
    parameters: [THREAD_ID],
    success: 'empty',
    statuses: [204],
  },
  {
    id: '4.4/get-subscription',
    method: 'GET',
    path: '/notifications/threads/{thread_id}/subscription',
    parameters: [THREAD_ID],
    success: 'subscription',
    statuses: [200, 304, 401, 403],
  },
  {
    id: '4.4/set-subscription',
    method: 'PUT',
    path: '/notifications/threads/{thread_id}/subscription',
    parameters: [THREAD_ID],
    body: [{ name: 'ignored', type: 'boolean; block all notifications from the thread' }],
    success: 'subscription',
    statuses: [200, 304, 401, 403],
  },
  {
    id: '4.4/delete-subscription',
    method: 'DELETE',
    path: '/notifications/threads/{thread_id}/subscription',
    parameters: [THREAD_ID],
    success: 'empty',
    statuses: [204, 304, 401, 403],
  },
  {
    id: '4.4/list-repository',
    method: 'GET',
    path: '/repos/{owner}/{repo}/notifications',
    query: [...NOTIFICATION_FILTERS, { name: 'per_page', type: 'integer', max: 100 }],
    success: 'array of thread',
    statuses: [200],
  },
  {
    id: '4.5/list',
    method: 'GET',
    path: '/user/migrations',
    query: MIGRATION_PAGES,
    success: 'array of migration',
    statuses: [200, 304, 401, 403],
  },
  {
    id: '4.5/start',
    method: 'POST',
    path: '/user/migrations',
    body: [
      { name: 'repositories', type: 'array of strings', isRequired: true },
      { name: 'lock_repositories', type: 'boolean; lock repositories at the start' },
      { name: 'exclude_metadata', type: 'boolean; only Git source is included' },
      { name: 'exclude_git_data', type: 'boolean' },
      { name: 'exclude_attachments', type: 'boolean' },
      { name: 'exclude_releases', type: 'boolean' },
      { name: 'exclude_owner_projects', type: 'boolean' },
      { name: 'org_metadata_only', type: 'boolean', default: 'false' },
      { name: 'exclude', type: 'array of strings; `repositories` leaves that attribute out of the response' },
    ],
    success: 'migration',
    statuses: [201, 304, 401, 403, 422],
  },
  {
    id: '4.5/repositories',
    method: 'GET',
    path: '/user/migrations/{migration_id}/repositories',
    parameters: [MIGRATION_ID],
    query: MIGRATION_PAGES,
    success: 'array of repository',
    statuses: [200, 404],
  },
  {
    id: '4.6/rate-limit',
    method: 'GET',
    path: '/rate_limit',
    success: "the caller's limits",
    statuses: [200],
  },
];
