import type { LedgerKind, LedgerState } from '#gateway/model.ts';
import type { Alert, AlertEvent } from '#gateway/ports.ts';
import type { Language } from './language.ts';

interface Told {
  event: AlertEvent;
  bot: { name: string };
  alert: Alert | null;
  /** How its ledger stands now. */
  state?: LedgerState | undefined;
}

/** What a sentence is made of; amounts are printed, days are `2026-12-01`. */
interface Parts {
  bot: string;
  ledger: LedgerKind | null;
  at: number | null;
  used: string;
  total: string;
  needed: string;
  left: string;
  pace: string;
  calls: string;
  minutes: string;
  lastDay: string;
  /** When the period ends; '' without periods. */
  ends: string;
  ofKey: boolean;
}

interface Words {
  test(bot: string): string;
  fired: Record<Alert['kind'], (parts: Parts) => string>;
  cleared: Record<Alert['kind'], (parts: Parts) => string>;
}

const EN_QUOTA = { text: 'text quota', speech: 'speech quota', audio: 'audio quota' } as const;
const EN_UNIT = { text: 'tokens', speech: 'characters', audio: 'seconds' } as const;
const AR_QUOTA = { text: 'حصة النصوص', speech: 'حصة النطق', audio: 'حصة الصوت' } as const;
const AR_UNIT = { text: 'رمز', speech: 'حرف', audio: 'ثانية' } as const;

const en: Words = {
  test: (bot) => `Bot ${bot}: this is a test. Alerts of this bot will arrive here.`,
  fired: {
    line: (is) =>
      `Bot ${is.bot}: ${is.at === 100 ? `the ${enQuota(is)} is used up` : `${is.at} % of the ${enQuota(is)} is used`} ` +
      `(${is.used} of ${is.total} ${enUnit(is)}).${is.ends && ` It begins anew on ${is.ends}.`}`,
    slope: (is) =>
      `Bot ${is.bot}: at its pace of ${is.pace} ${enUnit(is)} a day the ${enQuota(is)} ends ` +
      `${is.lastDay && `on ${is.lastDay}, `}${is.ends ? `before it begins anew on ${is.ends}` : 'within a year'}. ` +
      `Used now: ${is.used} of ${is.total} ${enUnit(is)}.`,
    refused: (is) =>
      `Bot ${is.bot}: a call was refused because ${is.ofKey ? `what a key may use of the ${enQuota(is)} does not suffice` : `the ${enQuota(is)} does not suffice`}. ` +
      `It may cost ${is.needed} ${enUnit(is)}, ${is.left} of ${is.total} are left.${is.ends && ` It begins anew on ${is.ends}.`}`,
    busy: (is) =>
      `Bot ${is.bot}: ${is.calls} calls were refused within ${is.minutes} minutes, because too many were under way at once.`,
  },
  cleared: {
    line: (is) => `Bot ${is.bot}: cleared: ${is.at} % of the ${enQuota(is)}.${enNow(is)}`,
    slope: (is) => `Bot ${is.bot}: cleared: the ${enQuota(is)} would have ended too early.${enNow(is)}`,
    refused: (is) =>
      `Bot ${is.bot}: cleared: calls refused for lack of ${is.ofKey ? `what a key may use of the ${enQuota(is)}` : enQuota(is)}.${enNow(is)}`,
    busy: (is) =>
      `Bot ${is.bot}: cleared: too many calls at once. None was refused for ${is.minutes} minutes.`,
  },
};

