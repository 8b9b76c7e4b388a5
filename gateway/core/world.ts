/** The time; tests set it. */
export interface Clock {
  now(): Date;
}

/** SHA-256 of bytes as they come. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Lower-case hex of all of them; once. */
  digest(): Promise<string>;
}

/** Fetches a page from where URL units may reach. Rejects with an error whose `code` and `parameters` make a Reason. */
export interface PageFetcher {
  fetch(
    url: string,
    signal?: AbortSignal,
    /** Hosts that the page and every redirect to it must be at, as `checkHost` reads them; none: any public one. */
    allowedHosts?: readonly string[],
  ): Promise<{ bytes: Uint8Array; mime: string; charset: string | null; finalUrl: string }>;
}

/** What is fetched of pictures and sound: `accept` are types such as `image/png` or `audio/*`, as the server tells them. */
export interface MediaFetchOptions {
  accept: readonly string[];
  /** Of what is fetched, its content encodings undone. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Hosts that the address and every redirect from it must be at; none: any public one. */
  allowedHosts?: readonly string[] | undefined;
}

/**
 * Fetches pictures and sound that callers name by address, from where URL units may come from and nowhere else. Rejects
 * with an error whose `code` and `parameters` make a Reason (`too-large` beyond `maxBytes`), or with the signal's reason.
 */
export interface MediaFetcher {
  fetch(
    url: string,
    options: MediaFetchOptions,
  ): Promise<{ bytes: Uint8Array; mime: string; finalUrl: string }>;
}

/** Writes one line of a structured log. Never keys, never document text. */
type WriteLine = (event: string, facts?: Record<string, unknown>) => void;

/** A structured log, by level. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', WriteLine>;

/** A log whose levels differ in nothing but their name. */
export function logByLevel(lineOf: (level: keyof Log) => WriteLine): Log {
  return { debug: lineOf('debug'), info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') };
}
