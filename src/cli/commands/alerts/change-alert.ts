import { type AlertChange, createAlerts } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { ALERT_FACTS } from './alert-columns.ts';

interface ChangeOrder {
  readonly repository: string;
  readonly number: number;
  readonly change: AlertChange;
}

/** Changes one alert and shows it as the service answers. */
export async function changeAlert(
  { repository, number, change }: ChangeOrder,
  flags: ServiceCommandFlags,
  context: CommandContext,
): Promise<void> {
  await runWithService(flags, context, async ({ client }) => {
    const item = await createAlerts(client).update(repository, number, change);
    await writeFacts(context.stdout, { item, columns: ALERT_FACTS }, flags.json === true);
  });
}
