/** Arabic questions about rows of tables. */
import { withoutMarks } from '#common/fold-text.ts';
import { ROLE_ACTIONS } from './ask-heading.ts';
import { type Cell, VALUES } from './table-rows.ts';

/** What a row is about: alone or behind its kind, as «كلية الطب», and with a preposition. */
interface Entity {
  kind: 'place' | 'name' | 'item' | 'circumstance';
  text: string;
  /** «في كلية الطب», «لباقة «خفيفة»». */
  within: string;
}

/** Places and parts of organisations: «كلية الطب», «فرع العليا». */
const PLACES =
  /^(?:ال)?(?<noun>كلية|عيادة|قسم|مكتب|فرع|مركز|إدارة|مستشفى|بنك|محطة|مكتبة|مختبر|مدرسة|معهد|جامعة|متجر|معرض|صالة|محكمة)$/u;
/** Plurals of these places, which stand without the noun: «الأقسام العامة». */
const PLURALS =
  /^(?:ال)?(?:كليات|عيادات|[أا]قسام|مكاتب|فروع|مراكز|[إا]دارات|مستشفيات|بنوك|محطات|مكتبات|مختبرات)(?=\s|$)/u;
/** Things with names of their own, which stand in quotation marks: «باقة «خفيفة»». */
const NAMED =
  /^(?:ال)?(?<noun>باقة|خطة|منحة|برنامج|عضوية|بطاقة|مستوى|فئة|درجة|عرض|دورة|حساب|قرض|وثيقة تأمين)$/u;
/** Kinds that a name follows as it is: «فحص فيتامين D», «فصل الخريف». */
const KINDS = /^(?:ال)?(?<noun>فحص|لقاح|مطعوم|دواء|جهاز|فصل|موسم|شهر|مادة|مقرر|رحلة|طراز)$/u;
const REGIONS = /^(?:ال)?(?:منطقة|مدينة|دولة|وجهة|محافظة|بلد|إمارة|ولاية)$/u;
const DOCUMENTS = /^(?:ال)?(?:وثيقة|مستند|شهادة|إفادة|تقرير|رخصة|بطاقة|كشف)$/u;
const GOODS = /^(?:ال)?(?:منتج|صنف|سلعة|جهاز|بند|مادة)$/u;
const TIMES = /^(?:ال)?(?:وقت|موعد|فترة|حالة)(?=\s|$)/u;
const CIRCUMSTANCE = /^(?:من|في|عند|بعد|قبل|خلال|أثناء|خارج|داخل|حتى)\s/u;
const NOT_ONE = /^(?:ال)?(?:[إا]جمالي|مجموع|[أا]خرى|غير ذلك|جميع|كل|بقية|باقي)(?=\s|$)/u;
const CHANNEL = /^(?:واتساب$|ال(?:بريد|تطبيق|موقع|هاتف|دردشة)(?=\s|$)|تطبيق |موقع )/u;
/** Names that begin with a noun stay as they are: «تقرير الرنين», not «فحص تقرير الرنين». */
const OWN_NOUN = /^(?:تقرير|صورة|تحليل|اختبار|جلسة|كشف|شهادة)\s/u;
const ACTION = new RegExp(`^(?:${ROLE_ACTIONS})\\s`, 'u');

/** «للخليج», «لباقة»; a word in other letters stands apart. */
const to = (text: string): string =>
  text.startsWith('ال') ? `لل${text.slice(2)}` : `${/^[\p{sc=Arabic}]/u.test(text) ? 'ل' : 'لـ '}${text}`;

