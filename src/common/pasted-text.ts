/** Controls that turn the direction of text round them and show nothing themselves. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A file name as it is stored: without the controls by which `txt.exe` can look like `exe.txt`. */
export function plainName(name: string): string {
  return name.replaceAll(DIRECTION_CONTROLS, '');
}

const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** `- `, `• `, `1. `, `2) `, `٣- `. */
const LIST_SIGN = /^(?:[-*•▪●–—+]|\(?\p{Nd}{1,3}[.):-])\s+/u;
/** `الرابط: `, `Link - `; no scheme of an address. */
const LABEL = /^\p{L}[\p{L}\p{M} ]{0,40}\s*[:：=–—-](?:\s+|(?=[<("'«“[]*https?:\/\/))/iu;
const OPENING = /^[<("'«“[]+(?:url:)?\s*/iu;
const CLOSING = /[\s،,؛;.!؟?:…»”"'>\]]+$/u;
const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u;

/**
 * The address that a pasted line means: without invisible marks, list sign, label, brackets and the punctuation of the
 * sentence round it, and with `https://` before a bare host. Other text comes back trimmed.
 */
export function completeAddress(line: string): string {
  let address = line.replaceAll(INVISIBLE, '').trim();
  for (const before of [LIST_SIGN, LABEL, OPENING]) address = address.replace(before, '');
  address = address.replace(CLOSING, '');
  // An address may end with a bracket of its own.
  while (address.endsWith(')') && !isBalanced(address)) address = address.slice(0, -1).replace(CLOSING, '');
  return BARE_HOST.test(address) ? `https://${address}` : address;
}

const isBalanced = (text: string): boolean => text.split('(').length >= text.split(')').length;
