import type { InArabic } from '#src/i18n/arabic.ts';
import type { unit as english } from '#src/i18n/en/unit.ts';

export const unit: InArabic<typeof english> = {
  title: 'وحدة معرفة',
};
