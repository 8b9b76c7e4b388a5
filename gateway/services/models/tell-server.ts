import type { AuditSubject, ModelPurpose, StoredModelServer, VoiceSetting } from '#gateway/model.ts';
import { judgeAddress } from './model-address.ts';

/** What the audit names: which purpose, by the name of its model. */
export function modelSubject(
  purpose: ModelPurpose,
  { model }: Pick<StoredModelServer, 'model'>,
): AuditSubject {
  return { kind: 'model', id: purpose, name: model };
}

/** What the audit shows of a server: where it is and whether it has a key, never the key. */
export function modelFields(server: StoredModelServer) {
  const { botId, enabled, url, model, modelV2, sealedKey, voices, contextTokens } = server;
  const { firstSeconds, silenceSeconds, concurrency } = server;
  return {
    scope: botId === 0 ? 'all' : 'bot',
    enabled,
    url,
    privateAddress: judgeAddress(url) === 'private',
    model,
    modelV2,
    hasKey: sealedKey !== null,
    voices: voices.map(printVoice),
    firstSeconds,
    silenceSeconds,
    concurrency,
    contextSize: contextTokens,
  };
}

/** Before and after; that the key is another one is told, since nothing else would show it. */
export function tellServer(before: StoredModelServer | undefined, after: StoredModelServer) {
  const isNewKey = before !== undefined && after.sealedKey !== null && before.sealedKey !== after.sealedKey;
  return {
    before: before ? modelFields(before) : null,
    after: { ...modelFields(after), ...(isNewKey ? { newKey: true } : {}) },
  };
}

const printVoice = ({ id, languages }: VoiceSetting) =>
  languages.length === 0 ? id : `${id}: ${languages.join(', ')}`;
