import { GatewayFault } from '#gateway/errors.ts';
import type { Heard, HearingOrder, Ports } from '#gateway/ports.ts';
import { findServer, requireServer } from '#gateway/services/models/resolve-server.ts';
import { createTranslator } from './translate.ts';
import type { HearingPlan } from './plan.ts';

/** What hears a piece of a record, as it was planned. */
export type Ear = (
  piece: Pick<HearingOrder, 'wav' | 'before' | 'times'>,
  signal: AbortSignal,
) => Promise<Heard>;

/** The variable that names the folder of the model on this machine. */
export const EAR_SETTING = 'FIHRIST_TRANSCRIPTION_FOLDER';

/**
 * The bot's transcription server, else the model on this machine. Only servers translate, and only into English; for the
 * rest the bot's chat server translates what was heard. Throws when nobody hears, or nobody can translate.
 */
export async function findEar(ports: Ports, botId: number, plan: HearingPlan): Promise<Ear> {
  const { language, into } = plan;
  const server = await findServer(ports, botId, 'transcription');
  const hint = language === undefined ? {} : { language };
  if (server) {
    const model = plan.version === 'v2' ? (server.modelV2 ?? server.model) : server.model;
    const hear = (task: HearingOrder['task']): Ear => {
      return (piece, signal) => ports.models.hear(server, { ...piece, ...hint, model, task }, signal);
    };
    if (into === 'en') return hear('translate');
    return into === null ? hear('transcribe') : translated(ports, botId, hear('transcribe'), plan, into);
  }
  const local = ports.ear;
  if (!local) {
    await requireServer(ports, botId, 'transcription');
    throw new GatewayFault('model-missing', { setting: EAR_SETTING });
  }
  const problem = local.problem();
  if (problem)
    throw new GatewayFault('engine-not-ready', {
      ...problem.parameters,
      setting: EAR_SETTING,
      reason: problem.code,
    });
  const ear: Ear = ({ wav, times }, signal) => local.hear({ wav, times, ...hint }, signal);
  return into === null ? ear : translated(ports, botId, ear, plan, into);
}

/** Whether calls of this bot are heard at all. */
export async function canHear(ports: Ports, botId: number): Promise<boolean> {
  if (await findServer(ports, botId, 'transcription')) return true;
  return ports.ear?.problem() === null;
}

async function translated(
  ports: Ports,
  botId: number,
  ear: Ear,
  { language }: HearingPlan,
  into: string,
): Promise<Ear> {
  const chat = await findServer(ports, botId, 'chat');
  if (!chat) {
    const hasServer = (await findServer(ports, botId, 'transcription')) !== undefined;
    const offered = [...(hasServer ? ['en'] : []), ...(language && language !== 'en' ? [language] : [])];
    throw new GatewayFault('translation-not-offered', { target: into, offered }, { field: 'TargetLanguage' });
  }
  const translate = createTranslator(ports, chat, language, into);
  return async (piece, signal) => {
    const { text, segments } = await ear(piece, signal);
    // What stands at which time is not known any more; that it was said within this piece is.
    const [first] = segments ?? [];
    const last = segments?.at(-1);
    const words = await translate(text, signal);
    return {
      text: words,
      segments: first && last ? [{ start: first.start, end: last.end, text: words }] : segments,
    };
  };
}
