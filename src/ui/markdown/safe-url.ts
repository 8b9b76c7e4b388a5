const ALLOWED_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link in text that a model or a document wrote; '' for what must not be opened: scripts, data, paths of this site. */
export function safeUrl(address: string): string {
  if (!URL.canParse(address)) return '';
  return ALLOWED_PROTOCOLS.has(new URL(address).protocol) ? address : '';
}
