import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { repair as english } from '#src/i18n/en/repair.ts';

export const repair: ArabicTranslation<typeof english> = {
  menuFor: 'إجراءات {{name}}',
  replaceFile: 'استبدال الملف',
  replaceWithFile: 'استبداله بملف',
  replaceWithAddress: 'استبداله بصفحة ويب',
  changeAddress: 'تغيير الرابط',
  editText: 'تعديل النص',
  add: 'إضافة مصدر',
  remove: 'إزالة المصدر',
  reindex: 'إعادة القراءة',
  refresh: 'تحديث الصفحة',
  openHosts: 'تعديل المضيفات المسموح بها لهذا الروبوت',
  form: { label: 'نوع المصدر', file: 'ملف', address: 'رابط ويب' },
  file: {
    label: 'الملف',
    choose: 'اختيار ملف',
    chooseOther: 'اختيار ملف آخر',
    drop: 'أو أفلته هنا',
  },
  titleStays: 'لا يتغير عنوان الوحدة ولا رقمها.',
  indexStays: 'يُستخدم الفهرس الحالي في الإجابات إلى أن يجهز الفهرس الجديد.',
  uploading: 'جارٍ الرفع',
  problem: {
    noFile: 'اختر ملفًا.',
    empty: 'الملف فارغ. اختر ملفًا فيه محتوى.',
    tooLarge: 'حجم الملف {{size}}، والحد الأقصى في هذه البوابة {{limit}}. قسّم المستند.',
    unreadable: 'لا تحتوي ملفات ‎.{{extension}} على نص قابل للقراءة. اختر مستندًا مثل PDF أو DOCX أو TXT.',
    address: 'أدخل رابط صفحة ويب، مثل https://example.com/page.',
    sameAddress: 'هذا هو الرابط الحالي. أدخل رابطًا آخر.',
  },
  stale: {
    title: 'عدّل شخص آخر هذه الوحدة',
    text: 'مصادرها الآن: {{sources}}. لم يُحفظ تعديلك بعد.',
    replace: 'استبدال على أي حال',
    add: 'إضافة على أي حال',
  },
  gone: {
    title: 'لم يعد هذا المصدر ضمن الوحدة',
    text: 'استبدله شخص آخر أو أزاله. المصادر الآن: {{sources}}.',
    add: 'إضافته مصدرًا آخر',
  },
  removal: {
    title: 'هل تريد إزالة هذا المصدر؟',
    text: 'لن تُستخدم مقاطعه في الإجابات بعد اكتمال إعادة فهرسة المصادر الأخرى.',
    stale: 'مصادرها الآن: {{sources}}. لم يُزَل شيء بعد.',
  },
};
