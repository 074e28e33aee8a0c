import { definedMembers, type JsonObject } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import type { ApiCall, ApiMethod } from '../client/send.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import { detailOf, Failure } from '../model/failure.ts';
import { SERVICE_LIMITS } from '../model/limits.table.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { BudgetJson } from './answer-types.ts';
import { BUDGET_RULES, type BudgetDraft } from './budget-rules.table.ts';
import { isResponseLost } from './lost-response.ts';

/** Which budgets to list; default: all. */
export interface BudgetFilter {
  readonly scope?: string | undefined;
  /** A login; the response then contains what this user consumed. */
  readonly user?: string | undefined;
}

/** The id of a budget. */
export type BudgetId = BudgetJson['id'];

/** The budgets of one organization (https://docs.github.com/rest/billing/budgets), with the service's field names. */
export interface Budgets {
  list(filter?: BudgetFilter, options?: CallOptions): AsyncIterable<BudgetJson>;
  get(id: BudgetId, options?: CallOptions): Promise<BudgetJson>;
  /** Throws `usage`, before anything is sent, if a rule of the service is broken. */
  create(draft: BudgetDraft, options?: CallOptions): Promise<BudgetJson>;
  update(id: BudgetId, draft: BudgetDraft, options?: CallOptions): Promise<BudgetJson>;
  delete(id: BudgetId, options?: CallOptions): Promise<void>;
}

const ROUTE = '/organizations/{org}/settings/billing/budgets';

/** Hints by status (specification 4.1, rule 4). */
const CURES: Cures = {
  400: 'Correct what the service complains about; a budget of one user needs the login',
  403: 'Only admins and billing managers of the organization may do this',
  422: 'Correct what the service complains about; it also answers 422 if calls are too frequent: in that case, wait a minute',
};

/** Hints for calls without the id of a budget. */
const CURES_WITHOUT_ID: Cures = { ...CURES, 404: 'Check the name of the organization' };

const NO_BUDGETS = 'there is no such organization, or budgets are not enabled for it';

const NO_BUDGET = 'there is no such budget, or budgets are not enabled for the organization';

/**
 * The budgets of one organization (specification 4.1), with the service's field names. `create` and `update` fail with
 * `usage`, before anything is sent, if a rule is broken.
 */
export function createBudgets(client: Client, org: string): Budgets {
  const readAnswer = createAnswerReader(client);
  const call = (method: ApiMethod, id?: BudgetId): Omit<ApiCall, 'action'> => ({
    method,
    route: id === undefined ? ROUTE : `${ROUTE}/{budget_id}`,
    parameters: { org, ...definedMembers({ budget_id: id }) },
    missing: id === undefined ? NO_BUDGETS : NO_BUDGET,
  });
  const requestWith = (options?: CallOptions) => {
    const bound = withSignal(client, options);
    return (apiCall: ApiCall) =>
      explainRefusal(apiCall.route === ROUTE ? CURES_WITHOUT_ID : CURES, () => bound.request(apiCall));
  };
  return {
    async *list(
      filter: BudgetFilter = {},
      options?: CallOptions,
    ): AsyncGenerator<BudgetJson, void, undefined> {
      const action = `list the budgets of "${org}"`;
      const query = { ...filter, per_page: SERVICE_LIMITS.pages.budgets.maxPerPage };
      const pages = listPages(
        { request: requestWith(options) },
        { ...call('GET'), action, query },
        { envelopeMember: 'has_next_page' },
      );
      for await (const page of pages) {
        yield* readAnswer('budgets', page, action).budgets;
      }
    },
    async get(id: BudgetId, options?: CallOptions): Promise<BudgetJson> {
      const action = `read the budget ${id}`;
      return readAnswer('budget', await requestWith(options)({ ...call('GET', id), action }), action);
    },
    async create(draft: BudgetDraft, options?: CallOptions): Promise<BudgetJson> {
      const action = 'create the budget';
      const body = budgetBody(action, { draft, isNew: true, dialect: client.dialect });
      const response = await requestWith(options)({ ...call('POST'), action, body }).catch((error) => {
        throw isResponseLost(error) ? unclearFailure(error) : error; // A second call could create another one.
      });
      return readAnswer('budget-change', response, action).budget;
    },
    async update(id: BudgetId, draft: BudgetDraft, options?: CallOptions): Promise<BudgetJson> {
      const action = `update the budget ${id}`;
      const body = budgetBody(action, { draft, isNew: false, dialect: client.dialect });
      const response = await requestWith(options)({ ...call('PATCH', id), action, body });
      return readAnswer('budget-change', response, action).budget;
    },
    async delete(id: BudgetId, options?: CallOptions): Promise<void> {
      const action = `delete the budget ${id}`;
      readAnswer('budget-deletion', await requestWith(options)({ ...call('DELETE', id), action }), action);
    },
  };
}

interface BodyOptions {
  readonly draft: BudgetDraft;
  readonly isNew: boolean;
  readonly dialect: Client['dialect'];
}

/** The body that creates or changes a budget. On create, `budget_entity_name` defaults to the empty string (4.1). */
function budgetBody(action: string, { draft, isNew, dialect }: BodyOptions): JsonObject {
  const rules = BUDGET_RULES.filter((rule) => rule.dialect === undefined || rule.dialect === dialect.name);
  const broken = rules.find(({ isBroken }) => isBroken(draft, isNew));
  if (broken !== undefined) {
    throw new Failure('usage', `Cannot ${action}: ${broken.says}`);
  }
  const alerting = definedMembers({ will_alert: draft.willAlert, alert_recipients: draft.alertRecipients });
  const body = definedMembers({
    budget_amount: draft.amount,
    prevent_further_usage: draft.preventsFurtherUsage,
    budget_alerting: Object.keys(alerting).length === 0 ? undefined : alerting,
    budget_scope: draft.scope,
    budget_entity_name: draft.entityName ?? (isNew ? '' : undefined),
    budget_type: draft.type,
    budget_product_sku: draft.productSku,
    user: draft.user,
  });
  if (Object.keys(body).length === 0) {
    throw new Failure('usage', `Cannot ${action}: no change was given`);
  }
  return body as JsonObject; // All members are JSON values.
}

function unclearFailure(error: Failure): Failure {
  return new Failure(error.code, `${error.message}; it is unknown whether it was created`, {
    cause: error,
    hint: 'List the budgets before you create it again',
    commandHint: 'Look for it with "satchel budgets list" before you create it again',
    details: error.details,
  });
}

export type Cures = Readonly<Record<number, string>>;

/** Adds the hint for the status to the failure of a call. */
export async function explainRefusal<Answer>(cures: Cures, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const cure = error instanceof Failure ? cures[Number(detailOf(error, 'status'))] : undefined;
    if (!(error instanceof Failure) || cure === undefined) {
      throw error;
    }
    throw new Failure(error.code, error.message, { cause: error, hint: cure, details: error.details });
  }
}
