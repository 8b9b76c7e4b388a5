import type { TokenUsage } from '#gateway/modules/models/ports/models.ts';

/** One event of a chat stream. `{}` for an event without content, such as the role at the beginning. */
export interface ChatEvent {
  text?: string;
  /** Reasoning of the model in a field of its own. */
  reasoning?: string;
  finish?: 'stop' | 'length' | 'filtered' | 'other';
  usage?: TokenUsage;
  /** An error in place of an answer, as the server has it. */
  error?: unknown;
}

const REASONS: Record<string, ChatEvent['finish']> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

/** The event of a line of data; undefined when it is none. Fields that nothing is made of are not looked at. */
export function readChatEvent(data: string): ChatEvent | undefined {
  const chunk = parse(data);
  if (!isObject(chunk)) return undefined;
  const { error, choices, usage } = chunk;
  if (error !== undefined && error !== null) return { error };
  const use = readUsage(usage);
  const event: ChatEvent = use ? { usage: use } : {};
  if (!Array.isArray(choices)) return isObject(usage) ? event : undefined;
  const [choice] = choices as unknown[];
  if (choice === undefined) return event;
  if (!isObject(choice)) return undefined;
  const { delta, finish_reason: reason } = choice;
  if (typeof reason === 'string' && reason !== '') event.finish = REASONS[reason] ?? 'other';
  return delta === undefined || delta === null ? event : readDelta(delta, event);
}

function readDelta(delta: unknown, event: ChatEvent): ChatEvent | undefined {
  if (!isObject(delta)) return undefined;
  const { content, refusal } = delta;
  const thought = delta['reasoning_content'] ?? delta['reasoning'];
  if (typeof thought === 'string' && thought !== '') event.reasoning = thought;
  if (typeof content === 'string') event.text = content;
  else if (Array.isArray(content)) {
    event.text = content.map(textOfPart).join('');
    const aloud = content.map(reasoningOfPart).join('');
    if (aloud !== '') event.reasoning ??= aloud;
  } else if (content !== undefined && content !== null) return undefined;
  // A model that refuses says so in a field of its own.
  if (typeof refusal === 'string' && refusal !== '') {
    event.text = `${event.text ?? ''}${refusal}`;
    event.finish = 'filtered';
  }
  return event;
}

/** Content in parts, as Mistral has it: text, and thoughts among it. */
function textOfPart(part: unknown): string {
  return isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : '';
}

function reasoningOfPart(part: unknown): string {
  if (!isObject(part) || part['type'] !== 'thinking') return '';
  const { thinking } = part;
  return Array.isArray(thinking) ? thinking.map(textOfPart).join('') : '';
}

function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isObject(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  // Some servers that do not count send noughts.
  return isCount(input) && isCount(output) && input > 0 ? { input, output } : undefined;
}

/** Whether a value can be a number of tokens: what is none would be charged. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
