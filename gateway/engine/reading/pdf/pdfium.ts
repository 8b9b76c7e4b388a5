import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Rectangle in PDF points, y upwards. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** What the library's own types leave out because it expects `@types/emscripten` to be installed. */
interface Heap {
  HEAPU8: Uint8Array;
  wasmExports: Record<string, (...given: number[]) => number> & {
    malloc: (size: number) => number;
    free: (pointer: number) => void;
  };
}

/** The engine with the few memory helpers that its C signatures call for. Handles are plain numbers, 0 is none. */
export interface Pdfium {
  /** The C functions under their own names. */
  api: WrappedPdfiumModule;
  /** Copies bytes into the engine's memory; give the pointer back with `free`. */
  allocate(bytes: Uint8Array): number;
  free(pointer: number): void;
  /** Copies bytes out of the engine's memory. */
  copy(pointer: number, length: number): Uint8Array;
  /** 256 bytes of scratch memory for out-parameters, overwritten by every call. */
  scratch: number;
  int(offset?: number): number;
  float(offset?: number): number;
  double(offset?: number): number;
  /** Runs `fill(buffer, length)` twice, to learn the length and to copy; answers the bytes. */
  bytes(fill: (buffer: number, length: number) => number): Uint8Array;
  /** As `bytes`, decoded from UTF-16LE without the closing zero. */
  utf16(fill: (buffer: number, length: number) => number): string;
}

const SCRATCH_BYTES = 256;
/** Titles, names and actual texts are short; a longer one is a trap, not a text. */
const STRING_BYTES = 65_536;

let loading: Promise<Pdfium> | undefined;

/**
 * Starts the engine once for this process or tab; later calls answer the same one.
 * `wasm` holds the bytes of `@embedpdf/pdfium/pdfium.wasm`; without it the library looks for the file beside itself.
 */
export function loadPdfium(wasm?: ArrayBuffer): Promise<Pdfium> {
  loading ??= start(wasm);
  return loading;
}

async function start(wasm: ArrayBuffer | undefined): Promise<Pdfium> {
  const overrides: Record<string, unknown> = wasm === undefined ? {} : { wasmBinary: wasm };
  const api = await init(overrides);
  api.PDFiumExt_Init();
  return wrap({ ...api, ...callDirectly(api) });
}

/** Called for every glyph or object; the library's checked wrappers around them cost as much as the engine itself. */
const HOT_NUMBERS = [
  'FPDFText_GetUnicode',
  'FPDFText_GetTextObject',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_IsHyphen',
  'FPDFText_GetFontSize',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetMarkedContentID',
  'FPDFPageObj_CountMarks',
  'FPDFPageObj_GetMark',
  'FPDFTextObj_GetFont',
  'FPDFTextObj_GetTextRenderMode',
] as const;
const HOT_FLAGS = [
  'FPDFText_GetCharOrigin',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetMatrix',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
] as const;

function callDirectly(api: WrappedPdfiumModule): Partial<WrappedPdfiumModule> {
  const { wasmExports } = api.pdfium as unknown as Heap;
  const direct: Record<string, unknown> = {};
  for (const name of HOT_NUMBERS) direct[name] = wasmExports[name];
  for (const name of HOT_FLAGS) {
    const call = wasmExports[name]!;
    direct[name] = (...given: number[]) => call(...given) !== 0;
  }
  return direct;
}

function wrap(api: WrappedPdfiumModule): Pdfium {
  const heap = api.pdfium as unknown as Heap;
  const { malloc, free } = heap.wasmExports;
  const scratch = malloc(SCRATCH_BYTES);
  // The memory can grow with any call, which detaches its buffer: a new view is made when it has.
  let view = new DataView(heap.HEAPU8.buffer);
  const current = () => {
    if (view.buffer !== heap.HEAPU8.buffer) view = new DataView(heap.HEAPU8.buffer);
    return view;
  };
  const bytes = (fill: (buffer: number, length: number) => number) => {
    const length = fill(0, 0);
    if (length <= 0 || length > STRING_BYTES) return new Uint8Array(0);
    const buffer = malloc(length);
    try {
      fill(buffer, length);
      return heap.HEAPU8.slice(buffer, buffer + length);
    } finally {
      free(buffer);
    }
  };
  return {
    api,
    scratch,
    bytes,
    allocate(source) {
      const pointer = malloc(source.byteLength || 1);
      if (pointer === 0) throw new RangeError('The engine has no memory left');
      heap.HEAPU8.set(source, pointer);
      return pointer;
    },
    free,
    copy: (pointer, length) => heap.HEAPU8.slice(pointer, pointer + length),
    int: (offset = 0) => current().getInt32(scratch + offset, true),
    float: (offset = 0) => current().getFloat32(scratch + offset, true),
    double: (offset = 0) => current().getFloat64(scratch + offset, true),
    utf16: (fill) => new TextDecoder('utf-16le').decode(bytes(fill)).replace(/\0+$/u, ''),
  };
}
