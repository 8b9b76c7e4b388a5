import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { run } from 'axe-core';
import { describe, expect, it } from 'vitest';
import { paths } from '#src/paths.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { ModelClient, Ports } from '#gateway/ports.ts';
import { embedByLetters } from '#tests/support/fake-model-server.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { embeddingsServer, longText } from '#tests/gateway/embeddings/setup.ts';

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
const section = async (name = 'Vectors of the passages') =>
  within(await screen.findByRole('group', { name }));

describe('The vectors of passages', () => {
  it('show how far they are, what the rest costs, and what is searched meanwhile', async () => {
    const { gateway, container } = await open();
    const part = await section();
    expect(part.getByRole('status')).toHaveTextContent('Being made');
    expect(part.getByRole('progressbar', { name: 'Passages with vectors' })).toHaveAttribute(
      'aria-valuenow',
      '0',
    );
    expect(part.getByText(/^0 of 30 passages have vectors/)).toHaveTextContent(/searched by their words/);
    expect(part.getByText(/^The rest will cost about \d+ tokens/)).toBeVisible();
    await gateway.embedAll();
    expect(await part.findByText('All 30 passages have their vectors.')).toBeVisible();
    expect(part.getByRole('status')).toHaveTextContent('Complete');
    expect(part.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    expect(
      part.getByText(/^With another model everything would be made again, for about [\d,]+ tokens/),
    ).toBeVisible();
    const { violations } = await run(container);
    expect(violations).toEqual([]);
  });

  it('say how many passages the server failed at', async () => {
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
    expect(await part.findByText(/^29 of 30 passages have vectors/)).toHaveTextContent(
      /The server failed at 1 passage; it is found by its words alone/,
    );
  });

  it('are paused and resumed by a person, with the keyboard', async () => {
    const user = userEvent.setup();
    const { gateway } = await open();
    const part = await section();
    part.getByRole('button', { name: 'Pause making vectors' }).focus();
    await user.keyboard('{Enter}');
    const resume = await part.findByRole('button', { name: 'Resume making vectors' });
    expect(part.getByRole('status')).toHaveTextContent('Paused');
    expect(part.getByText(/Nothing is made until somebody resumes it/)).toBeVisible();
    await gateway.embedAll();
    expect((await gateway.embeddings.progress(1)).passagesDone).toBe(0);
    await user.click(resume);
    expect(await part.findByRole('button', { name: 'Pause making vectors' })).toBeVisible();
    expect((await gateway.embeddings.progress(1)).state).toBe('working');
  });

  it('that do not get on say why, and that they are tried again', async () => {
    const fault = new GatewayFault('model-unknown', { purpose: 'embeddings', model: 'bge-m3' });
    await open({
      ports: embedding(fault),
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.embedAll();
      },
    });
    const told = await (await section()).findByRole('alert');
    expect(told).toHaveTextContent(/Making vectors does not get on/);
    expect(told).toHaveTextContent(/bge-m3/);
    expect(told).toHaveTextContent(/tried again by itself/);
  });

  it('speak Arabic', async () => {
    await open({ language: 'ar' });
    const part = await section('متجهات المقاطع');
    expect(part.getByRole('button', { name: 'إيقاف مؤقت لحساب المتجهات' })).toBeVisible();
    expect(part.getByText(/^حُسبت متجهات 0 من 30 مقطع/)).toBeVisible();
  });

  it('are no matter where no server is set', async () => {
    const { requests } = await open({ settings: {} });
    await screen.findByRole('region', { name: 'Search by meaning' });
    expect(screen.queryByRole('group', { name: 'Vectors of the passages' })).toBeNull();
    expect(requests.some(({ url }) => url.includes('embeddings/progress'))).toBe(false);
  });
});

describe('An explanation', () => {
  const asked = paths.playground({ question: 'كم يبلغ رسم الخدمة؟', index: ['دليل الرسوم'] });
  const explained = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
    open({ at: asked, ...options });

  it('tells that meaning was searched as well, and what it earned', async () => {
    const user = userEvent.setup();
    await explained({
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.embedAll();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('Searched by words and by meaning (bge-m3).')).toBeVisible();
    const [why] = await screen.findAllByRole('button', { name: /^Why this score, document 1/ });
    await user.click(why ?? document.body);
    expect((await screen.findAllByText('Near in meaning'))[0]).toBeVisible();
  });

  it('says when words alone were searched, and why', async () => {
    const user = userEvent.setup();
    await explained();
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    expect(
      await screen.findByText(/^Searched by words alone: the embeddings server has not been looked at/),
    ).toBeVisible();
  });
});
