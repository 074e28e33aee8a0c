import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { defineSteps } from '../../define-steps.ts';
import { addHelpEnd } from '../../flags.ts';
import { addStep } from '../reading/add-step.ts';
import { defineFeeds } from './feeds.ts';
import { defineList } from './list.ts';

const STEPS = [
  { name: 'list', summary: 'read a feed of activity events, the newest first', define: defineList },
] as const;

/** `satchel events …`: what happened, as the service tells it for 30 days. */
export function defineEvents(command: Command, context: CommandContext): void {
  defineSteps(command, STEPS, context);
  defineFeeds(addStep(command, 'feeds', 'list the feeds that there are'), context);
  addHelpEnd(command, ['events list --repository acme/rocket', 'events feeds']);
}
