import type { FieldNames } from '#contract/unnamed-fields.ts';

/** Operations with server-sent events; each has a counterpart with a whole response. */
export type StreamId = 'streamAnswer' | 'streamChat' | 'streamTranscribe' | 'streamSynthesize';

/** A gateway, a key and a bot: what every request needs to know. */
export type Connection = {
  id: string;
  /** As the person named it; empty means: shown by its address. */
  name: string;
  /** Without a slash at the end; '' is the address this page came from. */
  baseUrl: string;
  key: string;
  bot: string;
  /** The path segment that the interface writes `Model`. */
  modelFamily: string;
  /** Words a person gave to status numbers that the gateway does not announce: number as text -> word. */
  statusNames?: Record<string, string>;
  /** What a gateway that announces no capabilities calls the fields whose names the interface does not show. */
  fieldNames?: FieldNames;
  /** Streams of this gateway whose form is not known here: the same is asked whole, until a person undoes it. */
  askedWhole?: readonly StreamId[];
  /** True: kept in this browser; false: gone with its last open tab. */
  remember: boolean;
  /** Whether to keep it in this browser is still to be asked. */
  undecided?: boolean;
  /** True for a key that a sign-in link made: signing out revokes it. */
  madeByCode: boolean;
};

/** The origin this page came from; the fallback is for tests and workers without an address. */
export function pageOrigin(): string {
  const origin = globalThis.location?.origin;
  return origin === undefined || origin === 'null' ? 'http://localhost' : origin;
}

/** The address every path is appended to. */
export function resolveBaseUrl(connection: Pick<Connection, 'baseUrl'>): string {
  return trimBaseUrl(connection.baseUrl) || pageOrigin();
}

/** The gateway behind the server of this page (FIHRIST_UPSTREAM); undefined when the server is a gateway itself. */
export function pageUpstream(): string | undefined {
  const content = globalThis.document?.querySelector('meta[name="upstream"]')?.getAttribute('content');
  return content ? content : undefined;
}

/** The address of the answering gateway: the connection's address, or the gateway behind the server of this page. */
export function gatewayAddress(connection: Pick<Connection, 'baseUrl'>): string {
  const called = resolveBaseUrl(connection);
  return (called === pageOrigin() ? pageUpstream() : undefined) ?? called;
}

/** A base URL as it is kept: no white space around, no slashes at the end. */
export function trimBaseUrl(baseUrl: string): string {
  return baseUrl.trim().replace(/\/+$/, '');
}

/** The name of a connection, or the host of its gateway. */
export function connectionLabel(connection: Pick<Connection, 'name' | 'baseUrl'>): string {
  return connection.name.trim() || new URL(gatewayAddress(connection)).host;
}

/** An id or an idempotency key; `crypto.randomUUID` is missing on plain http pages of other hosts. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a person named of a gateway, which stays when the connection to it is made again. */
export function namesGiven({
  statusNames,
  fieldNames,
}: Connection): Pick<Connection, 'statusNames' | 'fieldNames'> {
  return { ...(statusNames && { statusNames }), ...(fieldNames && { fieldNames }) };
}
