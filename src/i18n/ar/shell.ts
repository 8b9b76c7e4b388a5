import type { InArabic } from '#src/i18n/arabic.ts';
import type { shell as english } from '#src/i18n/en/shell.ts';

export const shell: InArabic<typeof english> = {
  skipToContent: 'انتقل إلى المحتوى',
  mainNavigation: 'الصفحات',
  overview: 'نظرة عامة',
  knowledge: 'المعرفة',
  playground: 'ساحة التجربة',
  settings: 'الإعدادات',
  bot: 'روبوت {{bot}}',
  connection: 'الاتصال',
  connected: 'البوابة متصلة',
  unreachable: 'تعذّر الوصول إلى البوابة',
  checking: 'جارٍ الوصول إلى البوابة',
  textQuota: 'حصة النصوص',
  quotaFigure: '{{used}} من {{total}} رمز، {{share}}',
  switchLanguage: 'اعرض باللغة {{name}}',
  toDark: 'المظهر الداكن',
  toLight: 'المظهر الفاتح',
  account: 'الحساب',
  signOut: 'تسجيل الخروج',
  search: 'ابحث في الصفحات والوحدات',
  searchShort: 'بحث',
  searchPages: 'الصفحات',
  searchUnits: 'الوحدات',
  searchNothing: 'لا نتائج عن {{query}}',
  searchKeys: 'Ctrl K',
};
