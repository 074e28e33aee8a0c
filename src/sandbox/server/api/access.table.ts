import { TOKEN_KINDS_REFUSED_BY_MIGRATIONS } from '../../../model/index.ts';
import type { Access } from './route.ts';

/** Who may call what, by the name that the table of routes uses. */
export const ACCESS = {
  everyone: {
    isPublic: true,
    refusedKinds: [],
    scopes: [],
    permissions: 'allows_permissionless_access=true',
  },
  account: {
    isPublic: false,
    refusedKinds: ['app_installation', 'workflow'],
    scopes: [],
    permissions: 'allows_permissionless_access=true',
  },
  repositories: {
    isPublic: false,
    refusedKinds: ['app_installation', 'workflow'],
    scopes: ['repo'],
    permissions: 'metadata=read',
  },
  organizationRepositories: {
    isPublic: true,
    refusedKinds: [],
    scopes: ['repo'],
    permissions: 'metadata=read',
  },
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
} as const satisfies Record<string, Access>;
