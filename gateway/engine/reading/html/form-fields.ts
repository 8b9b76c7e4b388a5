/** Lists that choose among more than this many options are no text of a page: countries, years. */
const MAX_OPTIONS = 60;
const BOXES: Record<string, readonly [empty: string, checked: string]> = {
  checkbox: ['\u2610', '\u2611'],
  radio: ['\u25cb', '\u25c9'],
};

/** The sign of a check box or radio button; empty for other inputs. `isSwitch`: boxes that only switch styles. */
export function describeInput({ type, checked }: Record<string, string>, isSwitch: boolean): string {
  const signs = BOXES[type?.toLowerCase() ?? ''];
  return signs && !isSwitch ? ` ${signs[checked === undefined ? 0 : 1]} ` : '';
}

/** The options of a list as one text, or their text as left out where there are too many; placeholders begin with NUL. */
export function listOptions(options: readonly string[]): string | { leftOut: string } {
  const texts = options
    .filter((option) => !option.startsWith('\0'))
    .map((option) => option.replace(/\s+/g, ' ').trim())
    .filter((option) => /\p{L}/u.test(option));
  return texts.length > MAX_OPTIONS ? { leftOut: texts.join('، ') } : texts.join('، ');
}

/** Hosts of frames with films, maps, advertisements and counters. */
const OTHER_FRAMES =
  /youtu|vimeo|dailymotion|google|gstatic|doubleclick|facebook|twitter|x\.com|instagram|tiktok|linkedin|recaptcha|hcaptcha|turnstile|maps?\b|openstreetmap|spotify|soundcloud|analytics|pixel|ads?\b|hotjar|tawk|intercom|zendesk|chat|captcha|player|embed|video|(?:mp4|mp3|webm)(?:$|\?)/i;
const LANDMARKS = /^(?:nav|header|footer|aside)$/;

/** Whether a frame may show text of the page: another page beside its landmarks that is large enough to be seen. */
export function isContentFrame(attributes: Record<string, string>, around: readonly string[]): boolean {
  const { src = '', srcdoc, width, height, title = '' } = attributes;
  if (around.some((name) => LANDMARKS.test(name))) return false;
  if ([width, height].some((side) => side !== undefined && Number.parseInt(side, 10) <= 2)) return false;
  if (srcdoc !== undefined) return /\p{L}/u.test(srcdoc.replace(/<[^>]*>/g, ''));
  if (src === '' || /^(?:about|javascript|data):/i.test(src)) return false;
  return !OTHER_FRAMES.test(src) && !/map|video|خريطة/i.test(title);
}