function entityOf({ column, value }: Cell): Entity | undefined {
  const text = value.replace(/\s*\([^)]*\)/gu, '').trim();
  if (text.length < 2 || text.length > 60 || !/^[\p{L}«]/u.test(text) || /[؟?:،؛|@]/u.test(text))
    return undefined;
  const plain = withoutMarks(text);
  if (NOT_ONE.test(plain) || /(?:^|\s)(?:ال)?[آأ]خر(?:ى|ون)?(?=\s|$)/u.test(plain)) return undefined;
  const heading = withoutMarks(column).trim();
  if (CIRCUMSTANCE.test(plain)) return circumstance(text.replace(/^من أي /u, 'من '), heading);
  const kindOf = (nouns: RegExp) => nouns.exec(heading)?.groups?.['noun'];
  const place = kindOf(PLACES);
  if (place !== undefined) {
    const isWhole = PLURALS.test(plain) || [place, `ال${place}`].includes(plain.split(' ')[0] ?? '');
    const name = isWhole ? text : `${place} ${text}`;
    return { kind: 'place', text: name, within: `في ${name}` };
  }
  if (REGIONS.test(heading)) return { kind: 'place', text, within: `في ${text}` };
  if (CHANNEL.test(plain)) return { kind: 'item', text, within: `عبر ${text}` };
  const named = kindOf(NAMED);
  if (named !== undefined) {
    const name = plain.startsWith(named) ? text : `${named} «${text.replace(/[«»]/gu, '')}»`;
    return { kind: 'name', text: name, within: to(name) };
  }
  if (TIMES.test(heading) && /^ال(?:[أا]سبوع|يوم|شهر|فصل|سنة|عام)/u.test(plain))
    return circumstance(`في ${text}`, heading);
  return itemOf(text, plain, { kind: kindOf(KINDS), heading });
}

/** «قبل بدء الدراسة»; below "time of withdrawal" «عند الانسحاب قبل بدء الدراسة». */
function circumstance(text: string, heading: string): Entity {
  const event = /^(?:وقت|موعد|فترة|حالة) (?<event>ال.+)$/u.exec(heading)?.groups?.['event'];
  const whole = event === undefined ? text : `عند ${event} ${text}`;
  return { kind: 'circumstance', text: whole, within: whole };
}

/** «غرفة مفردة» of the type of a room, «فحص فيتامين D»; else the name alone, where it can stand so. */
function itemOf(
  text: string,
  plain: string,
  { kind, heading }: { kind: string | undefined; heading: string },
): Entity | undefined {
  const type = /^نوع (?:ال)?(?<noun>\p{L}+)$/u.exec(heading)?.groups?.['noun'];
  if (type !== undefined) {
    const agrees = type.endsWith('ة') && /^\p{L}+ة$/u.test(plain) && !plain.startsWith(type);
    const name = agrees ? `${type} ${text}` : `${type} «${text}»`;
    return { kind: 'item', text: name, within: to(name) };
  }
  const isWhole = kind === undefined || plain.startsWith(kind) || OWN_NOUN.test(plain);
  const name = isWhole ? text : `${kind} ${text}`;
  // A common noun alone is no name of a thing: «كم سعر قلم؟»
  if (!/\s/u.test(name) && !name.startsWith('ال')) return undefined;
  return { kind: 'item', text: name, within: to(name) };
}

/** «سعر باقة «خفيفة»», «سعر غرفة خاصة لليلة», «الاشتراك الشهري لباقة «النخبة»». */
function measure(column: string, { kind, text, within }: Entity): string {
  if (kind === 'circumstance') return `${column} ${text}`;
  if (/^ر[أا]س المال$/u.test(column)) return `رأس مال ${text}`;
  const { noun, rest = '' } =
    /^ال(?<noun>\p{L}[\p{L}\p{M}]*)(?:\s+(?<rest>.+))?$/u.exec(column)?.groups ?? {};
  if (noun === undefined) return `${column} ${within}`;
  if (rest === '') return `${noun} ${text}`;
  return /^(?:لل|ل|في|عن|بال|كل|خلال)/u.test(rest) ? `${noun} ${text} ${rest}` : `${column} ${within}`;
}

type Context = { topic: string; kind: string; value: string };
type Ask = (column: string, entity: Entity, context: Context) => string | undefined;

const GENERAL = /^ال(?:رسم|رسوم|سعر|تكلفة|قيمة|مبلغ|معدل|نسبة|حد|خصم|كلفة)$/u;
const MEASURED =
  /^(?:رسوم|رسم|أسعار|سعر|تكلفة|تكاليف|نسبة|نسب|الحد الأدنى|الحد الأعلى|الحد الأقصى|غرامات|غرامة|أجور|قيمة)\s/u;
