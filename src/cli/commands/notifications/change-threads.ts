import { createNotifications, type Notifications } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { jsonLine } from '../../json-names.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';

/** The flags of a command that changes threads. */
export interface ChangeFlags extends ServiceCommandFlags {
  readonly dryRun?: boolean;
}

interface Change {
  /** What is done to a thread, before and after: `mark as done`, `marked as done`. */
  readonly verb: string;
  readonly done: string;
  readonly run: (notifications: Notifications, id: number) => Promise<void>;
}

/** Changes threads one after the other, with a line each. A dry run reads each thread and changes none. */
export async function changeThreads(
  ids: readonly number[],
  change: Change,
  { flags, context }: { readonly flags: ChangeFlags; readonly context: CommandContext },
): Promise<void> {
  await runWithService(flags, context, async ({ client }) => {
    const notifications = createNotifications(client);
    for (const id of ids) {
      const isDry = flags.dryRun === true;
      const title = isDry ? ` (${(await notifications.get(id)).subject?.title ?? 'without a title'})` : '';
      if (!isDry) {
        await change.run(notifications, id);
      }
      const words = isDry ? `Would ${change.verb}: thread ${id}${title}` : `Thread ${id}: ${change.done}`;
      const outcome = isDry ? `would ${change.verb}` : change.done;
      context.stdout.write(flags.json === true ? jsonLine({ id, outcome }) : `${words}\n`);
    }
  });
}
