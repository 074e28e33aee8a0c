/** What the conformance tool sees of a scenario: all checks passed, one failed, or it had nothing to check. */
export type Outcome = 'passed' | 'failed' | 'nothing checked';

/** Scenarios that apply to a server which only answers. All of them must pass. */
export const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'resources-list',
  'resources-read-text',
  'resources-templates-read',
  'completion-complete',
  'dns-rebinding-protection',
] as const;

const NO_MEDIA = 'it wants images or audio: all answers are texts';
const NO_RESOURCE = 'it wants resources in answers: these name threads, which clients can read';
const NO_REQUESTS =
  'it wants requests to the client: the server only answers, so that it works with all clients';
const NO_PROMPTS = 'it wants prompts: what to do with an archive is what a person asks for';
const NO_UPDATES = 'it wants news of changed resources: the store does not change while it is served';
const NO_LOG = 'it wants log messages: an answer says what went wrong';

/** Scenarios that do not apply, with what the tool sees and why. */
export const NOT_APPLICABLE: Readonly<Record<string, readonly [outcome: Outcome, reason: string]>> = {
  'logging-set-level': ['failed', NO_LOG],
  'tools-call-with-logging': ['failed', NO_LOG],
  'tools-call-with-progress': ['failed', 'it wants reports of progress: answers take seconds at most'],
  'tools-call-image': ['failed', NO_MEDIA],
  'tools-call-audio': ['failed', NO_MEDIA],
  'tools-call-mixed-content': ['failed', NO_MEDIA],
  'tools-call-embedded-resource': ['failed', NO_RESOURCE],
  'resources-read-binary': ['failed', NO_MEDIA],
  'resources-subscribe': ['failed', NO_UPDATES],
  'resources-unsubscribe': ['failed', NO_UPDATES],
  'tools-call-sampling': ['failed', NO_REQUESTS],
  'tools-call-elicitation': ['failed', NO_REQUESTS],
  'elicitation-sep1034-defaults': ['failed', NO_REQUESTS],
  'elicitation-sep1330-enums': ['failed', NO_REQUESTS],
  'prompts-list': ['failed', NO_PROMPTS],
  'prompts-get-simple': ['failed', NO_PROMPTS],
  'prompts-get-with-args': ['failed', NO_PROMPTS],
  'prompts-get-embedded-resource': ['failed', NO_PROMPTS],
  'prompts-get-with-image': ['failed', NO_PROMPTS],
  'json-schema-2020-12': [
    'failed',
    'it wants a tool whose parameters share definitions: ours are texts and numbers',
  ],
  'server-sse-polling': [
    'nothing checked',
    'it is for servers with sessions: each request is answered by itself',
  ],
  'server-sse-multiple-streams': ['nothing checked', 'it is for servers with sessions'],
};
