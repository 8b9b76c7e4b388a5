/** The nine endpoints with a valid call of each, in the order in which the interface lists them. */
import type { OperationId } from '#contract/operations/index.ts';
import { streamTranscribe, transcribe } from '#contract/operations/speech.ts';
import type { Call } from '../calls/call.ts';
import {
  answerCall,
  chatCall,
  registerCall,
  speechCall,
  streamAnswerCall,
  streamChatCall,
  unitCall,
  uploadCall,
} from '../calls/requests.ts';
import type { Lab } from '../lab.ts';
import { SAMPLES } from '../units.ts';

/** A call that a gateway would serve, by the id of its operation; without what other calls would have to prepare. */
export const SAMPLE_CALLS = {
  chat: () => chatCall(),
  streamChat: () => streamChatCall(),
  registerUnit: ({ prefix, options }: Lab) =>
    registerCall({ title: `${prefix} 401`, KnowledgeSource: 1, SourceContent: [options.pageUrl] }),
  upload: ({ prefix }: Lab) => uploadCall(`${prefix} 401`, SAMPLES.txt),
  getUnit: () => unitCall(1),
  answer: ({ prefix }: Lab) => answerCall(prefix),
  streamAnswer: ({ prefix }: Lab) => streamAnswerCall(prefix),
  streamTranscribe: () => speechCall(streamTranscribe),
  transcribe: () => speechCall(transcribe),
} satisfies Partial<Record<OperationId, (lab: Lab) => Call>>;
export type EndpointId = keyof typeof SAMPLE_CALLS;
export const ENDPOINT_IDS = Object.keys(SAMPLE_CALLS) as EndpointId[];
