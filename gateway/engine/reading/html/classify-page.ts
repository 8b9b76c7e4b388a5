import { foldText } from '#common/fold-text.ts';
import type { Block, ReadDocument, ReadFailureCode } from '#gateway/engine/document.ts';

/** What a server sent in place of the page. */
export type PageProblem = Extract<
  ReadFailureCode,
  'sign-in-page' | 'error-page' | 'blocked-page' | 'page-without-text'
>;

/** What a page is called, where that is no name of a page of knowledge. */
export type PageNameProblem = 'sign-in' | 'blocked' | 'error' | 'consent';

/** Letters and digits from which on a page says something of its own, whatever it is called. */
const MAX_LETTERS = 800;

interface Page {
  /** Mark-up, read as Latin-1: only its elements are looked at. */
  markup: string;
  url: string;
  /** Title, headings and short first lines, each also in its parts (`Bank | Sign in`). */
  names: string[];
  text: string;
  letters: number;
  body: string[];
}

/**
 * Whether a fetched page is a sign-in page, a wall against programs, an error page with status 200 or a shell whose text
 * scripts or frames would fill in. Judges by name, length and form together, and in doubt takes a page for what it is
 * called: a page of more than 800 letters and digits is never refused. Problems that a person accepts are passed over.
 */
export function classifyPage(
  bytes: Uint8Array,
  url: string,
  document: Pick<ReadDocument, 'title' | 'blocks'>,
  accepted: readonly string[] = [],
): PageProblem | undefined {
  const page = describePage(bytes, url, document);
  if (!page) return undefined;
  return JUDGES.find(([problem, isOf]) => !accepted.includes(problem) && isOf(page))?.[0];
}

const JUDGES: readonly (readonly [PageProblem, (page: Page) => boolean])[] = [
  ['blocked-page', isBlocked],
  ['sign-in-page', isSignIn],
  ['error-page', isError],
  ['page-without-text', isShell],
];

/**
 * What names of a page say of it, whatever its length: for a page whose former text is known and gone. Takes its title, its
 * headings and its first lines.
 */
export function judgeNames(names: readonly string[]): PageNameProblem | undefined {
  for (const name of partsOf(names.map(foldText))) {
    if (BLOCKED.test(name) || WALL_TEXT.test(name)) return 'blocked';
    if (GONE.test(name) || BROKEN.test(name) || PARKED.test(name)) return 'error';
    if (CONSENT.test(name)) return 'consent';
    if (SIGN_IN.test(name)) return 'sign-in';
  }
  return undefined;
}

function describePage(
  bytes: Uint8Array,
  url: string,
  { title = '', blocks }: Pick<ReadDocument, 'title' | 'blocks'>,
): Page | undefined {
  const headings: string[] = [];
  const body: string[] = [];
  let letters = 0;
  for (const block of blocks) {
    const text = foldText(textOf(block));
    (block.kind === 'heading' || text === foldText(title) ? headings : body).push(text);
    letters += countLetters(text);
    if (letters > MAX_LETTERS) return undefined;
  }
  const first = blocks.slice(0, 2).map((block) => foldText(textOf(block)));
  const names = [foldText(title), ...headings.slice(0, 2), ...first.filter((text) => text.length <= 80)];
  return {
    markup: new TextDecoder('latin1').decode(bytes),
    url,
    names: partsOf(names),
    text: [...headings, ...body].join('\n'),
    letters,
    body,
  };
}

/** Names, each also in its parts, without the signs around them. */
function partsOf(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => [name, ...name.split(/\s*[|·»›–—]\s*|\s+[-:]\s+/)]);
  return [...new Set(parts.map((name) => name.replaceAll(/^[\s.,،!]+|[\s.…!؟?]+$/g, '')))];
}

const textOf = (block: Block): string =>
  block.kind === 'table' ? [block.header ?? [], ...block.rows].flat().join(' ') : block.text;
const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

// The patterns below are written in the letters of `foldText`.

