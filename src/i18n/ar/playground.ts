import type { InArabic } from '#src/i18n/arabic.ts';
import type { playground as english } from '#src/i18n/en/playground.ts';

export const playground: InArabic<typeof english> = {
  title: 'ساحة التجربة',
};
