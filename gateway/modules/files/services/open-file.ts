import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';
import { type GrantSubject, verifyGrant } from './signed-url.ts';

/** Bytes of a file, `end` exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The file of a signed address: 403 for an invalid grant, 404 for a removed file. */
export async function findGrantedFile(
  ports: Pick<Ports, 'bots' | 'clock' | 'files' | 'settings'>,
  botId: number,
  fileId: string,
  grant: string,
): Promise<StoredFile> {
  await checkGrant(ports, { kind: 'file', botId, id: fileId }, grant);
  const file = await ports.files.byId(botId, fileId);
  if (!file) throw new GatewayFault('file-not-found');
  return file;
}

/** 403 unless the grant is valid and the bot exists. */
export async function checkGrant(
  ports: Pick<Ports, 'bots' | 'clock' | 'settings'>,
  granted: GrantSubject,
  grant: string,
): Promise<void> {
  const { signingSecret } = ports.settings;
  if (!(await verifyGrant(signingSecret, granted, grant, ports.clock.now())))
    throw new GatewayFault('link-expired');
  // A signed address lives for a day; its bot may be deleted within that day.
  const bot = await ports.bots.getCached(granted.botId);
  if (!bot || bot.deletedOn) throw new GatewayFault('link-expired');
}

/**
 * The first range of a `Range` header (RFC 9110): a slice; 'whole' without a range or with an unsupported range,
 * 'unsatisfiable' for a range outside the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const count = Number(last);
    return count === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - count), end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
