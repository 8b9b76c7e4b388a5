import type { Voice } from '#contract/models.ts';

const baseOf = (language: string) => language.split('-')[0] ?? language;

/** Whether language and speaker agree, as the gateway sees it: a voice of Arabic speaks every Arabic, one of Egypt also plain Arabic. */
export function speaks({ languages }: Pick<Voice, 'languages'>, language: string): boolean {
  if (languages.length === 0) return true;
  const base = baseOf(language);
  return languages.some(
    (one) => one === language || one === base || (language === base && baseOf(one) === base),
  );
}

/** Those that speak the language: people's voices before robots'. */
export function fittingVoices(voices: readonly Voice[], language: string): Voice[] {
  return voices
    .filter((voice) => speaks(voice, language))
    .sort((one, other) => Number(one.robot) - Number(other.robot));
}

/** The voice that is asked for: the chosen one where it fits, else the first that does. */
export function chooseSpeaker(
  voices: readonly Voice[],
  speaker: string,
  language: string,
): Voice | undefined {
  const fitting = fittingVoices(voices, language);
  return fitting.find(({ id }) => id === speaker) ?? fitting[0];
}
