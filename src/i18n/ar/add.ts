import type { InArabic } from '#src/i18n/arabic.ts';
import type { add as english } from '#src/i18n/en/add.ts';

export const add: InArabic<typeof english> = {
  title: 'إضافة معرفة',
};
