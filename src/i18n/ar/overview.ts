import type { InArabic } from '#src/i18n/arabic.ts';
import type { overview as english } from '#src/i18n/en/overview.ts';

export const overview: InArabic<typeof english> = {
  title: 'نظرة عامة',
};
