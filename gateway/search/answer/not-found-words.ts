/** What an answer says, in the question's language, when the passages do not cover the question. */
export const NOT_FOUND_WORDS: Readonly<Record<'ar' | 'en', string>> = {
  ar: 'لم أجد إجابة عن هذا السؤال في هذه المصادر. جرّب صياغة أخرى، أو اختر مصادر غيرها.',
  en: 'I did not find an answer to this question in these sources. Try other words, or choose other sources.',
};

/** The same, where the answer may have few tokens. Always said whole: what exceeds the cap is not charged. */
export const NOT_FOUND_BRIEFLY: Readonly<Record<'ar' | 'en', string>> = {
  ar: 'لم أجد إجابة.',
  en: 'I did not find an answer.',
};
