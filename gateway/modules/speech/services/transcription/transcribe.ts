import { GatewayFault } from '#gateway/core/errors.ts';
import { cutPacked, cutSamples } from './cut-record.ts';
import type { DecodedRecord } from './decode-record.ts';
import { explainRefusals } from './explain-refusals.ts';
import type { TranscriptionPlan } from './plan-transcription.ts';
import type { Transcriber } from './select-transcriber.ts';
import { joinTranscripts, transcribePieces } from './transcribe-pieces.ts';

/** The transcript so far in the requested format, and the seconds of sound that it took. */
interface PartialTranscript {
  text: string;
  seconds: number;
}

/** Transcribes a record from beginning to end; yields the transcript so far after each piece. */
export async function* transcribe(
  { open, packed }: Pick<DecodedRecord, 'open' | 'packed'>,
  transcriber: Transcriber,
  { format }: Pick<TranscriptionPlan, 'format'>,
  signal: AbortSignal,
): AsyncGenerator<PartialTranscript, void, void> {
  const pieces = packed ? cutPacked(await open(), packed) : cutSamples(await open());
  const hearing = packed ? explainRefusals(transcriber, packed) : transcriber;
  const cues: Cue[] = [];
  let said = '';
  let extraSeconds = 0;
  for await (const piece of transcribePieces(hearing, pieces, format !== 'Text', signal)) {
    said = joinTranscripts(said, piece.text);
    extraSeconds += piece.extraSeconds;
    // Rounding down in one piece offsets rounding up in another.
    const seconds = piece.end + Math.max(0, extraSeconds);
    if (format === 'Text') {
      yield { text: said, seconds };
      continue;
    }
    if (!piece.cues)
      throw new GatewayFault('format-not-offered', { format, offered: ['Text'] }, { field: 'OutputFormat' });
    cues.push(...piece.cues);
    yield { text: printSubtitles(format, cues), seconds };
  }
}

/** What is shown from when to when, in seconds. */
interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Subtitles as SRT, or as WebVTT. Words are words there: nothing in them is markup or a time. */
function printSubtitles(format: 'SRT' | 'VTT', cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text }, index) => {
    const times = `${printTime(format, start)} --> ${printTime(format, Math.max(start, end))}`;
    const line = text.replace(/\s+/g, ' ').replaceAll('-->', '→').trim();
    return format === 'SRT' ? `${index + 1}\n${times}\n${line}\n` : `${times}\n${escapeVtt(line)}\n`;
  });
  return format === 'SRT' ? blocks.join('\n') : ['WEBVTT\n', ...blocks].join('\n');
}

function printTime(format: 'SRT' | 'VTT', seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const whole = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`;
  return `${whole}${format === 'SRT' ? ',' : '.'}${String(milliseconds % 1000).padStart(3, '0')}`;
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
