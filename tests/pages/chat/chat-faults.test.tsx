import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { answered, openModelChat, openNewBrowsers, QUESTION, say } from '#tests/support/chat-page.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';

openNewBrowsers();

describe('what goes wrong', () => {
  test('keeps the part that came when the model fails, and asks again', async () => {
    const script = scriptChat();
    script.enqueueAnswers(async function* () {
      yield 'بداية الجواب';
      throw new GatewayFault('model-truncated', { purpose: 'chat', model: 'qwen' });
    }, 'الجواب كله.');
    await openModelChat(script);
    await say(QUESTION);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByText('بداية الجواب')).toBeVisible();
    expect(screen.getByText('Incomplete answer')).toBeVisible();
    expect(screen.queryByText(/^No answer received/u)).toBeNull();
    await startUser().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('الجواب كله.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows the stream of a foreign gateway that just ends as cut', async () => {
    await openModelChat({
      ...scriptChat(),
      intercept: (request) =>
        request.url.includes('/stream/chat/')
          ? new Response('data:{"chunk":"نصف","index":0}\n\ndata: {"chunk":" جواب"}\n\n', {
              headers: { 'content-type': 'text/event-stream' },
            })
          : undefined,
    });
    await say(QUESTION);
    expect(await screen.findByText('Incomplete answer')).toBeVisible();
    expect(screen.getByText('نصف جواب')).toBeVisible();
    expect(screen.getByRole('alert')).toBeVisible();
  });

  test('asks whole where a gateway streams in a form of its own, and from then on', async () => {
    const form = 'data: {"choices":[{"delta":{"content":"نعم"}}]}\n\ndata: [DONE]\n\n';
    const script = scriptChat();
    script.enqueueAnswers('الجواب كله.', 'وجواب آخر.');
    const dashboard = await openModelChat({
      ...script,
      language: 'ar',
      intercept: (request) =>
        request.url.includes('/stream/chat/')
          ? new Response(form, { headers: { 'content-type': 'text/event-stream' } })
          : undefined,
    });
    await say(QUESTION, 'الرسالة');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('تبث هذه البوابة بصيغة لا تعرفها لوحة التحكم');
    await startUser().click(within(alert).getByRole('button', { name: 'طلب الإجابة كاملة' }));
    expect(await screen.findByText('الجواب كله.')).toBeVisible();
    await say('وبعد ذلك؟', 'الرسالة');
    expect(await screen.findByText('وجواب آخر.')).toBeVisible();
    expect(dashboard.connections.current()).toMatchObject({ askedWhole: ['streamChat'] });
    expect(dashboard.requests.filter(({ url }) => url.includes('/stream/chat/'))).toHaveLength(1);
  });

  test('says that not enough quota is left', async () => {
    await openModelChat({ ...scriptChat(), quota: 50 });
    await say(QUESTION);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('link', { name: /usage/iu })).toBeVisible();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('asks the knowledge where there is no chat server, and leaves what the model said readable', async () => {
    const script = scriptChat('جواب محفوظ.');
    const { gateway, unmount } = await openModelChat(script);
    await say(QUESTION);
    await answered();
    unmount();
    gateway.ports.settings.modelServers = {};
    await openModelChat({ over: gateway });
    expect(await screen.findByRole('link', { name: 'Set up model servers' })).toBeVisible();
    expect(screen.getByText(/^Answers are quoted from your passages/u)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Knowledge' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Model alone' })).toBeDisabled();
    await startUser().click(await screen.findByRole('button', { name: /^كم يومًا/u }));
    expect(await screen.findByText('جواب محفوظ.')).toBeVisible();
    expect(screen.getByText('qwen')).toBeVisible();
  });

  test('is not for a key that may not ask', async () => {
    await openModelChat({
      ...scriptChat(),
      connection: { key: 'fih_key-of-a-monitor' },
      prepare: (gateway) => gateway.addKey('fih_key-of-a-monitor', { role: 'monitor' }),
    });
    expect(await screen.findByText('Your key does not allow this')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});

describe('a gateway that is busy', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('is asked again in place of the answer that it refused, and never for a message before the last', async () => {
    const script = scriptChat();
    script.enqueueAnswers('نعم.');
    let refusals = 2;
    const dashboard = await openModelChat({
      ...script,
      intercept: (request, pass) => {
        if (!request.url.endsWith('/chat/completions') || refusals-- <= 0) return pass();
        return Response.json({ StatusCode: 429, Response: 'مشغول', Consumption: '1/9' }, { status: 429 });
      },
    });
    const sent = () => dashboard.requests.filter(({ url }) => url.endsWith('/chat/completions'));
    const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    await say(QUESTION);
    expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
    passSeconds(5);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Answers to this message' })).toBeNull();
    await say('وبالتفصيل؟');
    await waitFor(() => expect(screen.getByText('نعم.')).toBeVisible());
    expect(screen.queryByRole('timer')).toBeNull();
    passSeconds(60);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(sent()).toHaveLength(3);
    expect(screen.queryByRole('timer')).toBeNull();
  });
});
