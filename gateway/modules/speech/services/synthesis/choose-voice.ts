import { GatewayFault } from '#gateway/core/errors.ts';
import { SETTING_BY_PURPOSE } from '#gateway/modules/models/services/resolve-server.ts';
import type { Voice, Voices } from './voices.ts';

/** How a field of the request is spelt, for the fault that blames it. */
interface SpeakerFields {
  speaker: string;
  language: string;
}

/** The voice of this name, if it speaks the language; else the fault that says who does. */
export function chooseVoice(
  { server, voices, acceptsAny }: Voices,
  speaker: string,
  language: string,
  fields: SpeakerFields,
): Voice {
  if (!server && voices.length === 0)
    throw new GatewayFault('model-not-configured', { setting: SETTING_BY_PURPOSE.speech });
  const voice = voices.find(({ id }) => id === speaker);
  const fitting = voices.filter((candidate) => speaks(candidate, language)).map(({ id }) => id);
  if (!voice) {
    if (acceptsAny && server) return { id: speaker, languages: [], robot: false };
    const speakers = fitting.length > 0 ? fitting : voices.map(({ id }) => id);
    throw new GatewayFault('speaker-unknown', { speaker, speakers }, { field: fields.speaker });
  }
  if (speaks(voice, language)) return voice;
  const { languages } = voice;
  if (fitting.length === 0)
    throw new GatewayFault(
      'language-not-offered',
      { speaker, language, languages },
      { field: fields.language },
    );
  throw new GatewayFault(
    'speaker-language-mismatch',
    { speaker, language, languages, speakers: fitting },
    { field: fields.language },
  );
}

/** A voice of Arabic speaks every Arabic; one of Egypt speaks Egyptian, and Arabic where no country is named. */
export function speaks({ languages }: Pick<Voice, 'languages'>, language: string): boolean {
  if (languages.length === 0) return true;
  const base = baseOf(language);
  return languages.some(
    (spoken) => spoken === language || spoken === base || (language === base && baseOf(spoken) === base),
  );
}

/** The language without its country: ISO 639, as servers know it. */
export function baseOf(language: string): string {
  return language.split('-')[0] ?? language;
}
