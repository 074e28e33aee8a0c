import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseDuration } from '../base/durations.ts';
import { fileFailure } from '../base/file-failure.ts';
import { definedMembers } from '../base/json.ts';
import type { BackupRequest, RepositorySelection } from '../model/backup-request.ts';
import { Failure } from '../model/failure.ts';
import { MIGRATION_SWITCHES, type MigrationSwitch } from '../model/migrations.ts';
import { parseRepositoryName } from '../model/repository-name.ts';
import type { REQUEST_SETTINGS } from '../model/request-settings.table.ts';
import type { SettingsOf } from '../model/settings.ts';
import type { AppContext } from './context.ts';

/** The switches of a new migration (specification 4.5), and the selection of repositories. */
type RequestSettings = SettingsOf<typeof REQUEST_SETTINGS>;

/** The request of the settings; its repositories are undefined for all of the account. */
export async function readRequest(
  settings: RequestSettings,
  context: Pick<AppContext, 'stdin'>,
): Promise<BackupRequest> {
  const switches = Object.keys(MIGRATION_SWITCHES).filter(
    (name) => settings[name as MigrationSwitch] === true,
  );
  requireAlone(switches, settings);
  const { repository = [], repositoriesFrom } = settings;
  const inFile = repositoriesFrom === undefined ? [] : await readNames(repositoriesFrom, context);
  const named = [...repository, ...inFile];
  const selection = readSelection(settings, named.length > 0 || settings.orgMetadataOnly === true);
  return {
    ...Object.fromEntries(switches.map((name) => [name, true])),
    ...definedMembers({ exclude: settings.exclude, selection }),
    repositories: named.length > 0 ? named.map(parseRepositoryName) : undefined,
  };
}

/** With `org_metadata_only` the service ignores other switches (specification 4.5), so we reject the combination. */
function requireAlone(switches: readonly string[], settings: RequestSettings): void {
  const hasOthers =
    switches.length > 1 || settings.repository !== undefined || settings.repositoriesFrom !== undefined;
  if (settings.orgMetadataOnly === true && hasOthers) {
    throw new Failure(
      'usage',
      'Cannot export only the metadata of an organization and also choose repositories or content',
      {
        hint: 'Leave out the other options: "orgMetadataOnly" exports nothing but the metadata of the organization',
        commandHint:
          'Leave out the other flags: --org-metadata-only exports nothing but the metadata of the organization',
      },
    );
  }
}

/** The selection of the settings; undefined without any. Fails (`usage`) if repositories are named as well. */
function readSelection(settings: RequestSettings, hasNames: boolean): RepositorySelection | undefined {
  const selection: RepositorySelection = definedMembers({
    owners: settings.owner,
    patterns: settings.match,
    except: settings.except,
    visibilities: settings.visibility,
    isFork: isOnly(settings.fork),
    isArchived: isOnly(settings.archived),
    languages: settings.language,
    topics: settings.topic,
    pushedWithinMs: spanOf(settings.pushedSince),
    unpushedForMs: spanOf(settings.pushedBefore),
    pushedSinceMs: momentOf(settings.pushedSince),
    pushedBeforeMs: momentOf(settings.pushedBefore),
    minSizeBytes: settings.minSize,
    maxSizeBytes: settings.maxSize,
    minStars: settings.minStars,
    maxStars: settings.maxStars,
  });
  if (Object.keys(selection).length === 0) {
    return undefined;
  }
  if (hasNames) {
    throw new Failure('usage', 'Cannot select repositories both by name and by filter', {
      hint: 'Leave out "repositories", or the filters; "patterns" also select single repositories',
      commandHint:
        'Leave out --repository and --repositories-from, or the filters; --match OWNER/NAME also selects a single repository',
    });
  }
  return selection;
}

function isOnly(which: 'no' | 'only' | undefined): boolean | undefined {
  return which === undefined ? undefined : which === 'only';
}

/** A relative time is not converted to a date: the request would differ each time, and a backup could not be resumed. */
function spanOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(text);
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined || spanOf(text) !== undefined) {
    return undefined;
  }
  const momentMs = Date.parse(text);
  if (Number.isNaN(momentMs)) {
    throw new Failure(
      'usage',
      `Cannot read the time ${JSON.stringify(text)}: it is neither a date nor a span`,
      {
        hint: 'Write it as 2024-12-31, or as 90d',
      },
    );
  }
  return momentMs;
}

async function readNames(path: string, { stdin }: Pick<AppContext, 'stdin'>): Promise<readonly string[]> {
  let content: string;
  try {
    content = path === '-' && stdin !== undefined ? await text(stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, 'read the repositories from', path);
  }
  const names = content
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (names.length === 0) {
    throw new Failure('usage', `Cannot read the repositories from "${path}": the file lists none`);
  }
  return names;
}