const ar: Words = {
  test: (bot) => `الروبوت ${bot}: هذه رسالة تجريبية. ستصل تنبيهات هذا الروبوت إلى هنا.`,
  fired: {
    line: (is) =>
      `الروبوت ${is.bot}: ${is.at === 100 ? `نفدت ${arQuota(is)}` : `استُهلك ${is.at}٪ من ${arQuota(is)}`} ` +
      `(${is.used} من ${is.total} ${arUnit(is)}).${is.ends && ` تتجدد في ${is.ends}.`}`,
    slope: (is) =>
      `الروبوت ${is.bot}: إذا استمر الاستهلاك بمعدل ${is.pace} ${arUnit(is)} في اليوم نفدت ${arQuota(is)} ` +
      `${is.lastDay && `في ${is.lastDay}، `}${is.ends ? `قبل تجددها في ${is.ends}` : 'خلال عام'}. ` +
      `المستهلك الآن ${is.used} من ${is.total} ${arUnit(is)}.`,
    refused: (is) =>
      `الروبوت ${is.bot}: رُفض طلب لأن ${is.ofKey ? `المتبقي لأحد المفاتيح من ${arQuota(is)} لا يكفي` : `${arQuota(is)} لا تكفي`}. ` +
      `قد يكلف ${is.needed} ${arUnit(is)}، والمتبقي ${is.left} من ${is.total}.${is.ends && ` تتجدد في ${is.ends}.`}`,
    busy: (is) =>
      `الروبوت ${is.bot}: عدد الطلبات المرفوضة خلال ${is.minutes} دقائق ${is.calls}، لأن طلبات كثيرة جرت في وقت واحد.`,
  },
  cleared: {
    line: (is) => `الروبوت ${is.bot}: زال التنبيه: بلوغ ${is.at}٪ من ${arQuota(is)}.${arNow(is)}`,
    slope: (is) => `الروبوت ${is.bot}: زال التنبيه: توقّع نفاد ${arQuota(is)} مبكرًا.${arNow(is)}`,
    refused: (is) =>
      `الروبوت ${is.bot}: زال التنبيه: رفض الطلبات لأن ${is.ofKey ? `المتاح لأحد المفاتيح من ${arQuota(is)} لا يكفي` : `${arQuota(is)} لا تكفي`}.${arNow(is)}`,
    busy: (is) =>
      `الروبوت ${is.bot}: زال التنبيه: كثرة الطلبات في وقت واحد. لم يُرفض أي طلب منذ ${is.minutes} دقائق.`,
  },
};

const WORDS: Record<Language, Words> = { en, ar };

/** One sentence or two in each language, for people who read what a webhook brings. */
export function wordAlert(told: Told): Record<Language, string> {
  return { en: wordIn('en', told), ar: wordIn('ar', told) };
}

function wordIn(language: Language, { event, bot, alert, state }: Told): string {
  const words = WORDS[language];
  // Names may run the other way than the sentence around them.
  const name = `\u2068${bot.name}\u2069`;
  if (!alert || event === 'test') return words.test(name);
  const { facts, kind } = alert;
  const now = event === 'alert.cleared' && state ? state : undefined;
  const parts: Parts = {
    bot: name,
    ledger: alert.ledger,
    at: alert.at,
    used: print(now?.used ?? facts['used']),
    total: print(now?.total ?? facts['total']),
    needed: print(facts['needed']),
    left: print(facts['left']),
    pace: print(facts['pace']),
    calls: print(facts['calls']),
    minutes: print(facts['minutes']),
    lastDay: typeof facts['lastDay'] === 'string' ? facts['lastDay'] : '',
    ends: dayOf(facts['endsOn'], state?.zone),
    ofKey: facts['of'] === 'key',
  };
  return words[event === 'alert.fired' ? 'fired' : 'cleared'][kind](parts);
}

function enQuota({ ledger }: Parts): string {
  return EN_QUOTA[ledger ?? 'text'];
}
function enUnit({ ledger }: Parts): string {
  return EN_UNIT[ledger ?? 'text'];
}
function enNow(is: Parts): string {
  return ` Used now: ${is.used} of ${is.total} ${enUnit(is)}.`;
}
function arQuota({ ledger }: Parts): string {
  return AR_QUOTA[ledger ?? 'text'];
}
function arUnit({ ledger }: Parts): string {
  return AR_UNIT[ledger ?? 'text'];
}
function arNow(is: Parts): string {
  return ` المستهلك الآن ${is.used} من ${is.total} ${arUnit(is)}.`;
}

function print(value: string | number | null | undefined): string {
  return typeof value === 'number' ? Math.round(value).toLocaleString('en') : '0';
}

/** The day of a moment in the ledger's zone. */
function dayOf(moment: string | number | null | undefined, timeZone = 'UTC'): string {
  return typeof moment === 'string' ? new Date(moment).toLocaleDateString('en-CA', { timeZone }) : '';
}