/** «باقات التجوال», of which one is «باقة التجوال». */
const PRODUCTS = /^(?<one>باق|رحل|تأشير)ات(?= ال)/u;

/** Of a place the topic must say what costs so much there. */
const askAmount: Ask = (column, entity, { topic, value, kind }) => {
  if (column === 'الخصم' && /[%٪]/u.test(value) && entity.kind === 'name')
    return `كم نسبة الخصم في ${entity.text}؟`;
  // What a product costs is its price; fees of a product are for something that only the heading may say.
  if (GOODS.test(kind) && /^ال(?:رسم|رسوم|غرامة|مبلغ)$/u.test(column)) return undefined;
  if (entity.kind !== 'place' || !GENERAL.test(column)) return `كم ${measure(column, entity)}؟`;
  if (MEASURED.test(topic)) return `كم ${topic} ${entity.within}؟`;
  return PRODUCTS.test(topic)
    ? `كم ${column.slice(2)} ${topic.replace(PRODUCTS, '$<one>ة')} ${entity.within}؟`
    : undefined;
};

const PROCESS = /^مدة ال(?<noun>صدور|[إا]صدار|[إا]نجاز|توصيل|معالجة|تنفيذ|تسليم|شحن|رد)$/u;

/** Of a process, whose verb agrees with its noun. */
const askTime = (what: string): string => `كم ${/^\p{L}+ة\s/u.test(what) ? 'تستغرق' : 'يستغرق'} ${what}؟`;

const askDuration: Ask = (column, entity, { kind }) => {
  if (/^ال?صلاحية$/u.test(column))
    return entity.kind === 'place' ? undefined : `كم مدة صلاحية ${entity.text}؟`;
  const process = PROCESS.exec(column)?.groups?.['noun'];
  if (process !== undefined) {
    if (ACTION.test(entity.text)) return askTime(entity.text);
    if (entity.kind !== 'item') return askTime(`ال${process} ${entity.within}`);
    return askTime(`${process} ${/^(?:فحص|تحليل) /u.test(entity.text) ? 'نتيجة ' : ''}${entity.text}`);
  }
  if (column !== 'المدة') return entity.kind === 'place' ? undefined : `كم ${measure(column, entity)}؟`;
  if (DOCUMENTS.test(kind)) return askTime(`إصدار ${entity.text}`);
  if (entity.kind === 'name') return `كم مدة ${entity.text}؟`;
  return ACTION.test(entity.text) ? `كم المدة اللازمة ${to(entity.text)}؟` : undefined;
};

const askDate: Ask = (column, entity, { topic }) => {
  const of = /^مواعيد (?<what>ال\p{L}+)$/u.exec(topic)?.groups?.['what'];
  const tail = column === 'آخر موعد' && of !== undefined ? ` ${to(of)}` : '';
  const event = /^(?:فتح|بدء|بداية|نهاية|انتهاء|[إا]غلاق)\s/u.test(column) ? `موعد ${column}` : column;
  const { of: when, event: what } = /^(?<of>تاريخ|موعد) ال(?<event>\p{L}+)$/u.exec(column)?.groups ?? {};
  if (when !== undefined && entity.kind !== 'circumstance' && entity.kind !== 'place')
    return `ما ${when} ${what} ${entity.text}؟`;
  if (event.startsWith('ال') || /^(?:من|[إا]لى)$/u.test(event)) return undefined;
  const within =
    entity.kind === 'item' && /^(?:فصل|موسم|شهر) /u.test(entity.text) ? `في ${entity.text}` : entity.within;
  return `ما ${event}${tail} ${within}؟`;
};

const askHours: Ask = (column, entity, { topic }) => {
  const single = /^ال(?<noun>أوقات|ساعات|دوام|أيام|مواعيد)$/u.exec(column)?.groups?.['noun'];
  if (entity.kind === 'circumstance') return undefined;
  if (single === undefined) return `ما ${column} ${entity.within}؟`;
  const { what } = /^(?:أوقات|مواعيد|ساعات) (?<what>ال\p{L}+)$/u.exec(topic)?.groups ?? {};
  if (what !== undefined && single !== 'أيام' && entity.kind === 'place' && !PLURALS.test(what))
    return `ما ${topic} ${entity.within}؟`;
  if (ACTION.test(entity.text)) return single === 'أيام' ? undefined : `ما أوقات ${entity.text}؟`;
  return `ما ${single === 'دوام' ? 'أوقات دوام' : `${single === 'مواعيد' ? 'أوقات' : single} عمل`} ${entity.text}؟`;
};

