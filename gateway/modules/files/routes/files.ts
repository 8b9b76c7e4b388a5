import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';
import { findGrantedFile } from '#gateway/modules/files/services/open-file.ts';
import type { FileOpener } from '#gateway/modules/files/services/open-verified.ts';
import { sendBlob } from '#gateway/modules/files/services/send-blob.ts';
import { storedName } from '#gateway/modules/files/services/signed-url.ts';

/** Files by their signed address. */
export function fileRoutes(open: FileOpener) {
  return routesOf<Ports>()({
    async getFile({ ports, params, request }) {
      const botId = Number(params.botId);
      const file = await findGrantedFile(ports, botId, params.fileId, params.grant);
      return sendBlob(open, request, { ...file, name: storedName(file) });
    },
  });
}
