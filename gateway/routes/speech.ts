import { streamSynthesisRequestSchema, synthesisRequestSchema } from '#contract/speech.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';

/** Speech synthesis: checked whole, until model servers are supported. */
export const speechRoutes = {
  synthesize: bind({ body: synthesisRequestSchema, handle: refuseSynthesis }),
  streamSynthesize: bind({ body: streamSynthesisRequestSchema, handle: refuseSynthesis }),
};

async function refuseSynthesis(call: Call<{ TextMessage: string }>): Promise<never> {
  await call.begin(Array.from(call.body.TextMessage).length);
  throw new GatewayFault('model-missing', { setting: 'FIHRIST_SPEECH_URL' });
}
