import { Parser } from 'htmlparser2';
import { peekText } from '#gateway/engine/reading/find-encoding.ts';

/** A page that leads on within this time leads on for everybody; a later refresh is for who leaves the page open. */
const MAX_DELAY_SECONDS = 10;
const HINT = /http-equiv\s*=\s*["']?\s*refresh/i;
/** What browsers take as text or leave alone. */
const INERT = new Set(['noscript', 'template', 'textarea', 'svg', 'math', 'iframe', 'xmp']);

/**
 * Where a page leads on to by its `Refresh` header or `<meta http-equiv="refresh">`, absolute; undefined where it stays,
 * or leads to something other than http or https.
 * @param head first bytes of an HTML page; empty for other documents, which have a header only
 */
export function findRefresh(
  url: string,
  header: string | undefined,
  head: Uint8Array,
  charset: string | null,
): string | undefined {
  const target = readRefresh(header ?? '');
  if (target !== undefined) return resolveTarget(target, url);
  if (!HINT.test(Buffer.from(head).toString('latin1'))) return undefined;
  return findMetaRefresh(peekText(head, { transport: charset ?? undefined }), url);
}

function findMetaRefresh(html: string, url: string): string | undefined {
  let base: string | undefined;
  let target: string | undefined;
  let inert = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (INERT.has(name)) inert++;
      if (inert > 0) return;
      if (name === 'base') base ??= attributes['href'];
      if (name !== 'meta' || attributes['http-equiv']?.trim().toLowerCase() !== 'refresh') return;
      target ??= readRefresh(attributes['content'] ?? '');
    },
    onclosetag(name) {
      if (INERT.has(name)) inert--;
    },
  });
  parser.end(html);
  if (target === undefined) return undefined;
  return resolveTarget(target, base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url);
}

/** The address of a refresh: `0; url=/fees`, `0;URL='/fees'`, `0,/fees`; undefined where it has none or waits long. */
function readRefresh(content: string): string | undefined {
  const [, seconds = '', rest = ''] = /^\s*(\d{0,6})(?:\.[\d.]*)?\s*[;,\s]\s*(\S.*)$/s.exec(content) ?? [];
  if (rest === '' || Number(seconds) > MAX_DELAY_SECONDS) return undefined;
  const [, quote = '', address = ''] = /^(?:url\s*=\s*)?(["']?)(.*)$/is.exec(rest) ?? [];
  const end = quote === '' ? -1 : address.indexOf(quote);
  return (end < 0 ? address : address.slice(0, end)).trim() || undefined;
}

function resolveTarget(target: string, base: string): string | undefined {
  if (!URL.canParse(target, base)) return undefined;
  const { protocol, href } = new URL(target, base);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
