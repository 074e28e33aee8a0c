import { expect, it } from 'vitest';
import { createArchiveSchemas } from '../../../src/archive/kind-schemas.ts';
import { isRecordKind } from '../../../src/model/record-kind.ts';
import {
  PUBLIC_ACCOUNTS,
  PUBLIC_RECORDS,
  type PublicRule,
} from '../../../src/store/public/public-records.table.ts';
import { fullRecordOf } from '../../archive/schemas/record-promises.ts';

const schemas = createArchiveSchemas();

/** The paths of members without a rule. */
function leftOut(value: unknown, rule: PublicRule | undefined, path: string): readonly string[] {
  if (rule === undefined) {
    return [path];
  }
  if (typeof rule !== 'object' || typeof value !== 'object' || value === null) {
    return [];
  }
  if ('items' in rule) {
    return [value].flat().flatMap((item) => leftOut(item, rule.items, path));
  }
  return Object.entries(value).flatMap(([name, member]) =>
    leftOut(member, rule.members[name], `${path}/${name}`),
  );
}

it('a public copy has all members of public records but these', () => {
  const paths = Object.entries({ ...PUBLIC_ACCOUNTS, ...PUBLIC_RECORDS }).flatMap(([kind, members]) => {
    const known = isRecordKind(kind) ? schemas.fieldsOf(kind) : [];
    const { type: _, ...record } = {
      ...Object.fromEntries([...known].map((name) => [name, ''])),
      ...fullRecordOf(kind),
    };
    return leftOut(record, { members }, kind);
  });
  expect([...new Set(paths)].sort()).toEqual([
    'organization/email',
    'organization/member_privileges',
    'organization/members',
    'organization/owners_team',
    'organization/repository_defaults',
    'organization/webhooks',
    'release/pending_tag',
    'repository/actions_general_settings',
    'repository/autolinks',
    'repository/collaborators',
    'repository/general_settings',
    'repository/page',
    'repository/public_keys',
    'repository/repository_topics/creator',
    'repository/repository_topics/repository',
    'repository/repository_topics/topic_url',
    'repository/repository_topics/updated_at',
    'repository/security_and_analysis',
    'repository/webhooks',
    'user/billing_plan',
    'user/emails',
    'user/social_accounts',
  ]);
});
