/** Knowledge as people bring it: Markdown files that are uploaded and registered, and read by the product's indexers. */
import { basename } from 'node:path';
import { registerFile, uploadBytes } from '#tests/bench/call-gateway.ts';
import { dataFolder, findSets } from '#tests/bench/question-sets.ts';
import type { QualityOptions } from '#tests/bench/report.ts';
import { type Corpus, type LibraryUnit, readCorpus } from '#tests/bench/search-corpus.ts';

/** A passage of the product has 1,100 characters at most; what is longer would become two. */
const MAX_CHARACTERS = 1_000;

/** Sentences, titles and questions of the sets that are wanted, of all Arabic ones where none is. */
export function readArabicCorpus({ data, sets }: QualityOptions): Corpus {
  const folder = dataFolder('retrieval', data);
  const all = findSets(folder, sets);
  const arabic = all.filter((path) => !path.endsWith('-en'));
  return readCorpus(
    folder,
    sets.length > 0 || arabic.length === 0 ? sets : arabic.map((path) => basename(path)),
  );
}

/** A heading above each passage, so that passages stay apart. */
export function asMarkdown({ passages }: LibraryUnit): string {
  const sections = passages.map(({ text, sectionTitle }, index) => {
    const line = text.replaceAll(/\s+/gu, ' ').trim();
    return `## ${sectionTitle.replaceAll(/\s+/gu, ' ')} ${index + 1}\n\n${cutAtWord(line)}\n`;
  });
  return sections.join('\n');
}

function cutAtWord(line: string): string {
  if (line.length <= MAX_CHARACTERS) return line;
  return line.slice(0, line.lastIndexOf(' ', MAX_CHARACTERS));
}

export async function addUnit(origin: string, unit: LibraryUnit): Promise<number> {
  const text = asMarkdown(unit);
  const file = await uploadBytes(origin, 'دليل.md', text);
  return registerFile(origin, unit.title, file, Buffer.byteLength(text));
}
