import type { RunDetails, RunPassage } from '#gateway/modules/runs/model.ts';
import { parseStored } from '#gateway/sql/json.ts';

/** Details as they are stored: passages as lists, and what they share said once. A third smaller than as they are. */
interface PackedDetails extends Omit<RunDetails, 'passages'> {
  units: [id: number, title: string][];
  files: string[];
  passages: [
    unit: number,
    file: number,
    hash: string,
    score: number,
    sectionTitle: string,
    textDate: number | null,
    ordinal?: number | null,
  ][];
}

export function packDetails({ passages, ...details }: RunDetails): string {
  const units = new Map(passages.map(({ unitId, unitTitle }) => [unitId, unitTitle]));
  const unitIds = [...units.keys()];
  const files = [...new Set(passages.map(({ fileId }) => fileId))];
  const packed: PackedDetails = {
    ...details,
    units: [...units],
    files,
    passages: passages.map(({ unitId, fileId, hash, score, sectionTitle, textDate, ordinal }) => [
      unitIds.indexOf(unitId),
      files.indexOf(fileId),
      hash,
      score,
      sectionTitle,
      textDate,
      ordinal,
    ]),
  };
  return JSON.stringify(packed);
}

export function unpackDetails(text: string): RunDetails {
  const { units, files, passages, ...details } = parseStored(text) as PackedDetails;
  return {
    ...details,
    passages: passages.map(
      ([unit, file, hash, score, sectionTitle, textDate, ordinal = null]): RunPassage => {
        const [unitId = 0, unitTitle = ''] = units[unit] ?? [];
        return { unitId, unitTitle, fileId: files[file] ?? '', hash, score, sectionTitle, textDate, ordinal };
      },
    ),
  };
}
