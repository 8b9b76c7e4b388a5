import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { fileDrop as english } from '#src/i18n/en/file-drop.ts';

export const fileDrop: ArabicTranslation<typeof english> = {
  title: 'أفلت الملفات لإضافتها إلى المعرفة',
  text: 'تُرفع الملفات أولًا، ويمكنك تعديل عناوينها قبل إضافتها.',
  reading: 'جارٍ قراءة الملفات',
};
