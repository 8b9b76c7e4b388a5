import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { settings as english } from '#src/i18n/en/settings.ts';

export const settings: ArabicTranslation<typeof english> = {
  title: 'الإعدادات',
  appearance: 'المظهر',
  language: 'اللغة',
  theme: 'السمة',
  themeLight: 'فاتحة',
  themeDark: 'داكنة',
  themeSystem: 'إعداد النظام',
  digits: 'الأرقام',
  digitsWestern: 'غربية',
  digitsArabic: 'عربية مشرقية',
  digitsSample: 'تظهر الأرقام هكذا: {{number}}',
  connection: {
    title: 'هذا الاتصال',
    name: 'الاسم',
    nameHelp: 'يظهر في أعلى كل صفحة. إذا تُرك فارغًا ظهر العنوان.',
    baseUrl: 'العنوان الأساسي',
    bot: 'الروبوت',
    modelFamily: 'عائلة النموذج',
    gateway: 'البوابة',
    gatewayIs: '{{name}} {{version}}',
    noCapabilities: 'لا تعرض هذه البوابة إمكاناتها',
    signedIn: 'تسجيل الدخول',
    byCode: 'برابط تسجيل دخول. يُبطل تسجيل الخروج مفتاحه.',
    byKey: 'بمفتاح API. يزيله تسجيل الخروج من هذا المتصفح، لكنه يبقى صالحًا.',
    remember: 'البقاء مسجّل الدخول',
    others: 'الاتصالات الأخرى',
    signOut: 'تسجيل الخروج',
  },
  status: {
    title: 'أرقام الحالات',
    text: 'لا توضح هذه البوابة معاني أرقام sourceStatus. اختر اسمًا لكل رقم تعرف معناه.',
    none: 'بدون اسم',
    numberIs: 'اسم الحالة {{number}}',
  },
};
