/** Forty accidents of fetched pages and forty honest changes beside them, made of a small table of texts. */
import type { AccidentCode, ReasonCode } from '#contract/reasons.ts';

/** What an address answers at one time. */
interface Visit {
  html: string;
  finalUrl: string;
}

export interface Change {
  name: string;
  address: string;
  before: Visit;
  after: Visit;
}

/** `code`: by which it is held, or refused by the reader. */
export interface Accident extends Change {
  code: AccidentCode | ReasonCode;
}

interface Texts {
  language: string;
  other: string;
  title: string;
  paragraphs: string[];
  rewritten: string[];
  news: string[];
  menu: string[];
  otherMenu: string[];
  rows: string[];
  signIn: string;
  help: string[];
  form: string;
  terms: string;
  notFound: string;
  closed: string;
  forSale: string;
  consent: string;
  acceptTerms: string;
  wall: string;
  javascript: string;
  soon: string;
  banner: string;
}

const ARABIC: Texts = {
  language: 'ar',
  other: 'en',
  title: 'رسوم الخدمات المصرفية',
  paragraphs: [
    'رسوم إصدار البطاقة الائتمانية 75 ريالًا، وتُستلم خلال خمسة أيام عمل من أقرب فرع.',
    'رسوم التحويل الدولي 25 ريالًا، وتُخصم من حساب المرسل عند تنفيذ العملية.',
    'يُعفى الطلاب من رسوم البطاقة الأولى إذا قدموا إثبات القيد في الجامعة.',
    'كشف الحساب مجاني عبر التطبيق، ورسومه في الفرع عشرة ريالات لكل صفحة.',
    'تُرد رسوم العملية الملغاة إلى الحساب خلال أربعة عشر يومًا من تاريخ الإلغاء.',
    'رسوم استبدال البطاقة المفقودة 30 ريالًا، ولا تُحصَّل إذا كانت البطاقة تالفة.',
  ],
  rewritten: [
    'ابتداءً من مطلع العام تصدر بطاقات الائتمان بمقابل سنوي قدره ثمانون ريالًا تُدفع مرة واحدة.',
    'من يحوّل مبلغًا إلى خارج البلاد يدفع عشرين ريالًا عن كل حوالة مهما بلغ مقدارها.',
    'لا يدفع طلبة الجامعات شيئًا عن بطاقتهم ما داموا مقيدين في برنامج دراسي منتظم.',
    'يمكن تنزيل الكشوف من الهاتف بلا مقابل، أما المطبوعة منها فبخمسة ريالات للورقة.',
    'عند إلغاء الطلب يعود المبلغ المدفوع كاملًا إلى صاحبه في غضون أسبوعين على الأكثر.',
    'من ضاعت بطاقته يحصل على غيرها بعد سداد ثلاثين ريالًا في أي مكتب من مكاتبنا.',
  ],
  news: [
    'افتتح البنك فرعه الجديد في حي النرجس بحضور عدد من رجال الأعمال والعملاء.',
    'أعلن البنك نتائجه المالية للربع الثالث، وارتفعت أرباحه بنسبة ثمانية في المئة.',
    'يدعو البنك عملاءه إلى تحديث بياناتهم قبل نهاية الشهر من خلال تطبيق الهاتف.',
    'شارك موظفو البنك في حملة للتبرع بالدم بالتعاون مع المستشفى المركزي في المدينة.',
    'حصل البنك على جائزة أفضل خدمة للعملاء للعام الثاني على التوالي في المنطقة.',
    'أطلق البنك برنامجًا لتدريب الخريجين مدته ستة أشهر وينتهي بعقود عمل دائمة.',
  ],
  menu: ['الأفراد', 'الشركات', 'البطاقات', 'اتصل بنا'],
  otherMenu: ['Personal', 'Business', 'Cards', 'Contact us'],
  rows: ['بطاقة ذهبية', 'بطاقة فضية', 'حوالة داخلية', 'حوالة دولية', 'كشف حساب', 'دفتر شيكات'],
  signIn: 'تسجيل الدخول',
  help: [
    'افتح التطبيق ثم اختر أيقونة الدخول، وأدخل رقم هويتك كما هو في بطاقتك الوطنية.',
    'يصلك رمز التحقق برسالة نصية خلال دقيقة، فاكتبه في الخانة ولا تشاركه مع أحد.',
    'إذا أخطأت ثلاث مرات يُقفل الحساب ربع ساعة، ويمكنك بعدها المحاولة من جديد.',
  ],
  form: '<form method="post"><label>اسم المستخدم <input name="u"></label><label>كلمة المرور <input type="password" name="p"></label></form>',
  terms:
    'يلتزم المستخدم بالحفاظ على سرية بياناته وعدم مشاركتها مع الغير، ويتحمل مسؤولية كل عملية تتم من خلال حسابه. يحق للبنك إيقاف الخدمة مؤقتًا لأعمال الصيانة، مع إشعار العملاء قبلها بوقت كافٍ.',
  notFound: 'عذرًا، الصفحة المطلوبة غير موجودة',
  closed: 'الموقع تحت الصيانة',
  forSale: 'هذا النطاق معروض للبيع',
  consent: 'نحن نقدر خصوصيتك',
  acceptTerms: 'يرجى الموافقة على الشروط والأحكام قبل المتابعة',
  wall: 'تحقق من أنك لست روبوتًا',
  javascript: 'يرجى تفعيل جافاسكربت',
  soon: 'نعود إليكم قريبًا بحلة جديدة',
  banner: 'يستخدم هذا الموقع ملفات تعريف الارتباط لتحسين تجربتك. اقبل أو ارفض.',
};

