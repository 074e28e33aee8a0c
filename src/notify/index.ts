/**
 * Telling people and machines what became of a backup: webhooks, chats, pings, e-mail, and programs of the user's. What
 * goes wrong with telling is an answer, never a failure.
 */

export type { Channel } from './channel.ts';
export type { Message, Occasion } from './message.ts';
export { tell } from './notifier.ts';
export { planOccasions } from './plan-occasions.ts';
