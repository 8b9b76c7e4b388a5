import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { statuses as english } from '#src/i18n/en/statuses.ts';

export const statuses: ArabicTranslation<typeof english> = {
  waiting: 'في الانتظار',
  indexing: 'قيد الفهرسة',
  ready: 'جاهزة',
  partlyReady: 'جاهزة جزئيًا',
  updateFailed: 'تعذّر التحديث',
  updateHeld: 'التحديث معلّق',
  draft: 'مسودة',
  failed: 'فشلت',
  unknown: 'الحالة {{number}}',
  indexingProgress: 'قيد الفهرسة {{share}}',
  name: 'تسمية',
  nameNumber: '{{action}}: الحالة {{number}}',
  meaning: 'معنى الحالة {{number}}',
};
