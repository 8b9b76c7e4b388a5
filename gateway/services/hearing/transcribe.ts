import { GatewayFault } from '#gateway/errors.ts';
import { cutSound } from './cut-sound.ts';
import type { Sound } from './decode-record.ts';
import type { Ear } from './find-ear.ts';
import { hearPieces } from './hear-pieces.ts';
import { joinSpoken } from './join-spoken.ts';
import type { HearingPlan } from './plan.ts';
import { type Cue, printSubtitles } from './subtitles.ts';

/** All that was heard so far, in the format asked for, and up to which second. */
export interface HeardSoFar {
  text: string;
  seconds: number;
}

/** Hears a record from its beginning to its end, and tells after each piece what there is so far. */
export async function* transcribe(
  sound: Pick<Sound, 'open'>,
  ear: Ear,
  { format }: Pick<HearingPlan, 'format'>,
  signal: AbortSignal,
): AsyncGenerator<HeardSoFar, void, void> {
  const pieces = cutSound(await sound.open());
  const cues: Cue[] = [];
  let said = '';
  for await (const heard of hearPieces(ear, pieces, format !== 'Text', signal)) {
    said = joinSpoken(said, heard.text);
    if (format === 'Text') {
      yield { text: said, seconds: heard.end };
      continue;
    }
    if (!heard.cues)
      throw new GatewayFault('format-not-offered', { format, offered: ['Text'] }, { field: 'OutputFormat' });
    cues.push(...heard.cues);
    yield { text: printSubtitles(format, cues), seconds: heard.end };
  }
}
