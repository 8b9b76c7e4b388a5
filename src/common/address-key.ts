/**
 * The address by which pages are compared: without case of scheme and host, default port, fragment and last slash. Text
 * that is no address is its own key.
 */
export function addressKey(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  return url.search === '' ? url.href.replace(/\/$/, '') : url.href;
}
