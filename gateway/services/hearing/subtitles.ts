/** What is shown from when to when, in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Subtitles as SRT, or as WebVTT. Words are words there: nothing in them is markup or a time. */
export function printSubtitles(format: 'SRT' | 'VTT', cues: readonly Cue[]): string {
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
