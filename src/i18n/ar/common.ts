import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { common as english } from '#src/i18n/en/common.ts';

export const common: ArabicTranslation<typeof english> = {
  appName: 'فهرس',
  pageTitle: '{{page}} · فهرس',
  asOf: 'البيانات حتى {{time}}',

  cancel: 'إلغاء',
  close: 'إغلاق',
  copied: 'تم النسخ',
  copy: 'نسخ',
  copyFailed: 'تعذّر النسخ',
  delete: 'حذف',
  dismiss: 'إخفاء',
  loading: 'جارٍ التحميل',

  save: 'حفظ',
  score: 'الدرجة {{score}}',
  noScore: 'بلا درجة',
  sectionPath: 'القسم',
  unknown: 'غير معروف',
  typeToConfirm: 'اكتب «{{phrase}}» للتأكيد',
  units_zero: 'لا توجد وحدات',
  units_one: 'وحدة واحدة',
  units_two: 'وحدتان',
  units_few: '{{count}} وحدات',
  units_many: '{{count}} وحدة',
  units_other: '{{count}} وحدة',
  passages_zero: 'لا توجد مقاطع',
  passages_one: 'مقطع واحد',
  passages_two: 'مقطعان',
  passages_few: '{{count}} مقاطع',
  passages_many: '{{count}} مقطعًا',
  passages_other: '{{count}} مقطع',
  textDate: { brief: 'نص {{date}}', day: 'تاريخ النص: {{date}}', moment: 'تاريخ النص: {{date}}، {{time}}' },

  day: {
    // Each word stands on its own: the field is written from left to right.
    format: 'سنة\u200E-شهر\u200E-يوم',
    invalid: 'أدخل التاريخ بهذا الشكل: {{example}}',
    early: 'ليس قبل {{day}}',
    late: 'ليس بعد {{day}}',
  },
  severity: { info: 'ملاحظة', success: 'تم', warning: 'تحذير', error: 'خطأ' },
  markdown: {
    code: 'كود برمجي',
    copyCode: 'نسخ الكود',
    table: 'جدول',
    picture: 'لم تُحمَّل الصورة',
    pictureOf: 'لم تُحمَّل الصورة: {{name}}',
    done: 'مكتملة',
    open: 'غير مكتملة',
  },
  crash: {
    title: 'تعطّلت هذه الصفحة',
    message: 'حدث خطأ في لوحة التحكم. كل ما حفظته موجود.',
    reload: 'إعادة تحميل الصفحة',
    details: 'تفاصيل الخطأ',
  },
  notFound: {
    title: 'الصفحة غير موجودة',
    message: 'لا توجد صفحة بهذا الرابط.',
    action: 'الانتقال إلى النظرة العامة',
  },
};
