import { screen, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelClient } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/ports.ts';
import { paths } from '#src/paths.ts';
import { embedByLetters } from '#tests/support/fake-model-server.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';
import { embeddingsServer, longText } from '#tests/unit/embeddings/setup.ts';

const server = embeddingsServer('http://127.0.0.1:11434/v1');
const settings = { modelServers: { embeddings: server } };

function embedding(fail?: GatewayFault): (ports: Ports) => Partial<Ports> {
  const unit = (vector: number[]) => Float32Array.from(vector, (value) => value / Math.hypot(...vector));
  const client: Partial<ModelClient> = {
    embed: (_, texts) =>
      fail
        ? Promise.reject(fail)
        : Promise.resolve({ vectors: texts.map((text) => unit(embedByLetters(text, 64))), tokens: 10 }),
    listModels: () => Promise.resolve(null),
  };
  return () => ({ models: client as ModelClient });
}
const teach = async (gateway: TestGateway) => {
  await gateway.addUnit('دليل الرسوم', longText(30));
  await gateway.indexAll();
};
const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ at: paths.modelServers(), settings, ports: embedding(), prepare: teach, ...options });
const section = async (name = 'Passage embeddings') => within(await screen.findByRole('group', { name }));

describe('The vectors of passages', () => {
  test('show how far they are and what the rest costs, and are paused and resumed with the keyboard', async () => {
    const user = startUser();
    const { gateway, container } = await open();
    const part = await section();
    expect(part.getByRole('status')).toHaveTextContent('Embedding');
    expect(part.getByRole('progressbar', { name: 'Passages with embeddings' })).toHaveAttribute(
      'aria-valuenow',
      '0',
    );
    expect(part.getByText(/^0 of 30 passages embedded/)).toHaveTextContent(/use keyword search only/);
    expect(part.getByText(/^The rest uses about \d+ tokens/)).toBeVisible();

    part.getByRole('button', { name: 'Pause embedding' }).focus();
    await user.keyboard('{Enter}');
    const resume = await part.findByRole('button', { name: 'Resume embedding' });
    expect(part.getByRole('status')).toHaveTextContent('Paused');
    expect(part.getByText(/No new embeddings are created until you resume/)).toBeVisible();
    await gateway.embedAll();
    expect((await gateway.embeddings.progress(1)).passagesDone).toBe(0);
    await user.click(resume);
    expect(await part.findByRole('button', { name: 'Pause embedding' })).toBeVisible();
    expect((await gateway.embeddings.progress(1)).state).toBe('working');

    await gateway.embedAll();
    expect(await part.findByText('All 30 passages are embedded.')).toBeVisible();
    expect(part.getByRole('status')).toHaveTextContent('Complete');
    expect(part.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    expect(
      part.getByText(/^Changing the model embeds all passages again, for about [\d,]+ tokens/),
    ).toBeVisible();
    const { violations } = await run(container);
    expect(violations).toEqual([]);
  });

  test('say how many passages the server failed at', async () => {
    const poisoned = (ports: Ports): Partial<Ports> => {
      const { models } = embedding()(ports);
      const failed = new GatewayFault('model-failed', {
        purpose: 'embeddings',
        model: 'bge-m3',
        status: 500,
      });
      const embed: ModelClient['embed'] = (to, texts) =>
        texts.some((text) => text.startsWith('باب 3\n'))
          ? Promise.reject(failed)
          : (models as ModelClient).embed(to, texts);
      return { models: { ...models, embed } as ModelClient };
    };
    const { gateway } = await open({ ports: poisoned });
    await gateway.embedAll();
    const part = await section();
    expect(await part.findByText(/^29 of 30 passages embedded/)).toHaveTextContent(
      /Embedding failed for 1 passage. Only keyword search finds it/,
    );
  });

  test('that do not get on say why, and that they are tried again', async () => {
    const fault = new GatewayFault('model-unknown', { purpose: 'embeddings', model: 'bge-m3' });
    await open({
      ports: embedding(fault),
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.embedAll();
      },
    });
    const alert = await (await section()).findByRole('alert');
    expect(alert).toHaveTextContent(/Embedding is failing/);
    expect(alert).toHaveTextContent(/bge-m3/);
    expect(alert).toHaveTextContent(/retried automatically/);
  });

  test('speak Arabic', async () => {
    await open({ language: 'ar' });
    const part = await section('متجهات المقاطع');
    expect(part.getByRole('button', { name: 'إيقاف مؤقت لحساب المتجهات' })).toBeVisible();
    expect(part.getByText(/^حُسبت متجهات 0 من 30 مقطع/)).toBeVisible();
  });

  test('are no matter where no server is set', async () => {
    const { requests } = await open({ settings: {} });
    await screen.findByRole('region', { name: 'Search by meaning' });
    expect(screen.queryByRole('group', { name: 'Passage embeddings' })).toBeNull();
    expect(requests.some(({ url }) => url.includes('embeddings/progress'))).toBe(false);
  });
});

describe('An explanation', () => {
  const address = paths.playground({ question: 'كم يبلغ رسم الخدمة؟', index: ['دليل الرسوم'] });
  const explained = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
    open({ at: address, ...options });

  test('tells that meaning was searched as well, and what it earned', async () => {
    const user = startUser();
    await explained({
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.embedAll();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('Searched by keywords and meaning (bge-m3).')).toBeVisible();
    const [why] = await screen.findAllByRole('button', { name: /^Why this score, passage 1/ });
    await user.click(why ?? document.body);
    await user.click(await screen.findByRole('button', { name: 'Figures' }));
    expect((await screen.findAllByText('Similar meaning'))[0]).toBeVisible();
  });

  test('says when words alone were searched, and why', async () => {
    const user = startUser();
    await explained();
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    expect(
      await screen.findByText(/^Searched by keywords only: the embeddings server has not been checked/),
    ).toBeVisible();
  });
});
