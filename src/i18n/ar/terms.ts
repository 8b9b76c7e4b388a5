import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { terms as english } from '#src/i18n/en/terms.ts';

export const terms: ArabicTranslation<typeof english> = {
  role: { owner: 'مالك', curator: 'محرّر المعرفة', tester: 'مختبِر', monitor: 'مراقب' },
  ledger: { text: 'النصوص', speech: 'تحويل النص إلى كلام', audio: 'تحويل الكلام إلى نص' },
  purpose: {
    chat: 'المحادثة',
    embeddings: 'البحث بالمعنى',
    transcription: 'تحويل الكلام إلى نص',
    speech: 'تحويل النص إلى كلام',
  },
  unit: { text: 'رمز', speech: 'حرف', audio: 'ثانية' },
  jobKind: {
    index: 'الفهرسة',
    deliver: 'رسائل الإخطارات',
    embed: 'حساب المتجهات',
    evaluate: 'تشغيل الاختبارات',
    prove: 'اختبار المسودات',
    read: 'القراءة قبل الإضافة',
    chore: 'الصيانة الدورية',
  },
  period: { none: 'بدون دورة', daily: 'يومية', monthly: 'شهرية' },
  allBots: 'كل الروبوتات',
  botNumber: 'الروبوت {{id}}',
  notAllowed: {
    title: 'لا يسمح مفتاحك بهذا الإجراء',
    text: 'دور مفتاحك هو {{role}}. اطلب من أحد المالكين مفتاحًا يسمح بهذا الإجراء.',
  },
  nothingYetTitle: 'لا توجد معرفة بعد',
  nothingYet: 'لم تُضف معرفة إلى هذا الروبوت بعد. يمكن للمالكين ومحرّري المعرفة إضافتها.',
  owner: {
    label: 'المسؤول',
    any: 'الكل',
    mine: 'أنا',
    nobody: 'لا أحد',
    of: 'المسؤول: {{name}}',
    set: 'تعيين مسؤول',
  },
  saveAsDraft: 'حفظ كمسودة',
  availability: {
    off: 'معطّلة',
    from: 'صالحة من {{date}}',
    until: 'صالحة حتى {{date}}',
    expired: 'انتهت {{date}}',
    switchOff: 'تعطيل',
    switchOn: 'تفعيل',
    none: 'خارج الإجابات',
  },
  history: 'السجل',
  historyOf: 'السجل: {{name}}',
};
