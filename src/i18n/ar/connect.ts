import type { InArabic } from '#src/i18n/arabic.ts';
import type { connect as english } from '#src/i18n/en/connect.ts';

export const connect: InArabic<typeof english> = {
  title: 'الاتصال بالبوابة',
};
