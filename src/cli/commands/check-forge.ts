import { checkAtForge, type ForgeCheckReport, type ForgeDifference } from '../../app/check-forge.ts';
import { readSecretFile } from '../../app/secret-file.ts';
import { withStoreAt } from '../../app/store-at-snapshot.ts';
import { findStore } from '../../app/store-location.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { chosenRepositories } from '../flags/account-flag.ts';
import { createReporter } from '../output/reporter.ts';
import { cellText } from '../render/cell-text.ts';
import type { DumpFlags } from './dump.ts';

/** Differences named to people; the JSON output has all of them. */
const MAX_SHOWN = 50;

/** `satchel dump forge --check ADDRESS`: compares what was restored at a forge with what a dump has. */
export async function runForgeCheck(
  flags: DumpFlags & { readonly check: string },
  context: CommandContext,
): Promise<void> {
  if (flags.output !== undefined || flags.public === true) {
    throw new Failure('usage', 'Cannot compare and write a dump at once', {
      hint: 'Leave out the path and --public: --check writes nothing',
    });
  }
  const reporter = createReporter(context, flags);
  const path = await findStore(flags, context);
  const { forgeTokenFile: tokenFile } = flags;
  const token =
    tokenFile === undefined
      ? undefined
      : await readSecretFile(tokenFile, 'token', { ...context, onReport: reporter.report });
  let count = 0;
  const report = await withStoreAt(path, flags.snapshot, async (dbPath) =>
    checkAtForge(
      {
        dbPath,
        filesPath: path,
        repositories: chosenRepositories(flags, dbPath, 'compare') ?? [],
        forge: flags,
        address: flags.check,
        token,
        onProgress: (text, facts) => reporter.progress('comparing', facts, text),
        onDifference(difference) {
          count += 1;
          reporter.event('difference', difference, count > MAX_SHOWN ? undefined : describe(difference));
        },
      },
      context,
    ),
  ).finally(reporter.end);
  if (count > MAX_SHOWN) {
    reporter.note(`and ${count - MAX_SHOWN} more; --json has all`);
  }
  for (const { repository, message } of report.failures) {
    reporter.note(`${repository}: FAILED: ${message}`);
  }
  reporter.event('summary', { address: flags.check, differences: count, ...report }, summaryOf(report));
  if (count + report.failures.length > 0) {
    context.endWith('warnings');
  }
}

function describe({ repository, kind, record, differs }: ForgeDifference): string {
  const what = differs.length === 1 ? differs[0] : `${differs.slice(0, -1).join(', ')} and ${differs.at(-1)}`;
  const found =
    what === 'missing' || what === 'unexpected' ? `is ${what} at the forge` : `differs in its ${what}`;
  return `${repository}: ${kind.replaceAll('_', ' ')} ${quoteText(record)} ${found}`;
}

function summaryOf({ kinds }: ForgeCheckReport): string {
  const lines = kinds.map(({ kind, dumped, found, different }) =>
    cellText(
      `${kind.replaceAll('_', ' ')}: ${found} of ${dumped}${different === 0 ? ', all equal' : `, ${different} different`}`,
    ),
  );
  return lines.length === 0 ? 'Nothing could be compared' : ['At the forge:', ...lines].join('\n');
}
