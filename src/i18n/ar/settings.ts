import type { InArabic } from '#src/i18n/arabic.ts';
import type { settings as english } from '#src/i18n/en/settings.ts';

export const settings: InArabic<typeof english> = {
  title: 'الإعدادات',
  appearance: 'المظهر',
  language: 'اللغة',
  theme: 'السمة',
  themeLight: 'فاتحة',
  themeDark: 'داكنة',
  themeSystem: 'كما في النظام',
  digits: 'الأرقام',
  digitsWestern: 'غربية',
  digitsArabic: 'عربية مشرقية',
  digitsSample: 'تظهر الأرقام هكذا: {{number}}',
};
