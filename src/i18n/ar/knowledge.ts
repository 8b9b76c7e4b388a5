import type { InArabic } from '#src/i18n/arabic.ts';
import type { knowledge as english } from '#src/i18n/en/knowledge.ts';

export const knowledge: InArabic<typeof english> = {
  title: 'المعرفة',
};