const ENGLISH: Texts = {
  language: 'en',
  other: 'ar',
  title: 'Bank service fees',
  paragraphs: [
    'The fee for issuing a credit card is 75 riyals, and it is collected within five working days from the nearest branch.',
    'The fee for an international transfer is 25 riyals, taken from the account of the sender when it is carried out.',
    'Students do not pay for their first card if they bring a proof of enrolment from their university.',
    'An account statement is free in the app, and costs ten riyals for each page at a branch.',
    'The fee for a cancelled operation is returned to the account within fourteen days of the cancellation.',
    'The fee for replacing a lost card is 30 riyals, and it is not charged if the card was damaged.',
  ],
  rewritten: [
    'From the beginning of the year every credit card has an annual charge of eighty riyals, which is paid once.',
    'Whoever sends money abroad pays twenty riyals a transfer, whatever the amount that was sent.',
    'University students are charged nothing as long as they are enrolled in a regular programme.',
    'Statements can be downloaded on the phone at no cost, while printed ones are five riyals a sheet.',
    'When an order is withdrawn, all that was paid goes back to the customer in two weeks at most.',
    'If you have lost your card, you get another one for thirty riyals in any of our offices.',
  ],
  news: [
    'The bank opened its new branch in the north of the city with many of its customers and partners.',
    'The results of the third quarter were published, and the profits rose by eight per cent in total.',
    'All customers are asked to renew their details before the end of the month with the phone app.',
    'The staff took part in a campaign for blood donation together with the central hospital.',
    'For the second year in a row the bank was given the award for the best service in the region.',
    'A programme for graduates begins in autumn, takes six months and ends with permanent contracts.',
  ],
  menu: ['Personal', 'Business', 'Cards', 'Contact us'],
  otherMenu: ['الأفراد', 'الشركات', 'البطاقات', 'اتصل بنا'],
  rows: ['Gold card', 'Silver card', 'Local transfer', 'Foreign transfer', 'Statement', 'Cheque book'],
  signIn: 'Sign in',
  help: [
    'Open the app, choose the door in the corner and enter the number of your identity card as it is printed.',
    'A code is sent to your phone within a minute: write it into the box, and share it with nobody else.',
    'After three wrong codes the account is locked for a quarter of an hour, and then you can try once more.',
  ],
  form: '<form method="post"><label>User name <input name="u"></label><label>Password <input type="password" name="p"></label></form>',
  terms:
    'The user keeps all credentials secret and shares them with no third party, and is responsible for whatever is done with the account. The bank may stop the service for maintenance, and tells its customers about that in time.',
  notFound: 'Sorry, the page you requested could not be found',
  closed: 'The site is under maintenance',
  forSale: 'This domain is for sale',
  consent: 'We value your privacy',
  acceptTerms: 'Please accept our terms and conditions to continue',
  wall: 'Verify that you are human',
  javascript: 'You need to enable JavaScript to run this app.',
  soon: 'We will be back soon with a new look',
  banner: 'This website uses cookies to improve your experience. Accept or decline.',
};

const TRANSLATIONS: Record<string, Texts> = { ar: ARABIC, en: ENGLISH };
const FRENCH = [
  'Les frais d’émission de la carte de crédit sont de 75 riyals et la carte est remise dans les cinq jours ouvrables.',
  'Les frais pour un virement international sont de 25 riyals et sont prélevés sur le compte de l’expéditeur.',
  'Les étudiants ne paient pas pour leur première carte s’ils présentent une attestation de leur université.',
  'Le relevé de compte est gratuit dans l’application et il coûte dix riyals par page dans une agence.',
  'Les frais d’une opération annulée sont rendus sur le compte dans les quatorze jours qui suivent.',
];
const PERSIAN = [
  'کارمزد صدور کارت اعتباری هفتاد و پنج ریال است و کارت در پنج روز کاری تحویل داده می‌شود.',
  'کارمزد حوالهٔ بین‌المللی بیست و پنج ریال است و از حساب فرستنده برداشت می‌شود.',
  'دانشجویان برای نخستین کارت خود چیزی نمی‌پردازند اگر گواهی دانشگاه را بیاورند.',
  'صورت حساب در برنامه رایگان است و هر برگ آن در شعبه ده ریال می‌شود.',
  'کارمزد عملیات لغو شده ظرف چهارده روز به حساب برگردانده می‌شود.',
];

