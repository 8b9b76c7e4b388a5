/** Messages to the other open tabs of this browser at the same origin. */
export type TabChannel = {
  post: (message: object) => void;
  listen: (listener: (message: unknown) => void) => void;
};

/** Undefined where the browser has no channel between tabs. */
export function openTabChannel(): TabChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  const channel = new BroadcastChannel('fihrist.connections');
  return {
    // Unlike that of a window it has no target: it never leaves its origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}
