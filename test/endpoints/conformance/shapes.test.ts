import { describe, expect, it } from 'vitest';
import { createAlerts } from '../../../src/endpoints/alerts.ts';
import { createBudgets } from '../../../src/endpoints/budgets.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { FEEDS, type FeedName } from '../../../src/endpoints/feeds.table.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { claimShape } from '../../sandbox/conformance/support/claim-shape.ts';
import { claim } from '../../spec/claim.ts';
import { allItems } from './support/all-items.ts';
import { DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

describe.each(DIALECT_NAMES)('records come through whole, specification 2 (%s)', (dialect) => {
  const avatarId = DIALECTS[dialect].avatarIdField;

  it('budgets', async (context) => {
    const stage = await openClientStage(dialect);
    const budgets = createBudgets(stage.clientOf('fine_grained'), stage.sandbox.ready.organization);
    const listed = await allItems(budgets.list());
    claimShape(context, listed, { resource: 'listed_budget', avatarId });
    const single = await budgets.get(listed[0]!.id);
    claimShape(context, [single], { resource: 'budget', avatarId });
    const scopes = new Set(listed.map(({ budget_scope: scope }) => scope));
    for (const scope of [
      'organization',
      'repository',
      'multi_user_customer',
      'user',
      'enterprise',
      'cost_center',
    ]) {
      expect(scopes).toContain(scope);
      claim(context, `2.3/budget_scope/${scope}`);
    }
    const types = new Set(listed.map(({ budget_type: type }) => type));
    for (const type of ['BundlePricing', 'ProductPricing', 'SkuPricing']) {
      expect(types).toContain(type);
      claim(context, `2.3/budget_type/${type}`);
    }
    claim(
      context,
      '2.3/budget_product_sku/single',
      '2.3/budget_product_skus/list',
      '2.3/budget_amount/dollars',
    );
  });

  it('alerts', async (context) => {
    const stage = await openClientStage(dialect, { repositories: 12 });
    const alerts = createAlerts(stage.clientOf('classic'));
    const { organization } = stage.sandbox.ready;
    const listed = await allItems(alerts.list({ type: 'organization', name: organization }));
    claimShape(context, listed, { resource: 'listed_alert', avatarId });
    claimShape(
      context,
      listed.map(({ security_advisory: advisory }) => advisory),
      { resource: 'listed_advisory', avatarId },
    );
    const open = listed.find(({ state }) => state === 'open')!;
    const changed = await alerts.update(open.repository!.full_name, open.number, {
      state: 'dismissed',
      dismissedReason: 'tolerable_risk',
    });
    expect(changed).not.toHaveProperty('repository');
    expect(changed.security_advisory).not.toHaveProperty('epss');
    claim(context, '2.4/repository/update', '2.4/epss/update', '4.2/update/shape');
    expect(changed).toMatchObject({ state: 'dismissed', dismissed_reason: 'tolerable_risk' });
    claim(context, '2.4/state/open', '2.4/state/dismissed', '2.4/dismissed_reason/tolerable_risk');
  });

  it('events', async (context) => {
    const stage = await openClientStage(dialect);
    const events = createEvents(stage.clientOf('classic'));
    const { user, organization, repositories } = stage.sandbox.ready;
    const address = { username: user, org: organization, repository: repositories[0]! };
    for (const feed of Object.keys(FEEDS) as FeedName[]) {
      const listed = await allItems(events.list({ ...address, feed }));
      claimShape(context, listed, { resource: 'event', avatarId });
      expect(listed.length).toBeLessThanOrEqual(300);
      if (feed === 'organization') {
        claimShape(context, listed, { resource: 'organization_event', avatarId });
        claim(context, '2.5/org-present', '4.3/organization/org');
      }
      if (feed === 'public') {
        expect(listed.every((event) => event.public)).toBe(true);
        claim(context, '6/rule/2/public', '4.3/public/only-public');
      }
      claim(context, `4.3/${feed}`, `4.3/${feed}/success`, `4.3/${feed}/status/200`);
    }
    claim(context, '4.3/feed/body', '2.5/repo-name', '6/rule/1/300');
  });

  it('notifications and subscriptions', async (context) => {
    // Large enough for a notification of each of the 15 reasons.
    const stage = await openClientStage(dialect, { repositories: 8, issues: 200 });
    const notifications = createNotifications(stage.clientOf('classic'));
    const listed = await allItems(notifications.list({ all: true }));
    if (dialect === 'service') {
      claimShape(context, listed, { resource: 'thread', avatarId });
    }
    const reasons = new Set(listed.map((thread) => thread.reason));
    expect(reasons.size).toBe(15);
    for (const reason of reasons) {
      const row = reason.replace(/^(member_feature_|security_advisory_).*/, '$1');
      claim(context, `2.6/reason/${row}`);
    }
    const subscription = await notifications.setSubscription(Number(listed[0]!.id), true);
    claimShape(context, [subscription], { resource: 'subscription', avatarId });
    expect(subscription.ignored).toBe(true);
  });
});
