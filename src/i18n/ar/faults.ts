import { ar } from '#contract/words/ar.ts';
import type { ArabicTranslation } from '#src/i18n/arabic-translation.ts';
import type { faults as english } from '#src/i18n/en/faults.ts';
import { faultResources } from '#src/i18n/resources/shared-words.ts';

export const { nouns } = ar;

export const faults: ArabicTranslation<typeof english> = {
  ...faultResources(ar),
  title: {
    invalid: 'رفضت البوابة الطلب',
    unauthorized: 'المفتاح غير مقبول',
    quota: 'الحصة غير كافية',
    forbidden: 'غير مسموح بهذا المفتاح',
    missing: 'غير موجود',
    conflict: 'حدث تغيير في هذه الأثناء',
    tooLarge: 'الحجم أكبر من المسموح',
    unsupported: 'النوع غير مقبول',
    busy: 'طلبات كثيرة في وقت واحد',
    server: 'خطأ في البوابة',
    behind: 'خطأ في خادم متصل بالبوابة',
    proxy: 'لم تصل استجابة صالحة من البوابة',
    unavailable: 'غير متاح حاليًا',
    unreachable: 'البوابة لا تستجيب',
    blocked: 'سياسة الأمان تمنع هذا الرابط',
    cors: 'لم تستجب البوابة لهذا الطلب',
    notJson: 'هذا الرابط ليس لبوابة',
    cut: 'انقطعت الإجابة',
    unsupportedCall: 'لا تعرف هذه البوابة هذا الطلب',
    streamForm: 'تبث هذه البوابة بصيغة لا تعرفها لوحة التحكم',
    mismatch: 'تستجيب هذه البوابة بصيغة مختلفة',
    unknown: 'حدث خطأ في هذه الصفحة',
  },
  client: {
    unreachable: 'لا يستجيب {{baseUrl}}. تحقق من أن البوابة تعمل ومن أن هذا الجهاز يصل إليها.',
    timedOut: 'لم يستجب {{baseUrl}} في الوقت المحدد. ربما تكون البوابة مشغولة.',
    blocked:
      'لا تسمح سياسة الأمان في هذه الصفحة بالرابط {{baseUrl}}. أضف الرابط إلى FIHRIST_CONNECT_TO في خادم هذه الصفحة ثم أعد تشغيله.',
    cors: 'البوابة {{baseUrl}} تعمل، فالأرجح أن إعدادات CORS فيها ترفض هذا الطلب من {{origin}}. اضبط FIHRIST_UPSTREAM على {{baseUrl}} في خادم هذه الصفحة ثم أعد تشغيله وسجّل الدخول برابط أساسي فارغ، فيمرّر الخادم الطلبات إليها. أو اطلب من مشغّل البوابة السماح لهذا المصدر.',
    corsPassedOn:
      'البوابة {{baseUrl}} تعمل، فالأرجح أن إعدادات CORS فيها ترفض هذا الطلب من {{origin}}. سجّل الدخول برابط أساسي فارغ، فيمرّر خادم هذه الصفحة الطلبات إليها.',
    notJson: 'استجاب {{baseUrl}} بالحالة {{status}}، لكن الاستجابة ليست بصيغة JSON. تحقق من الرابط الأساسي.',
    cut: 'انتهى البث مبكرًا، فالإجابة غير مكتملة.',
    unsupportedCall: 'لم يتغير شيء. لن يُعرض هذا الطلب مرة أخرى في هذه الزيارة.',
    streamForm:
      'اكتمل البث، لكن أسماء أحداثه غير معروفة هنا، ولذلك لم يُعرض شيء من نصها. ربما احتُسب الطلب من الحصة. عند طلب الإجابة كاملة تصل دفعة واحدة. يُحفظ هذا الاختيار، ويمكن تغييره في الإعدادات.',
    mismatch: 'وصلت الاستجابة، لكن جزءًا لازمًا لعرضها غير موجود أو بصيغة مختلفة.',
    mismatchEvent: 'وصل جزء من البث بصيغة مختلفة، ولذلك لم يُعرض هو ولا ما بعده.',
    noWords: 'استجابت البوابة بالحالة {{status}} دون توضيح.',
    proxy:
      'وصلت الحالة {{status}} دون توضيح، وغالبًا ما تكون من خادم وسيط أمام البوابة. تحقق من أن البوابة تعمل، ثم أعد المحاولة.',
  },
  listAndMore: '{{list}} و{{more}} غيرها',
  details: 'التفاصيل',
  requestId: 'معرّف الطلب: {{id}}',
  quotaFigure: 'المستهلك: {{used}} من {{total}}. المتبقي: {{left}}.',
  next: {
    connect: 'الانتقال إلى تسجيل الدخول',
    connection: 'تغيير الاتصال',
    quota: 'عرض الاستهلاك',
    raise: 'زيادة الحصة',
    raiseCap: 'رفع السقف',
    retry: 'إعادة المحاولة',
    retryNow: 'إعادة المحاولة الآن',
    retryIn: 'إعادة المحاولة بعد {{seconds, second}}',
    whole: {
      streamAnswer: 'طلب الإجابة كاملة',
      streamChat: 'طلب الإجابة كاملة',
      streamTranscribe: 'طلب النص كاملًا',
      streamSynthesize: 'طلب الصوت كاملًا',
    },
  },
  quiet: { begun: 'لا جديد منذ {{time}}', nothing: 'لا إجابة منذ {{time}}' },
  remedyUnknown: 'افتح الوحدة',
  repair: 'استبدال المصدر',
  repairAddress: 'تغيير الرابط',
};
