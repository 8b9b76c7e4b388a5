import type { StatusWord } from '#contract/source-status.ts';
import { isSettled } from '#src/api/status-of.ts';

type Standing = { id: number; status: StatusWord | number | undefined };

export const POLL_MS = 1500;
/** Numbers of unknown meaning may stand for "ready" or for "failed": they are asked for only while they move. */
export const UNCHANGED_READS = 10;

export type Poll = {
  /** To be called once with each read; milliseconds to the next one, or false. */
  next: (standings: readonly Standing[], read: number) => number | false;
  /** True after it gave up on numbers that do not move. */
  stopped: () => boolean;
  restart: () => void;
};

/** Decides when to read units again: while any is unsettled, and ten times without a change where its meaning is unknown. */
export function createPoll(): Poll {
  let last = '';
  let lastRead = -1;
  let unchanged = 0;
  let gaveUp = false;
  return {
    stopped: () => gaveUp,
    restart: () => {
      unchanged = 0;
      gaveUp = false;
    },
    next: (standings, read) => {
      if (read !== lastRead) {
        const print = standings.map(({ id, status }) => `${id}:${status}`).join(' ');
        unchanged = print === last ? unchanged + 1 : 0;
        last = print;
        lastRead = read;
      }
      const moving = standings.filter(({ status }) => status !== undefined);
      const known = moving.some(({ status }) => typeof status === 'string' && !isSettled(status));
      const unknown = moving.some(({ status }) => typeof status === 'number');
      gaveUp = !known && unknown && unchanged >= UNCHANGED_READS;
      return known || (unknown && !gaveUp) ? POLL_MS : false;
    },
  };
}
