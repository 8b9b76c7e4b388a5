import type { InArabic } from '#src/i18n/arabic.ts';
import type { asking as english } from '#src/i18n/en/asking.ts';

export const asking: InArabic<typeof english> = {
  label: 'الوحدات التي يُبحث فيها',
  add: 'أضف وحدة',
  searching: 'جارٍ البحث عن وحدات',
  nothing: 'لم نجد وحدة. اضغط Enter لاستعمال الكلمات كما هي.',
  noList: 'لا تعرض هذه البوابة وحداتها. اكتب العنوان واضغط Enter.',
  unknown: 'لا وحدة بهذا العنوان الآن',
  notReady: '{{title}}: {{status}}',
  remove: 'أزل {{title}}',
};
