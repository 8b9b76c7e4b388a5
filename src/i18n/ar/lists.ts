import type { InArabic } from '#src/i18n/arabic.ts';
import type { lists as english } from '#src/i18n/en/lists.ts';

export const lists: InArabic<typeof english> = {
  clearSearch: 'امسح البحث',
  rows: 'الصفوف',
  range: '{{from}}–{{to}} من {{total}}',
  rangeAtLeast: '{{from}}–{{to}} من {{total}} على الأقل',
  previousPage: 'الصفحة السابقة',
  nextPage: 'الصفحة التالية',
};
