import { normaliseWord } from '#common/fold-text.ts';
import { detectStemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { latinSkeletons } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { isEnglishWord } from '#gateway/engine/lexicon/lexicon.ts';
import { MAX_WORD_LETTERS } from '#gateway/engine/work-budget.ts';

const spell = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u).map(normaliseWord));

/** Words of Arabizi that carry no subject: particles, pronouns, question words, wanting and being able. */
const FUNCTION_WORDS = spell(`
  el al il l la le w wa wu ou o aw fi f fe fil fel men mn mnin min 3an 3la 3ala ala 3al ma3 m3a maa b bi be bel bil
  ana ane anaa ani enta inta enti inti ente nta nti howa huwa houa heya hiya hia e7na i7na ihna na7na ntoma ento homa
  da de di dah deh dih dol had hada hadi hay hadha hatha hayda haydi hadchi haka keda kda kidda heik hek
  elli illi li lli yalli ely eli
  shu shou chou shoo sho chno chnou shno shnu shnou ash ach wash wach wesh wech wsh eish eysh esh eh eih eyh aih
  leh leih leyh lesh leish leysh lech 3lach 3lash alash 3leh limatha
  kif kef keef keyf kifash kifach kifech shlon shlonik chlon izay ezay ezzay ezayy zay zayy
  fin feen fein fen win wein ween wen feyn wayn mnayn
  emta imta amta emtaa aymta aymata ayemta wa2tash waqtach wa9tash foqach fou9ach mata meta mita
  kam kem kaam bkam bikam bekam b2adeh addeh adesh addesh addeish 2adesh 2addesh qadesh qaddesh gaddesh ch7al chhal
  sh7al bch7al bsh7al bchhal 9adesh 9addech 9adech b9adech
  ayez ayz 3ayez 3ayz 3ayza 3ayzin 3awez 3awz awez biddi bidi bddi beddi badi baddi bdi bdna badna abi aby abgha abga abgi ab8a abghi
  nabi nbghi bghit bghina bghitha n7eb nheb 7ab 7abb 7ab7eb wdi widdi raghb
  momken mumkin mumken momkin ymken yimken y9der ye2dar ya2dar a2dar 2dar agdar agder a9dar n9der nejem njm nnjm fini
  fiyi feeni lazem lezem lazim labod lazm lazmni khasni 5asni khassni
  law lw lao law idha iza eza ila ida lama lamma lma wa2t wakt
  bas bs bass ya kaman kamen brdo bardo 7atta 7ata hatta kol kul koll bayn
  mesh mish msh mosh moush mo mu mou mch mouch mashi machi la2 laa la2a aywa ah na3am
  fih fiih fee fiha mafi mafish mafeesh mafich fama famma kayn kayen kayna makaynch maken
  3and 3andi 3andy 3andak 3andek 3andkom 3andna 3ande 3andkon 3endkom 3endi 3endak 3ndi 3ndkom 3ndk 3indi 3indkum
  bta3 bta3i bta3ty dyal dyali diali dial mta3 mte3 mta3i taba3 taba3i ta3 nta3
  ra7 rah re7 ray7 ha2 hal2 hala2 halla2 dlwa2ti delwa2ty dilwa2ti dlw2ti daba tawa taw lessa lsa lissa
  elly illy lel lal wala walla wela ba3d b3d ba3do ba3dha 2abl abl 9bel qbal gabl
  lia leya liya lik lek lak leko lakom 3lih 3liha 3aleh 3aleha 3alay ileh elo ela elak
  kan kanet kanit kont kent kunt kano ay ayy ay7aga shi chi tab tayeb ba2a yb2a yeb2a
  m7taj ma7taj me7taj sama7t 3afak 3afakom bezzaf bzaf ktir kteer kter awi 2awi wayed wajed barsha
  salam slm ahlan mar7aba marhaba shukran chokran merci please plz pls
`);
/** Those by which alone a question without a word of another language is known: they ask or want. */
const SURE_WORDS = spell(`
  shu shou shoo shno chnou chno shnu shnou wesh wech eish eysh leih leish leysh lech 3lash 3lach kifash kifach kifech
  shlon shlonik chlon izay ezay ezzay ezayy feen fein wein wen wayn mnayn emta imta amta emtaa aymta aymata mata
  wa9tash waqtach foqach bkam bikam bekam addesh addeish qadesh qaddesh gaddesh chhal bchhal
  ayez awez abi aby abgha abghi abga nabi nbghi bghit biddi bidi bddi beddi badi baddi
  momken mumkin mumken momkin khassni lazem lezem
`);
/** Particles that are also words of English: a question without any other sign is English. */
const HOMOGRAPHS = spell(`
  l w o fi be had has hay ash law win men da do dim fin fen la lel fee tab bas bass mo mu mish mash main ha mata ma kam
  re ray rah lama lie lik lek kin kan kant shy ay aw ah hum bed dial tawa mate plz pls please merci
`);
/** Latin letters and digits that stand for one: 3ayez, ma7al, shar7. */
const WITH_DIGIT_LETTER = /^(?=.*[2356789])[a-z'2356789]+$/u;
/** Ordinals, times of day, sizes and prices: 3rd, 6am, 50gb, 5kg. */
const WITH_UNIT =
  /^\d+(?:nd|rd|th|am|pm|a|p|[kmgt]b?|[kmgt]bps|gbs|mbs|kg|kgs|g|mg|l|ml|km|kms|cm|mm|m|ft|in|mi|mph|kmh|h|hr|hrs|min|mins|s|sec|secs|d|w|wk|wks|y|yr|yrs|x|d|ghz|mhz|hz|kw|kwh|mah|w|v|px|mp|k|sar|aed|egp|usd|eur|jod|pcs|ppl|dr|star|way|in1)$/u;
/** Two digits beside each other are a number, unless the letter is doubled: 7aq99i. */
const WITH_NUMBER = /(\d)(?!\1)\d|\d{3}/u;
/** Fewer letters are a name or a size: b2b, mp3, 5g. A word that begins with a digit is Arabic sooner: 3am. */
const MIN_LETTERS_WITH_DIGIT = { first: 2, elsewhere: 3 };
const LATIN = /^[a-z0-9']+$/u;
const WITHOUT_LETTERS = /^[\d.-]+$/u;
/** Article, particles and marks of verbs, as they are written before a word. */
const BEFORE =
  'kan kat kay kai ka ghan ghat ghay gha tan tay btet byet bnet tet yet net wel wal bel bil bal fel fil lel lil 3al hal el al il be bi ba bet bte bti bta bte bey bye byi byt bny ben bn ha hat han hay ye yi ya y te ti ta t ne ni na n ma w l b f m a e i o'.split(
    ' ',
  );
/** Pronouns, feminine endings and plurals, and the second half of a negation, as they are written behind it. */
const BEHIND =
  'nish nich thom tkom tkon tha tna tak tek tik ti ty to hom hum kom kum kon hon oun een iin in at aat et it ak ek ik ok ha ni li lo la lk na sh ch ash ech ish i y a e o u h t k n'.split(
    ' ',
  );
/** Two consonants fit too many words. */
const MIN_CONSONANTS = 3;
/** A shorter rest is letters, not a word. */
const MIN_LETTERS = 3;
/** What signs of Arabic weigh, a word of English or French weighing one; short particles are words of other languages too. */
const SIGNS = { digitLetter: 1.5, particle: 1, shortParticle: 0.5, least: 1.5, content: 0.75 };
const SHORT_PARTICLE = 2;
/** What each less likely reading of its letters costs a skeleton, against a letter that is stripped. */
const READING_COST = 0.1;

/**
 * Whether a question is Arabic in Latin letters, by the digits in its words and the particles it has, against the words
 * of English and French. `isIndexed`: whether the searched passages have a word; such a word is not Arabizi.
 */
export function isArabizi(words: readonly string[], isIndexed?: (word: string) => boolean): boolean {
  if (!outweighs(words, isEnglishWord)) return false;
  return !isIndexed || outweighs(words, (word) => isEnglishWord(word) || isIndexed(word));
}

/** Whether the signs of Arabic weigh more than those of other languages; `isOther`: whether a word is no Arabic. */
function outweighs(words: readonly string[], isOther: (word: string) => boolean): boolean {
  let [arabic, english, stopWords, french] = [0, 0, 0, 0];
  let isSure = false;
  for (const word of words) {
    if (WITHOUT_LETTERS.test(word)) continue;
    if (!LATIN.test(word)) return false;
    const isParticle = FUNCTION_WORDS.has(word);
    if (hasDigitLetter(word) && (isParticle || !isOther(word))) {
      arabic += SIGNS.digitLetter;
      isSure = true;
    } else if (isParticle) {
      arabic += word.length > SHORT_PARTICLE ? SIGNS.particle : SIGNS.shortParticle;
      isSure ||= !HOMOGRAPHS.has(word);
    } else if (isOther(word)) english += SIGNS.content;
    if (isStopWordOfQuestion(word, 'en')) stopWords++;
    if (isStopWordOfQuestion(word, 'fr')) french++;
  }
  if (arabic >= SIGNS.least) return isSure && arabic > Math.max(english + stopWords, french);
  // "Wen" asks in German as well, and "mata" is a word of many languages.
  return (
    stopWords + french === 0 &&
    words.some((word) => SURE_WORDS.has(word)) &&
    detectStemLanguage([words.join(' ')]) === 'en'
  );
}

function hasDigitLetter(word: string): boolean {
  const letters = word.replaceAll(/[^a-z]/gu, '');
  const least = MIN_LETTERS_WITH_DIGIT[/^\d/u.test(word) ? 'first' : 'elsewhere'];
  if (!WITH_DIGIT_LETTER.test(word) || letters.length < least) return false;
  if (WITH_UNIT.test(word) || WITH_NUMBER.test(word)) return false;
  // 3days, iphone6: a number and a word of English.
  const isNumbered = word.startsWith(letters) || word.endsWith(letters);
  return !(isNumbered && (isStopWordOfQuestion(letters, 'en') || isEnglishWord(letters)));
}

/** A word as all its spellings are: vowels and `sh` vary from writer to writer, doubled letters from word to word. */
const foldSpelling = (word: string): string =>
  word
    .replaceAll('sh', 'ch')
    .replaceAll(/[eiy]+/gu, 'i')
    .replaceAll(/[ou]+/gu, 'u')
    .replaceAll(/(.)\1+/gu, '$1');

const FOLDED_FUNCTION_WORDS: ReadonlySet<string> = new Set(Array.from(FUNCTION_WORDS, foldSpelling));

/** Whether a word of an Arabizi question carries no subject, however it is spelled. */
export const isArabiziFunctionWord = (word: string): boolean => FOLDED_FUNCTION_WORDS.has(foldSpelling(word));

/** The same of a word in a question of any language: a digit that stands for a letter tells that it is Arabic. */
export const isSureArabiziFunctionWord = (word: string): boolean =>
  WITH_DIGIT_LETTER.test(word) && isArabiziFunctionWord(word);

/**
 * Skeletons (see `latinSkeletons`) by which an Arabizi word may be known, the least stripped first; those of fewer than
 * three consonants left out.
 */
export function arabiziSkeletons(word: string): string[] {
  const costs = new Map<string, number>();
  if (word.length > MAX_WORD_LETTERS) return [];
  const beginnings = ['', ...BEFORE.filter((beginning) => word.startsWith(beginning))];
  const endings = ['', ...BEHIND.filter((ending) => word.endsWith(ending))];
  for (const beginning of beginnings)
    for (const ending of endings) {
      const stripped = beginning.length + ending.length;
      if (word.length - stripped < MIN_LETTERS) continue;
      for (const [index, skeleton] of latinSkeletons(
        word.slice(beginning.length, word.length - ending.length),
      ).entries())
        if (skeleton.length >= MIN_CONSONANTS) {
          const cost = stripped + index * READING_COST;
          costs.set(skeleton, Math.min(cost, costs.get(skeleton) ?? cost));
        }
    }
  return [...costs].sort(([, a], [, b]) => a - b).map(([skeleton]) => skeleton);
}
