import { GatewayFault } from '#gateway/core/errors.ts';
import { routes } from '#gateway/http/call.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import { checkGrant, findGrantedFile, parseRange } from '#gateway/modules/files/services/open-file.ts';
import { createFileOpener, type FileOpener } from '#gateway/modules/files/services/open-verified.ts';
import { storedName } from '#gateway/modules/files/services/signed-url.ts';
import type { Ports } from '#gateway/ports.ts';

/** Files and spoken audio by their signed address. */
export function fileRoutes(ports: Pick<Ports, 'blobs' | 'createSha256' | 'log'>) {
  const open = createFileOpener(ports);
  return routes({
    async getFile({ ports, params, request }) {
      const botId = Number(params.botId);
      const file = await findGrantedFile(ports, botId, params.fileId, params.grant);
      return sendBlob(open, request, { ...file, name: storedName(file) });
    },

    async getAudio({ ports, params, request }) {
      const botId = Number(params.botId);
      const id = params.audioId;
      await checkGrant(ports, { kind: 'audio', botId, id }, params.grant);
      const audio = await ports.spokenAudio.byId(botId, id);
      if (!audio) throw new GatewayFault('file-not-found');
      return sendBlob(open, request, audio);
    },
  });
}

/**
 * Headers keep browsers from showing the file as a page of this site. Body: the whole file, or the requested range.
 * HEAD ignores ranges, and answers with the status of GET for the whole file.
 */
async function sendBlob(
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
