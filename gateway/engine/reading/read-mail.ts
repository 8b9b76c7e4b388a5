import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { type Block, type ReadDocument, ReadFailure, type ReadWarning } from '#gateway/engine/document.ts';
import { cleanLine } from './clean-text.ts';
import { readHtml, readMarkup } from './read-html.ts';
import { readTxt } from './read-txt.ts';

/** Bounds of a message, so that no nesting takes the process with it. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 5 };

/** A mail: its subject as heading, sender, recipients and date, its text. Attachments are named and not read. */
export async function readEml(bytes: Uint8Array): Promise<ReadDocument> {
  const { message, isDecoded } = await parseMessage(bytes);
  const subject = cleanLine(message.subject ?? '');
  const attachments = message.attachments.filter(isForReaders);
  const head: Block[] = subject === '' ? [] : [{ kind: 'heading', level: 1, text: subject }];
  for (const text of describeMail(message, attachments)) head.push({ kind: 'paragraph', text });
  const body = await readBody(message, isDecoded);
  // Who wrote to whom is no answer.
  if (body.blocks.length === 0) throw new ReadFailure('no-text');
  const skipped: ReadWarning[] =
    attachments.length > 0
      ? [{ code: 'attachments-skipped', parameters: { files: attachments.length } }]
      : [];
  return {
    ...(subject === '' ? {} : { title: subject }),
    blocks: [...head, ...body.blocks],
    warnings: [...body.warnings, ...skipped],
    health: { ...body.health, items: body.health?.items ?? [] },
  };
}

/** A web page as browsers and wikis save it in one file: the page, without what belongs to it. */
export async function readMht(bytes: Uint8Array): Promise<ReadDocument> {
  const { message, isDecoded } = await parseMessage(bytes);
  const subject = cleanLine(message.subject ?? '');
  const title = subject === '' ? {} : { title: subject };
  if (message.html === undefined) return { ...title, ...(await readBody(message, isDecoded)) };
  return { ...title, ...(await readHtml(encodeAgain(message.html, isDecoded), hintOf(isDecoded))) };
}

/** A parsed message; where no part names a character set, its text is its bytes as windows-1252. */
async function parseMessage(bytes: Uint8Array): Promise<{ message: Email; isDecoded: boolean }> {
  const start = bytes.findIndex((byte) => byte > 32 && byte < 127);
  const raw = bytes.subarray(Math.max(start, 0));
  const isDecoded = CHARSET.test(new TextDecoder('latin1').decode(raw));
  return { message: await PostalMime.parse(isDecoded ? raw : nameCharset(raw), LIMITS), isDecoded };
}

const CHARSET = /^content-type:[^\n]*(?:\r?\n[ \t][^\n]*)*charset\s*=/im;
const TEXT_PART = /^(content-type:[ \t]*text\/(?:html|plain))(?=[\s;])/gim;

/** Every byte of windows-1252 has a character of its own, so that the bytes can be had again. */
function nameCharset(raw: Uint8Array): Uint8Array {
  const text = new TextDecoder('latin1').decode(raw);
  const named = text.replaceAll(TEXT_PART, '$1; charset=windows-1252');
  // A mail of a few lines may have no header of its type at all.
  return encode1252(
    /^content-type:/im.test(named) ? named : `Content-Type: text/plain; charset=windows-1252\n${named}`,
  );
}

function encode1252(text: string): Uint8Array {
  const table = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = new Map(Array.from(table, (character, byte) => [character, byte] as const));
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 63);
}

const encodeAgain = (text: string, isDecoded: boolean): Uint8Array =>
  isDecoded ? new TextEncoder().encode(text) : encode1252(text);
const hintOf = (isDecoded: boolean) => (isDecoded ? { charset: 'utf-8' } : {});

async function readBody(
  { html, text }: Email,
  isDecoded: boolean,
): Promise<Pick<ReadDocument, 'blocks' | 'warnings' | 'health'>> {
  if (html !== undefined && isDecoded) return readMarkup(html);
  const isHtml = html !== undefined;
  const bytes = encodeAgain(html ?? text ?? '', isDecoded);
  if (bytes.length === 0) return { blocks: [], warnings: [] };
  const { title: _title, ...body } = await (isHtml ? readHtml : readTxt)(bytes, hintOf(isDecoded));
  return body;
}

/** The lines that mail programs show above a mail, in the words of its own headers. */
function describeMail(message: Email, attachments: readonly Attachment[]): string[] {
  const date = message.headers.find(({ key }) => key === 'date')?.value ?? '';
  const lines: [name: string, value: string][] = [
    ['From', listAddresses(message.from ? [message.from] : [])],
    ['To', listAddresses(message.to ?? [])],
    ['Cc', listAddresses(message.cc ?? [])],
    ['Date', date],
    ['Attachments', attachments.map(({ filename, mimeType }) => filename ?? mimeType).join(', ')],
  ];
  return lines.map(([name, value]) => cleanLine(`${name}: ${value}`)).filter((line) => !line.endsWith(':'));
}

function listAddresses(addresses: readonly Address[]): string {
  return addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => (name === '' || name === address ? address : `${name} <${address}>`))
    .join(', ');
}

/** Whether a part is a file for people, and no picture of the text or signature. */
function isForReaders({ related, mimeType, disposition, filename }: Attachment): boolean {
  if (related || /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature)$/.test(mimeType)) return false;
  return disposition === 'attachment' || filename !== null || !mimeType.startsWith('image/');
}
