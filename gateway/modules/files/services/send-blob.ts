import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import { parseRange } from './open-file.ts';
import type { FileOpener } from './open-verified.ts';

/**
 * Headers keep browsers from showing the file as a page of this site. Body: the whole file, or the requested range.
 * HEAD ignores ranges, and answers with the status of GET for the whole file.
 */
export async function sendBlob(
  open: FileOpener,
  request: Request,
  file: Pick<StoredFile, 'botId' | 'id' | 'blob' | 'mime' | 'name' | 'size'> & { sha256: string | null },
): Promise<Response> {
  const { mime, name, size } = file;
  const headers: Record<string, string> = {
    'Content-Type': mime,
    'Content-Disposition': contentDisposition(name),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-site',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
  };
  const isHead = request.method === 'HEAD';
  const range = isHead ? 'whole' : parseRange(request.headers.get('Range'), size);
  if (range === 'unsatisfiable')
    throw new GatewayFault(
      'range-unsatisfiable',
      { size },
      { headers: { 'Content-Range': `bytes */${size}` } },
    );
  const slice = range === 'whole' ? undefined : range;
  headers['Content-Length'] = String(slice ? slice.end - slice.start : size);
  if (slice) headers['Content-Range'] = `bytes ${slice.start}-${slice.end - 1}/${size}`;
  const body = await open(file, slice);
  if (isHead) await body.cancel();
  return new Response(isHead ? null : body, { status: slice ? 206 : 200, headers });
}

/** RFC 6266 with the name as RFC 5987 encodes it, and an ASCII name for old clients. */
function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
