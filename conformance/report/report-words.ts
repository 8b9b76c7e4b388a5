/** Words of the report and of what the command says before and while it runs, in both languages. */
import type { Outcome } from '../check.ts';
import { both, type Text } from '../text.ts';

export const OUTCOMES: readonly Outcome[] = ['fails', 'lenient', 'note', 'untestable', 'ok'];

export const OUTCOME_NAMES: Readonly<Record<Outcome, Text>> = {
  ok: both('Passed', 'ناجحة'),
  fails: both('Breaks clients', 'يعطّل العملاء'),
  lenient: both('Takes what it should refuse', 'يقبل ما يجب رفضه'),
  note: both('Note', 'ملاحظة'),
  untestable: both('Not testable', 'تعذّر فحصها'),
};

/** Counts of one kind: `Failed: 3`. */
export const OUTCOME_COUNTS: Readonly<Record<Outcome, Text>> = {
  ok: both('Passed: {count}', 'ناجحة: {count}'),
  fails: both('Breaks clients: {count}', 'يعطّل العملاء: {count}'),
  lenient: both('Takes what it should refuse: {count}', 'يقبل ما يجب رفضه: {count}'),
  note: both('Notes: {count}', 'ملاحظات: {count}'),
  untestable: both('Not testable: {count}', 'تعذّر فحصها: {count}'),
};

export const REPORT_WORDS = {
  title: both('Gateway conformance', 'مطابقة البوابة للواجهة'),
  language: both('English', 'العربية'),
  gateway: both('Gateway', 'البوابة'),
  bot: both('Bot', 'الروبوت'),
  modelFamily: both('Model family', 'عائلة النموذج'),
  date: both('Date', 'التاريخ'),
  duration: both('Duration', 'المدة'),
  seconds: both('{seconds} s', '{seconds} ث'),
  calls: both('Requests', 'الطلبات'),
  section: both('Section {section}', 'القسم {section}'),
  introduction: both('Introduction', 'المقدمة'),
  expected: both('Expected', 'المتوقع'),
  came: both('Received', 'الوارد'),
  body: both('Response body', 'متن الاستجابة'),
  request: both('Request', 'الطلب'),
  reason: both('Reason', 'السبب'),
  passes: both('No check failed.', 'لم يفشل أي فحص.'),
  failsSome: both('Some findings break clients.', 'بعض النتائج يعطّل العملاء.'),
  lenientOnly: both(
    'Nothing breaks clients, but the gateway takes what it should refuse.',
    'لا شيء يعطّل العملاء، لكن البوابة تقبل ما يجب رفضه.',
  ),
  nothingSeen: both(
    'No check passed, so this says nothing about the gateway.',
    'لم ينجح أي فحص، فلا دلالة لهذه النتيجة على البوابة.',
  ),
  stopped: {
    time: both(
      'The time limit was reached, so some checks did not run. Allow more with `--seconds`, or choose sections with `--only`.',
      'انتهت المهلة قبل تنفيذ بعض الفحوص. أطل المهلة بالخيار `--seconds` أو اختر أقسامًا بالخيار `--only`.',
    ),
    cancelled: both('Cancelled before the end.', 'أُلغي الفحص قبل نهايته.'),
  },
  removed: both('Test units removed: {count}', 'وحدات الفحص المحذوفة: {count}'),
  unitsLeft: both(
    'Test units that remain, since this gateway has no public way to delete them:',
    'وحدات الفحص الباقية، إذ لا توفر هذه البوابة مسارًا عامًا لحذفها:',
  ),
  filesLeft: both(
    'Uploaded test files: {count}. The interface shows no way to delete them.',
    'ملفات الفحص المرفوعة: {count}. لا تُظهر الواجهة طريقة لحذفها.',
  ),
  meaning: both(
    'A note is something that the interface leaves open. Not testable means that this gateway gave no chance to see it.',
    'الملاحظة أمر تتركه الواجهة مفتوحًا. و«تعذّر فحصها» تعني أن البوابة لم تتح فرصة لمعرفته.',
  ),
} as const;

export const RUN_WORDS = {
  plan: both(
    'Checks of {gateway}, bot {bot}: {checks}, in at most {seconds} s.',
    'فحوص {gateway}، الروبوت {bot}: {checks}، خلال {seconds} ث على الأكثر.',
  ),
  costs: both(
    "They spend about {tokens} text tokens and {audio} s of audio of the bot's quota.",
    'تستهلك نحو {tokens} رمز نصي و{audio} ث من الصوت من حصة الروبوت.',
  ),
  makes: both(
    'They upload about {files} small files and register {units} units whose titles begin with "{prefix}"; the units are deleted at the end where the gateway can.',
    'ترفع نحو {files} ملفات صغيرة وتسجّل {units} وحدات تبدأ عناوينها بـ «{prefix}»، وتُحذف الوحدات في النهاية إذا أتاحت البوابة ذلك.',
  ),
  progress: both('Checked {done} of {total}', 'اكتمل {done} من {total}'),
  failed: both('Failed checks: {count}', 'الفحوص الفاشلة: {count}'),
  incomplete: both('The checks did not run to their end.', 'لم تكتمل الفحوص.'),
  written: both('Report written to {file}', 'كُتب التقرير في {file}'),
} as const;
