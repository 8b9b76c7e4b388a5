import type { ReadWarning } from '#gateway/engine/document.ts';

/** Parts of a document warn one by one, the document once; characters are added up. */
export function mergeWarnings(warnings: readonly ReadWarning[]): ReadWarning[] {
  const sums = new Map<ReadWarning['code'], ReadWarning>();
  for (const { code, parameters } of warnings) {
    const before = Number(sums.get(code)?.parameters?.['characters'] ?? 0);
    const characters = before + Number(parameters?.['characters'] ?? 0);
    sums.set(
      code,
      characters > 0 ? { code, parameters: { characters } } : { code, ...(parameters ? { parameters } : {}) },
    );
  }
  return [...sums.values()];
}
