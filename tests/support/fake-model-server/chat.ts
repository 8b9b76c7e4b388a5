import type { Behaviour } from './behaviours.ts';
import type { Reply } from './send.ts';

export interface ChatBody {
  model: string;
  messages: {
    role: string;
    content: string | { type: string; text?: string; image_url?: { url: string } }[];
  }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** An answer: its text, or its pieces as sent, with the finish reason. */
export type FakeAnswer = string | { pieces: string[]; finish?: 'stop' | 'length' | 'content_filter' };

/** The text of a message, with or without parts. */
export function textOf(message: ChatBody['messages'][number] | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** Says what it was asked, in the language of the last message, and how many pictures it saw. */
export function echo({ messages }: ChatBody): string {
  const last = messages.at(-1);
  const said = textOf(last).slice(0, 200);
  const pictures = Array.isArray(last?.content)
    ? last.content.filter(({ type }) => type === 'image_url').length
    : 0;
  if (/\p{Script=Arabic}/u.test(said)) {
    const seen = pictures > 0 ? ` ورأيتُ من الصور ${pictures}.` : '';
    return `قلتَ: «${said}».${seen} هذا جواب من خادم تجريبي.`;
  }
  const seen = pictures > 0 ? ` I saw ${pictures} picture(s).` : '';
  return `You said: "${said}".${seen} This is an answer of a trial server.`;
}

/** Stands for a tokenizer: four characters a token. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const REASONING = 'أفكّر أولًا: ماذا سُئلت؟ Let me think. ';

export function replyToChat(body: ChatBody, answer: FakeAnswer, manner: Behaviour): Reply {
  const wanted = typeof answer === 'string' ? { pieces: answer.match(/\s*\S+\s*$|\s*\S+/g) ?? [''] } : answer;
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY;
  const isCut = wanted.pieces.length > maxTokens;
  const pieces = isCut ? wanted.pieces.slice(0, maxTokens) : wanted.pieces;
  const finish = isCut ? 'length' : ('finish' in wanted && wanted.finish) || 'stop';
  const output = tokensOf(pieces.join(''));
  const input = body.messages.reduce((sum, message) => sum + 3 + tokensOf(textOf(message)), 0);
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const shared = { id: 'chatcmpl-1', created: 1_795_000_000, model: body.model };
  const withUsage = manner.kind !== 'no-usage';
  if (!body.stream) {
    const message = { role: 'assistant', content: pieces.join(''), ...reasoningOf(manner) };
    const whole = {
      ...shared,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
      ...(withUsage ? { usage } : {}),
    };
    return { type: 'application/json', parts: [JSON.stringify(whole)], tail: [], isEvents: false };
  }
  const event = (delta: object, finish_reason: string | null = null, more: object = {}): string =>
    `data: ${JSON.stringify({ ...shared, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason, logprobs: null }], ...more })}\n\n`;
  const usageEvent = `data: ${JSON.stringify({ ...shared, object: 'chat.completion.chunk', choices: [], usage })}\n\n`;
  return {
    type: 'text/event-stream; charset=utf-8',
    isEvents: true,
    head: [event({ role: 'assistant', content: '' }), ...before(manner).map((delta) => event(delta))],
    parts: pieces.map((content) => event({ content })),
    tail: [
      event({}, finish),
      ...(withUsage && body.stream_options?.include_usage ? [usageEvent] : []),
      ...(manner.kind === 'no-done' ? [] : ['data: [DONE]\n\n']),
    ],
  };
}

function reasoningOf(manner: Behaviour): object {
  return manner.kind === 'thinking' && manner.as !== 'tags' ? { [manner.as]: REASONING } : {};
}

/** What comes ahead of the answer: thoughts, or a call of a tool. */
function before(manner: Behaviour): object[] {
  if (manner.kind === 'tool-call') {
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'look_up', arguments: '{"q":"' },
    };
    return [{ tool_calls: [call] }, { tool_calls: [{ index: 0, function: { arguments: 'رسوم"}' } }] }];
  }
  if (manner.kind !== 'thinking') return [];
  if (manner.as === 'tags')
    return ['<thi', 'nk>\n', REASONING, '\n</th', 'ink>\n\n'].map((content) => ({ content }));
  const field = manner.as;
  return REASONING.split(/(?<= )/).map((thought) => ({ [field]: thought }));
}
