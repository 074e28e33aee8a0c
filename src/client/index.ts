/**
 * The HTTP client of the service: a sender wrapped by named decorators (authentication, headers, the rate gate,
 * redirects, validators, retries, failures), pages as async iterables, and downloads from the storage origin. It does
 * not know any endpoint. Its messages never contain tokens or signed addresses.
 */

export { rangeFrom } from './byte-ranges.ts';
export { checkKindForMigrations, KIND_TITLES } from './check-token.ts';
export { connectionFailure, isConnectionError } from './connection-failure.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export type { Credentials } from './credentials.ts';
export { authorizeDevice, type DeviceCode } from './device-flow.ts';
export type { DownloadAnswer, DownloadContent } from './download-answer.ts';
export { createExchanges, type Exchanges } from './exchanges.ts';
export { listPages, type PageOptions, pageCountOf } from './list-pages.ts';
export { type Network, type Proxies, proxyFor, readNetwork, readProxies } from './network.ts';
export { createPoster, type Poster } from './poster.ts';
export { readUrl, redactUrl } from './request-url.ts';
export type { ApiCall, ApiMethod, ApiResponse, Wait } from './send.ts';
export { showForeignText } from './service-error.ts';
export { serviceTimeMs } from './service-time.ts';
export { openSharedLimits } from './shared-limits.ts';
export { readTokenFacts } from './token-facts.ts';
