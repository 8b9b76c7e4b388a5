/** Documents whose answers are known, as a person would choose them from a folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDocx } from './make-docx.ts';
import { drawText, makePdf, PICTURE } from './make-pdf.ts';

export interface KnownFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const FIXTURES = join(import.meta.dirname, '../fixtures/craft');
const PDF = 'application/pdf';

/** The Arabic customer service guide, as Chrome prints it. */
export function arabicGuide(): KnownFile {
  return {
    name: 'دليل خدمات العملاء.pdf',
    mimeType: PDF,
    buffer: readFileSync(join(FIXTURES, 'craft.Chrome-Amiri.pdf')),
  };
}

/** A page with a picture and no text. */
export function scannedLetter(): KnownFile {
  return { name: 'Scanned letter.pdf', mimeType: PDF, buffer: Buffer.from(makePdf([{ content: PICTURE }])) };
}

/** A PDF with a password; the empty password does not open it. */
export function lockedPdf(name: string): KnownFile {
  const plain = Buffer.from(makePdf([{ content: drawText('Locked', 50, 700) }])).toString('latin1');
  const key = '0'.repeat(64);
  const encrypted = `/ID[<${key}><${key}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${key}>/U<${key}>>>`;
  return { name, mimeType: PDF, buffer: Buffer.from(plain.replace('/Root', `${encrypted}/Root`), 'latin1') };
}

/** An English Word file. */
export function warrantyTerms(): KnownFile {
  const document = makeDocx([
    { heading: 1, text: 'Warranty and returns' },
    { text: 'These terms hold for everything sold in the shops and on the website since March.' },
    { heading: 2, text: 'Warranty' },
    {
      text: 'Kettles and toasters carry a warranty of 24 months. Knives and pans carry one of 60 months against faults of material.',
    },
    {
      text: 'The warranty begins on the day printed on the receipt. It does not cover scratches or worn seals.',
    },
    { heading: 2, text: 'Returning goods' },
    {
      text: 'Unused goods may be returned within 45 days. Opened food cannot be returned. The refund is paid within 6 working days to the card that was charged.',
    },
    { heading: 2, text: 'Repairs' },
    {
      text: 'A repair outside the warranty costs 35 dollars, and the workshop in Jeddah finishes it within 12 days.',
    },
    { text: 'خدمة الإصلاح متاحة أيضًا في فرع الدمام، ويُرد على طلبات الإصلاح خلال يومين.' },
  ]);
  return {
    name: 'Warranty and returns.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from(document),
  };
}

/** A question, the section that answers it and what the answer must hold. */
export interface KnownQuestion {
  question: string;
  section: string;
  figure: string;
}

export const QUESTIONS = {
  guide: { question: 'كم تبلغ رسوم التحويل الدولي؟', section: 'الرسوم والحدود اليومية', figure: '50.75' },
  warranty: {
    question: 'Within how many days may unused goods be returned?',
    section: 'Returning goods',
    figure: '45 days',
  },
  delivery: {
    question: 'In how many working days do parcels within Riyadh arrive?',
    section: 'Delivery times',
    figure: '2 working days',
  },
} as const satisfies Record<string, KnownQuestion>;
