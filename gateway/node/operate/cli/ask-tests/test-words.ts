/** Words of `fihrist test`, in both languages. */
import type { TestFileProblem } from '#common/test-file.ts';
import { both, fill, type Text } from '#conformance/text.ts';
import type { EXPECTATION_PARTS, TestOutcome } from '#contract/tests.ts';

export const OUTCOME_NAMES: Readonly<Record<TestOutcome, Text>> = {
  passes: both('Passes', 'ناجح'),
  weak: both('Weak', 'ضعيف'),
  fails: both('Fails', 'فاشل'),
  'cannot-be-asked': both('Cannot be asked', 'يتعذّر طرحه'),
  'not-judged': both('Not judged', 'لم يُقيَّم'),
};

export const FAILURES: Readonly<Record<(typeof EXPECTATION_PARTS)[number], Text>> = {
  quotes: both(
    'Not in the first {within} passages: {value}',
    'غير موجود ضمن أول المقاطع ({within}): {value}',
  ),
  contains: both('Missing from the answer: {value}', 'غير موجود في الإجابة: {value}'),
  lacks: both('Should not be in the answer: {value}', 'يجب ألا يكون في الإجابة: {value}'),
  band: both('Expected {value}, received {band}', 'المتوقع {value}، والوارد {band}'),
  units: both('Not in the units {value}', 'ليس في الوحدات {value}'),
};

const PROBLEMS: Readonly<Record<TestFileProblem['code'], Text>> = {
  missing: both('{column} is missing {value}', 'لا توجد قيمة في {column} {value}'),
  'too-long': both(
    '{column} is longer than {limit} characters: {value}',
    'يتجاوز {column} الحد الأقصى لعدد الأحرف ({limit}): {value}',
  ),
  'too-many': both(
    '{column} has more than {limit} values',
    'يتجاوز {column} الحد الأقصى لعدد القيم ({limit})',
  ),
  unknown: both('{column} has no value {value}', 'لا توجد في {column} قيمة {value}'),
  invalid: both('{column} cannot be {value}', 'لا يمكن أن تكون {column} {value}'),
  unsupported: both('{value} cannot be judged without a model', 'لا يمكن الحكم على {value} من دون نموذج'),
  unreadable: both('the row cannot be read: {value}', 'تعذّرت قراءة السطر: {value}'),
  'too-many-rows': both('a file may have {limit} rows', 'الحد الأقصى لعدد أسطر الملف {limit}'),
};

/** A problem of a file with its line. */
export function problemText({ line, column, code, limit, value }: TestFileProblem): Text {
  const problem = fill(PROBLEMS[code], {
    column: `\`${column}\``,
    limit: limit ?? '',
    value: value && `\`${value}\``,
  });
  return fill(both('Line {line}: {problem}', 'السطر {line}: {problem}'), { line, problem });
}

export const TEST_WORDS = {
  title: both('Tests', 'الاختبارات'),
  gateway: both('Gateway', 'البوابة'),
  bot: both('Bot', 'الروبوت'),
  source: both('Tests from', 'مصدر الاختبارات'),
  date: both('Date', 'التاريخ'),
  outcome: both('Outcome', 'النتيجة'),
  question: both('Question', 'السؤال'),
  answer: both('Answer', 'الإجابة'),
  passages: both('Passages', 'المقاطع'),
  line: both('Line', 'السطر'),
  milliseconds: both('ms', 'ملي ث'),
  passRate: both('Pass rate', 'نسبة النجاح'),
  rate: both(
    '{rate} % (95 % interval: {low} to {high} %)',
    '{rate} % (فترة الثقة 95 %: من {low} إلى {high} %)',
  ),
  noRate: both('No test could be judged', 'تعذّر الحكم على أي اختبار'),
  latency: both('Response time', 'زمن الاستجابة'),
  percentiles: both('median {p50} ms, 95 % within {p95} ms', 'الوسيط {p50} ملي ث، و95 % خلال {p95} ملي ث'),
  retrieval: both(
    'Passages with the quotes of {tests} tests',
    'المقاطع المطابقة لاقتباسات {tests} من الاختبارات',
  ),
  compared: both(
    '{pairs} tests judged by both reports, since {date}',
    'اختبارات حُكم عليها في التقريرين منذ {date}: {pairs}',
  ),
  changes: both(
    '{lost} lost, {gained} gained, p = {p} (exact McNemar test)',
    'أخفقت {lost}، ونجحت {gained}، p = {p} (اختبار ماكنمار الدقيق)',
  ),
  lost: both('Lost', 'أخفقت بعد نجاح'),
  gained: both('Gained', 'نجحت بعد إخفاق'),
  notReport: both(
    '{file} is not a report that --json of this command printed.',
    '{file} ليس تقريرًا من مخرجات --json لهذا الأمر.',
  ),
  plan: both(
    'Asking {tests} questions of bot {bot} at {gateway}. They count against its quota.',
    'طرح {tests} من الأسئلة على الروبوت {bot} في {gateway}. تُحسب الأسئلة من حصته.',
  ),
  progress: both('Asked {done} of {total}', 'طُرح {done} من {total}'),
  repeated: both('Repeated tests left out: {count}', 'اختبارات مكررة لم تُقرأ: {count}'),
  ignored: both('Columns ignored: {names}', 'أعمدة لم تُقرأ: {names}'),
  problems: both(
    '{file} has rows that cannot be used: {count}. Fix them and run the command again.',
    'في {file} أسطر لا يمكن استخدامها: {count}. صحّحها ثم أعد تشغيل الأمر.',
  ),
  binary: both(
    '{file} is not a text file. Save it as CSV, JSONL or plain text.',
    '{file} ليس ملفًا نصيًا. احفظه بصيغة CSV أو JSONL أو نص عادي.',
  ),
  empty: both('There is no test in {source}.', 'لا توجد اختبارات في {source}.'),
  fault: both('{came}: {said}', '{came}: {said}'),
  noQuota: both(
    'The quota is used up (402): {said}. Ask an owner to raise it.',
    'الحصة مستنفدة (402): {said}. اطلب من مالك زيادتها.',
  ),
  noTests: both(
    'The tests of this gateway cannot be read: {came}. Use --file, or a key that may read tests.',
    'تعذّرت قراءة اختبارات هذه البوابة: {came}. استخدم --file أو مفتاحًا يتيح قراءة الاختبارات.',
  ),
  noSet: both('There is no set "{name}". Sets: {names}.', 'لا توجد مجموعة «{name}». المجموعات: {names}.'),
  cancelled: both('Cancelled before the end.', 'أُلغي التشغيل قبل نهايته.'),
  below: both('The pass rate is below {limit}.', 'نسبة النجاح أقل من {limit}.'),
} as const;
