import type { SoundFailureCode } from '#gateway/sound/sound-failure.ts';
import type { Language } from './language.ts';
import type { FetchFailureCode } from './reasons.ts';

/** What keeps the speech model of this machine from hearing. */
export type EarProblemCode =
  | 'engine-package-missing'
  | 'engine-folder-missing'
  | 'engine-model-unknown'
  | 'engine-failed';

type ShortReason = SoundFailureCode | FetchFailureCode | EarProblemCode;

/** Reasons as they stand between brackets within the sentence of a fault. `{name}` stands for a parameter. */
export const SHORT_REASONS: Record<Language, Record<ShortReason, string>> = {
  en: {
    'record-empty': 'it is empty',
    'not-sound': 'it is no sound file of a known format',
    'sound-damaged': 'it is damaged, or there is no sound in it',
    'no-sound-track': 'the video has no sound',
    'sound-codec-unknown': 'its sound is packed in a way that is not read here',
    'aac-not-installed':
      'its sound is AAC, whose decoder whoever runs this gateway has to install: npm i --no-save @audio/decode-aac',
    'too-many-channels': 'it has more than 16 channels',
    'odd-sample-rate': 'its sample rate is not between 1,000 and 768,000 Hz',
    'sound-too-large-inside': 'it unpacks to more than can be held',
    'sound-took-too-long': 'decoding it took too long',
    'decoder-crashed': 'decoding it failed unexpectedly',
    'url-invalid': 'the address is not valid',
    'address-not-allowed': 'it leads into a private network',
    'host-not-listed': 'it lies on {host}, and this bot takes files from certain hosts only',
    'name-not-found': 'there is no server of that name',
    unreachable: 'the server does not answer',
    'http-status': 'the server answered with status {status}',
    'too-many-redirects': 'the address redirects too often',
    'too-large': 'it is too large',
    'page-took-too-long': 'the server took too long',
    'bad-certificate': 'the certificate of the server is not valid',
    'page-type-not-readable': 'what lies there is {mime}',
    'engine-package-missing': 'the package sherpa-onnx-node is not installed: npm install sherpa-onnx-node',
    'engine-folder-missing': 'there is no folder {folder}',
    'engine-model-unknown': 'no model was recognised in {folder}',
    'engine-failed': 'the model in {folder} could not be started',
  },
  ar: {
    'record-empty': 'هو فارغ',
    'not-sound': 'ليس ملفًا صوتيًا بصيغة معروفة',
    'sound-damaged': 'هو تالف أو لا صوت فيه',
    'no-sound-track': 'لا صوت في الفيديو',
    'sound-codec-unknown': 'صوته مضغوط بطريقة لا تُقرأ هنا',
    'aac-not-installed':
      'صوته AAC، وعلى من يشغّل هذه البوابة أن يثبّت ما يفكّه: \u2066npm i --no-save @audio/decode-aac\u2069',
    'too-many-channels': 'فيه أكثر من 16 قناة',
    'odd-sample-rate': 'معدل عيّناته ليس بين 1000 و768000 هرتز',
    'sound-too-large-inside': 'محتواه بعد فك الضغط أكبر مما يتسع له المكان',
    'sound-took-too-long': 'استغرق فك ترميزه وقتًا طويلًا',
    'decoder-crashed': 'توقف فك ترميزه على نحو غير متوقع',
    'url-invalid': 'العنوان غير صحيح',
    'address-not-allowed': 'العنوان داخل شبكة خاصة',
    'host-not-listed': 'هو على {host}، وهذا البوت يأخذ الملفات من مواقع محددة فقط',
    'name-not-found': 'لا يوجد خادم بهذا الاسم',
    unreachable: 'الخادم لا يجيب',
    'http-status': 'أجاب الخادم بالحالة {status}',
    'too-many-redirects': 'العنوان يحيل إلى غيره مرات كثيرة',
    'too-large': 'هو كبير جدًا',
    'page-took-too-long': 'استغرق الخادم وقتًا طويلًا',
    'bad-certificate': 'شهادة الخادم غير صالحة',
    'page-type-not-readable': 'ما في العنوان نوعه {mime}',
    'engine-package-missing': 'الحزمة sherpa-onnx-node غير مثبتة: npm install sherpa-onnx-node',
    'engine-folder-missing': 'لا يوجد مجلد {folder}',
    'engine-model-unknown': 'لم يُعرف نموذج في {folder}',
    'engine-failed': 'تعذّر تشغيل النموذج الذي في {folder}',
  },
};
