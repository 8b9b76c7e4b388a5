import { normaliseWord } from '#gateway/text/analysis/normalise.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';

/** What an answer must hold: a date, an amount, or what no sign tells. `naming`: the question asks what something is called. */
export interface QuestionKind {
  asksFor: 'date' | 'amount' | 'other';
  naming: boolean;
}

const spell = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(normaliseWord));

const WHEN = spell(`
متى وقتاش امتى إمتى ايمتى امتين امته فوقاش when quand wann cuándo cuando quando wanneer когда când kiedy πότε zaman
`);
const HOW_MANY = spell(`
كم بكم وكم كام بكام قديش اديش قداش شحال بشحال combien wieviel wieviele cuánto cuánta cuántos cuántas quanto quanta quanti quante
quantos quantas hoeveel сколько kaç kadar ile câți câte hány πόσο πόσα πόσοι
`);
const WHICH = spell(`
أي أية اي ايا أنهي انهي انو ما ماهو ماهي شو شنو ايش وش what which quel quelle quels quelles
welche welcher welches welchem qué cuál cuales che quale qual quais welk welke какой какая каком hangi
`);
const TIME = spell(`
عام سنة العام السنة تاريخ يوم شهر قرن وقت موعد فترة عقد year date day month century decade time année date jour mois siècle
jahr datum tag monat jahrhundert año fecha día mes siglo anno giorno mese secolo ano dia século jaar dag eeuw год году дата день век yıl tarih
`);
const MEASURE = spell(`
عدد نسبة مساحة طول ارتفاع عرض سعر قيمة تكلفة كمية عمر سكان درجة معدل وزن سرعة مبلغ رسوم راتب
number percent percentage area population height length width cost price rate amount age weight speed distance fee
nombre pourcentage superficie hauteur longueur prix anzahl prozent fläche höhe länge preis número porcentaje altura longitud precio
numero percentuale altezza lunghezza prezzo quantidade preço aantal число процент площадь высота длина цена sayısı yüzde yükseklik fiyat
`);
const AFTER_HOW = spell(
  'many much long far old tall high often large big wide heavy fast deep viel viele alt hoch lang groß',
);
const HOW = spell('how wie');
const NAMING = spell(`
اسم اسمه اسمها يسمى تسمى يسمي سمي يدعى تدعى يطلق أطلق لقب name named names called known term nom appelle heißt nombre llama
nome chiama chama naam heet имя название называется adı denir
`);
/** How far behind its question word a noun still says what is asked for. */
const REACH = 3;

/** What kind of answer a question asks for, by its question words and the nouns behind them. */
export function readKind(question: string): QuestionKind {
  const words = tokenise(question.slice(0, 2_000)).map(({ word }) => word);
  const bare = (word: string) => word.replace(/^(?:وال|بال|ال|[وفبل])(?=..)/u, '');
  const naming = words.some((word) => NAMING.has(word) || NAMING.has(bare(word)));
  for (const [place, word] of words.entries()) {
    const behind = words.slice(place + 1, place + 1 + REACH);
    const follows = (list: ReadonlySet<string>) =>
      behind.some((next) => list.has(next) || list.has(bare(next)));
    if (WHEN.has(word)) return { asksFor: 'date', naming };
    if (HOW_MANY.has(word)) return { asksFor: 'amount', naming };
    if (HOW.has(word) && AFTER_HOW.has(behind[0] ?? '')) return { asksFor: 'amount', naming };
    if (WHICH.has(word) && follows(TIME)) return { asksFor: 'date', naming };
    if (WHICH.has(word) && follows(MEASURE)) return { asksFor: 'amount', naming };
  }
  return { asksFor: 'other', naming };
}