const SITE = 'https://bank.example';
const ADDRESS = `${SITE}/services/fees`;

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li><a href="#">${item}</a></li>`).join('')}</ul>`;
const text = (paragraphs: readonly string[]): string => paragraphs.map((words) => `<p>${words}</p>`).join('');

interface Parts {
  title?: string;
  heading?: string;
  header?: string;
  menu?: readonly string[];
  head?: string;
}

/** A page of the site with its header, menu and footer. */
function page(texts: Texts, main: string, parts: Parts = {}): string {
  const { title = texts.title, heading = title, header = '', menu = texts.menu, head = '' } = parts;
  return `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><header>${header}<nav>${list(menu)}</nav></header><main><h1>${heading}</h1>${main}</main>
<footer><p>© 2026</p></footer></body></html>`;
}
const bare = (title: string, body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
const table = (texts: Texts, prices: readonly number[]): string =>
  `<table><tr><th>#</th><th>SAR</th></tr>${texts.rows.map((row, index) => `<tr><td>${row}</td><td>${prices[index]}</td></tr>`).join('')}</table>`;

type Draft = { html: string; finalUrl?: string; before?: Partial<Visit>; address?: string };

function toChange(texts: Texts, name: string, { html, finalUrl, before, address = ADDRESS }: Draft): Change {
  const original = { html: page(texts, text(texts.paragraphs)), finalUrl: address, ...before };
  return {
    name: `${name} (${texts.language})`,
    address,
    before: original,
    after: { html, finalUrl: finalUrl ?? original.finalUrl },
  };
}

type AccidentDraft = Draft & { code: AccidentCode | ReasonCode };

function accidentsOf(texts: Texts): Record<string, AccidentDraft> {
  const other = TRANSLATIONS[texts.other] ?? ENGLISH;
  const original = page(texts, text(texts.paragraphs));
  const home = page(texts, text(texts.news), { title: texts.menu[0] ?? '' });
  const long = text([texts.terms, ...texts.news, ...texts.help]);
  return {
    'parked at another host': {
      html: bare(texts.forSale, `${text([texts.forSale])}${long}`),
      finalUrl: 'https://parking.example/bank.example',
      code: 'held-other-host',
    },
    'copied by another host': {
      html: original,
      finalUrl: 'https://bank-fees.example/',
      code: 'held-other-host',
    },
    'the home page': { html: home, finalUrl: `${SITE}/`, code: 'held-home-page' },
    'the home page of a language': {
      html: home,
      finalUrl: `${SITE}/${texts.language}/`,
      code: 'held-home-page',
    },
    'the home page by its file, with the address lost': {
      html: home,
      finalUrl: `${SITE}/Home.aspx?returnUrl=%2Fservices%2Ffees`,
      code: 'held-home-page',
    },
    'a sign-in page': {
      html: bare(texts.signIn, `<h1>${texts.signIn}</h1>${texts.form}`),
      finalUrl: `${SITE}/login?next=/fees`,
      code: 'sign-in-page',
    },
    'a form with long terms': {
      html: page(texts, `${texts.form}${long}`, { title: texts.menu[1] ?? '' }),
      code: 'held-sign-in',
    },
    'a sign-in page without a field for a password, with long terms': {
      html: page(texts, `<input name="user">${long}`, { title: texts.signIn }),
      code: 'held-sign-in',
    },
    'an error page': { html: page(texts, '', { title: texts.notFound }), code: 'error-page' },
    'an error page with the news of the site': {
      html: page(texts, long, { title: texts.notFound }),
      code: 'held-error',
    },
    'a page about maintenance': { html: page(texts, long, { title: texts.closed }), code: 'held-error' },
    'a domain for sale': { html: bare(texts.forSale, `${text([texts.forSale])}${long}`), code: 'held-error' },
    'a question for consent': {
      html: page(texts, text([texts.banner, texts.terms, ...texts.news.slice(0, 3)]), {
        title: texts.consent,
      }),
      code: 'held-consent',
    },
    'terms to accept': {
      html: page(texts, long, { title: texts.menu[0] ?? '', heading: texts.acceptTerms }),
      code: 'held-consent',
    },
    'the other language': {
      html: page(other, text(other.paragraphs)),
      finalUrl: `${SITE}/${texts.other}/services/fees`,
      code: 'held-other-language',
    },
    'another language of the same script': {
      html: page(texts, text(texts.language === 'ar' ? PERSIAN : FRENCH), { title: '2026' }),
      code: 'held-other-language',
    },
    'nothing but its title': { html: page(texts, ''), code: 'no-text' },
    'a promise': { html: page(texts, text([texts.soon])), code: 'held-empty' },
    'a third of the text': { html: page(texts, text(texts.paragraphs.slice(0, 2))), code: 'held-shorter' },
    'a challenge': {
      html: page(texts, long, { title: texts.menu[0] ?? '', heading: texts.wall }),
      code: 'held-challenge',
    },
  };
}

function honestChangesOf(texts: Texts): Record<string, Draft> {
  const other = TRANSLATIONS[texts.other] ?? ENGLISH;
  const original = page(texts, text(texts.paragraphs));
  const rewritten = page(texts, text(texts.rewritten));
  const isArabic = texts.language === 'ar';
  const reset = {
    before: { html: page(texts, text(texts.news)), finalUrl: `${SITE}/` },
    address: `${SITE}/`,
  };
  const digits = (words: string): string =>
    words.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
  return {
    'rewritten whole': { html: rewritten },
    'moved within its host': { html: original, finalUrl: `${SITE}/${texts.language}/pricing/2026` },
    'a sign-in box in the header': { html: page(texts, text(texts.paragraphs), { header: texts.form }) },
    'cut to two thirds': { html: page(texts, text(texts.paragraphs.slice(0, 4))) },
    'navigation in the other language': {
      html: page(texts, text(texts.paragraphs), { menu: texts.otherMenu }),
    },
    longer: { html: page(texts, text([...texts.paragraphs, ...texts.rewritten])) },
    'shorter by 40 %': {
      html: page(texts, text([...texts.paragraphs.slice(0, 3), texts.paragraphs[3]?.slice(0, 50) ?? ''])),
    },
    'a table with all numbers changed': {
      html: page(texts, table(texts, [80, 55, 5, 20, 15, 35])),
      before: { html: page(texts, table(texts, [75, 50, 7, 25, 10, 30])) },
    },
    'moved from www to the bare host': {
      html: original,
      finalUrl: ADDRESS,
      address: ADDRESS.replace('//', '//www.'),
    },
    'moved from http to https': {
      html: original,
      finalUrl: ADDRESS,
      address: ADDRESS.replace('https', 'http'),
    },
    'a query that tracks': { html: original, finalUrl: `${ADDRESS}?utm_source=newsletter&fbclid=IwAR0` },
    'a cookie banner on top': {
      html: page(texts, text(texts.paragraphs), {
        header: `<div class="cookies">${text([texts.banner])}</div>`,
      }),
    },
    'another order of its paragraphs': { html: page(texts, text(texts.paragraphs.toReversed())) },
    'another design': {
      html: bare(
        texts.title,
        `<div class="hero"><h2>${texts.title}</h2></div>${texts.paragraphs
          .map((words) => `<section><div>${isArabic ? digits(words) : words.toUpperCase()}</div></section>`)
          .join('')}`,
      ),
    },
    'a translation below the text': { html: page(texts, text([...texts.paragraphs, ...other.paragraphs])) },
    'one page for the whole site': {
      html: page(texts, text([...texts.news, ...texts.paragraphs])),
      finalUrl: `${SITE}/`,
    },
    'a section about a problem': {
      html: page(
        texts,
        `<h2>${texts.notFound}</h2>${text(texts.help)}<h2>${texts.signIn}</h2>${text(texts.paragraphs)}`,
      ),
    },
    'instructions for signing in rewritten': {
      html: page(texts, text(texts.terms.split('. ')), { title: texts.signIn }),
      before: { html: page(texts, text(texts.help), { title: texts.signIn }) },
    },
    'news at an address that is the home page': isArabic
      ? { ...reset, html: page(texts, text(texts.rewritten)) }
      : { ...reset, html: page(texts, text(texts.rewritten)), finalUrl: `${SITE}/en` },
    'rewritten whole, with a sign-in box at once': isArabic
      ? { html: page(texts, text(texts.rewritten), { header: texts.form }) }
      : { html: page(texts, text([...texts.rewritten, ...texts.news]), { title: 'Fees of our services' }) },
  };
}

const both = [ARABIC, ENGLISH];

export const ACCIDENTS: readonly Accident[] = both.flatMap((texts) =>
  Object.entries(accidentsOf(texts)).map(([name, { code, ...draft }]) => ({
    ...toChange(texts, name, draft),
    code,
  })),
);

export const HONEST_CHANGES: readonly Change[] = both.flatMap((texts) =>
  Object.entries(honestChangesOf(texts)).map(([name, draft]) => toChange(texts, name, draft)),
);
