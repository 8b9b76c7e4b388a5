import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { diskFull as english } from '#src/i18n/en/disk-full.ts';

export const diskFull: ArabicTranslation<typeof english> = {
  title: 'قرص الخادم ممتلئ',
  text: 'لا يمكن إضافة معرفة جديدة، ولا تُفهرس الوحدات التي في الانتظار حتى تتوفر مساحة. الإجابة عن الأسئلة مستمرة. احذف وحدات نهائيًا من المحذوفات، أو اطلب من مشغّل الخادم مساحة إضافية.',
  bin: 'فتح المحذوفات',
};
