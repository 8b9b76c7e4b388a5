/** The time; tests set it. */
export interface Clock {
  now(): Date;
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

/** One line of a structured log. Never keys, never document text. */
export interface Log {
  debug(event: string, facts?: Record<string, unknown>): void;
  info(event: string, facts?: Record<string, unknown>): void;
  warn(event: string, facts?: Record<string, unknown>): void;
  error(event: string, facts?: Record<string, unknown>): void;
}
