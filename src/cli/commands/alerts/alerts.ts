import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { defineSteps } from '../../define-steps.ts';
import { addHelpEnd } from '../../flags.ts';
import { defineAssign } from './assign.ts';
import { defineDismiss } from './dismiss.ts';
import { defineList } from './list.ts';
import { defineReopen } from './reopen.ts';
import { defineView } from './view.ts';

const STEPS = [
  { name: 'list', summary: 'list dependency alerts', define: defineList },
  { name: 'view', summary: 'show one alert', define: defineView },
  { name: 'dismiss', summary: 'dismiss an open alert, with a reason', define: defineDismiss },
  { name: 'reopen', summary: 'open a dismissed alert again', define: defineReopen },
  { name: 'assign', summary: 'say who takes care of an alert', define: defineAssign },
] as const;

/** `satchel alerts …`: what the service knows of vulnerable dependencies. */
export function defineAlerts(command: Command, context: CommandContext): void {
  defineSteps(command, STEPS, context);
  addHelpEnd(command, [
    'alerts list --org acme --state open --severity high critical',
    'alerts dismiss acme/rocket 7 --reason tolerable_risk --comment "only in tests"',
  ]);
}
