import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import { countOf, countText } from '../../show/counts.ts';
import { personLink } from '../../show/links.ts';
import { dateOf } from '../../show/times.ts';
import { type CapturedRow, type Subject, textsIn } from './captured-subjects.ts';
import { inWords } from './event-words.ts';

interface Budget {
  readonly row: CapturedRow;
  readonly subject: Subject | null;
}

/** Budgets by organization: what each limits, how much of it is spent, and what happens at the limit. */
export function showBudgets(
  rows: readonly CapturedRow[],
  subjects: readonly (Subject | null)[],
  frame: Frame,
): Markup {
  const byOrganization = new Map<string, Budget[]>();
  for (const [index, row] of rows.entries()) {
    const org = String(row['org']);
    byOrganization.set(org, [...(byOrganization.get(org) ?? []), { row, subject: subjects[index] ?? null }]);
  }
  const hasOtherUnits = rows.some((row) => !isInDollars(row));
  return html`${[...byOrganization].map(([org, budgets]) => organizationBudgets(org, budgets, frame))}${
    hasOtherUnits
      ? html`<p class="muted small">An amount without a currency is in dollars, or, for a product that is sold by license, a number of licenses.</p>`
      : ''
  }`;
}

function organizationBudgets(org: string, budgets: readonly Budget[], frame: Frame): Markup {
  const hasSpending = budgets.some(({ row }) => row['consumed_amount'] !== null);
  const over = budgets.filter(({ row }) => isOver(row)).length;
  const sorted = budgets.toSorted((one, other) =>
    productNames(one.row).localeCompare(productNames(other.row), 'en'),
  );
  return html`<section><h2>${personLink(org, frame)} <span class="count">${countText(budgets.length)}</span></h2><p>${
    hasSpending
      ? over === 0
        ? 'No budget is used up.'
        : html`<strong class="bad">${countOf(over, 'budget')} used up.</strong>`
      : 'The service did not report what was spent.'
  }</p><div class="scroll" tabindex="0" role="group" aria-label="Budgets of ${org}"><table class="grid-table stacked"><caption>As of ${dateOf(
    String(
      budgets
        .map(({ row }) => row['last_seen_at'])
        .sort()
        .at(-1),
    ),
  )}</caption><thead><tr><th scope="col">What it pays for</th><th scope="col">For whom</th><th scope="col" class="number">Limit</th>${hasSpending ? html`<th scope="col">Spent</th>` : ''}<th scope="col">At the limit</th><th scope="col">Alerts</th></tr></thead><tbody>${sorted.map(
    ({ row, subject }) =>
      html`<tr><th scope="row" data-name="Pays for"><span>${productNames(row)}${row['type'] === 'BundlePricing' ? ' (bundle)' : ''}</span></th><td data-name="For"><span>${placeOf(row, subject, frame)}</span></td><td data-name="Limit" class="number">${amountText(row, Number(row['amount']))}</td>${hasSpending ? html`<td data-name="Spent">${spentOf(row)}</td>` : ''}<td data-name="At the limit">${row['prevents_further_usage'] === 1 ? html`<span><span class="bad" aria-hidden="true">■</span> usage stops</span>` : 'usage continues'}</td><td data-name="Alerts"><span>${recipientsOf(row, frame)}</span></td></tr>`,
  )}</tbody></table></div></section>`;
}

/** Parts of the service's names that are not ordinary words. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ai: 'AI',
  git: 'Git',
  gpu: 'GPU',
  lfs: 'LFS',
  macos: 'macOS',
};

/** `git_lfs_storage` as `Git LFS storage`. */
function inCapitals(name: string): string {
  const words = name.split('_').map((word) => SPELLINGS[word] ?? word);
  return words.join(' ').replace(/^[a-z](?!acOS)/, (first) => first.toUpperCase());
}

/** The products of a budget in words: `actions_windows` as `Actions, Windows`. */
function productNames({ products }: CapturedRow): string {
  return textsIn(products)
    .map((name) => {
      const [, family = '', part = name] = /^(actions|codespaces|copilot|packages)_(.+)$/.exec(name) ?? [];
      return [family, part]
        .filter((words) => words !== '')
        .map(inCapitals)
        .join(', ');
    })
    .join(', ');
}

/** Products that are paid by usage. Others can be sold by license, and the service does not say which are. */
const METERED = /^(?:actions|ai_credits|codespaces|git_lfs|models|packages|premium_requests|spark)/;

function isInDollars({ products }: CapturedRow): boolean {
  const names = textsIn(products);
  return names.length > 0 && names.every((name) => METERED.test(name));
}

function amountText(row: CapturedRow, amount: number): string {
  const cents = Number.isInteger(amount) ? 0 : 2;
  const text = amount.toLocaleString('en', { minimumFractionDigits: cents, maximumFractionDigits: cents });
  return isInDollars(row) ? `$${text}` : text;
}

function isOver({ amount, consumed_amount: spent }: CapturedRow): boolean {
  return spent !== null && Number(spent) > 0 && Number(spent) >= Number(amount);
}

function spentOf(row: CapturedRow): Markup {
  if (row['consumed_amount'] === null) {
    return html`<span class="muted">unknown</span>`;
  }
  const [amount, spent] = [Number(row['amount']), Number(row['consumed_amount'])];
  const share = amount === 0 ? '' : ` (${Math.round((spent / amount) * 100)} %)`;
  const text = `${amountText(row, spent)}${share}`;
  return html`<span${isOver(row) ? html` class="bad"` : ''}>${text}<meter class="meter${isOver(row) ? ' over' : ''}" max="${Math.max(amount, 1)}" value="${spent}" aria-label="${text} spent"></meter></span>`;
}

/** Whom a budget limits, by its scope (specification 2.3). */
function placeOf(row: CapturedRow, subject: Subject | null, frame: Frame): Markup | string {
  const [scope, org, name] = ['scope', 'org', 'entity_name'].map((column) => String(row[column] ?? ''));
  switch (scope) {
    case 'organization':
      return name === '' || name === org
        ? 'the whole organization'
        : html`the organization ${personLink(name, frame)}`;
    case 'repository':
      return html`the repository ${subject?.path ? html`<a href="${subject.path}">${name}</a>` : name}`;
    case 'user':
      return name === '' ? 'one user (not named)' : html`the user ${personLink(name, frame)}`;
    case 'multi_user_customer':
      return 'each user';
    default:
      return `${inWords(`the_${scope}`)} ${name ?? ''}`.trim();
  }
}

function recipientsOf({ alert_recipients: recipients }: CapturedRow, frame: Frame): Markup | string {
  const logins = textsIn(recipients);
  return recipients === null
    ? 'nobody'
    : logins.length === 0
      ? 'no recipients yet'
      : html`to ${logins.map((login, index) => html`${index === 0 ? '' : ', '}${personLink(login, frame)}`)}`;
}
