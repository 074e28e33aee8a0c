import type { Words } from './compose.ts';
import type { Occasion } from './message.ts';

interface ChannelBasics {
  readonly name: string;
  readonly on: readonly Occasion[];
  readonly templates: Partial<Words>;
}

/** A receiver of notifications by HTTP. */
export interface WebChannel extends ChannelBasics {
  readonly type: 'webhook' | 'slack' | 'teams' | 'ntfy' | 'healthchecks';
  readonly url: URL;
  /** The value of the Authorization header. */
  readonly authorization?: string;
}

export interface MailChannel extends ChannelBasics {
  readonly type: 'email';
  readonly host: string;
  readonly port?: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user?: string;
  readonly password?: string;
  readonly from: string;
  readonly to: readonly string[];
}

/** A program of the user that is run for each notification. */
export interface HookChannel extends ChannelBasics {
  readonly type: 'exec';
  readonly command: readonly string[];
  readonly timeoutMs: number;
  /** Its environment, in addition to the variables about the message. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A notification channel, including its secrets. */
export type Channel = WebChannel | MailChannel | HookChannel;
