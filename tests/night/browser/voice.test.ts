/** The whole path of a voice in real Chromium, with a sound file as its microphone, over real HTTP to model servers. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { QUESTIONS } from '#tests/support/known-files.ts';
import { type SeededKnowledge, seedKnowledge } from '#tests/support/seed-knowledge.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey } from '#tests/support/visit.ts';

const KEY = 'a-key-for-the-voice-page-1';

let browser: Browser;
let server: RunningServer;
let seeded: SeededKnowledge;
let models: Awaited<ReturnType<typeof startFakeModelServer>>;
let said = '';
beforeAll(async () => {
  [browser, models] = await Promise.all([connectBrowser(), startFakeModelServer({ transcribe: () => said })]);
  server = await startServer({
    FIHRIST_API_KEY: KEY,
    FIHRIST_ALLOW_PRIVATE_URLS: new URL(inject('site')).host,
    FIHRIST_TRANSCRIPTION_URL: models.url,
    FIHRIST_TRANSCRIPTION_MODEL: 'whisper',
    FIHRIST_SPEECH_URL: models.url,
    FIHRIST_SPEECH_MODEL: 'kokoro',
    FIHRIST_SPEECH_VOICES: 'Amal:ar;Emma:en',
  });
  seeded = await seedKnowledge(server.origin, KEY, inject('site'));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await models?.close();
});

describe('a voice', () => {
  test.each(languages)(
    'is recorded, heard, answered and spoken without another click, %s',
    async (language) => {
      const sample = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
      const unit = language === 'ar' ? seeded.titles.guide : seeded.titles.warranty;
      said = sample.question;
      const visit = await openVisit(browser, { language, expected: PROBES });
      const { page, t } = visit;
      await visit.context.grantPermissions(['microphone']);
      await signInWithKey(visit, { origin: server.origin, key: KEY });
      await page.goto(`${server.origin}${paths.voice()}?${new URLSearchParams([['index', unit]])}`);
      await page.getByRole('button', { name: t('voice:caller.record'), exact: true }).click();
      await page.getByRole('timer').waitFor();
      const state = (name: 'heard' | 'found' | 'answered' | 'spoken') =>
        page.getByRole('heading', {
          name: t('voice:phase.state', { step: t(`voice:step.${name}`), phase: t('voice:phase.done') }),
          exact: true,
        });
      for (const name of ['heard', 'found', 'answered', 'spoken'] as const) await state(name).waitFor();
      expect(await page.getByRole('textbox', { name: t('voice:heard.text') }).inputValue()).toBe(said);
      // The first sound was heard: the total stands.
      await page.getByRole('button', { name: t('voice:history.export'), exact: true }).waitFor();
      const pause = t('voice:player.pause', { name: t('voice:player.answer') });
      const play = t('voice:player.play', { name: t('voice:player.answer') });
      await page
        .getByRole('button', { name: pause })
        .or(page.getByRole('button', { name: play }))
        .waitFor();

      const transcriptions = models.asked.filter(({ call }) => call === 'POST /v1/audio/transcriptions');
      expect(transcriptions.length).toBeGreaterThan(0);
      const spoken = models.asked.filter(({ call }) => call === 'POST /v1/audio/speech');
      expect(spoken.at(-1)?.body).toMatchObject({ voice: language === 'ar' ? 'Amal' : 'Emma' });
      expect(await findAxeViolations(page)).toEqual([]);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    },
  );
});
