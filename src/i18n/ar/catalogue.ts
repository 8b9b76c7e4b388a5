import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { catalogue as english } from '#src/i18n/en/catalogue.ts';

export const catalogue: ArabicTranslation<typeof english> = {
  title: 'وحدات أُضيفت هنا ورقمها غير معروف',
  text: 'لم تُرجع البوابة أرقام هذه الوحدات، فلا يمكن عرض حالتها. يمكنك السؤال عنها بعناوينها.',
  addedFile: 'أُضيفت من ملفات',
  addedUrl: 'أُضيفت من روابط ويب',
  ask: 'السؤال عن هذه الوحدة',
  enterId: 'إدخال الرقم',
  actionNamed: '{{action}}: {{title}}',
  showAll_zero: 'عرض كل الوحدات',
  showAll_one: 'عرض الوحدة',
  showAll_two: 'عرض الوحدتين',
  showAll_few: 'عرض كل الوحدات، وعددها {{count}}',
  showAll_many: 'عرض كل الوحدات، وعددها {{count}}',
  showAll_other: 'عرض كل الوحدات، وعددها {{count}}',
  id: {
    title: 'إدخال رقم الوحدة',
    text: 'بعد إدخال الرقم يمكنك فتح الوحدة ومعرفة حالتها.',
    hint: 'أرجعت البوابة هذا الرقم، وقد يكون رقم الوحدة. بعد إدخال الرقم يمكنك فتح الوحدة ومعرفة حالتها.',
    label: 'رقم الوحدة',
    invalid: 'أدخل عددًا صحيحًا أكبر من صفر.',
    missing: 'لا توجد الوحدة {{id}} في هذا الروبوت. تحقق من الرقم أو أعد المحاولة لاحقًا.',
    differs: 'عنوان الوحدة {{id}} مختلف',
    useOther: 'استخدام الوحدة {{id}}',
    save: 'حفظ الرقم',
    taken: 'رقم «{{title}}» هو {{id}}',
    open: 'فتح الوحدة',
  },
  forget: {
    action: 'إزالة من القائمة',
    title: 'هل تريد إزالة الوحدة من هذه القائمة؟',
    text: 'تُزال من هذا المتصفح فقط. تبقى الوحدة في البوابة، ويمكنك السؤال عنها بعنوانها.',
    confirm: 'إزالة من القائمة',
  },
};
