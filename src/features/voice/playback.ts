export type PlaybackState = {
  playing: boolean;
  /** Seconds heard of all sounds so far. */
  at: number;
  /** Seconds of all; undefined until it is known. */
  length: number | undefined;
  /** The browser wants a click first. */
  blocked: boolean;
  unplayable: boolean;
};

const STILL: PlaybackState = { playing: false, at: 0, length: undefined, blocked: false, unplayable: false };

/** Plays sounds one after the other, also while more are to come. */
export function createPlayback() {
  const element = new Audio();
  const listeners = new Set<() => void>();
  let sounds: readonly Blob[] = [];
  let complete = true;
  let state = STILL;
  let index = 0;
  /** Seconds of the sounds before this one. */
  let before = 0;
  let url = '';
  let waiting = false;
  let onFirst: (() => void) | undefined;

  const change = (next: Partial<PlaybackState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const unload = () => {
    element.pause();
    element.removeAttribute('src');
    if (url !== '') URL.revokeObjectURL(url);
    url = '';
  };
  const load = (at: number) => {
    unload();
    const sound = sounds[at];
    if (sound === undefined) return;
    index = at;
    if (at === 0) before = 0;
    url = URL.createObjectURL(sound);
    element.src = url;
  };
  const start = async () => {
    try {
      await element.play();
    } catch (error) {
      // A newer sound took its place, or the person paused: neither is a failure.
      if (error instanceof Error && error.name === 'NotAllowedError')
        change({ playing: false, blocked: true });
    }
  };

  element.addEventListener('playing', () => {
    change({ playing: true, blocked: false });
    onFirst?.();
    onFirst = undefined;
  });
  element.addEventListener('pause', () => {
    if (!element.ended) change({ playing: false });
  });
  element.addEventListener('timeupdate', () => change({ at: before + element.currentTime }));
  element.addEventListener('durationchange', () => {
    if (complete && sounds.length === 1 && Number.isFinite(element.duration))
      change({ length: element.duration });
  });
  element.addEventListener('error', () => {
    if (url !== '') change({ playing: false, unplayable: true });
  });
  element.addEventListener('ended', () => {
    before += Number.isFinite(element.duration) ? element.duration : 0;
    if (index + 1 < sounds.length) {
      load(index + 1);
      void start();
    } else if (complete) {
      change({ playing: false, length: before, at: before });
      load(0);
    } else waiting = true;
  });

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** What there is to play. Other sounds than before begin anew; with `first` by themselves, and it is told when one hears it. */
    offer: (next: readonly Blob[], isComplete: boolean, first?: () => void) => {
      const isMore = sounds.length > 0 && next.length > 0 && next[0] === sounds[0];
      sounds = next;
      complete = isComplete;
      if (isMore) {
        if (waiting && index + 1 < sounds.length) {
          waiting = false;
          load(index + 1);
          void start();
        } else if (waiting && complete) {
          waiting = false;
          change({ playing: false, length: before, at: before });
          load(0);
        }
        return;
      }
      waiting = false;
      load(0);
      if (next.length === 0) unload();
      change(STILL);
      onFirst = next.length > 0 ? first : undefined;
      if (onFirst !== undefined) void start();
    },
    play: () => void start(),
    pause: () => element.pause(),
    close: () => {
      unload();
      // Whoever opens it again is offered its sounds anew.
      sounds = [];
      listeners.clear();
    },
  };
}
