/** Words for what is wrong with an input, from the codes of zod's issues, in both languages. */
import type * as z from 'zod/mini';

export type WordLanguage = 'en' | 'ar';
type Issue = z.core.$ZodIssue;

const TYPES = {
  en: {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  },
  ar: {
    string: 'نصًا',
    number: 'رقمًا',
    int: 'رقمًا صحيحًا',
    boolean: 'true أو false',
    array: 'قائمة',
    object: 'كائنًا',
  },
} as const;

function typeWord(language: WordLanguage, type: string): string {
  const words: Record<string, string> = TYPES[language];
  return words[type] ?? type;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Options of a union or an enum, in words. */
function choices(values: readonly unknown[], language: WordLanguage): string {
  return values.map(String).join(language === 'ar' ? '، ' : ', ');
}

type Worder = (issue: Issue, missing: boolean) => string;

const english: Worder = (issue, missing) => {
  if (missing) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWord('en', issue.expected)}`;
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'must not be empty' : `needs at least ${issue.minimum} characters`;
      if (issue.origin === 'array')
        return `needs at least ${issue.minimum} ${issue.minimum === 1 ? 'item' : 'items'}`;
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `may have at most ${issue.maximum} characters`;
      if (issue.origin === 'array') return `may have at most ${issue.maximum} items`;
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'must be a web address that begins with http:// or https://'
        : 'is not in the right form';
    case 'invalid_value':
      return `must be one of: ${choices(issue.values, 'en')}`;
    case 'invalid_union':
      return 'has none of the allowed forms';
    default:
      return 'is not right';
  }
};

const arabic: Worder = (issue, missing) => {
  if (missing) return 'مطلوب';
  switch (issue.code) {
    case 'invalid_type':
      return `يجب أن يكون ${typeWord('ar', issue.expected)}`;
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'لا يصح أن يكون فارغًا' : `أقل طول له بالأحرف ${issue.minimum}`;
      if (issue.origin === 'array') return `أقل عدد لعناصره ${issue.minimum}`;
      return `يجب ألا يقل عن ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `أقصى طول له بالأحرف ${issue.maximum}`;
      if (issue.origin === 'array') return `أقصى عدد لعناصره ${issue.maximum}`;
      return `يجب ألا يزيد على ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'يجب أن يكون عنوان صفحة يبدأ بـ http:// أو https://'
        : 'ليس بالصيغة الصحيحة';
    case 'invalid_value':
      return `يجب أن يكون واحدًا من: ${choices(issue.values, 'ar')}`;
    case 'invalid_union':
      return 'ليس بأي من الصيغ المقبولة';
    default:
      return 'غير صحيح';
  }
};

/** What is wrong, without the field's name: "must be at most 50". `input` is the whole value that was parsed. */
export function describeIssue(issue: Issue, input: unknown, language: WordLanguage): string {
  const missing = issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined;
  return (language === 'ar' ? arabic : english)(issue, missing);
}

/** The field to blame as people write it: `SourceContent[0].FileSize`; empty for the body itself. */
export function issueField(issue: Issue): string {
  return issue.path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    '',
  );
}
