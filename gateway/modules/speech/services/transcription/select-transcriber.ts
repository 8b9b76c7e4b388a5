import { GatewayFault } from '#gateway/core/errors.ts';
import type { TranscriptionRequest, TranscriptionResult } from '#gateway/modules/models/ports/models.ts';
import { findServer, requireServer } from '#gateway/modules/models/services/resolve-server.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';
import type { TranscriptionPlan } from './plan-transcription.ts';
import { createTranslator } from './translate.ts';

/** Transcribes a piece of a record as planned. */
export type Transcriber = (
  piece: Pick<TranscriptionRequest, 'file' | 'prompt' | 'times'>,
  signal: AbortSignal,
) => Promise<TranscriptionResult>;

type TranscriberPorts = Pick<Ports, 'log' | 'modelServers' | 'models' | 'settings'>;

/**
 * The bot's transcription server. It translates into English; into other languages the bot's chat server translates what
 * was heard. Throws when there is no server for either.
 */
export async function selectTranscriber(
  ports: TranscriberPorts,
  botId: number,
  plan: TranscriptionPlan,
): Promise<Transcriber> {
  const { language, targetLanguage } = plan;
  const server =
    (await findServer(ports, botId, 'transcription')) ?? (await requireServer(ports, botId, 'transcription'));
  const hint = language === undefined ? {} : { language };
  const model = plan.version === 'v2' ? (server.modelV2 ?? server.model) : server.model;
  const transcriberFor = (task: TranscriptionRequest['task']): Transcriber => {
    return (piece, signal) => ports.models.transcribe(server, { ...piece, ...hint, model, task }, signal);
  };
  if (targetLanguage === 'en') return transcriberFor('translate');
  return targetLanguage === null
    ? transcriberFor('transcribe')
    : withTranslation(ports, botId, transcriberFor('transcribe'), plan, targetLanguage);
}

async function withTranslation(
  ports: TranscriberPorts,
  botId: number,
  transcriber: Transcriber,
  { language }: TranscriptionPlan,
  into: string,
): Promise<Transcriber> {
  const chat = await findServer(ports, botId, 'chat');
  if (!chat) {
    const offered = ['en', ...(language && language !== 'en' ? [language] : [])];
    throw new GatewayFault('translation-not-offered', { target: into, offered }, { field: 'TargetLanguage' });
  }
  const translate = createTranslator(ports, chat, language, into);
  return async (piece, signal) => {
    const { text, segments, seconds } = await transcriber(piece, signal);
    // A translation loses the times of sentences; only the time span of the whole piece stays known.
    const [first] = segments ?? [];
    const last = segments?.at(-1);
    const words = await translate(text, signal);
    return {
      text: words,
      segments: first && last ? [{ start: first.start, end: last.end, text: words }] : segments,
      seconds,
    };
  };
}
