import { GatewayFault } from '#gateway/core/errors.ts';
import { routesOf } from '#gateway/http/call.ts';
import { checkGrant } from '#gateway/modules/files/services/open-file.ts';
import type { FileOpener } from '#gateway/modules/files/services/open-verified.ts';
import { sendBlob } from '#gateway/modules/files/services/send-blob.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';

/** Spoken audio by its signed address. */
export function audioRoutes(open: FileOpener) {
  return routesOf<Ports>()({
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
