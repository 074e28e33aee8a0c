import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';
import type { Dialect } from '../../../model/dialects.table.ts';
import {
  BUDGET_SCOPES,
  BUDGET_TYPES,
  type Budget,
  type BudgetScope,
  type BudgetType,
} from '../../world/budgets/create-budgets.ts';
import { findPerson, findRepository, type World } from '../../world/world.ts';
import { apiError, type ErrorAnswer, validationFailed } from '../api/answer.ts';
import { isMember } from '../api/visibility.ts';

/** A budget without the fields that the service adds. */
type BudgetDraft = Omit<Budget, 'consumed' | 'id'>;

interface BodyOptions {
  readonly world: World;
  readonly dialect: Pick<Dialect, 'name'>;
  /** The values of missing fields: an existing budget, or the defaults. */
  readonly before: BudgetDraft;
  readonly isNew: boolean;
}

/** The defaults of a new budget; the specification does not require any field. */
export const DEFAULT_BUDGET: BudgetDraft = {
  type: 'ProductPricing',
  productSku: 'actions',
  scope: 'organization',
  entityName: '',
  user: null,
  amount: 0,
  preventsFurtherUsage: false,
  willAlert: false,
  alertRecipients: [],
};

/** Reads the body that creates or changes a budget (specification 4.1, rules 1 to 3). */
export function readBudgetBody(body: JsonObject, options: BodyOptions): BudgetDraft | ErrorAnswer {
  const given = Object.entries(READERS).flatMap(([field, read]) => {
    const value = body[field] ?? null;
    return value === null ? [] : [[field, read(value)] as const];
  });
  const faults = given.filter(([, value]) => value === undefined).map(([field]) => field);
  if (faults.length > 0) {
    return validationFailed('Budget', faults);
  }
  const fields: BudgetFields = Object.fromEntries(given);
  const draft = mergeFields(fields, options);
  if (options.isNew && draft.scope === 'user' && draft.user === null) {
    return apiError(400, 'Missing required field: budget_entity_name');
  }
  const broken = RULES.filter(([, , holds]) => !holds(draft, options, fields));
  const reasons = broken.map(([field, message]) => ({ field, message }));
  return reasons.length === 0 ? draft : validationFailed('Budget', reasons);
}

/** Reads each field of the body; undefined for a wrong type. Null counts as absent. */
const READERS = {
  budget_amount: (value: JsonValue) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined,
  prevent_further_usage: (value: JsonValue) => (typeof value === 'boolean' ? value : undefined),
  budget_alerting: readAlerting,
  budget_scope: (value: JsonValue) => BUDGET_SCOPES.find((scope) => scope === value),
  budget_entity_name: readText,
  budget_type: (value: JsonValue) => BUDGET_TYPES.find((type) => type === value),
  budget_product_sku: (value: JsonValue) =>
    /^[a-z\d_]{1,100}$/.test(readText(value) ?? '') ? readText(value) : undefined,
  user: readText,
};

type BudgetFields = { readonly [Name in keyof typeof READERS]?: ReturnType<(typeof READERS)[Name]> };

