import { joinSignals } from '../base/signals.ts';
import type { Client } from './create-client.ts';
import type { ApiCall } from './send.ts';

/** The last argument of each call to the service. */
export interface CallOptions {
  /** Aborts this call, its waits and its retries; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The client, whose requests and waits this signal aborts as well. */
export function withSignal(client: Client, { signal }: CallOptions = {}): Client {
  return signal === undefined
    ? client
    : {
        ...client,
        signal: joinSignals(signal, client.signal),
        request: (call) => client.request(bound(call, signal)),
        openDownload: (request) => client.openDownload(bound(request, signal)),
        askLfs: (request) => client.askLfs(bound(request, signal)),
        openFile: (request) => client.openFile(bound(request, signal)),
        sendFile: (file) => client.sendFile(bound(file, signal)),
        gitAuthorization: (asked) => client.gitAuthorization(joinSignals(asked, signal)),
      };
}

function bound<Call extends Pick<ApiCall, 'signal'>>(call: Call, signal: AbortSignal): Call {
  return { ...call, signal: joinSignals(call.signal, signal) };
}
