import type { Clock } from '../../../base/index.ts';

/** What a fault can lay hands on. */
export interface FaultStage {
  readonly clock: Clock;
  readonly connection: Connection;
  /** Writes refusals as the origin does. */
  readonly refuse: (refusal: FaultRefusal) => Response;
}

/** The connection that a request came by. */
export interface Connection {
  /** Stands for the answer once the connection is over: nothing else can be sent. */
  readonly cut: Response | undefined;
  /** Ends it at once, without a word. */
  reset(): Response;
  /** Sends a head that announces one length, bytes of perhaps another, and ends the connection, unless it is over. */
  sendAndReset(answer: CutAnswer): Response;
}

/** How a fault wants to be told. */
export type FaultRefusal =
  | { readonly type: 'answer'; readonly status: number; readonly body: string }
  | { readonly type: 'expired_link' }
  | { readonly type: 'moved'; readonly status: number; readonly location: string }
  | { readonly type: 'primary_limit'; readonly status: number; readonly resetAtSeconds: number }
  | {
      readonly type: 'secondary_limit';
      readonly status: number;
      readonly retryAfterSeconds: number | undefined;
    };

/** Answers a request. */
export type Respond = (request: Request) => Promise<Response>;

/** An answer whose body may end where it should not. */
export interface CutAnswer {
  /** Whose status and headers it has; its own body was read already. */
  readonly head: Pick<Response, 'headers' | 'status'>;
  readonly bytes: Uint8Array;
  readonly announcedBytes: number;
}
