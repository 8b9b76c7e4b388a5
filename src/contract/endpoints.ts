/**
 * The registry: every endpoint once, with what the gateway, the dashboard, the mocks, the tests and the docs need of it.
 * `{Model}` stands for the model-family segment, a setting on both sides.
 */
import { IMAGE_LIMITS } from './limits.ts';
import type { Role } from './session.ts';
import type { Ledger } from './usage.ts';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Section of the interface, or of `completions` where it is silent. */
  section: string;
  standing: 'documented' | 'extension';
  /** What proves who calls: a key, a sign-in code, or the signature in a file's own address. */
  proof: 'key' | 'code' | 'signature';
  /** Roles that may call it. */
  roles: readonly Role[];
  /** `optional-json`: an absent body counts as `{}`. */
  body: 'none' | 'json' | 'optional-json' | 'form';
  /** Bytes of a JSON body; absent: `JSON_BODY_LIMIT`. */
  jsonBytes?: number;
  answer: 'envelope' | 'plain' | 'events' | 'file';
  /** The ledger whose state `Consumption` reports. */
  ledger: Ledger;
  /** True when it spends from that ledger, and so counts for 402 and for the limit of calls under way; some free ones count for that as well. */
  spends: boolean;
  /** True when `Idempotency-Key` is honoured. */
  idempotent: boolean;
  /** True when it changes something that the audit has to tell; a handler that did not say what is a fault of ours. */
  audited: boolean;
  /** True when an archived bot refuses it: it spends, or changes what the bot knows and tells. */
  needsActiveBot: boolean;
}

const everyone: readonly Role[] = ['owner', 'curator', 'tester', 'monitor'];
const curators: readonly Role[] = ['owner', 'curator'];
const askers: readonly Role[] = ['owner', 'curator', 'tester'];
const owners: readonly Role[] = ['owner'];
/** Who watches: what was used by whom, and who changed what. */
const watchers: readonly Role[] = ['owner', 'monitor'];

const plain = {
  ledger: 'text',
  spends: false,
  idempotent: false,
  audited: false,
  needsActiveBot: false,
  proof: 'key',
} as const;
/** Changes what the bot knows. */
const knowledge = { ...plain, needsActiveBot: true } as const;
const reads = {
  ...plain,
  method: 'GET',
  body: 'none',
  answer: 'envelope',
  roles: everyone,
  standing: 'extension',
} as const;
/** What shapes answers beside the units themselves. */
const curates = {
  ...knowledge,
  section: 'extension',
  standing: 'extension',
  body: 'json',
  answer: 'envelope',
  roles: curators,
  audited: true,
} as const;
/** What only those who answer for the installation may change. */
const governs = { ...curates, roles: owners, needsActiveBot: false } as const;
const watches = { ...reads, section: 'extension', roles: watchers } as const;
const spends = { ...knowledge, method: 'POST', spends: true, roles: askers } as const;

