/**
 * Notifications about backups: webhooks, chats, pings, e-mail, and programs of the user. Problems with delivering them
 * are returned, never thrown.
 */

export type { Channel } from './channel.ts';
export type { Message, Occasion } from './message.ts';
export { notify } from './notify.ts';
export { planOccasions } from './plan-occasions.ts';
