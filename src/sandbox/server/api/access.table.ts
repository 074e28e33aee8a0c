import { TOKEN_KINDS_REFUSED_BY_MIGRATIONS } from '../../../model/index.ts';
import { NO_PERMISSION_NEEDED } from './permissions.ts';
import type { Access } from './route.ts';

/** Kinds that budgets, alerts and notifications refuse (specification 4.1, 4.2 and 4.4, to the letter). */
const ALL_BUT_PERMITTED = ['classic', 'oauth', 'workflow'] as const;
const FINE_GRAINED_AND_APPS = ['fine_grained', 'app_user', 'app_installation', 'workflow'] as const;
const ALL_BUT_CLASSIC = [...FINE_GRAINED_AND_APPS, 'oauth'] as const;

/** Kinds that act for no account. */
const NOBODYS = ['app_installation', 'workflow'] as const;

/** Who may call what, by the name that the table of routes uses. */
export const ACCESS = {
  everyone: { isPublic: true, refusedKinds: [], scopes: [], permissions: NO_PERMISSION_NEEDED },
  account: { isPublic: false, refusedKinds: NOBODYS, scopes: [], permissions: NO_PERMISSION_NEEDED },
  repositories: { isPublic: false, refusedKinds: NOBODYS, scopes: ['repo'], permissions: 'metadata=read' },
  organizationRepositories: {
    isPublic: true,
    refusedKinds: [],
    scopes: ['repo'],
    permissions: 'metadata=read',
  },
  repositoryThreads: { isPublic: true, refusedKinds: [], scopes: ['repo'], permissions: 'issues=read' },
  /** Specification 4.5: app tokens and fine-grained tokens are refused, so that no permission helps. */
  migrations: {
    isPublic: false,
    refusedKinds: TOKEN_KINDS_REFUSED_BY_MIGRATIONS,
    scopes: ['repo'],
    permissions: '',
  },
  organizationMigrations: {
    isPublic: false,
    refusedKinds: TOKEN_KINDS_REFUSED_BY_MIGRATIONS,
    scopes: ['admin:org'],
    permissions: '',
  },
  /** Specification 4.1: three kinds of token are allowed, all with the Administration permission. */
  readBudgets: {
    isPublic: false,
    refusedKinds: ALL_BUT_PERMITTED,
    scopes: [],
    permissions: 'organization_administration=read',
  },
  writeBudgets: {
    isPublic: false,
    refusedKinds: ALL_BUT_PERMITTED,
    scopes: [],
    permissions: 'organization_administration=write',
  },
  /** Specification 4.2: fine-grained and app tokens are refused. */
  enterpriseAlerts: {
    isPublic: false,
    refusedKinds: FINE_GRAINED_AND_APPS,
    scopes: ['repo', 'security_events'],
    permissions: '',
  },
  readAlerts: {
    isPublic: false,
    refusedKinds: ['workflow'],
    scopes: ['security_events', 'public_repo'],
    permissions: 'vulnerability_alerts=read',
  },
  writeAlerts: {
    isPublic: false,
    refusedKinds: ['workflow'],
    scopes: ['security_events', 'public_repo'],
    permissions: 'vulnerability_alerts=write',
  },
  /** Specification 4.3: no permission is needed for public events. */
  repositoryEvents: { isPublic: true, refusedKinds: [], scopes: [], permissions: 'metadata=read' },
  userEvents: {
    isPublic: true,
    refusedKinds: [],
    scopes: [],
    permissions: `${NO_PERMISSION_NEEDED}; events=read`,
  },
  dashboard: {
    isPublic: false,
    refusedKinds: NOBODYS,
    scopes: [],
    permissions: 'organization_events=read',
  },
  /** Specification 4.4: only classic tokens. */
  notifications: {
    isPublic: false,
    refusedKinds: ALL_BUT_CLASSIC,
    scopes: ['notifications', 'repo'],
    permissions: '',
  },
} as const satisfies Record<string, Access>;
