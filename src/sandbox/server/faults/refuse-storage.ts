import type { ServiceCore } from '../service.ts';
import { storageError } from '../storage/storage-error.ts';
import { expiredLink } from '../storage/storage-refusals.ts';
import type { FaultRefusal } from './fault-stage.ts';

/** Writes a refusal on request as an object store would. */
export function refuseStorage(refusal: FaultRefusal, { clock }: Pick<ServiceCore, 'clock'>): Response {
  if (refusal.type === 'expired_link') {
    const nowMs = clock.now();
    return expiredLink({ lifetimeSeconds: 300, expiredAtMs: nowMs - 1_000, nowMs });
  }
  if (refusal.type === 'moved') {
    return new Response(null, { status: refusal.status, headers: { location: refusal.location } });
  }
  return refusal.type === 'answer' && refusal.body !== ''
    ? new Response(refusal.body, { status: refusal.status })
    : storageError({
        status: refusal.status,
        code: refusal.status === 503 ? 'SlowDown' : 'InternalError',
        message: 'We encountered an internal error. Please try again.',
      });
}
