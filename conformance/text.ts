export const REPORT_LANGUAGES = ['en', 'ar'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** One sentence in both languages. Names of the interface stand between backticks. */
export type Text = Readonly<Record<ReportLanguage, string>>;

export const both = (en: string, ar: string): Text => ({ en, ar });

/** Fills `{name}` in both languages; a value may itself differ by language. */
export function fill(template: Text, values: Readonly<Record<string, string | number | Text>>): Text {
  const fillOne = (language: ReportLanguage): string =>
    template[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'object' ? value[language] : String(value);
    });
  return { en: fillOne('en'), ar: fillOne('ar') };
}

/** The same in both languages: names, numbers and what a gateway sent. */
export const same = (text: string): Text => ({ en: text, ar: text });
