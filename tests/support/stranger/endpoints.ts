import { answer, streamAnswer } from './answers.ts';
import { chat, streamChat } from './chat.ts';
import type { Handler } from './context.ts';
import { SHAPES, type Shape } from './shapes.ts';
import { speech, streamSpeech } from './speech.ts';
import type { Switches } from './switches.ts';
import { byId, list, register, upload } from './units.ts';

export interface Endpoint {
  name: EndpointName;
  method: 'GET' | 'POST';
  /** As section 4 writes it. */
  path: string;
  handle: Handler;
  /** Absent where there is no body. */
  shape?: Shape;
}

export type EndpointName = keyof typeof SHAPES | 'byId' | 'list';

/** Section 4, and the list of public documentation. */
const ENDPOINTS: readonly Endpoint[] = [
  { name: 'chat', method: 'POST', path: '/api/v1/Model/chat/completions', handle: chat, shape: SHAPES.chat },
  {
    name: 'streamChat',
    method: 'POST',
    path: '/api/v1/Model/stream/chat/completions',
    handle: streamChat,
    shape: SHAPES.streamChat,
  },
  { name: 'list', method: 'GET', path: '/api/AIKnowledge/all/{botId}', handle: list },
  { name: 'byId', method: 'GET', path: '/api/AIKnowledge/byId/{knowledgeId}', handle: byId },
  {
    name: 'register',
    method: 'POST',
    path: '/api/AIKnowledge/{botId}',
    handle: register,
    shape: SHAPES.register,
  },
  { name: 'upload', method: 'POST', path: '/api/UploadBlob', handle: upload, shape: SHAPES.upload },
  { name: 'answer', method: 'POST', path: '/api/v1/RAG/Answer', handle: answer, shape: SHAPES.answer },
  {
    name: 'streamAnswer',
    method: 'POST',
    path: '/api/v1/RAG/Stream/Answer',
    handle: streamAnswer,
    shape: SHAPES.streamAnswer,
  },
  {
    name: 'streamSpeech',
    method: 'POST',
    path: '/api/v1/Model/Stream/SpeechToText',
    handle: streamSpeech,
    shape: SHAPES.streamSpeech,
  },
  {
    name: 'speech',
    method: 'POST',
    path: '/api/v2/Model/SpeechToText',
    handle: speech,
    shape: SHAPES.speech,
  },
];

/** The endpoint that a gateway with these switches has at a path. */
export function findEndpoint(
  method: string,
  url: string,
  { prefix, family, list }: Pick<Switches, 'prefix' | 'family' | 'list'>,
): Endpoint | undefined {
  const [path = ''] = url.split('?');
  const match = ENDPOINTS.find((endpoint) => {
    const pattern = endpoint.path.replace('/Model/', `/${family}/`).replace(/\{\w+\}$/u, '[^/]+');
    return endpoint.method === method && new RegExp(`^${prefix}${pattern}$`, 'u').test(path);
  });
  return match?.name === 'list' && list === 'none' ? undefined : match;
}
