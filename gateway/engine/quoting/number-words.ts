import { wordSet } from '#gateway/engine/analysis/tokenise.ts';

const MONTHS = `
يناير فبراير مارس أبريل إبريل مايو يونيو يونيه يوليو يوليوز أغسطس غشت سبتمبر شتنبر أكتوبر نوفمبر ديسمبر
كانون شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين محرم صفر ربيع جمادى رجب شعبان رمضان شوال
january february march april may june july august september october november december
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
januar februar märz juni juli oktober dezember
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
ocak şubat nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
`;

/** Days and times of day, which tell when as a date does. The names of days have the article: أحد is also "one". */
const DAYS = `
الأحد الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت صباحا مساء ظهرا عصرا فجرا ليلا الصبح الظهر العصر
monday tuesday wednesday thursday friday saturday sunday midnight noon am pm
`;

const NUMBERS = `
واحد واحدة اثنان اثنين اثنتان اثنتين ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني ثمان تسعة تسع عشرة عشر
عشرون عشرين ثلاثون ثلاثين أربعون أربعين خمسون خمسين ستون ستين سبعون سبعين ثمانون ثمانين تسعون تسعين
اثنا اثني اثنتا اثنتي مئة مائة مئات مائتي مائتا مائتان مائتين مئتي مئتا مئتان مئتين ميتين ثلاثمئة ثلاثمائة أربعمئة أربعمائة
خمسمئة خمسمائة ستمئة ستمائة سبعمئة سبعمائة ثمانمئة ثمانمائة تسعمئة تسعمائة
ألف آلاف ألفا ألفان ألفي ألفين مليون ملايين مليار مليارات نصف ثلث ثلثي ربع ضعف ضعفان ضعفين عشرات
يومان يومين أسبوعان أسبوعين شهران شهرين سنتان سنتين عامان عامين ساعتان ساعتين دقيقتان دقيقتين مرتان مرتين
ريالان ريالين درهمان درهمين ديناران دينارين جنيهان جنيهين دولاران دولارين
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions
dozen half third quarter twice double percent
deux trois quatre cinq sept huit neuf onze douze vingt trente cent cents mille millions milliard moitié
zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend millionen milliarden hälfte
dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien ciento mil millón millones mitad
due tre quattro cinque sei sette otto nove dieci cento mila milioni miliardi metà
dois duas três quatro sete oito nove dez vinte milhão milhões bilhões metade
iki üç dört beş altı yedi sekiz dokuz yirmi yüz bin milyon milyar
два две три четыре пять шесть семь восемь девять десять сто тысяч тысячи миллион миллионов миллиардов половина
`;

const CURRENCIES = `
ريال ريالا ريالات ريالان ريالين درهم درهما دراهم دينار دينارا دنانير جنيه جنيها جنيهات دولار دولارا دولارات ليرة ليرات يورو قرش قروش فلس هللة
مجانا مجاني مجانية مجان بلاش
dollar dollars euro euros pound pounds cent cents riyal riyals dirham dirhams dinar dinars lira yen usd eur sar aed egp free
franc francs gratuit kostenlos gratis dólares euros libras reais рублей руб lirası
`;

/** Units of counting and measuring. */
const UNITS = `
كيلو كيلوغرام كيلوجرام كغ كغم كجم غرام جرام متر مترا أمتار كيلومتر سم سنتيمتر لتر لترا مل درجة درجات ثانية ثوان دقيقة دقائق ساعة ساعات يوم أيام
أسبوع أسابيع شهر أشهر شهور سنة سنوات عام أعوام
kg kgs kilo kilos g gram grams lb lbs oz km kilometre kilometres kilometers mile miles m metre metres meter meters cm mm l litre litres liter liters
ml kw kwh mb gb tb degrees sec second seconds min mins minute minutes hr hrs hour hours day days week weeks month months year years
`;

const MONTH_WORDS = wordSet(MONTHS);
const CURRENCY_WORDS = wordSet(CURRENCIES);
const UNIT_WORDS = wordSet(UNITS);
const DAY_WORDS = wordSet(DAYS);
const NUMBER_WORDS = wordSet(NUMBERS);
/** Particles and the article that Arabic writes on to the word. */
const PARTICLES = /^(?:[وفبلك]?ال|لل|[وفبلك])(?=..)/u;

/** Whether a list has a normalised word, with or without what Arabic writes on to it. */
export const has = (list: ReadonlySet<string>, word: string): boolean =>
  list.has(word) || list.has(word.replace(PARTICLES, ''));

/** Whether a normalised word tells an amount: digits, a number word of Arabic, English and seven other languages, or two of what is counted. */
export function isNumber(word: string): boolean {
  return /^\d/.test(word) || has(NUMBER_WORDS, word);
}

/** Whether a normalised word tells when: a year of four digits, a month of several calendars and languages, a day, a time of day. */
export function isDate(word: string): boolean {
  return /^(?:1\d{3}|20\d\d)$/.test(word) || DAY_WORDS.has(word) || has(MONTH_WORDS, word);
}

/** Whether a normalised word is a unit of time, length, weight and the like. */
export function isUnit(word: string): boolean {
  return has(UNIT_WORDS, word);
}

/** Whether a normalised word is of money: a currency of some languages, or that nothing is paid. */
export function isMoney(word: string): boolean {
  return has(CURRENCY_WORDS, word);
}
