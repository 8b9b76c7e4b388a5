/** One line of an event stream. */
export interface Line {
  text: string;
  /** `event`: `data:` and a JSON object. `comment`: begins with a colon, which readers skip. */
  kind: 'event' | 'comment' | 'other';
  /** Whether a space follows `data:`. */
  spaced: boolean;
  event?: Record<string, unknown>;
}

/** Every line but the empty ones between events. */
export function readLines(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .map(readLine);
}

function readLine(text: string): Line {
  if (text.startsWith(':')) return { text, kind: 'comment', spaced: true };
  const [, space, data] = /^data:( ?)(.*)$/.exec(text) ?? [];
  const event = data === undefined ? undefined : parseObject(data);
  const spaced = space === ' ';
  return event === undefined ? { text, kind: 'other', spaced } : { text, kind: 'event', spaced, event };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Parses JSON; undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
