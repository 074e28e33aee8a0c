import { definedMembers } from '../base/json.ts';
import { listMemberships } from '../endpoints/memberships.ts';
import { Failure } from '../model/failure.ts';
import { type BackupSettings, canCapture } from './backup-settings.ts';
import type { AppContext } from './context.ts';
import { openService } from './service.ts';

interface OwnerPlan<Choices> {
  /** The backup of the account, and then those of the organizations. */
  readonly backups: readonly Choices[];
  /** Organizations that the account belongs to without owning them; only owners can export them. */
  readonly notOwned: readonly string[];
}

const FLAGS_OF_ONE_OWNER = {
  org: '--org',
  migration: '--migration',
  repository: '--repository',
  repositoriesFrom: '--repositories-from',
} as const satisfies Partial<Record<keyof BackupSettings, string>>;

/** Plans the backups of an account and of every organization that it owns. */
export async function planOwners<
  Choices extends Partial<BackupSettings> & { readonly skipOrg?: readonly string[] },
>(choices: Choices, context: AppContext): Promise<OwnerPlan<Choices>> {
  const { org, migration, repository, repositoriesFrom } = choices;
  for (const [name, value] of Object.entries({ org, migration, repository, repositoriesFrom })) {
    if (value !== undefined) {
      const flag = FLAGS_OF_ONE_OWNER[name as keyof typeof FLAGS_OF_ONE_OWNER];
      throw new Failure(
        'usage',
        `Cannot back up all organizations with a choice that applies to a single owner`,
        {
          commandHint: `Leave out --all-orgs or ${flag}; --skip-org excludes an organization`,
        },
      );
    }
  }
  const service = await openService(choices, context);
  try {
    const skipped = new Set(choices.skipOrg?.map((login) => login.toLowerCase()));
    const memberships = await listMemberships(service.client);
    const wanted = memberships.filter(({ organization }) => !skipped.has(organization.toLowerCase()));
    const owned = wanted.filter(({ isOwner }) => isOwner !== false); // If it is unknown, the service decides.
    return {
      backups: [
        withPossibleCaptures(choices),
        ...owned.map(({ organization }) => withPossibleCaptures({ ...choices, org: organization })),
      ],
      notOwned: wanted.filter(({ isOwner }) => isOwner === false).map(({ organization }) => organization),
    };
  } finally {
    await service.close();
  }
}

/** Leaves out what the owner cannot have. */
function withPossibleCaptures<Choices extends Partial<BackupSettings>>(choices: Choices): Choices {
  return {
    ...choices,
    ...definedMembers({
      with: choices.with?.filter((name) => canCapture(name, choices)),
      clone: choices.clone?.filter((name) => canCapture(name, choices)),
    }),
  };
}
