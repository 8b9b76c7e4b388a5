const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
const leftToRight = /[A-Za-z\u00C0-\u024F]/u;

/** Puts a value of the other direction between Unicode isolates, so it cannot reorder the sentence around it. */
export function isolateBidi(value: string, language: string): string {
  const oppositeScript = language === 'ar' ? leftToRight : rightToLeft;
  return oppositeScript.test(value) ? `\u2068${value}\u2069` : value;
}
