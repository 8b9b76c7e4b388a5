import { HEALTH_LIMITS, type HealthSample } from '#gateway/text/document.ts';
import { makeItem, type Mended } from './health-items.ts';

// Honorifics, the currency sign and ornate brackets stand in good text; everything else is a letter's shape.
const FORMS = /[\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdf1\ufdf3\ufdf5-\ufdf9\ufe70-\ufefc]/g;
const SIGNS: Record<string, string> = { '\ufdf2': 'الله' };

/** Letters that are stored as the shapes a font draws (U+FB50 to U+FEFC) become letters again. */
export function foldForms(lines: readonly string[]): Mended {
  const samples: HealthSample[] = [];
  let found = 0;
  const folded = lines.map((line) => {
    if (!/[\ufb50-\ufefc]/.test(line)) return line;
    let inLine = 0;
    const after = line
      .replace(FORMS, (form) => {
        inLine++;
        // The shape of a lone mark comes with a space to stand on.
        return form.normalize('NFKC').replaceAll(' ', '');
      })
      .replace(/\ufdf2/g, (sign) => SIGNS[sign] ?? sign);
    if (inLine > 0 && samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    found += inLine;
    return after;
  });
  const item = makeItem('presentation-forms', found, found, samples);
  return item ? { lines: folded, item } : { lines: folded };
}
