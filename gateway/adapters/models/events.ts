import { createParser } from 'eventsource-parser';

/** The data of server-sent events, from text that comes in pieces of any size. */
export interface EventSplitter {
  /** Events that are whole with this piece. */
  take(piece: string): string[];
  /** One that the end of the stream leaves without its empty line. */
  rest(): string[];
}

export function createEventSplitter(): EventSplitter {
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) });
  const take = (piece: string): string[] => {
    parser.feed(piece);
    const taken = events;
    events = [];
    return taken;
  };
  return { take, rest: () => take('\n\n') };
}
