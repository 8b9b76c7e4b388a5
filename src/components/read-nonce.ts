/** The policy's nonce for styles that are made while the page runs; absent where the page has no policy. */
export function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the content attribute of a nonce but keep the property.
  return meta?.nonce || meta?.getAttribute('nonce') || meta?.content || undefined;
}
