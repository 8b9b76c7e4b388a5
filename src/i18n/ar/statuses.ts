import type { InArabic } from '#src/i18n/arabic.ts';
import type { statuses as english } from '#src/i18n/en/statuses.ts';

export const statuses: InArabic<typeof english> = {
  waiting: 'في الانتظار',
  indexing: 'قيد الفهرسة',
  ready: 'جاهزة',
  failed: 'فشلت',
  unknown: 'الحالة {{number}}',
  indexingProgress: 'قيد الفهرسة {{share}}',
};
