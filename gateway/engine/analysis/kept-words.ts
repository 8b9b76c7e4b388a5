// Words that a light stemmer would take letters of their own from, by class, as `normaliseWord` spells them. No rule
// tells these letters from articles, particles and endings.

const split = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Words whose first ال is not the article: loan words, names, and nouns and verbs of roots in ل; each with whatever follows. */
const ALIF_LAM = split(`
الكترون الماني المنيوم الومنيوم البوم الزهايمر الكسندر
الغاء الغيت الزام التزام التزم التحاق التحق التهاب التهب التقاط التقط التماس التباس التواء التفاف التفات
الوان العاب الياف الحاق
`);

/** Words whose first و, ف, ب, ك or ل is no particle though three letters or more follow; each with whatever follows. */
const PARTICLE_LETTER = split(`
فرنس فندق فنادق فلسطين فلسف فيتنام فيروس فيتامين فيديو فيزا فيلم فيلا فيسبوك فنلند فنزويل فهرس فهارس فلتر فستان
فنجان فلفل فولاذ فبراير فرامل فدرال فايروس
برنامج برامج برمج برتغال برازيل بريطان بلجيك بلغار بنغلاد بولند برلين برشلون بوسن بكتيري بروتين بروفيسور بنزين
بطاري بلاستيك بلوتوث برميل براميل بركان براكين برهان بستان بساتين برتقال بندق بنفسج بترول بودكاست باسبور باسورد
بوليص بورص بونص بوليس برلمان بيتكوين بكالوريوس باكستان بنسلين بروكسل بطيخ بيانو باركود بلاتين
كمبيوتر كومبيوتر كهرب كمبيال كولومب كندا كنديه كورون كاميرا كوري كاليفورني كلاسيك كيلو كرتون كروات كوميد كازاخ كبريت
كافتير كافيتير كفتير كيبورد كشمير كربون كروم كاتالوج كتالوج كمبوديا كوبون كرنفال كريستال
لبنان لندن ليبيا لوكسمبور لاتين لابتوب لينكس لينكد لاتفيا ليتوان ليمون ليزر
لغه لغات لغت لغوي لجنه لجان لحظ لعبه لاعب لوح لايح لقاء لقاح لسان لباس لحوم لمبه لاجي لاحق لاصق لافت لذيذ لطيف لوازم لهج
واشنطن ويندوز ويكيبيديا واتساب وايفاي ويفي
`);

/** Nouns of two letters, and of two and a weak one between, which take endings like longer ones. */
export const SHORT_NOUNS: ReadonlySet<string> = new Set(
  split(
    'حق خط رد حد حل سن عم اب اخ ام يد دم فم صف ظل شك فن سر نص جد قط كف فك سد فخ شط يوم عام باب بيت نوع لون',
  ),
);

/** Words that end in what looks like an ending: their last letters are of the root or of the name. */
const WHOLE = split(`
تنبيه توجيه ترفيه تشبيه تمويه اتجاه انتباه اشتباه مشتبه فواكه مكروه متنزه منتزه
لبنان رمضان شعبان سلطان برلمان بركان فنجان فستان بستان سرطان برهان باكستان افغانستان سليمان مهرجان باذنجان
كبريت كويت تثبيت توقيت اسمنت انترنت بسكويت
بنزين فلسطين ياسمين مسكين انسولين بروتين فيتامين بنسلين
تلفزيون كرتون مخزون مضمون
متحكم متفهم متمكن
`);

/**
 * Words that only a long vowel, or a letter that looks like a particle, tells from an unrelated everyday word of the same
 * consonants (عميل from عمل, فاتورة from فترة), with their
 * plurals, or whose plural has other letters (يوم, ايام): each line a stem and what is read as it.
 */
const OWN_STEMS = `
عميل عملاء عميلات
عمله عملات
بريد
طالب طلاب
قطار قطارات
غرام
غرامه غرامات
برنامج برامج
اسبوع اسابيع
يوم ايام
سنه سنوات سنين سنو
اداه ادوات
ماء مياه
فاتور فاتوره فواتير
ايتمان
سيار سياره سيارات
سحاب سحابه سحابات
شقيق اشقاء
عمار عماره عمارات عماير
شباك شبابيك
جوال جوالات
مكان اماكن امكنه
حافل حافله حافلات حوافل
قارض قوارض
تاجير
ابن ابناء
بنا ابنيه
اكتياب مكتيب
مديون
مدني مدنيه مدنيين مدنيون
ميدان ميادين
كيمياء كيماوي
اكرام
كروم
كرامه كرامات
بداله بدالات
كورس كورسات
ليل ليله ليالي ليلي ليليه ليلتين ليلتان ليلتي ليلتنا ليلتها ليلته ليلتك
اجر اجور
عضو اعضاء
دواء ادويه
ام امهات
شيء اشياء
شقه شقق
خطه خطط
قصه قصص
حصه حصص
سن اسنان
سر اسرار
امراه نساء
مليون ملايين
حيا حياه حيات
بدا بدات
نشا نشات انشات انشيت
قرا قرات
`;

const byFirst = (words: readonly string[]) => Map.groupBy(words, (word) => word.slice(0, 2));
const alifLam = byFirst(ALIF_LAM.map((word) => word.slice(2)));
const particleLetter = byFirst(PARTICLE_LETTER);
const whole = new Set(WHOLE);
const ownStems = new Map(
  OWN_STEMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [stem = '', ...others] = line.split(' ');
      return [stem, ...others].map((word) => [word, stem] as const);
    }),
);

const begins = (index: ReadonlyMap<string, readonly string[]>, word: string): boolean =>
  index.get(word.slice(0, 2))?.some((prefix) => word.startsWith(prefix)) ?? false;

/** Whether ال before these letters is a part of the word. */
export const keepsAlifLam = (rest: string): boolean => begins(alifLam, rest);
/** Whether the first letter of a word, which may be a particle, is a part of it. */
export const keepsFirstLetter = (word: string): boolean => begins(particleLetter, word);
/** Whether nothing may be taken from the end of a word. */
export const isWhole = (word: string): boolean => whole.has(word);
const ownStemSet = new Set(ownStems.values());
/** Whether a stem is an irregular one, from the list of own stems. */
export const isOwnStem = (stem: string): boolean => ownStemSet.has(stem);
/** The listed stem of an irregular word, in any case form or before a pronoun (عملاء: عملاي, عملاو). */
export function findOwnStem(word: string): string | undefined {
  const own = ownStems.get(word);
  if (own !== undefined) return own;
  if (/ا[يو]$/.test(word)) return ownStems.get(`${word.slice(0, -2)}اء`);
  return word.endsWith('ا') ? ownStems.get(word.slice(0, -1)) : undefined;
}