function readText(value: JsonValue): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readAlerting(value: JsonValue): Pick<BudgetDraft, 'alertRecipients' | 'willAlert'> | undefined {
  const { will_alert: willAlert = false, alert_recipients: recipients = [] } = isJsonObject(value)
    ? value
    : { will_alert: null };
  return typeof willAlert === 'boolean' && Array.isArray(recipients) && recipients.every(isText)
    ? { willAlert, alertRecipients: recipients.filter(isText) }
    : undefined;
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

function mergeFields(fields: BudgetFields, { before, world, dialect }: BodyOptions): BudgetDraft {
  const scope = fields.budget_scope ?? before.scope;
  const entityName = fields.budget_entity_name ?? (scope === before.scope ? before.entityName : '');
  return {
    ...before,
    ...productOf(fields, before),
    scope,
    entityName: completeName(entityName, scope, world),
    user: scope === 'user' ? (fields.user ?? before.user) : null,
    amount: fields.budget_amount ?? before.amount,
    // The real service's budgets of users always prevent further usage, so that the field is optional.
    preventsFurtherUsage:
      fields.prevent_further_usage ??
      (before.preventsFurtherUsage || (dialect.name === 'github' && isPerUser(scope))),
    ...(dialect.name === 'github' && scope === 'user' ? {} : fields.budget_alerting),
  };
}

/** A type without a product, or a product without a type, implies the other one. */
function productOf(
  { budget_type: type, budget_product_sku: productSku }: BudgetFields,
  before: BudgetDraft,
): Pick<BudgetDraft, 'productSku' | 'type'> {
  if (type === undefined && productSku === undefined) {
    return before;
  }
  return {
    type: type ?? typeOfSku(productSku ?? ''),
    productSku: productSku ?? (type === before.type ? before.productSku : USUAL_SKUS[type ?? before.type]),
  };
}

const USUAL_SKUS = {
  BundlePricing: 'ai_credits',
  ProductPricing: 'actions',
  SkuPricing: 'actions_linux',
} as const satisfies Record<BudgetType, string>;

function typeOfSku(sku: string): BudgetType {
  const usual = BUDGET_TYPES.find((type) => USUAL_SKUS[type] === sku);
  return usual ?? (sku.includes('_') ? 'SkuPricing' : 'ProductPricing');
}

/** Repositories are stored by name without owner; other names stay as they were given, empty by default. */
function completeName(name: string, scope: BudgetScope, world: World): string {
  if (scope === 'repository') {
    return findOwnRepository(name, world)?.name ?? name;
  }
  return name;
}

function findOwnRepository(name: string, world: World) {
  const { login } = world.organization;
  const repository = findRepository(world, name.includes('/') ? name : `${login}/${name}`);
  return repository?.owner === login ? repository : undefined;
}

type Rule = readonly [
  field: string,
  message: string,
  holds: (draft: BudgetDraft, options: BodyOptions, fields: BudgetFields) => boolean,
];

/** Specification 4.1, rules 2 and 3; the other rules are those of the real service, two of them in its dialect only. */
const RULES: readonly Rule[] = [
  [
    'budget_scope',
    'this scope cannot be created',
    ({ scope }, { isNew }) => !isNew || (scope !== 'enterprise' && scope !== 'cost_center'),
  ],
  [
    'budget_product_sku',
    'user budgets are supported for ai_credits and premium_requests only',
    ({ scope, productSku }) => !isPerUser(scope) || PER_USER_SKUS.includes(productSku),
  ],
  [
    'budget_product_sku',
    'BundlePricing covers ai_credits',
    ({ type, productSku }) => type !== 'BundlePricing' || productSku === 'ai_credits',
  ],
  [
    'prevent_further_usage',
    'must be true for user budgets',
    ({ scope, preventsFurtherUsage }, { dialect }) =>
      dialect.name === 'service' || !isPerUser(scope) || preventsFurtherUsage,
  ],
  [
    'budget_alerting',
    'is not supported for the scope user',
    // Updates ignore it.
    ({ scope }, { isNew, dialect }, fields) =>
      dialect.name === 'service' || !isNew || scope !== 'user' || fields.budget_alerting === undefined,
  ],
  [
    'budget_alerting',
    'names a recipient who does not exist',
    ({ alertRecipients }, { world }) =>
      alertRecipients.every((login) => findPerson(world, login) !== undefined),
  ],
  [
    'budget_entity_name',
    'is not a repository of the organization',
    ({ scope, entityName }, { world }) =>
      scope !== 'repository' || findOwnRepository(entityName, world) !== undefined,
  ],
  [
    'user',
    'is not a member of the organization',
    ({ user }, { world }) => user === null || isMember(findPerson(world, user)?.login ?? '', world),
  ],
];

const PER_USER_SKUS: readonly string[] = ['ai_credits', 'premium_requests'];

function isPerUser(scope: BudgetScope): boolean {
  return scope === 'user' || scope === 'multi_user_customer';
}
