import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installMicrophone } from '#tests/support/fake-microphone.ts';
import { startUser } from '#tests/support/user.ts';
import {
  broken,
  called,
  events,
  openVoice,
  playAtOnce,
  QUESTION,
  record,
  refused,
  spoken,
  standIn,
  step,
  TITLE,
  textbox,
} from '#tests/support/voice-page.tsx';

playAtOnce();

describe('the whole path', () => {
  test('goes from a pause in speech to the spoken answer by itself, each step with its time and its cost', async () => {
    const microphone = installMicrophone();
    const dashboard = await openVoice({ strict: true });
    await record();
    act(() => microphone.play('voice', 2));
    expect(screen.getByText('The level is good.')).toBeVisible();
    act(() => microphone.play('silence', 1.6));
    expect(await step(/^Speech: Done$/u)).toBeVisible();
    expect(microphone.isOpen()).toBe(false);

    const [hearing] = called(dashboard, '/Stream/SpeechToText');
    const sent = await hearing?.formData();
    expect(sent?.get('SampleRate')).toBe('16000');
    expect((sent?.get('Record') as File | null)?.size).toBeGreaterThan(16_000 * 2 * 3);
    expect((await textbox()).value).toBe(QUESTION);
    expect(await step(/^Transcription: Done$/u)).toHaveTextContent(/Cost: 3 seconds.*3 of 100,000 used/u);
    expect(await step(/^Search: Done$/u)).toHaveTextContent(/دليل المتجر.*15 يومًا/u);
    expect(await step(/^Answer: Done$/u)).toHaveTextContent(/يحق للعميل.*Cost: \d+ tokens/u);
    const [speaking] = called(dashboard, '/Stream/TextToSpeech');
    await expect(speaking?.json()).resolves.toMatchObject({ LanguageCode: 'ar', Speaker: 'ليلى' });
    expect(await dashboard.gateway.ports.runs.list(1, { limit: 9 })).toMatchObject([{ question: QUESTION }]);
    expect(await screen.findByText(/^The caller waits .* from the end of speech/u)).toBeVisible();
    expect(screen.getByRole('img', { name: /^Time per step: Silence at the end 1\.5 s, / })).toBeVisible();
    const runs = await screen.findByRole('region', { name: 'Runs in this visit, newest first' });
    expect(within(runs).getByText(QUESTION)).toBeVisible();
  });

  test('streams from all units where none is chosen', async () => {
    const dashboard = await openVoice({ at: '/playground/voice' });
    const user = startUser();
    await user.write(await textbox(), QUESTION);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await step(/^Answer: Done$/u)).toHaveTextContent(/يحق للعميل/u);
    const [request] = called(dashboard, '/RAG/Stream/Answer');
    await expect(request?.json()).resolves.toMatchObject({ IndexNames: [TITLE] });
    const [run] = await dashboard.gateway.ports.runs.list(1, { limit: 1 });
    expect(await dashboard.gateway.ports.runs.get(1, run?.id ?? '')).toMatchObject({ names: null });
  });

  test('waits for a person at each step without hands-free, and asks what was corrected', async () => {
    const microphone = installMicrophone();
    const dashboard = await openVoice();
    const user = startUser();
    await user.click(await screen.findByRole('switch', { name: 'Hands-free' }));
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 4));
    expect(microphone.isOpen()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Stop and use' }));
    await step(/^Transcription: Done$/u);
    expect(called(dashboard, '/RAG/')).toHaveLength(0);
    const box = await textbox();
    fireEvent.change(box, { target: { value: 'مهلة الإرجاع؟' } });
    expect(screen.getByText('Corrected by hand')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await step(/^Answer: Done$/u);
    await expect(called(dashboard, '/RAG/')[0]?.json()).resolves.toMatchObject({ Question: 'مهلة الإرجاع؟' });
    expect(called(dashboard, 'TextToSpeech')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Speak answer' }));
    expect(await step(/^Speech: Done$/u)).toHaveTextContent(/Voice: .ليلى/u);
  });

  test('keeps what was reached when a step fails, says what failed there, and tries again from there', async () => {
    const microphone = installMicrophone();
    let times = 0;
    const dashboard = await openVoice({
      intercept: standIn({ speak: () => ((times += 1) === 1 ? refused(500, 'internal') : spoken()) }),
    });
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 1.6));
    const failed = await step(/^Speech: Failed$/u);
    expect(within(failed).getByRole('alert')).toBeVisible();
    expect(await step(/^Answer: Done$/u)).toHaveTextContent(/يحق للعميل/u);
    await startUser().click(within(failed).getByRole('button', { name: 'Run again: Speech' }));
    expect(await step(/^Speech: Done$/u)).toBeVisible();
    expect(called(dashboard, '/SpeechToText')).toHaveLength(1);
    expect(called(dashboard, '/Stream/Answer')).toHaveLength(1);
  });

  test.each([
    ['ends', []],
    ['ends with a fault', [broken]],
  ])('shows a transcript that %s early as cut, and lets it be asked', async (_, ends) => {
    const microphone = installMicrophone();
    const dashboard = await openVoice({
      intercept: standIn({ hear: () => events({ partial: 'خلال' }, { final: QUESTION }, ...ends) }),
    });
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 1.6));
    const failed = await step(/^Transcription: Failed$/u);
    expect(failed).toHaveTextContent('The transcript is incomplete');
    expect(called(dashboard, '/RAG/')).toHaveLength(0);
    await startUser().click(within(failed).getByRole('button', { name: 'Ask' }));
    expect(await step(/^Answer: Done$/u)).toBeVisible();
  });

  test('shows an answer that a fault ended as cut', async () => {
    installMicrophone();
    await openVoice({ intercept: standIn({ ask: () => events({ chunk: 'يحق للعميل' }, broken) }) });
    fireEvent.change(await textbox(), { target: { value: QUESTION } });
    await startUser().click(screen.getByRole('button', { name: 'Ask' }));
    const failed = await step(/^Answer: Failed$/u);
    expect(failed).toHaveTextContent('Incomplete answer.');
  });

  test('is announced once as it goes, not at each letter of a correction', async () => {
    const microphone = installMicrophone();
    await openVoice();
    await startUser().click(await screen.findByRole('switch', { name: 'Hands-free' }));
    await record();
    act(() => microphone.play('voice', 1));
    await startUser().click(screen.getByRole('button', { name: 'Stop and use' }));
    await step(/^Transcription: Done$/u);
    const heardText = () => screen.getByText(/^Transcript: .*خلال كم/u).textContent;
    const before = heardText();
    fireEvent.change(await textbox(), { target: { value: `${QUESTION} وكيف` } });
    expect(screen.getByText('Corrected by hand')).toBeVisible();
    expect(heardText()).toBe(before);
  });
});