const askNumber: Ask = (column, { kind, text }) => {
  if (kind === 'circumstance') return `ما رقم الاتصال ${text}؟`;
  const what = (/هاتف|جوال|تحويلة/u.exec(column) ?? /(?<=^رقم ال)\p{L}+$/u.exec(column))?.[0];
  return `ما رقم ${what === undefined ? '' : `${what} `}${text}؟`;
};

const askPlace: Ask = (column, { text, kind }) =>
  kind === 'circumstance' ? undefined : `${column === 'العنوان' ? 'ما' : 'أين'} ${column.slice(2)} ${text}؟`;

/** How much, or how many, is in something with a name. */
function askContent(measured: 'حجم' | 'عدد', column: string, { kind, text }: Entity): string | undefined {
  if (kind !== 'name' || !/^ال\p{L}/u.test(column)) return undefined;
  return `كم ${measured} ${column} في ${text}؟`;
}

const COLUMNS: readonly (readonly [column: RegExp, value: RegExp, ask: Ask])[] = [
  [/^(?:ال)?(?:رقم|هاتف|جوال|تحويلة)(?=\s|$)/u, VALUES.phone, askNumber],
  [/^(?:ال)?(?:[أا]وقات|ساعات|دوام|مواعيد)(?=\s|$)/u, VALUES.hours, askHours],
  [/^(?:ال)?(?:[أا]يام)(?=\s|$)/u, VALUES.days, askHours],
  [/^(?:ال)?(?:مدة|صلاحية|مهلة)(?=\s|$)/u, VALUES.duration, askDuration],
  [/^(?:[آا]خر موعد|موعد|تاريخ|فتح|بدء|بداية|نهاية|انتهاء|[إا]غلاق)(?=\s|$)/u, VALUES.date, askDate],
  [
    /^(?:ال)?(?:رسم|رسوم|سعر|تكلفة|كلفة|قيمة|كشفية|[أا]جرة|اشتراك|غرامة|سرعة|ثمن|مبلغ|قسط|خصم|نسبة|حد|معدل|سقف|ر[أا]س المال)(?=\s|$)/u,
    VALUES.amount,
    askAmount,
  ],
  [/^ال(?:عنوان|موقع|مقر)$/u, VALUES.place, askPlace],
];

/** A question about a cell of a row in Arabic, undefined where none would be natural. `topic`: the heading above. */
export function askRowInArabic(first: Cell, cell: Cell, { topic }: { topic: string }): string | undefined {
  const entity = entityOf(first);
  const column = withoutMarks(cell.column).trim();
  if (entity === undefined || column === '' || column.includes('›')) return undefined;
  const kind = withoutMarks(first.column).trim();
  const value = withoutMarks(cell.value);
  const context = { topic: withoutMarks(topic), kind, value };
  if (VALUES.mail.test(value)) {
    if (/بريد/u.test(entity.text)) return `ما عنوان ${entity.text}؟`;
    return entity.kind === 'circumstance' ? undefined : `ما البريد الإلكتروني ${to(entity.text)}؟`;
  }
  const [, form, ask] = COLUMNS.find(([name]) => name.test(column)) ?? [];
  if (form !== undefined) return form.test(value) ? ask?.(column, entity, context) : undefined;
  if (/^\p{Nd}[\p{Nd}.,٫٬]*\s*(?:gb|mb|جيجا|ميجا)/iu.test(value)) return askContent('حجم', column, entity);
  const isCount = /^\p{Nd}[\p{Nd}.,٫٬]*$/u.test(value) || (column === 'الدقائق' && VALUES.number.test(value));
  return isCount ? askContent('عدد', column, entity) : undefined;
}
