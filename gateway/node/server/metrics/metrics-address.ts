/** Where figures are served. */
export interface MetricsAddress {
  /** Without brackets. */
  host: string;
  port: number;
}

/** `host:port` with the port a number and an IPv6 address in brackets; undefined for anything else. */
export function parseMetricsAddress(text: string): MetricsAddress | undefined {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  const host = bracketed ?? plain;
  return host === undefined || port > 65_535 ? undefined : { host, port };
}
