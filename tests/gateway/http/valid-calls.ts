import type { EndpointId } from '#contract/endpoints.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';

/** Values that make any path of the registry whole. */
const VALUES: Record<string, string> = {
  Model: 'Model',
  botId: '1',
  knowledgeId: '1',
  fileId: 'file',
  grant: 'grant',
  name: 'name.txt',
  keyId: 'nobody',
  groupId: '1',
  deliveryId: '1',
  webhookId: '1',
  id: '99',
  purpose: 'chat',
  audioId: 'nothing',
};

/** The path of an endpoint with values that fit. */
export function pathFor(id: EndpointId): string {
  const path = ENDPOINTS[id].path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? '');
  return id === 'unitStates' ? `${path}?ids=1` : path;
}

/** Bodies that the contract accepts, by endpoint. */
export const VALID_BODIES: Partial<Record<EndpointId, unknown>> = {
  chat: { Message: 'مرحبا' },
  streamChat: { Message: 'مرحبا' },
  multimodalChat: {
    Message: 'ما هذه؟',
    Images: [
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==',
    ],
  },
  registerUnit: { title: 'عنوان', KnowledgeSource: 1, SourceContent: ['https://example.org/صفحة'] },
  answer: { Question: 'متى؟' },
  streamAnswer: { Question: 'متى؟', IndexNames: ['لا أحد'], IsStream: true },
  explainAnswer: { Question: 'متى؟' },
  synthesize: { TextMessage: 'أهلًا', LanguageCode: 'ar', speaker: 'Amal' },
  streamSynthesize: { TextMessage: 'أهلًا', LanguageCode: 'ar', Speaker: 'Amal' },
  updateUnit: { description: 'وصف' },
  addSynonyms: { expressions: ['دوام', 'ساعات العمل'], note: 'لهجة' },
  changeSynonyms: { expressions: ['رسوم', 'مصاريف'], note: '' },
  importSynonyms: { text: 'دوام = ساعات العمل', mode: 'add', check: true },
  measureSynonyms: { expressions: ['دوام', 'ساعات العمل'], questions: ['متى الدوام؟'] },
  createKey: { name: 'شاشة الاستقبال', role: 'tester', bots: [1] },
  changeKey: { name: 'مفتاح المكتب', expiresOn: '2027-01-01T00:00:00Z' },
  createBot: { name: 'بوت الموارد البشرية', zone: 'Asia/Riyadh', period: 'monthly' },
  changeBot: { name: 'بوت الدعم', quotas: { text: 500, speech: null }, allowedHosts: ['*.example.org'] },
  setAlertRules: { rules: [{ kind: 'line', ledger: null, at: 80, enabled: true }] },
  addWebhook: { name: 'مراقبة الحصة', url: 'https://hooks.example.org/حصة' },
  changeWebhook: { enabled: false },
  setModel: { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen' },
  testModel: {},
  pauseEmbedding: { paused: true },
  signIn: { code: 'a-code-that-nobody-printed' },
};

/** A speech form that the contract accepts. */
export function speechForm(): FormData {
  const form = new FormData();
  form.set('ModelName', 'v1');
  form.set('SetDefaultSampleRate', 'true');
  form.set('Record', new Blob(['RIFF....WAVE']), 'تسجيل.wav');
  return form;
}

/** A request that passes every check of form. */
export function validInit(id: EndpointId): { method: string; json?: unknown; body?: FormData } {
  const { method, body } = ENDPOINTS[id];
  if (body === 'json') return { method, json: VALID_BODIES[id] };
  if (body === 'none' || body === 'optional-json') return { method };
  const form = id === 'upload' ? new FormData() : speechForm();
  if (id === 'upload') form.set('Attachment', new Blob(['نص']), 'نص.txt');
  return { method, body: form };
}