export const ENDPOINTS = {
  chat: {
    ...spends,
    path: '/api/v1/{Model}/chat/completions',
    section: '4.1',
    standing: 'documented',
    body: 'json',
    answer: 'envelope',
  },
  streamChat: {
    ...spends,
    path: '/api/v1/{Model}/stream/chat/completions',
    section: '4.2',
    standing: 'documented',
    body: 'json',
    answer: 'events',
  },
  registerUnit: {
    ...knowledge,
    method: 'POST',
    path: '/api/AIKnowledge/{botId}',
    section: '4.3',
    standing: 'documented',
    body: 'json',
    answer: 'envelope',
    roles: curators,
    idempotent: true,
    audited: true,
  },
  upload: {
    ...knowledge,
    method: 'POST',
    path: '/api/UploadBlob',
    section: '4.4',
    standing: 'documented',
    body: 'form',
    answer: 'plain',
    roles: curators,
    idempotent: true,
    audited: true,
  },
  getUnit: {
    ...reads,
    path: '/api/AIKnowledge/byId/{knowledgeId}',
    section: '4.5',
    standing: 'documented',
    answer: 'plain',
  },
  answer: {
    ...spends,
    path: '/api/v1/RAG/Answer',
    section: '4.6',
    standing: 'documented',
    body: 'json',
    answer: 'envelope',
  },
  streamAnswer: {
    ...spends,
    path: '/api/v1/RAG/Stream/Answer',
    section: '4.7',
    standing: 'documented',
    body: 'json',
    answer: 'events',
  },
  explainAnswer: {
    ...plain,
    method: 'POST',
    path: '/api/v1/RAG/Explain',
    section: 'extension',
    standing: 'extension',
    body: 'json',
    answer: 'envelope',
    roles: askers,
  },
  streamTranscribe: {
    ...spends,
    path: '/api/v1/{Model}/Stream/SpeechToText',
    section: '4.8',
    standing: 'documented',
    body: 'form',
    answer: 'events',
    ledger: 'audio',
  },
  transcribe: {
    ...spends,
    path: '/api/v2/{Model}/SpeechToText',
    section: '4.9',
    standing: 'documented',
    body: 'form',
    answer: 'envelope',
    ledger: 'audio',
  },
  synthesize: {
    ...spends,
    path: '/api/v2/{Model}/TextToSpeech',
    section: 'completions',
    standing: 'extension',
    body: 'json',
    answer: 'envelope',
    ledger: 'speech',
  },
  streamSynthesize: {
    ...spends,
    path: '/api/v1/{Model}/Stream/TextToSpeech',
    section: 'completions',
    standing: 'extension',
    body: 'json',
    answer: 'events',
    ledger: 'speech',
  },
  multimodalChat: {
    ...spends,
    path: '/api/v2/{Model}/chat/completions',
    section: 'completions',
    standing: 'extension',
    body: 'json',
    jsonBytes: IMAGE_LIMITS.bodyBytes,
    answer: 'envelope',
  },

  listUnits: { ...reads, path: '/api/AIKnowledge/all/{botId}', section: 'completions' },
  getUnitEnveloped: { ...reads, path: '/api/AIKnowledge/{botId}/{knowledgeId}', section: 'completions' },
  updateUnit: {
    ...knowledge,
    method: 'PUT',
    path: '/api/AIKnowledge/{botId}/{knowledgeId}',
    section: 'completions',
    standing: 'extension',
    body: 'json',
    answer: 'envelope',
    roles: curators,
    audited: true,
  },
  deleteUnit: {
    ...knowledge,
    method: 'DELETE',
    path: '/api/AIKnowledge/{botId}/{knowledgeId}',
    section: 'completions',
    standing: 'extension',
    body: 'none',
    answer: 'envelope',
    roles: curators,
    audited: true,
  },
  restoreUnit: {
    ...knowledge,
    method: 'POST',
    path: '/api/AIKnowledge/{botId}/{knowledgeId}/restore',
    section: 'completions',
    standing: 'extension',
    body: 'optional-json',
    answer: 'envelope',
    roles: curators,
    audited: true,
  },
  reindexUnit: {
    ...knowledge,
    method: 'POST',
    path: '/api/AIKnowledge/{botId}/{knowledgeId}/reindex',
    section: 'completions',
    standing: 'extension',
    body: 'none',
    answer: 'envelope',
    roles: curators,
    audited: true,
  },
  unitDetails: { ...reads, path: '/api/AIKnowledge/{botId}/{knowledgeId}/details', section: 'completions' },
  unitPassages: { ...reads, path: '/api/AIKnowledge/{botId}/{knowledgeId}/passages', section: 'completions' },
  unitStates: { ...reads, path: '/api/AIKnowledge/{botId}/states', section: 'completions' },
  knowledgeSummary: { ...reads, path: '/api/AIKnowledge/{botId}/summary', section: 'completions' },
  listSynonyms: { ...reads, path: '/api/Synonyms/{botId}', section: 'extension' },
  getSynonyms: { ...reads, path: '/api/Synonyms/{botId}/{groupId}', section: 'extension' },
  addSynonyms: { ...curates, method: 'POST', path: '/api/Synonyms/{botId}' },
  changeSynonyms: { ...curates, method: 'PUT', path: '/api/Synonyms/{botId}/{groupId}' },
  removeSynonyms: { ...curates, method: 'DELETE', path: '/api/Synonyms/{botId}/{groupId}', body: 'none' },
  exportSynonyms: { ...reads, path: '/api/Synonyms/{botId}/export', section: 'extension' },
  importSynonyms: { ...curates, method: 'POST', path: '/api/Synonyms/{botId}/import' },
  measureSynonyms: {
    ...curates,
    method: 'POST',
    path: '/api/Synonyms/{botId}/measure',
    roles: askers,
    audited: false,
    needsActiveBot: false,
  },
  readContext: { ...reads, path: '/api/AIKnowledge/{botId}/context', section: 'completions', roles: askers },
  clearContext: {
    ...reads,
    method: 'DELETE',
    path: '/api/AIKnowledge/{botId}/context',
    section: 'completions',
    roles: askers,
  },
  getFile: {
    ...reads,
    path: '/api/Files/{botId}/{fileId}/{grant}/{name}',
    section: 'completions',
    proof: 'signature',
    answer: 'file',
  },
  capabilities: { ...reads, path: '/api/Capabilities', section: 'completions' },
  usage: { ...reads, path: '/api/Usage/{botId}', section: 'completions' },
  signIn: {
    ...plain,
    method: 'POST',
    path: '/api/Session',
    section: 'extension',
    standing: 'extension',
    proof: 'code',
    body: 'json',
    answer: 'envelope',
    roles: everyone,
    audited: true,
  },
  session: { ...reads, path: '/api/Session', section: 'extension' },
  signOut: { ...reads, method: 'DELETE', path: '/api/Session', section: 'extension', audited: true },
  listKeys: { ...reads, path: '/api/Keys', section: 'extension', roles: owners },
  createKey: { ...governs, method: 'POST', path: '/api/Keys' },
  changeKey: { ...governs, method: 'PUT', path: '/api/Keys/{keyId}' },
  rotateKey: { ...governs, method: 'POST', path: '/api/Keys/{keyId}/rotate', body: 'optional-json' },
  revokeKey: { ...governs, method: 'DELETE', path: '/api/Keys/{keyId}', body: 'none' },

  listBots: { ...reads, path: '/api/Bots', section: 'extension' },
  createBot: { ...governs, method: 'POST', path: '/api/Bots' },
  changeBot: { ...governs, method: 'PUT', path: '/api/Bots/{id}' },
  archiveBot: { ...governs, method: 'POST', path: '/api/Bots/{id}/archive', body: 'none' },
  restoreBot: { ...governs, method: 'POST', path: '/api/Bots/{id}/restore', body: 'none' },
  deleteBot: { ...governs, method: 'DELETE', path: '/api/Bots/{id}', body: 'none' },

  usageOfBots: { ...watches, path: '/api/Usage' },
  usageHistory: { ...watches, path: '/api/Usage/{botId}/history' },
  usageConsumers: { ...watches, path: '/api/Usage/{botId}/consumers' },
  usageFailures: { ...watches, path: '/api/Usage/{botId}/failures' },
  usageCalls: { ...watches, path: '/api/Usage/{botId}/calls' },

  listAlerts: { ...watches, path: '/api/Alerts/{botId}' },
  alertRules: { ...watches, path: '/api/Alerts/{botId}/rules' },
  setAlertRules: { ...governs, method: 'PUT', path: '/api/Alerts/{botId}/rules', roles: watchers },
  listWebhooks: { ...watches, path: '/api/Alerts/{botId}/webhooks' },
  addWebhook: { ...governs, method: 'POST', path: '/api/Alerts/{botId}/webhooks' },
  changeWebhook: { ...governs, method: 'PUT', path: '/api/Alerts/{botId}/webhooks/{webhookId}' },
  removeWebhook: {
    ...governs,
    method: 'DELETE',
    path: '/api/Alerts/{botId}/webhooks/{webhookId}',
    body: 'none',
  },
  testWebhook: {
    ...governs,
    method: 'POST',
    path: '/api/Alerts/{botId}/webhooks/{webhookId}/test',
    body: 'none',
  },
  listDeliveries: { ...watches, path: '/api/Alerts/{botId}/deliveries' },
  redeliver: {
    ...governs,
    method: 'POST',
    path: '/api/Alerts/{botId}/deliveries/{deliveryId}/again',
    body: 'none',
  },

  listModels: { ...reads, path: '/api/Models/{botId}', section: 'extension', roles: owners },
  setModel: { ...governs, method: 'PUT', path: '/api/Models/{botId}/{purpose}' },
  removeModel: { ...governs, method: 'DELETE', path: '/api/Models/{botId}/{purpose}', body: 'none' },
  testModel: { ...governs, method: 'POST', path: '/api/Models/{botId}/{purpose}/test', audited: false },
  embeddingProgress: {
    ...reads,
    path: '/api/Models/{botId}/embeddings/progress',
    section: 'extension',
    roles: owners,
  },
  pauseEmbedding: { ...governs, method: 'PUT', path: '/api/Models/{botId}/embeddings/progress' },
  listVoices: { ...reads, path: '/api/Voices/{botId}', section: 'extension', roles: askers },
  getAudio: {
    ...reads,
    path: '/api/Audio/{botId}/{audioId}/{grant}/{name}',
    section: 'completions',
    proof: 'signature',
    answer: 'file',
  },

  listAudit: { ...watches, path: '/api/Audit/{botId}' },
  exportAudit: { ...watches, path: '/api/Audit/{botId}/export', answer: 'file' },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;
export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as EndpointId[];

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
/** The names in an endpoint's path, each with its value. */
export type PathValues<Id extends EndpointId> = Record<
  Names<(typeof ENDPOINTS)[Id]['path']>,
  string | number
>;

/** The path of an endpoint with its values put in, percent-encoded. */
export function pathOf<Id extends EndpointId>(id: Id, values: PathValues<Id>): string {
  const given: Record<string, string | number> = values;
  return ENDPOINTS[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name] ?? '')),
  );
}
