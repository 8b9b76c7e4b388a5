import type { Passage } from '#gateway/engine/document.ts';
import { MIN_LETTERS } from '#gateway/engine/reading/count-letters.ts';
import { contentHash, type Source, type Unit } from '#gateway/modules/units/model.ts';
import { emptyText, findHoldReason, measureText } from './compare-readings.ts';
import { readPublished } from './keep-published.ts';
import { isAccepted } from './page-copy.ts';
import type { IndexerPorts, Reading } from './read-source.ts';
import { SourceError } from './source-error.ts';

/** Characters of a held text and of the text that answers, for their comparison. */
export const MAX_HELD_CHARACTERS = 100_000;

/** A text was read that should not answer before a person has seen it. `text`: its beginning. */
export class HeldUpdateError extends SourceError {
  readonly text: string;
  constructor({ code, parameters }: { code: string; parameters: SourceError['parameters'] }, text: string) {
    super(code, parameters);
    this.name = 'HeldUpdateError';
    this.text = text;
  }
}

/** Whether a person refused these very bytes, while an earlier text of the source answers. */
export const isRejected = (source: Source): boolean =>
  source.passages > 0 && source.rejectedSha256 !== null && contentHash(source) === source.rejectedSha256;

/** Whether the copy is another one than was read last; of what an older version read only the moment is known. */
function isNewCopy({ fetched, readPage, readOn }: Source): boolean {
  if (!fetched) return false;
  return readPage ? fetched.sha256 !== readPage.sha256 : readOn !== null && fetched.on > readOn;
}

/** Follows a reading; `check` throws `HeldUpdateError` where its text should wait for a person. */
export function watchReading(ports: Pick<IndexerPorts, 'index'>, unit: Unit, source: Source) {
  const text = emptyText();
  let beginning = '';
  const isUnderWatch = isNewCopy(source) && !isAccepted(source);
  return {
    add(passages: readonly Passage[]): void {
      for (const { sectionTitle, text: piece } of passages) {
        if (beginning.length < MAX_HELD_CHARACTERS) beginning += `${piece}\n\n`;
        if (!isUnderWatch) continue;
        measureText(text, sectionTitle);
        measureText(text, piece);
      }
    },
    async check({ page, letters, facts }: Reading): Promise<void> {
      if (letters < MIN_LETTERS && !isAccepted(source)) {
        const code = facts.isFilledLater ? 'page-without-text' : 'no-text';
        throw new HeldUpdateError({ code, parameters: { letters } }, beginning.trimEnd());
      }
      if (!isUnderWatch || page === null) return;
      const published = emptyText();
      for await (const passages of readPublished(ports, unit, source.id))
        for (const { sectionTitle, text: piece } of passages) {
          measureText(published, sectionTitle);
          measureText(published, piece);
        }
      if (published.characters === 0) return;
      const reason = findHoldReason({ page: source.readPage, text: published }, { page, text });
      if (reason) throw new HeldUpdateError(reason, beginning.slice(0, MAX_HELD_CHARACTERS));
    },
  };
}
