import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { indexPicker as english } from '#src/i18n/en/index-picker.ts';

export const indexPicker: ArabicTranslation<typeof english> = {
  label: 'الوحدات المشمولة بالبحث',
  add: 'إضافة وحدة',
  searching: 'جارٍ البحث',
  nothing: 'لا توجد وحدة مطابقة. اضغط Enter لاستخدام النص كما هو.',
  noList: 'لا تتيح هذه البوابة قائمة بوحداتها. اكتب العنوان واضغط Enter.',
  unknown: 'لا توجد وحدة بهذا العنوان',
  notReady: '{{title}}: {{status}}',
  notSearched: 'لا يشمل البحث {{title}}. {{reason}}.',
  remove: 'إزالة {{title}}',
};
