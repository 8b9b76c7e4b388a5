import { GatewayFault } from '#gateway/core/errors.ts';
import type { PackedSound } from '#gateway/engine/sound/pack-track.ts';
import type { Transcriber } from './select-transcriber.ts';

/** What servers answer to a file that they do not read: bad request, too large, media type, unprocessable. */
const FORMAT_STATUSES: ReadonlySet<unknown> = new Set([400, 413, 415, 422]);

/**
 * The same transcriber for sound that is passed on without being decoded. Until it has read a piece, a refusal is taken
 * for one of the format, and a failure for what some servers do instead of refusing: `record-format-rejected` and
 * `record-format-failed` say which formats are decoded here.
 */
export function explainRefusals(transcriber: Transcriber, { codec }: PackedSound): Transcriber {
  let hasRead = false;
  return async (piece, signal) => {
    try {
      const result = await transcriber(piece, signal);
      hasRead = true;
      return result;
    } catch (error) {
      throw (hasRead ? undefined : formatFault(error, codec)) ?? error;
    }
  };
}

function formatFault(error: unknown, codec: string): GatewayFault | undefined {
  if (!(error instanceof GatewayFault)) return undefined;
  const { model = '', status = 0 } = error.parameters;
  const parameters = { model, codec, status };
  if (error.code === 'model-failed')
    return new GatewayFault('record-format-failed', parameters, { cause: error });
  if (error.code !== 'model-rejected' || !FORMAT_STATUSES.has(status)) return undefined;
  return new GatewayFault('record-format-rejected', parameters, { field: 'Record', cause: error });
}
