import type { PermissionGrants } from './permissions.ts';

/** The scopes of the classic and OAuth tokens that a sandbox issues. */
export const FULL_SCOPES = ['admin:org', 'notifications', 'repo', 'security_events', 'user'] as const;

/** The permissions of its fine-grained and app tokens: all that its endpoints ask for. */
export const FULL_PERMISSIONS: PermissionGrants = {
  metadata: 'read',
  contents: 'write',
  vulnerability_alerts: 'write',
  organization_administration: 'write',
  organization_events: 'read',
  events: 'read',
};

/** The permissions of the built-in workflow token: those of the repository whose workflow runs. */
export const WORKFLOW_PERMISSIONS: PermissionGrants = { metadata: 'read', contents: 'write' };
