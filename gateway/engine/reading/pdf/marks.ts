import type { Pdfium } from './pdfium.ts';

/** Name of a mark of a page object: `Artifact`, `Span`, `OC`, ... */
export function markName(pdfium: Pdfium, mark: number): string {
  const { api, scratch } = pdfium;
  return pdfium.utf16((buffer, length) => {
    api.FPDFPageObjMark_GetName(mark, buffer, length, scratch);
    return pdfium.int();
  });
}

/** Name of the layer that an `OC` mark names, as bytes; empty where the mark names several or none. */
export function readLayerName(pdfium: Pdfium, mark: number): string {
  const { api, scratch } = pdfium;
  const bytes = pdfium.bytes((buffer, length) =>
    api.FPDFPageObjMark_GetParamBlobValue(mark, 'Name', buffer, length, scratch) ? pdfium.int() : 0,
  );
  return bytes.join('.');
}

/**
 * Text that a mark declares for what it encloses. The string call of this build widens each byte to a 16-bit unit, so the bytes are read
 * and decoded here.
 */
export function readActualText(pdfium: Pdfium, mark: number): string | undefined {
  const { api, scratch } = pdfium;
  if (api.FPDFPageObjMark_CountParams(mark) <= 0) return undefined;
  let isPresent = false;
  const bytes = pdfium.bytes((buffer, length) => {
    isPresent = api.FPDFPageObjMark_GetParamBlobValue(mark, 'ActualText', buffer, length, scratch);
    return isPresent ? pdfium.int() : 0;
  });
  if (!isPresent) return undefined;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return new TextDecoder().decode(bytes.subarray(3));
  return new TextDecoder('windows-1252').decode(bytes);
}
