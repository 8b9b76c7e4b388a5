/** A packet as it is played: seconds from the beginning of the sound. */
export interface TimedPacket {
  data: Uint8Array;
  start: number;
  seconds: number;
}

interface Packet {
  data: Uint8Array;
  timestamp: number;
  duration: number;
}

/** Packets before time 0 that an encoder needs to get going, at most. */
const MAX_LEAD_IN_PACKETS = 4;
/** Seconds to both sides of a place that decide how quiet it is. */
const QUIET_SECONDS = 0.15;

/**
 * Packets in their order, one after the other: what a file leaves out between them is not played. `frameSeconds`: what
 * each lasts, whatever the file says; null: what the file says. The last may be shorter than its frame. What the file
 * puts before time 0 stays there, where it is no more than an encoder's lead-in.
 */
export async function* timePackets(
  packets: AsyncIterable<Packet>,
  frameSeconds: number | null,
): AsyncGenerator<TimedPacket, void, void> {
  let held: Packet | undefined;
  let start: number | undefined;
  const secondsOf = ({ duration }: Packet): number => Math.max(0, Number.isFinite(duration) ? duration : 0);
  try {
    for await (const packet of packets) {
      if (held && start !== undefined) {
        const seconds = frameSeconds ?? secondsOf(held);
        yield { data: held.data, start, seconds };
        start += seconds;
      } else {
        const leadIn = MAX_LEAD_IN_PACKETS * (frameSeconds ?? secondsOf(packet));
        start = packet.timestamp < 0 && packet.timestamp >= -leadIn ? packet.timestamp : 0;
      }
      held = packet;
    }
  } catch (error) {
    // A file that breaks off is taken as far as it goes.
    if (!held) throw error;
  }
  if (!held || start === undefined) return;
  const stated = secondsOf(held);
  const isShorter = frameSeconds === null || (stated > 0 && stated < frameSeconds);
  yield { data: held.data, start, seconds: isShorter ? stated : frameSeconds };
}

/**
 * Where a row of packets is best cut: how many come before. Encoders spend few bytes on silence, so the place after
 * `minSeconds` with the fewest bytes around it is taken for the quietest.
 */
export function chooseCut(packets: readonly TimedPacket[], minSeconds: number): number {
  const begin = packets[0]?.start ?? 0;
  const sums = [0];
  for (const { data } of packets) sums.push((sums.at(-1) ?? 0) + data.length);
  const length = (packets.at(-1)?.start ?? begin) - begin;
  const around = Math.max(1, Math.round((QUIET_SECONDS * packets.length) / Math.max(length, QUIET_SECONDS)));
  let best = packets.length;
  let fewest = Number.POSITIVE_INFINITY;
  for (let index = 1; index + around < packets.length; index++) {
    if ((packets[index]?.start ?? 0) - begin < minSeconds) continue;
    const bytes = (sums[index + around] ?? 0) - (sums[Math.max(0, index - around)] ?? 0);
    if (bytes >= fewest) continue;
    fewest = bytes;
    best = index;
  }
  return best;
}
