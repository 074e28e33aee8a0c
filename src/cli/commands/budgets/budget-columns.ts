import type { BudgetJson } from '../../../endpoints/index.ts';
import type { RecordColumns } from '../../render/write-records.ts';

/** What people see of a budget. */
export const BUDGET_COLUMNS: RecordColumns<BudgetJson> = {
  id: (budget) => budget.id,
  type: (budget) => budget.budget_type,
  products: (budget) => (budget.budget_product_skus ?? [budget.budget_product_sku ?? '']).join(', '),
  scope: (budget) => budget.budget_scope,
  entity: (budget) => budget.user ?? budget.budget_entity_name,
  amount: (budget) => budget.budget_amount,
  consumed: (budget) => budget.consumed_amount,
  stops: (budget) => (budget.prevent_further_usage ? 'yes' : 'no'),
  alerts: ({ budget_alerting: alerting }) =>
    alerting.will_alert ? alerting.alert_recipients.join(', ') || 'yes' : 'no',
};
