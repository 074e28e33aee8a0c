import type { WebChannel } from './channel.ts';
import type { Words } from './compose.ts';
import { type Message, messageJson, type Occasion } from './message.ts';

export interface WebRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface WebMessage {
  readonly channel: WebChannel;
  readonly message: Message;
  readonly words: Words;
}

const IS_BAD: Readonly<Record<Occasion, boolean>> = {
  start: false,
  success: false,
  failure: true,
  recovery: false,
  suspicion: true,
  age: true,
};

/** The request that each type of receiver expects. */
export const WEB_SHAPES: Readonly<Record<WebChannel['type'], (message: WebMessage) => WebRequest>> = {
  webhook: ({ channel, message, words }) => json(channel, { ...messageJson(message), ...words }),
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: notifications show `text`.
  slack: ({ channel, words }) =>
    json(channel, {
      text: escapeSlack(words.title),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: words.title.slice(0, 150) } },
        { type: 'section', text: { type: 'mrkdwn', text: escapeSlack(words.text).slice(0, 3_000) || ' ' } },
      ],
    }),
  // Workflows of Teams expect an adaptive card in an attachment; the older connectors no longer exist.
  teams: ({ channel, message, words }) =>
    json(channel, {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'TextBlock',
                size: 'Medium',
                weight: 'Bolder',
                wrap: true,
                color: IS_BAD[message.occasion] ? 'Attention' : 'Good',
                text: words.title,
              },
              ...words.text.split('\n').map((text) => ({ type: 'TextBlock', wrap: true, text })),
            ],
          },
        },
      ],
    }),
  // https://docs.ntfy.sh/publish/#publish-as-json: as JSON to the server's root, since headers are not UTF-8.
  ntfy: ({ channel, message, words }) => {
    const topic = channel.url.pathname.split('/').at(-1) ?? '';
    const url = new URL(channel.url);
    url.pathname = url.pathname.slice(0, -topic.length || undefined);
    return json(
      { ...channel, url },
      {
        topic: decodeURIComponent(topic),
        title: words.title,
        message: words.text,
        priority: IS_BAD[message.occasion] ? 4 : 3,
        tags: [IS_BAD[message.occasion] ? 'warning' : 'white_check_mark'],
      },
    );
  },
  // https://healthchecks.io/docs/signaling_failures: the path contains the outcome, and the body is stored with the ping.
  healthchecks: ({ channel, message, words }) => {
    const url = new URL(channel.url);
    const sign = { start: '/start', failure: '/fail' }[message.occasion as string] ?? '';
    url.pathname = `${url.pathname.replace(/\/$/, '')}${sign}`;
    return {
      url,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `${words.title}\n${words.text}\n`,
    };
  },
};

function json({ url, authorization }: WebChannel, body: object): WebRequest {
  const headers = { 'content-type': 'application/json' };
  return {
    url,
    headers: authorization === undefined ? headers : { ...headers, authorization },
    body: JSON.stringify(body),
  };
}

/** Escapes the three special characters of Slack. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
