import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { pagination as english } from '#src/i18n/en/pagination.ts';

export const pagination: ArabicTranslation<typeof english> = {
  clearSearch: 'مسح البحث',
  rows: 'عدد الصفوف',
  range: '{{from}}–{{to}} من {{total}}',
  rangeAtLeast: '{{from}}–{{to}} من {{total}} على الأقل',
  previousPage: 'الصفحة السابقة',
  nextPage: 'الصفحة التالية',
};
