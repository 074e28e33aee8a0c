import type { BudgetJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';
import { yesNo } from '../../render/yes-no.ts';

/** What people see of a budget. */
export const BUDGET_COLUMNS: RecordColumns<BudgetJson> = {
  id: (budget) => budget.id,
  type: (budget) => budget.budget_type,
  products: (budget) => (budget.budget_product_skus ?? [budget.budget_product_sku ?? '']).join(', '),
  scope: (budget) => budget.budget_scope,
  entity: (budget) => budget.user ?? budget.budget_entity_name,
  amount: (budget) => budget.budget_amount,
  consumed: (budget) => budget.consumed_amount,
  stops: (budget) => yesNo(budget.prevent_further_usage),
  alerts: ({ budget_alerting: alerting }) =>
    (alerting?.will_alert === true && alerting.alert_recipients?.join(', ')) || yesNo(alerting?.will_alert),
};
