/** The mixed calls of the bench `oversell`: what a hurried crowd sends, and how it leaves. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { parseCharge } from '#contract/headers.ts';

export interface Outcome {
  /** 0 where the caller left before it knew. */
  status: number;
  hasLeft: boolean;
  /** Cost reported by the gateway; 0 when the caller left before. */
  charged: number;
}

interface Crowd {
  origin: string;
  keys: readonly string[];
  title: string;
}

const QUESTIONS = [
  'متى يفتح المكتب؟',
  'كم مدة الضمان؟',
  'كيف أسترد المبلغ بعد الإلغاء؟',
  'When does the office open?',
  'ما الأوراق المطلوبة لفتح حساب جديد؟',
];

/** Numbers that look like chance, the same for each call in every run. */
function chanceOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The call of this number: three of ten answers, three streams, the rest misses, passages alone and chat. */
function orderOf({ keys, title }: Crowd, number: number) {
  const draw = chanceOf(number);
  const kind = draw();
  const question = QUESTIONS[Math.floor(draw() * QUESTIONS.length)] ?? '';
  const ask = { Question: question, IndexNames: [title], MaxOutputTokens: 20 + Math.floor(draw() * 80) };
  const key = keys[Math.floor(draw() * keys.length)] ?? '';
  // One of four leaves: at once, in the middle of the work, or with the first bytes of the reply.
  const leaves = draw() < 0.25 ? (['after', 'first'] as const)[Math.floor(draw() * 2)] : undefined;
  const patience = Math.floor(draw() * draw() * 120);
  const call =
    kind < 0.3
      ? { path: '/api/v1/RAG/Answer', body: ask }
      : kind < 0.6
        ? { path: '/api/v1/RAG/Stream/Answer', body: { ...ask, IsStream: true } }
        : kind < 0.7
          ? { path: '/api/v1/RAG/Answer', body: { ...ask, IndexNames: ['لا يوجد'] } }
          : kind < 0.8
            ? { path: '/api/v1/RAG/Answer', body: ask, answerer: 'none' }
            : {
                path: '/api/v1/Model/chat/completions',
                body: { Message: question, Config: { MaxTokens: 50 } },
              };
  return { ...call, key, leaves, patience };
}

/** Makes a call, or begins it and leaves. */
export function makeCall(crowd: Crowd, agent: Agent, number: number): Promise<Outcome> {
  const { path, body, key, leaves, patience, ...more } = orderOf(crowd, number);
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let hasLeft = false;
    const leave = (response?: IncomingMessage) => {
      hasLeft = true;
      response?.destroy();
      sent.destroy();
      resolve({ status: response?.statusCode ?? 0, hasLeft: true, charged: 0 });
    };
    const sent = request(
      `${crowd.origin}${path}`,
      {
        method: 'POST',
        agent,
        headers: {
          'x-user-auth': key,
          'x-bot': '1',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...('answerer' in more ? { 'x-answerer': more.answerer } : {}),
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        if (leaves === 'first') response.once('data', () => leave(response));
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('error', () => hasLeft || reject(new Error('the reply broke off')));
        response.once('end', () => {
          clearTimeout(timer);
          if (!hasLeft) resolve(readOutcome(response, Buffer.concat(pieces).toString()));
        });
      },
    );
    sent.once('error', (error) => (hasLeft ? undefined : reject(error)));
    if (leaves === 'after') timer = setTimeout(leave, patience);
    sent.end(text);
  });
}

function readOutcome({ statusCode = 0, headers }: IncomingMessage, text: string): Outcome {
  const header = headers['x-charge'];
  const reported = parseCharge(typeof header === 'string' ? header : null)?.amount;
  const final = /"total_tokens":(\d+)/.exec(text)?.[1];
  return { status: statusCode, hasLeft: false, charged: reported ?? Number(final ?? 0) };
}
