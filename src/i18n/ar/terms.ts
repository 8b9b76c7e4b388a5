import type { InArabic } from '#src/i18n/arabic.ts';
import type { terms as english } from '#src/i18n/en/terms.ts';

export const terms: InArabic<typeof english> = {
  role: { owner: 'مالك', curator: 'أمين معرفة', tester: 'مختبِر', monitor: 'مراقب' },
  ledger: { text: 'النصوص', speech: 'تحويل النص إلى كلام', audio: 'تحويل الكلام إلى نص' },
  purpose: {
    chat: 'المحادثة',
    embeddings: 'البحث بالمعنى',
    transcription: 'تحويل الكلام إلى نص',
    speech: 'تحويل النص إلى كلام',
  },
  unit: { text: 'رمز', speech: 'حرف', audio: 'ثانية' },
  amount: { text: '{{amount}} رمز', speech: '{{amount}} حرف', audio: '{{amount}} ثانية' },
  period: { none: 'بلا دورة', daily: 'يومية', monthly: 'شهرية' },
  allBots: 'كل الروبوتات',
  botNumber: 'روبوت {{id}}',
  notAllowed: { title: 'لا يسمح مفتاحك بهذا', text: 'دوره {{role}}. اطلب من أحد المالكين مفتاحًا يسمح به.' },
  nothingYetTitle: 'لا معرفة هنا بعد',
  nothingYet: 'لم يُضف أحد معرفة إلى هذا الروبوت بعد. يضيفها المالكون وأمناء المعرفة.',
  history: 'السجل',
  historyOf: 'السجل: {{name}}',
};
