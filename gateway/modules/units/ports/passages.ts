import type { PictureAt, SectionSummary, StoredPassage } from '#gateway/modules/units/model.ts';
import type { ReadDocument } from '#gateway/engine/document.ts';

/** One generation of a unit. No number is given twice, also after the database was restored to an earlier state. */
export interface GenerationKey {
  botId: number;
  unitId: number;
  generation: number;
}

/** Passages and segments by generation; readers use only the generation that the unit names. */
export interface PassageIndex {
  /** Writes passages of a generation that nobody sees yet, in small transactions. Writing an ordinal again replaces it. */
  writePassages(botId: number, unitId: number, generation: number, passages: StoredPassage[]): Promise<void>;
  writeSegment(
    botId: number,
    unitId: number,
    generation: number,
    indexVersion: number,
    /** By number, see `gateway/engine/segments/segment.ts`. Written in small transactions; all of them when this resolves. */
    parts: readonly Uint8Array[],
  ): Promise<void>;
  /** The parts of these numbers; one that is not stored is absent from the map. */
  readSegmentParts(
    botId: number,
    unitId: number,
    generation: number,
    parts: readonly number[],
  ): Promise<Map<number, Uint8Array>>;
  readPassages(
    botId: number,
    unitId: number,
    generation: number,
    ordinals: number[],
  ): Promise<StoredPassage[]>;
  pagePassages(
    botId: number,
    unitId: number,
    generation: number,
    offset: number,
    limit: number,
  ): Promise<{ items: StoredPassage[]; total: number }>;
  sections(botId: number, unitId: number, generation: number): Promise<SectionSummary[]>;
  /** Those of these generations that are published or being written. */
  filterCurrent(generations: readonly GenerationKey[]): Promise<GenerationKey[]>;
}

/** Bytes of a source to blocks, within limits of time and memory. Rejects with ReadFailure. */
export interface DocumentReader {
  /** `onPicture` is told when a picture of text is begun to be recognised, which takes seconds each. */
  read(
    source: { blob: string; format: string; name: string; charset?: string; url?: string },
    signal?: AbortSignal,
    onPicture?: (picture: PictureAt) => void,
  ): Promise<ReadDocument>;
  /** For ConvertAttachmentTo: the file as text of another form. */
  convert(
    source: { blob: string; format: string; name: string },
    to: 'txt' | 'md' | 'html',
    signal?: AbortSignal,
  ): Promise<Uint8Array>;
}
