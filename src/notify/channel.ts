import type { Words } from './compose.ts';
import type { Occasion } from './message.ts';

interface ChannelBasics {
  readonly name: string;
  readonly on: readonly Occasion[];
  readonly templates: Partial<Words>;
}

/** Somebody who is told by HTTP. */
export interface WebChannel extends ChannelBasics {
  readonly type: 'webhook' | 'slack' | 'teams' | 'ntfy' | 'healthchecks';
  readonly url: URL;
  /** The value of the Authorization header. */
  readonly authorization?: string;
}

/** Somebody who is told by e-mail. */
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

/** A program of the user's that is told. */
export interface HookChannel extends ChannelBasics {
  readonly type: 'exec';
  readonly command: readonly string[];
  readonly timeoutMs: number;
  /** The environment that it gets, besides what it is told. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A way to tell somebody; its secrets are in it. */
export type Channel = WebChannel | MailChannel | HookChannel;
