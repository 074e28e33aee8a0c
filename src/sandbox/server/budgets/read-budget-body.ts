import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/index.ts';
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
  const faults = findTypeFaults(body);
  if (faults.length > 0) {
    return validationFailed('Budget', faults);
  }
  const draft = mergeBody(body, options);
  if (options.isNew && draft.scope === 'user' && draft.user === null) {
    return apiError(400, 'Missing required field: budget_entity_name');
  }
  const broken = RULES.filter(({ holds }) => !holds(draft, options, body));
  const reasons = broken.map(({ field, message }) => ({ field, message }));
  return reasons.length === 0 ? draft : validationFailed('Budget', reasons);
}

/** Validates each field of the body; null counts as absent. */
const FIELD_TYPES: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  budget_amount: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  prevent_further_usage: (value) => typeof value === 'boolean',
  budget_alerting: isAlerting,
  budget_scope: (value) => BUDGET_SCOPES.some((scope) => scope === value),
  budget_entity_name: (value) => typeof value === 'string',
  budget_type: (value) => BUDGET_TYPES.some((type) => type === value),
  budget_product_sku: (value) => typeof value === 'string' && /^[a-z\d_]{1,100}$/.test(value),
  user: (value) => typeof value === 'string',
};

function findTypeFaults(body: JsonObject): readonly string[] {
  return Object.entries(FIELD_TYPES).flatMap(([field, isRight]) => {
    const value = body[field] ?? null;
    return value === null || isRight(value) ? [] : [field];
  });
}

function isAlerting(value: JsonValue): boolean {
  if (!isJsonObject(value)) {
    return false;
  }
  const { will_alert: willAlert = false, alert_recipients: recipients = [] } = value;
  const areLogins = Array.isArray(recipients) && recipients.every((login) => typeof login === 'string');
  return typeof willAlert === 'boolean' && areLogins;
}

/** Types were checked before, so a field with another type is absent. */
function mergeBody(body: JsonObject, { before, world }: BodyOptions): BudgetDraft {
  const scope = BUDGET_SCOPES.find((name) => name === body['budget_scope']) ?? before.scope;
  const user = textOf(body['user']);
  const alerting = scope === 'user' ? undefined : body['budget_alerting'];
  const prevents = body['prevent_further_usage'];
  return {
    ...before,
    ...productOf(body, before),
    scope,
    entityName: entityNameOf(body, scope, { before, world }),
    user: scope !== 'user' ? null : (user ?? before.user),
    amount: typeof body['budget_amount'] === 'number' ? body['budget_amount'] : before.amount,
    // Budgets of users always prevent further usage, so that the field is optional.
    preventsFurtherUsage:
      typeof prevents === 'boolean' ? prevents : isPerUser(scope) || before.preventsFurtherUsage,
    ...(isJsonObject(alerting) ? alertingOf(alerting) : {}),
  };
}

/** A type without a product, or a product without a type, implies the other one. */
function productOf(body: JsonObject, before: BudgetDraft): Pick<BudgetDraft, 'productSku' | 'type'> {
  const type = BUDGET_TYPES.find((name) => name === body['budget_type']);
  const productSku = textOf(body['budget_product_sku']);
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

/** Repositories are stored by name without owner. */
function entityNameOf(
  body: JsonObject,
  scope: BudgetScope,
  { before, world }: Pick<BodyOptions, 'before' | 'world'>,
): string {
  const given = textOf(body['budget_entity_name']) ?? (scope === before.scope ? before.entityName : '');
  if (scope === 'repository') {
    return findOwnRepository(given, world)?.name ?? given;
  }
  return scope === 'organization' && given === '' ? world.organization.login : given;
}

function findOwnRepository(name: string, world: World) {
  const { login } = world.organization;
  const repository = findRepository(world, name.includes('/') ? name : `${login}/${name}`);
  return repository?.owner === login ? repository : undefined;
}

function alertingOf(alerting: JsonObject): Pick<BudgetDraft, 'alertRecipients' | 'willAlert'> {
  const recipients = alerting['alert_recipients'];
  return {
    willAlert: alerting['will_alert'] === true,
    alertRecipients: Array.isArray(recipients) ? recipients.map(String) : [],
  };
}

interface Rule {
  readonly field: string;
  readonly message: string;
  readonly holds: (draft: BudgetDraft, options: BodyOptions, body: JsonObject) => boolean;
}

/** Specification 4.1, rules 2 and 3; the other rules are those of the real service. */
const RULES: readonly Rule[] = [
  {
    field: 'budget_scope',
    message: 'this scope cannot be created',
    holds: ({ scope }, { isNew }) => !isNew || (scope !== 'enterprise' && scope !== 'cost_center'),
  },
  {
    field: 'budget_product_sku',
    message: 'user budgets are supported for ai_credits and premium_requests only',
    holds: ({ scope, productSku }) => !isPerUser(scope) || PER_USER_SKUS.includes(productSku),
  },
  {
    field: 'budget_product_sku',
    message: 'BundlePricing covers ai_credits',
    holds: ({ type, productSku }) => type !== 'BundlePricing' || productSku === 'ai_credits',
  },
  {
    field: 'prevent_further_usage',
    message: 'must be true for user budgets',
    holds: ({ scope, preventsFurtherUsage }) => !isPerUser(scope) || preventsFurtherUsage,
  },
  {
    field: 'budget_alerting',
    message: 'is not supported for the scope user',
    // Updates ignore it.
    holds: ({ scope }, { isNew }, body) =>
      !isNew || scope !== 'user' || (body['budget_alerting'] ?? null) === null,
  },
  {
    field: 'budget_alerting',
    message: 'names a recipient who does not exist',
    holds: ({ alertRecipients }, { world }) =>
      alertRecipients.every((login) => findPerson(world, login) !== undefined),
  },
  {
    field: 'budget_entity_name',
    message: 'is not a repository of the organization',
    holds: ({ scope, entityName }, { world }) =>
      scope !== 'repository' || findOwnRepository(entityName, world) !== undefined,
  },
  {
    field: 'user',
    message: 'is not a member of the organization',
    holds: ({ user }, { world }) => user === null || isMember(findPerson(world, user)?.login ?? '', world),
  },
];

const PER_USER_SKUS: readonly string[] = ['ai_credits', 'premium_requests'];

function isPerUser(scope: BudgetScope): boolean {
  return scope === 'user' || scope === 'multi_user_customer';
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
