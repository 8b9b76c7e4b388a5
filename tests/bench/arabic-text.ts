/** Arabic prose of any length, always the same, made as it is read. */

const SENTENCES = [
  'يحق للعميل إرجاع المنتج خلال خمسة عشر يومًا من تاريخ الاستلام.',
  'تُرسل الشحنات إلى المدن البعيدة في يومي الأحد والأربعاء من كل أسبوع.',
  'يراجع الموظف المختص الطلب ثم يبلغ صاحبه بالنتيجة كتابةً.',
  'تُحفظ السجلات في مكان جاف بعيدًا عن الضوء والحرارة.',
  'لا تُقبل الأوراق التي مضى على إصدارها أكثر من ثلاثة أشهر.',
  'تبدأ الدروس مع شروق الشمس وتنتهي قبل صلاة الظهر.',
  'يُستخرج الزيت من الثمار الناضجة بعد غسلها وتجفيفها.',
  'كتب الرحالة عن الأسواق القديمة وما فيها من نسيج وخزف وعطور.',
];
const SENTENCES_A_PARAGRAPH = 6;

/** An endless sequence of numbered paragraphs. */
function* paragraphs(): Generator<string, never, void> {
  for (let number = 1; ; number++) {
    const start = number * 5;
    const words = Array.from(
      { length: SENTENCES_A_PARAGRAPH },
      (_, index) => SENTENCES[(start + index * index) % SENTENCES.length],
    );
    yield `الفقرة ${number}: ${words.join(' ')}\n\n`;
  }
}

/** Exactly `size` bytes of valid UTF-8, in pieces of about 64 KiB; the last letters give way to spaces. */
export function* arabicBytes(size: number): Generator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder();
  let remaining = size;
  let gathered = '';
  for (const paragraph of paragraphs()) {
    gathered += paragraph;
    if (gathered.length < 36_000) continue;
    const bytes = encoder.encode(gathered);
    gathered = '';
    if (bytes.length < remaining) {
      remaining -= bytes.length;
      yield bytes;
      continue;
    }
    const last = new Uint8Array(remaining).fill(32);
    const text = new TextDecoder('utf-8').decode(bytes.subarray(0, Math.max(0, remaining - 4)));
    last.set(encoder.encode(text.replace(/\uFFFD+$/, '')));
    yield last;
    return;
  }
}