const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;
const NAME_FIELD =
  /<input\b[^>]{0,500}\b(?:type\s*=\s*["']?(?:email|tel)\b|name\s*=\s*["']?(?:user|login|email|identifier|national))/i;
const SIGN_IN =
  /^(?:(?:please|يرجي|الرجاء) )?(?:(?:sign|log) ?(?:in|on)|(?:user|member|customer|account) login|authentication required|(?:صفحه )?تسجيل (?:ال)?دخول|سجل (?:ال)?دخول|(?:ال)?دخول|النفاذ الوطني)(?: .{0,60})?$/;
const SIGN_IN_PATH = /[/.?&=_-](?:log-?(?:in|on)|sign-?in|sso|oauth2?|auth|cas|saml2?|adfs)(?:[/.?&=_-]|$)/i;
const FORGOTTEN = /forgot(?:ten)? (?:your |my )?password|نسيت كلمه (?:المرور|السر)/;

function isSignIn({ markup, url, names, text, letters }: Page): boolean {
  const isNamed = names.some((name) => SIGN_IN.test(name));
  if (PASSWORD_FIELD.test(markup)) {
    if (isNamed) return true;
    return (letters <= 250 && SIGN_IN_PATH.test(url)) || (letters <= 80 && FORGOTTEN.test(text));
  }
  return isNamed && letters <= 200 && NAME_FIELD.test(markup);
}

const BLOCKED =
  /^(?:just a moment|attention required|(?:access|request)(?: to this (?:page|site) has been)? (?:denied|blocked|rejected)|checking your browser.*|security (?:check|verification).*|pardon our interruption|are you (?:a )?(?:human|robot)|verify(?:ing)? (?:that )?you are (?:a )?human.*|(?:human|bot|robot) (?:verification|check)|ddos-guard|captcha|جاري? التحقق من (?:المتصفح|انك).*|(?:تحقق|تاكد|التحقق) من انك (?:انسان|لست).*|تم (?:رفض|حظر) (?:الوصول|الطلب)|الوصول مرفوض)$/;
const WALL_TEXT =
  /enable javascript and cookies to continue|checking (?:if the site connection is secure|your browser before)|verif(?:y|ying) (?:that )?you are (?:a |not a )?(?:human|robot|bot)|requested url was rejected|unusual traffic from your|complete the security check|(?:تاكيد|تحقق من|التحقق من|تاكد من|اثبت) انك (?:انسان|لست)/;
/** Of walls alone, and of a service whose script is in the pages behind it too. */
const WALL_MARKS = /_cf_chl_opt|cf-browser-verification|captcha-delivery\.com|id=["']px-captcha/;
const SERVICE_MARK = /_Incapsula_Resource/;

function isBlocked({ markup, names, text, letters }: Page): boolean {
  if (letters <= 600 && names.some((name) => BLOCKED.test(name))) return true;
  if (letters <= 300 && WALL_TEXT.test(text)) return true;
  return (letters <= 150 && WALL_MARKS.test(markup)) || (letters <= 60 && SERVICE_MARK.test(markup));
}

const NOT_FOUND = [
  "(?:the |this |that )?(?:requested )?(?:page|url|address|resource)\\b.{0,40}?(?:not (?:be )?found|(?:does not|doesn['’]t) exist|(?:no longer|not) (?:exists?|available))",
  '(?:page |file |resource )?not found',
  '(?:عذرا )?(?:هذه )?الصفحه(?: المطلوبه| التي تبحث عنها| التي طلبتها)? (?:غير (?:موجوده|متاحه|متوفره)|لم تعد (?:موجوده|متاحه)|لا يمكن العثور عليها)',
  'صفحه غير موجوده',
  'لم يتم العثور علي (?:هذه )?(?:الصفحه|الرابط|المحتوي).{0,30}',
  '(?:الرابط|المحتوي)(?: المطلوب)? غير (?:موجود|متاح|متوفر)',
].join('|');
const STATUS =
  '(?:http )?(?:error|خطا)?\\s*(?:code |رقم )?[#:]?\\s*(?:404|410|500|502|503)\\s*(?:error|خطا)?';
const GONE = new RegExp(
  `^(?:(?:sorry|oops|عذرا|ناسف)[,،!.\\s]*)?(?:${STATUS}(?:\\s*[-–:.,،]?\\s*(?:${NOT_FOUND}))?|${NOT_FOUND})$`,
);
/** Also said of programs and devices, on pages that help with them: such a page is longer. */
const BROKEN =
  /^(?:internal server error|(?:service )?(?:temporarily )?unavailable|bad gateway|server error|an error (?:has )?occurred|something went wrong|(?:the |this )?(?:web)?site (?:is )?(?:under|down for) maintenance|(?:عذرا[,، ]*)?حدث خطا(?: ما| غير متوقع| في (?:الخادم|النظام))?|خطا (?:في|داخلي في) (?:الخادم|النظام)|الخدمه غير متاحه(?: حاليا| موقتا)?|الموقع (?:تحت|قيد) (?:الصيانه|التطوير|الانشاء))$/;

/** Of hosts without their site. */
const PARKED =
  /^(?:(?:this|the) )?(?:domain(?: name)?|website)\b.{0,60}(?:(?:is|may be) for sale|has expired|is parked)|^(?:this )?account (?:has been )?suspended|^(?:هذا )?(?:النطاق|الموقع)(?: .{0,60})? (?:معروض )?(?:للبيع|منتهي الصلاحيه|موقوف)/;
const CONSENT =
  /^(?:before you continue\b.*|we (?:value|respect|care about) your privacy|your privacy (?:choices|settings)|(?:manage |your )?(?:cookie|privacy|consent) (?:consent|preferences|settings|choices)|(?:this (?:web)?site|we) uses? cookies\b.*|(?:please )?(?:accept|agree to) (?:our |the )?(?:terms|cookies|conditions)\b.*|(?:نحن )?(?:نقدر|نحترم|نهتم ب)\s?خصوصيتك|خصوصيتك تهمنا|قبل (?:المتابعه|ان تتابع)(?: .*)?|(?:يستخدم هذا الموقع|يستخدم موقعنا|نستخدم|نحن نستخدم) ملفات (?:تعريف )?الارتباط.*|(?:اعدادات|تفضيلات|اداره) (?:ملفات (?:تعريف )?الارتباط|الخصوصيه|الموافقه)|(?:(?:يرجي|الرجاء) )?(?:الموافقه علي|قبول) (?:الشروط|شروط|سياسه|ملفات).*)$/;

function isError({ names, letters }: Page): boolean {
  if (letters <= 400 && names.some((name) => name !== '' && (GONE.test(name) || PARKED.test(name))))
    return true;
  return letters <= 150 && names.some((name) => BROKEN.test(name));
}

const FILLED_LATER = /<(?:script|i?frame|frameset|object|embed)\b/i;
const PLACEHOLDER =
  /(?:enable|requires?|need|without|turn on)\b.{0,40}javascript|javascript\b.{0,40}(?:required|disabled|enable)|(?:تفعيل|تشغيل).{0,40}(?:جافا ?سكريبت|javascript)|(?:جافا ?سكريبت|javascript).{0,40}(?:معطل|مطلوب|تفعيل)|^(?:loading|please wait|(?:جاري?|يتم) التحميل|(?:يرجي|الرجاء) الانتظار)[\s.…]*$/;

function isShell({ markup, body, letters }: Page): boolean {
  if (!FILLED_LATER.test(markup)) return false;
  return letters <= 200 && body.every((text) => PLACEHOLDER.test(text));
}
