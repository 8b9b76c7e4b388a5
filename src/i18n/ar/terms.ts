import type { InArabic } from '#src/i18n/arabic.ts';
import type { terms as english } from '#src/i18n/en/terms.ts';

export const terms: InArabic<typeof english> = {
  role: { owner: 'مالك', curator: 'أمين معرفة', tester: 'مختبِر', monitor: 'مراقب' },
  ledger: { text: 'النصوص', speech: 'النطق', audio: 'الصوت' },
  unit: { text: 'رمز', speech: 'حرف', audio: 'ثانية' },
  amount: { text: '{{amount}} رمز', speech: '{{amount}} حرف', audio: '{{amount}} ثانية' },
  period: { none: 'بلا دورة', daily: 'يومية', monthly: 'شهرية' },
  allBots: 'كل الروبوتات',
  botNumber: 'روبوت {{id}}',
  history: 'السجل',
  historyOf: 'سجل {{name}}',
};
