/** How well known documents are read: `node tests/bench/reading.ts [part of a file name]`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadPdfium } from '#gateway/text/reading/pdf/pdfium.ts';
import { readPdf } from '#gateway/text/reading/pdf/read-pdf.ts';
import { scoreReading } from '#tests/support/score-reading.ts';
import type { KnownBlock } from '#tests/support/score-reading.ts';

const folder = new URL('../../../shared/data/documents/', import.meta.url);
const wanted = process.argv[2] ?? '';

if (!existsSync(folder)) {
  console.log('No documents: ../shared/data/documents is absent.');
  process.exit(0);
}

await loadPdfium();
const percent = (share: number) => (100 * share).toFixed(2).padStart(6);
console.log(`${'file'.padEnd(34)}  chars %  words % bigrams %   titles  seconds  warnings`);
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith('.pdf') || !name.includes(wanted)) continue;
  const text = name.split('.')[0]!;
  const known = readFileSync(new URL(`${text}.expected.txt`, folder), 'utf8');
  const blocks = JSON.parse(readFileSync(new URL(`${text}.blocks.json`, folder), 'utf8')) as KnownBlock[];
  const bytes = readFileSync(new URL(name, folder));
  const started = performance.now();
  try {
    const document = await readPdf(bytes);
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    const score = scoreReading(document, known, blocks);
    const titles = `${score.titles}/${score.titlesKnown}`;
    console.log(
      `${name.padEnd(34)}   ${percent(score.characters)}   ${percent(score.words)}    ${percent(score.bigrams)} ${titles.padStart(8)} ${seconds.padStart(8)}  ${document.warnings.map((warning) => warning.code).join(' ')}`,
    );
  } catch (error) {
    console.log(`${name.padEnd(34)}  ${error instanceof Error ? error.message : String(error)}`);
  }
}
