import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import { storedName } from '#gateway/services/files/file-address.ts';
import { findGrantedFile, openFile, parseRange } from '#gateway/services/files/open-file.ts';

/** Files by their signed address, never shown by the browser as a page of ours. */
export const fileRoutes = {
  getFile: bind({
    async handle({ ports, values, request }) {
      const botId = Number(values['botId']);
      const file = await findGrantedFile(ports, botId, values['fileId'] ?? '', values['grant'] ?? '');
      const headers: Record<string, string> = {
        'Content-Type': file.mime,
        'Content-Disposition': disposition(storedName(file)),
        'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'Cross-Origin-Resource-Policy': 'same-site',
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, no-store',
      };
      const range = parseRange(request.headers.get('Range'), file.size);
      if (range === 'unsatisfiable')
        throw new GatewayFault(
          'range-unsatisfiable',
          { size: file.size },
          { headers: { 'Content-Range': `bytes */${file.size}` } },
        );
      const slice = range === 'whole' ? undefined : range;
      headers['Content-Length'] = String(slice ? slice.end - slice.start : file.size);
      if (slice) headers['Content-Range'] = `bytes ${slice.start}-${slice.end - 1}/${file.size}`;
      const body = request.method === 'HEAD' ? null : await openFile(ports, file, slice);
      return new Response(body, { status: slice ? 206 : 200, headers });
    },
  }),
};

/** RFC 6266 with the name as RFC 5987 has it, and an ASCII likeness for old clients. */
function disposition(name: string): string {
  const ascii = name.replace(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
