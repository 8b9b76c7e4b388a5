import type { InArabic } from '#src/i18n/arabic.ts';
import type { embedding as english } from '#src/i18n/en/embedding.ts';

export const embedding: InArabic<typeof english> = {
  title: 'متجهات المقاطع',
  bar: 'المقاطع التي حُسبت متجهاتها',
  have: 'حُسبت متجهات {{done}} من {{all}} مقطع، واكتملت {{unitsDone}} من {{units}} وحدة.',
  all_zero: 'لا مقاطع.',
  all_one: 'حُسب متجه المقطع الوحيد.',
  all_two: 'حُسب متجها المقطعين.',
  all_few: 'حُسبت متجهات المقاطع كلها، وهي {{count}} مقاطع.',
  all_many: 'حُسبت متجهات المقاطع كلها، وهي {{count}} مقطعًا.',
  all_other: 'حُسبت متجهات المقاطع كلها، وهي {{count}} مقطع.',
  none: 'لا مقاطع هنا بعد، وتُحسب المتجهات حالما يوجد شيء منها.',
  state: { working: 'قيد الحساب', paused: 'متوقف مؤقتًا', stuck: 'متعثّر', idle: 'مكتمل' },
  left: 'بقي نحو {{time}}.',
  words: 'إلى أن تكتمل وحدة ما، يُبحث عن جواب ما يُسأل عنها بالألفاظ وحدها.',
  pausedText: 'لا يُحسب شيء حتى يستأنفه أحد، ويبقى ما حُسب مستعملًا.',
  cost: 'سيكلّف الباقي نحو {{left}} رمز من حصة النصوص.',
  costAll: 'إن استُعمل نموذج آخر أُعيد حساب الكل، بنحو {{all}} رمز.',
  stuckTitle: 'تعثّر حساب المتجهات',
  stuckText: 'تُعاد المحاولة تلقائيًا، وبعد انتظار أطول كل مرة.',
  pause: 'إيقاف مؤقت',
  pauseNamed: 'إيقاف مؤقت لحساب المتجهات',
  resume: 'استئناف',
  resumeNamed: 'استئناف حساب المتجهات',
};
