/** Words for what is wrong with an input, from the codes of zod's issues, in both languages. */
import type * as z from 'zod/mini';

/** Languages of messages. */
export type MessageLanguage = 'en' | 'ar';
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

function typeName(language: MessageLanguage, type: string): string {
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
function choices(values: readonly unknown[], language: MessageLanguage): string {
  return values.map(String).join(language === 'ar' ? '، ' : ', ');
}

/** Discriminator values of a union. */
function discriminatorValues(issue: Issue): readonly unknown[] | undefined {
  const options = 'options' in issue ? issue.options : undefined;
  return Array.isArray(options) && options.length > 0 ? options : undefined;
}

const CUSTOM_RULE_NAMES = [
  'invisible',
  'misleading',
  'zone',
  'url-with-login',
  'ascii',
  'nul',
  'surrogate',
  'after-start',
] as const;
type CustomRule = (typeof CUSTOM_RULE_NAMES)[number];

/** Which of the contract's own rules was broken, where zod has no code for it. */
function customRuleOf(issue: Issue): CustomRule | undefined {
  const words: unknown = issue.code === 'custom' ? issue.params?.['words'] : undefined;
  return CUSTOM_RULE_NAMES.find((name) => name === words);
}

type IssueFormatter = (issue: Issue, missing: boolean) => string;

const CUSTOM_RULE_MESSAGES = {
  en: {
    invisible: 'must contain a visible character',
    misleading: 'must not contain control characters or direction overrides',
    zone: 'must be a time zone such as Asia/Riyadh',
    'url-with-login': 'must not contain a user name or password',
    ascii: 'must contain only visible ASCII characters, without spaces',
    nul: 'must not contain the character U+0000',
    surrogate: 'must not contain half of a surrogate pair, such as U+D800',
    'after-start': 'must be later than the start',
  },
  ar: {
    invisible: 'يجب أن يحتوي على حرف ظاهر',
    misleading: 'يجب ألا يحتوي على أحرف تحكم أو أحرف تعكس اتجاه النص',
    zone: 'يجب أن يكون منطقة زمنية مثل Asia/Riyadh',
    'url-with-login': 'يجب ألا يحتوي على اسم مستخدم أو كلمة مرور',
    ascii: 'يجب أن يقتصر على أحرف ASCII الظاهرة بدون مسافات',
    nul: 'يجب ألا يحتوي على الحرف U+0000',
    surrogate: 'يجب ألا يحتوي على نصف زوج بديل مثل U+D800',
    'after-start': 'يجب أن يكون بعد موعد البداية',
  },
} as const;

const formatEnglish: IssueFormatter = (issue, missing) => {
  if (missing) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeName('en', issue.expected)}`;
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
      if (issue.origin === 'array')
        return `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'item' : 'items'}`;
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
      if (issue.origin === 'array') return `must have at most ${issue.maximum} items`;
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'must be a web address that begins with http:// or https://'
        : 'has an invalid format';
    case 'invalid_value':
      return `must be one of: ${choices(issue.values, 'en')}`;
    case 'invalid_union': {
      const values = discriminatorValues(issue);
      return values ? `must be one of: ${choices(values, 'en')}` : 'does not match any allowed format';
    }
    case 'custom': {
      const rule = customRuleOf(issue);
      return rule ? CUSTOM_RULE_MESSAGES.en[rule] : 'is not valid';
    }
    default:
      return 'is not valid';
  }
};

const formatArabic: IssueFormatter = (issue, missing) => {
  if (missing) return 'مطلوب';
  switch (issue.code) {
    case 'invalid_type':
      return `يجب أن يكون ${typeName('ar', issue.expected)}`;
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'يجب ألا يكون فارغًا' : `يجب ألا يقل عدد أحرفه عن ${issue.minimum}`;
      if (issue.origin === 'array') return `يجب ألا يقل عدد عناصره عن ${issue.minimum}`;
      return `يجب ألا يقل عن ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `يجب ألا يزيد عدد أحرفه على ${issue.maximum}`;
      if (issue.origin === 'array') return `يجب ألا يزيد عدد عناصره على ${issue.maximum}`;
      return `يجب ألا يزيد على ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'يجب أن يكون عنوان ويب يبدأ بـ http:// أو https://' : 'صيغته غير صحيحة';
    case 'invalid_value':
      return `يجب أن يكون واحدًا من: ${choices(issue.values, 'ar')}`;
    case 'invalid_union': {
      const values = discriminatorValues(issue);
      return values ? `يجب أن يكون واحدًا من: ${choices(values, 'ar')}` : 'لا يطابق أيًا من الصيغ المقبولة';
    }
    case 'custom': {
      const rule = customRuleOf(issue);
      return rule ? CUSTOM_RULE_MESSAGES.ar[rule] : 'غير صحيح';
    }
    default:
      return 'غير صحيح';
  }
};

/** What is wrong, without the field's name: "must be at most 50". `input` is the whole value that was parsed. */
export function describeIssue(issue: Issue, input: unknown, language: MessageLanguage): string {
  const mayMiss = issue.code === 'invalid_type' || discriminatorValues(issue) !== undefined;
  const missing = mayMiss && valueAt(input, issue.path) === undefined;
  return (language === 'ar' ? formatArabic : formatEnglish)(issue, missing);
}

/** The field to blame as people write it: `SourceContent[0].FileSize`; empty for the body itself. */
export function issueField(issue: Issue): string {
  return issue.path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    '',
  );
}

/**
 * What is wrong inside a union without a discriminator: the first issue of the member that comes nearest, which is the
 * one that agrees for longest and fails by its value rather than by its type.
 */
export function nearestIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const firsts = issue.errors.flatMap(([first]) =>
    first ? [nearestIssue({ ...first, path: [...issue.path, ...first.path] })] : [],
  );
  return firsts.reduce((best, other) => (isNearer(other, best) ? other : best), firsts[0] ?? issue);
}

function isNearer(a: Issue, b: Issue): boolean {
  const [ranksOfA = [], ranksOfB = []] = [a, b].map(({ path, code }) => {
    const index = path.find((key) => typeof key === 'number') ?? -1;
    return [index, path.length, code === 'invalid_type' ? 0 : 1];
  });
  const place = ranksOfA.findIndex((rank, index) => rank !== ranksOfB[index]);
  return place >= 0 && (ranksOfA[place] ?? 0) > (ranksOfB[place] ?? 0);
}
