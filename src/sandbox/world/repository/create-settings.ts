import type { JsonObject } from '../../../base/json.ts';
import type { Collaborator, Label, ProtectedBranch } from '../repository-content.ts';
import { LABELS } from '../text/subjects.table.ts';
import { DAY_MS, formatSeconds } from '../timestamps.ts';
import { leaderOf, type Project } from './project.ts';

/** The number of initial labels; the project adds the others. */
const DEFAULT_LABELS = 8;

export function createLabels({ beginMs, endMs }: Project): readonly Label[] {
  return LABELS.map(([name, color, description], index) => ({
    name,
    color,
    description,
    createdAt: formatSeconds(Math.min(endMs, beginMs + (index < DEFAULT_LABELS ? 0 : index * DAY_MS))),
  }));
}

/** Maintainers, and two people without write access. */
export function createCollaborators({ maintainers, contributors }: Project): readonly Collaborator[] {
  const permissions = ['admin', 'maintain', 'write'] as const;
  return [
    ...maintainers.map((person, index) => ({
      login: person.login,
      permission: permissions[index] ?? ('write' as const),
    })),
    ...contributors.slice(0, 2).map((person, index) => ({
      login: person.login,
      permission: index === 0 ? ('triage' as const) : ('read' as const),
    })),
  ];
}

/** At most one webhook; its URL contains a secret, like real ones. */
export function createWebhooks({ random, name }: Project): readonly JsonObject[] {
  if (!random.chance(0.6)) {
    return [];
  }
  return [
    {
      payload_url: `https://hooks.example.org/${name}/build?token=${random.hex(24)}`,
      content_type: random.pick(['json', 'form']),
      event_types: random.pick([['push', 'pull_request'], ['*'], ['release']]),
      enable_ssl_verification: true,
      active: random.chance(0.8),
    },
  ];
}

/** At most one deploy key, which is not valid. */
export function createDeployKeys({ random, beginMs, endMs }: Project): readonly JsonObject[] {
  if (!random.chance(0.5)) {
    return [];
  }
  const base64 = (digits: number) =>
    Buffer.from(random.hex(digits), 'hex').toString('base64').replace(/=+$/, '');
  return [
    {
      title: 'build machine',
      key: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(60)}`,
      read_only: true,
      fingerprint: `SHA256:${base64(64)}`,
      created_at: formatSeconds(Math.min(endMs, beginMs + 30 * DAY_MS)),
    },
  ];
}

/** Protects the default branch. */
export function createProtectedBranches(project: Project): readonly ProtectedBranch[] {
  const { random, defaultBranch, ownerType } = project;
  return [
    {
      name: defaultBranch,
      creator: leaderOf(project).login,
      requiredApprovals: random.integer(1, 2),
      dismissesStaleReviews: random.chance(0.5),
      isEnforcedForAdmins: random.chance(0.3),
      requiredChecks: random.chance(0.7) ? ['test', 'lint'] : [],
      authorizedTeams: ownerType === 'Organization' ? ['maintainers'] : [],
    },
  ];
}
