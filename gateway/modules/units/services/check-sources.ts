import { GatewayFault } from '#gateway/core/errors.ts';
import { checkHost } from '#gateway/modules/access/services/allowed-hosts.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { NewSource } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** A file as a registration names it. */
interface FileReference {
  path: string;
  url: string;
  size: number;
}

const itemField = (index: number): string => `SourceContent[${index}]`;

/** Files become sources when they are this bot's, were uploaded here, have the size that is said, and can be read. */
export async function checkFiles(
  ports: Pick<Ports, 'files'>,
  botId: number,
  files: readonly FileReference[],
  origins: readonly string[],
  fieldOf = itemField,
): Promise<NewSource[]> {
  const sources: NewSource[] = [];
  for (const [index, named] of files.entries()) {
    const blame = (name: string) => ({ field: `${fieldOf(index)}.${name}` });
    const file = await ports.files.byPath(botId, named.path);
    if (!file) throw new GatewayFault('file-not-of-bot', { path: named.path }, blame('FilePath'));
    if (!isOwnUrl(named.url, file, origins))
      throw new GatewayFault('file-url-foreign', { url: named.url }, blame('FileUrl'));
    if (named.size !== file.size && named.size !== file.sentSize)
      throw new GatewayFault('file-size-differs', { sent: named.size, stored: file.size }, blame('FileSize'));
    if (file.format === null)
      throw new GatewayFault('file-not-readable', { name: file.name, mime: file.mime }, blame('FilePath'));
    sources.push({ fileId: file.id, url: null });
  }
  return sources;
}

/** Addresses become sources when nothing forbids them that needs no look-up; the rest is checked at each connect. */
export async function checkAddresses(
  ports: Pick<Ports, 'bots' | 'checkUrl'>,
  botId: number,
  addresses: readonly string[],
  fieldOf = itemField,
): Promise<NewSource[]> {
  const hosts = (await ports.bots.get(botId))?.settings.allowedHosts ?? [];
  return addresses.map((url, index) => {
    const blame = { field: fieldOf(index) };
    if (ports.checkUrl(url)) throw new GatewayFault('url-not-allowed', { url }, blame);
    if (checkHost(url, hosts)) throw new GatewayFault('host-not-listed', { url, hosts }, blame);
    return { fileId: null, url };
  });
}

/** The signature and its age do not matter: the file is identified by its path. */
function isOwnUrl(address: string, file: StoredFile, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return (
    origins.some((own) => new URL(own).origin === origin) &&
    pathname.includes(`/api/Files/${file.botId}/${file.id}/`)
  );
}
