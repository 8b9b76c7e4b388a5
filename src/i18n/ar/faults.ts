import type { InArabic } from '#src/i18n/arabic.ts';
import type { faults as english } from '#src/i18n/en/faults.ts';

export const faults: InArabic<typeof english> = {
  unexpected: 'ردّت البوابة بخطأ لا نعرفه.',
};
