import { describe, expect, test } from 'vitest';
import type { SentenceSupport } from '#contract/headers.ts';
import { spokenAnswer, toSpeakableText } from '#src/features/voice/run/spoken-answer.ts';
import { NO_ANSWER, readAnswerEvent } from '#src/features/voice/run/voice-run.ts';
import { DEFAULT_VOICE_SETTINGS } from '#src/features/voice/settings/voice-settings.ts';

/** An answer of a model, each sentence with its level; a text without one was not judged. */
function generated(...parts: readonly (readonly [text: string, level?: SentenceSupport['level']])[]) {
  let answer = '';
  const sentences: SentenceSupport[] = [];
  for (const [text, level] of parts) {
    const from = answer.length + (text.length - text.trimStart().length);
    answer += text;
    if (level !== undefined) sentences.push({ from, to: answer.length, level, documents: [0] });
  }
  return { ...NO_ANSWER, answer, kind: 'generated' as const, sentences };
}
const spoken = (
  answered: Parameters<typeof spokenAnswer>[0],
  settings: Partial<typeof DEFAULT_VOICE_SETTINGS> = {},
) => spokenAnswer(answered, { ...DEFAULT_VOICE_SETTINGS, ...settings });

describe('written words', () => {
  test('are spoken without the numbers of citations and the signs of markup', () => {
    expect(toSpeakableText('**خلال** 15 يومًا [1]، وللأعضاء 30 [2، 3].')).toBe('خلال 15 يومًا، وللأعضاء 30.');
    expect(toSpeakableText('خلال 15 يومًا [١][٢ - ٤]. وبعدها 【٣†الدليل】 لا.')).toBe(
      'خلال 15 يومًا. وبعدها لا.',
    );
    expect(
      toSpeakableText('## Returns\n- within `30` days [1][^2]\n- see [the guide](https://x.example/a)'),
    ).toBe('Returns\nwithin 30 days\nsee the guide');
    for (const bullet of '•◦▪‣·–—')
      expect(toSpeakableText(`${bullet} الهوية\n${bullet} صورة 5 – 6`)).toBe('الهوية\nصورة 5 – 6');
    expect(toSpeakableText('| Fee | SAR |\n|---|:-:|\n| Local | *5* [1](#p1) |')).toBe('Fee, SAR\nLocal, 5');
  });

  test('keep what only looks like either', () => {
    expect(toSpeakableText('The law [2022] says 3 * 4 * 5 and a [note].')).toBe(
      'The law [2022] says 3 * 4 * 5 and a [note].',
    );
  });
});

describe('an answer that a model wrote', () => {
  const mixed = generated(
    ['مهلة الإرجاع 15 يومًا [1].', 'supported'],
    [' وتحصل على خصم 35٪ [1].', 'unsupported'],
    [' ويبقى الضمان ساريًا.', 'partial'],
  );

  test('is spoken without the sentences that are not supported', () => {
    expect(spoken(mixed)).toEqual({
      text: 'مهلة الإرجاع 15 يومًا. ويبقى الضمان ساريًا.',
      unsupported: 1,
      hasUnjudged: false,
      isReplaced: false,
    });
    expect(
      spoken(generated(['- Within 30 days [1]', 'supported'], ['\n- '], ['With a gift', 'unsupported'])),
    ).toMatchObject({ text: 'Within 30 days' });
  });

  test('is spoken whole where the setting allows it', () => {
    expect(spoken(mixed, { speakUnsupported: true })).toEqual({
      text: 'مهلة الإرجاع 15 يومًا. وتحصل على خصم 35٪. ويبقى الضمان ساريًا.',
      unsupported: 0,
      hasUnjudged: false,
      isReplaced: false,
    });
  });

  test('keeps the caution of a weak one, before or behind it', () => {
    const before = generated(['This may not answer the question:\n'], ['Within 30 days.', 'partial']);
    expect(spoken({ ...before, band: 'weak' }).text).toBe(
      'This may not answer the question:\nWithin 30 days.',
    );
    const behind = generated(['Within 30 days.', 'supported'], ['\n\n(This may not answer the question.)']);
    expect(spoken({ ...behind, band: 'weak' })).toMatchObject({
      text: 'Within 30 days.\n(This may not answer the question.)',
      hasUnjudged: false,
    });
  });

  test('is not spoken where it was not judged: the end of one that broke off, or was too long to be reported on', () => {
    const cut = generated(['Within 30 days.', 'supported'], [' And you get 35 %']);
    for (const band of [null, 'answered', 'weak'] as const)
      expect(spoken({ ...cut, band })).toMatchObject({ text: 'Within 30 days.', hasUnjudged: true });
    const overlapping = {
      ...cut,
      sentences: [...cut.sentences, { from: 3, to: 99, level: 'supported' as const, documents: [] }],
    };
    expect(spoken(overlapping)).toMatchObject({ text: 'Within 30 days.', hasUnjudged: true });
  });

  test('says in words that nothing of it is supported, in the language that is spoken', () => {
    const invented = generated(['أهلًا بك.', 'plain'], [' خصم 35٪ اليوم [1].', 'unsupported']);
    expect(spoken({ ...invented, band: 'weak' })).toEqual({
      text: 'لم أجد في المصادر إجابة مؤكدة عن هذا السؤال.',
      unsupported: 1,
      hasUnjudged: false,
      isReplaced: true,
    });
    expect(spoken(invented, { language: 'en' }).text).toMatch(/^I did not find a confirmed answer/u);
    expect(spoken(generated(['Get 35 % off'])).text).toMatch(/^I did not find a confirmed answer/u);
    expect(spoken(generated(['Yes.', 'plain']))).toMatchObject({ text: 'Yes.', isReplaced: false });
    expect(spoken(generated())).toMatchObject({ text: '', isReplaced: false });
  });
});

describe('an answer that no model wrote', () => {
  test.each([
    ['weak', 'quoted', 'No direct answer found. Nearest, Returns:\nWithin 30 days.'],
    ['not-found', null, 'I did not find an answer.'],
    ['reply', null, 'Hello! What would you like to know?'],
    // As foreign gateways send it.
    [null, null, 'Within 30 days.'],
  ] as const)('is spoken whole: %s', (band, kind, answer) => {
    expect(spoken({ ...NO_ANSWER, answer, band, kind })).toEqual({
      text: answer,
      unsupported: 0,
      hasUnjudged: false,
      isReplaced: false,
    });
  });
});

describe('an answer that arrives in pieces', () => {
  test('is spoken only as far as its sentences are judged', () => {
    const text = 'Within 30 days. You get 35 % off.';
    const events = [
      { answerer: { kind: 'generated' as const, model: 'x', fallback: null, search: null, quoted: [] } },
      { chunk: text },
      { sentence: { from: 0, to: 15, level: 'supported' as const, documents: [0] } },
      { sentence: { from: 16, to: text.length, level: 'unsupported' as const, documents: [] } },
      { band: 'weak' as const, certainty: 0.4 },
    ];
    let answered = NO_ANSWER;
    const utterances = events.map((event) => {
      answered = readAnswerEvent(answered, event);
      return spoken(answered);
    });
    expect(utterances.slice(2).map((utterance) => utterance.text)).toEqual(Array(3).fill('Within 30 days.'));
    expect(utterances[1]?.text).not.toContain('35');
    expect(utterances.at(-1)).toMatchObject({ unsupported: 1, hasUnjudged: false });
    expect(answered).toMatchObject({ answer: text, band: 'weak', certainty: 0.4 });
  });
});
