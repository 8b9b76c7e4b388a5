/** The data of server-sent events, from text that comes in pieces of any size. */
export interface EventSplitter {
  /** Events that are whole with this piece. */
  take(piece: string): string[];
  /** One that the end of the stream leaves without its empty line. */
  rest(): string[];
}

export function createEventSplitter(): EventSplitter {
  let held = '';
  let data: string | undefined;

  function takeLine(line: string, events: string[]): void {
    if (line === '' && data !== undefined) {
      events.push(data);
      data = undefined;
    } else if (line.startsWith('data:')) {
      const value = line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5);
      data = data === undefined ? value : `${data}\n${value}`;
    }
  }

  function split(text: string, events: string[]): string {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      takeLine(
        text.charCodeAt(at - 1) === 13 && at > from ? text.slice(from, at - 1) : text.slice(from, at),
        events,
      );
      from = at + 1;
    }
    return text.slice(from);
  }

  return {
    take(piece) {
      const events: string[] = [];
      held = split(held + piece, events);
      return events;
    },
    rest() {
      const events: string[] = [];
      split(`${held}\n\n`, events);
      held = '';
      return events;
    },
  };
}
