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
    title: 'الاتصال',
    name: 'الاسم',
    nameHelp: 'يظهر فوق العنوان، ويفيد عند استخدام أكثر من بوابة.',
    baseUrl: 'العنوان الأساسي',
    bot: 'الروبوت',
    modelFamily: 'عائلة النموذج',
    gateway: 'البوابة',
    gatewayIs: '{{name}} {{version}}',
    noCapabilities: 'لا تعرض هذه البوابة إمكاناتها',
    others: 'الاتصالات الأخرى',
    apiDocs: 'توثيق واجهة API',
  },
  account: {
    title: 'الحساب',
    text: 'مفتاحك وصلاحياته.',
    remember: 'البقاء مسجّل الدخول',
    rememberHelp:
      'في كل علامات تبويب هذا المتصفح وبعد إعادة تشغيله. عند إيقافه ينتهي بإغلاق آخر علامة تبويب.',
    signOut: 'تسجيل الخروج',
    byCode: 'يُبطل مفتاح هذا المتصفح.',
    byKey: 'يزيل المفتاح من هذا المتصفح، ويبقى صالحًا في غيره.',
  },
  administration: {
    title: 'الإدارة',
    text: 'تخص كل من يستخدم هذه البوابة.',
    keys: 'من يمكنه استخدام هذه البوابة، ولأي غرض، وحتى متى.',
    bots: 'معرفة وحصة وحدود منفصلة لكل روبوت.',
    models: 'خوادم المحادثة والبحث بالمعنى وتحويل الكلام إلى نص والنص إلى كلام.',
    alerts: 'تلقَّ تنبيهًا قبل نفاد الحصة، هنا وفي الأنظمة الأخرى.',
    audit: 'من غيّر ماذا، ومتى، ومن أي عنوان.',
  },
  status: {
    title: 'أرقام الحالات',
    text: 'لا توضح هذه البوابة معاني أرقام sourceStatus. اختر اسمًا لكل رقم تعرف معناه.',
    none: 'بدون اسم',
    numberIs: 'اسم الحالة {{number}}',
  },
};
