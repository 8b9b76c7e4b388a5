/** A cell of a row below the name of its column, which is empty where the table names none. */
export interface Cell {
  column: string;
  value: string;
}

/** A row of a table as passages hold it; see `renderRow` of the splitter. */
interface TableRow {
  line: string;
  cells: Cell[];
}

const COLUMN = /^(?<column>[^:：|]{1,60})[:：]\s+(?<value>.+)$/u;

/** The rows among the lines of a passage, each with two cells at least. */
export function tableRows(text: string): TableRow[] {
  return text.split('\n').flatMap((line) => {
    const parts = line.split(' | ').map((part) => part.trim());
    if (parts.length < 2 || parts.includes('')) return [];
    const cells = parts.map((part): Cell => {
      const { column = '', value = part } = COLUMN.exec(part)?.groups ?? {};
      return { column, value };
    });
    return [{ line, cells }];
  });
}

const TIME =
  /\d\s*[:.]\s*\d{2}|صباح|مساء|ظهر|عصر|فجر|ليل|على مدار|\d\s*ساعة|\b(?:am|pm|hours|noon|24\/7)\b/iu;
const DAY =
  /السبت|الأحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|يوميا|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|daily|every day/iu;
const MONTH =
  /يناير|فبراير|مارس|[أا]بريل|مايو|يونيو|يوليو|[أا]غسطس|سبتمبر|[أا]كتوبر|نوفمبر|ديسمبر|كانون|شباط|[آا]ذار|نيسان|[أا]يار|حزيران|تموز|[آا]ب\b|[أا]يلول|تشرين|محرم|صفر|ربيع|جمادى|رجب|شعبان|رمضان|شوال|ذو |\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\b/iu;

/** What a value must look like for a question about it. */
export const VALUES = {
  amount: /\p{Nd}|مجان|نصف|\bfree\b/iu,
  number: /^(?:حتى |نحو |up to )?[\p{Sc}]?\p{Nd}/iu,
  duration:
    /\p{Nd}.*\p{L}|فور|يوم|ساعت|[أا]سبوع|شهر|سنة|سنت|دقيق|\b(?:instant|immediate|day|week|month|year|hour)/iu,
  date: new RegExp(String.raw`${MONTH.source}|\p{Nd}{1,4}[/-]\p{Nd}{1,2}[/-]\p{Nd}{1,4}`, 'iu'),
  hours: new RegExp(`${TIME.source}|${DAY.source}`, 'iu'),
  days: DAY,
  phone: /^\+?[\p{Nd}(][\p{Nd}\s()+./-]{2,}$/u,
  mail: /^\S+@\S+\.\S+$/u,
  place: /\p{L}{2}/u,
} as const;
