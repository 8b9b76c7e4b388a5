import type { Context, Handler } from './context.ts';
import { Refusal } from './refusal.ts';
import { sendJson } from './send.ts';
import { textOf } from './shapes.ts';

const FILE = 0;
const URL_SOURCE = 1;

/** Endpoint 4. The file is served at its `FileURL` without a key. */
export const upload: Handler = async ({ knowledge, baseUrl }, { file, response }) => {
  if (file === undefined) throw new Refusal(400, 'Attachment is required');
  const path = `uploads/${crypto.randomUUID()}/${file.name}`;
  const url = `${baseUrl}/${encodeURI(path)}`;
  const mediaType = file.type === '' ? 'application/octet-stream' : file.type;
  knowledge.upload({ url, path, name: file.name, mediaType, bytes: Buffer.from(await file.arrayBuffer()) });
  sendJson(response, 200, { FileURL: url, FileMimeType: mediaType, FileName: file.name, FilePath: path });
};

/** Endpoint 3. */
export const register: Handler = async (context, { body, response }) => {
  const title = textOf(body, 'title');
  const description = typeof body['description'] === 'string' ? body['description'] : '';
  const content = body['SourceContent'];
  if (!Array.isArray(content) || content.length === 0) throw new Refusal(400, 'SourceContent is required');
  const kind = body['KnowledgeSource'];
  if (kind !== FILE && kind !== URL_SOURCE) throw new Refusal(400, 'KnowledgeSource must be 0 or 1');
  const sources = kind === FILE ? readFiles(context, content) : await readPages(content);
  const texts = sources.map(({ text }) => text);
  const id = context.knowledge.add(
    { title, description, text: texts.includes(null) ? null : texts.join('\n') },
    sources.map((source) => ({ kind, content: source.content })),
  );
  const { registration } = context.switches;
  const said = { empty: {}, string: 'Registered', knowledgeId: { knowledgeId: id }, id: { id } }[
    registration
  ];
  sendJson(response, 200, { StatusCode: 200, Response: said, Consumption: context.meter.print() });
};

type ReadSource = { content: string; text: string | null };

/** Plain text is all that is read here; anything else fails. */
function readFiles({ knowledge }: Context, objects: readonly unknown[]): ReadSource[] {
  return objects.map((object) => {
    const { FilePath, FileSize, FileUrl } = object as Record<string, unknown>;
    const file = knowledge.findUpload(FilePath);
    if (file === undefined) throw new Refusal(400, `No such file: ${String(FilePath)}`);
    if (FileSize !== file.bytes.length) throw new Refusal(400, 'FileSize does not match the uploaded file');
    const isText = file.mediaType.startsWith('text/');
    return { content: String(FileUrl), text: isText ? file.bytes.toString('utf8') : null };
  });
}

async function readPages(addresses: readonly unknown[]): Promise<ReadSource[]> {
  return Promise.all(
    addresses.map(async (address) => {
      if (typeof address !== 'string' || !URL.canParse(address))
        throw new Refusal(400, 'SourceContent must hold addresses');
      const answered = await fetch(address).catch(() => undefined);
      const page = answered?.ok === true ? await answered.text() : undefined;
      return { content: address, text: page?.replaceAll(/<[^>]*>/gu, ' ') ?? null };
    }),
  );
}

/** Endpoint 5: not wrapped in the envelope. */
export const byId: Handler = ({ knowledge }, { segment, response }) =>
  sendJson(response, 200, knowledge.get(Number(segment)));

/** Public documentation has a list; this one takes no query. */
export const list: Handler = ({ knowledge, meter }, { response }) =>
  sendJson(response, 200, { StatusCode: 200, Response: knowledge.list(), Consumption: meter.print() });
