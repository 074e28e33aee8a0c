import type { Command } from 'commander';
import { describePush, type PushedRepository, pushRepositories } from '../../app/push-repositories.ts';
import { readSecretFile } from '../../app/secret-file.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { countText } from '../../base/sizes.ts';
import { Failure } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { addAccountFlag, chosenRepositories, type RepositoryFlags } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags, gatherNames } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { createReporter } from '../output/reporter.ts';

interface PushFlags extends StoreSettings, RepositoryFlags, CommonFlags {
  readonly to?: string;
  readonly forgeTokenFile?: string;
  readonly create?: string;
  readonly force?: boolean;
  readonly lfs?: boolean;
  readonly dryRun?: boolean;
}

/** `satchel push --to ADDRESS`: pushes the kept repositories and wikis to another git host. */
export function definePush(command: Command, context: CommandContext): void {
  addFlag(
    command,
    '--to <address>',
    'where each repository goes, with {owner} and {name} in it: https://git.example.org/{owner}/{name}.git, git@HOST:{owner}/{name}.git, or file:///srv/git/{name}.git',
  );
  addStoreFlags(command);
  addFlag(command, '--repository <owner/name...>', 'only these repositories, with their wikis', {
    parse: gatherNames,
  });
  addAccountFlag(command, 'repositories');
  addFlag(
    command,
    '--forge-token-file <file>',
    'file with the password or token of that host, for an address of https',
  );
  addFlag(
    command,
    '--create <forge>',
    'make repositories that the forge lacks (gitea or forgejo); private unless the archive says that they are public',
  );
  addFlag(
    command,
    '--force',
    'make the target equal: replace what it has in other versions, and remove branches and tags that are not in the archive',
  );
  addFlag(command, '--lfs', 'also send the files that the vault has in Git LFS, to an address of https');
  addFlag(command, '--dry-run', 'only show what would go where');
  addHelpEnd(command, [
    'push --to https://codeberg.org/{owner}/{name}.git --dry-run',
    'push --to git@git.example.org:{owner}/{name}.git --vault ~/work',
    'push --to file:///srv/git/{name}.git --repository acme/rocket',
  ]);
  command.action(async (flags: PushFlags) => {
    const reporter = createReporter(context, flags);
    const dbPath = await findStore(flags, context);
    const pushed: PushedRepository[] = [];
    const { forgeTokenFile: tokenFile, dryRun = false } = flags;
    const token =
      tokenFile === undefined
        ? undefined
        : await readSecretFile(tokenFile, 'token', { ...context, onReport: reporter.report });
    await pushRepositories(
      {
        dbPath,
        to: requireAddress(flags),
        repositories: chosenRepositories(flags, dbPath, 'push'),
        isForced: flags.force === true,
        isDryRun: dryRun,
        token,
        makesMissing: isForge(flags),
        sendsLfs: flags.lfs === true,
        onRepository(one) {
          pushed.push(one);
          reporter.event('repository', one, describePush(one, dryRun));
          const refused = one.refused.map(({ ref, reason }) => `${ref}: ${reason}`);
          for (const line of [...(one.lfs?.failed ?? []), ...refused]) {
            reporter.note(`  ${line}`);
          }
        },
      },
      context,
    ).finally(reporter.end);
    const incomplete = pushed.filter(
      ({ failure, refused, lfs }) => failure !== null || refused.length + (lfs?.failed.length ?? 0) > 0,
    );
    const done = pushed.length - incomplete.length;
    reporter.event(
      'summary',
      { repositories: pushed.length, incomplete: incomplete.length },
      dryRun
        ? `Would push ${countText(pushed.length, 'repository', 'repositories')}`
        : `Pushed ${countText(done, 'repository', 'repositories')} completely${incomplete.length === 0 ? '' : `, ${incomplete.length} not`}`,
    );
    if (incomplete.length > 0) {
      context.endWith('warnings');
    }
  });
}

function requireAddress({ to }: PushFlags): string {
  if (to === undefined) {
    throw new Failure('usage', 'Cannot push: no address was given', {
      hint: 'Give one with --to, such as https://git.example.org/{owner}/{name}.git',
    });
  }
  return to;
}

/** Both forges have the same API. */
function isForge({ create }: PushFlags): boolean {
  if (create !== undefined && create !== 'gitea' && create !== 'forgejo') {
    throw new Failure(
      'usage',
      `Cannot make repositories at "${create}": only gitea and forgejo are supported`,
    );
  }
  return create !== undefined;
}
