import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { run } from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import type { ModelServers } from '#contract/models.ts';
import { paths } from '#src/paths.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { ModelClient, Ports } from '#gateway/ports.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';

// Forms of many fields take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const EVERY = 'fih_owner-of-every-bot';
const CHAT = { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen2.5:7b' };

const asOwnerOfAll = (...before: object[]) => ({
  at: paths.modelServers(),
  connection: { key: EVERY },
  prepare: async (gateway: TestGateway) => {
    await gateway.addKey(EVERY, { bots: [1, 2], allBots: true, name: 'الإدارة' });
    for (const change of before) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await put(gateway, change);
      expect(response.status).toBe(200);
    }
  },
});
const put = (gateway: TestGateway, json: object, purpose = 'chat') =>
  gateway.call(`/api/Models/1/${purpose}`, { method: 'PUT', headers: { 'x-user-auth': EVERY }, json });
const savedChat = async (gateway: TestGateway) => {
  const response = await gateway.call('/api/Models/1', { headers: { 'x-user-auth': EVERY } });
  const { Response: servers } = (await response.json()) as { Response: ModelServers };
  return servers.items.find(({ purpose }) => purpose === 'chat');
};

/** A model server that answers at once, and keeps what it was called with. */
function scripted(called: ModelServer[], fail?: GatewayFault): (ports: Ports) => Partial<Ports> {
  const client: Partial<ModelClient> = {
    async *chat(server) {
      called.push(server);
      await Promise.resolve();
      if (fail) throw fail;
      yield { text: 'مرحبًا ' };
      yield { text: 'بك' };
      yield { end: { reason: 'stop', use: null } };
    },
    embed: (server) => {
      called.push(server);
      return Promise.resolve({ vectors: [new Float32Array(1024)], tokens: null });
    },
    listModels: () => Promise.resolve(['qwen2.5:7b', 'جيس-13b']),
  };
  return () => ({ models: client as ModelClient });
}
/** In one go: letter by letter takes a while each. */
const fill = async (user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
/** The first page of a run is compiled when it is opened. */
const PATIENT = { timeout: 30_000 };
const section = async (name: string) => within(await screen.findByRole('region', { name }, PATIENT));

describe('Model servers', () => {
  it('that are not there say what to set, each with an example to copy', async () => {
    await openDashboard(asOwnerOfAll());
    for (const name of ['Chat', 'Search by meaning', 'Speech to text', 'Text to speech']) {
      // oxlint-disable-next-line no-await-in-loop
      const part = await section(name);
      expect(part.getByRole('group', { name: `Example for a terminal: ${name}` })).toHaveTextContent(
        /FIHRIST_/,
      );
      expect(part.getByRole('button', { name: `Copy the example: ${name}` })).toBeVisible();
    }
  });

  it('are written, tried before they are saved, and saved without the key ever coming back', async () => {
    const user = userEvent.setup();
    const called: ModelServer[] = [];
    const { gateway, container } = await openDashboard({ ...asOwnerOfAll(), ports: scripted(called) });
    await user.click(await screen.findByRole('button', { name: 'Set up a server: Chat' }));
    const form = within(await screen.findByRole('form', { name: 'New server: Chat' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('must be a web address that begins with http:// or https://')).toBeVisible();
    await fill(user, form.getByRole('textbox', { name: 'Address' }), 'https://models.example/v1');
    await fill(user, form.getByLabelText('Key'), 'sk-quiet-secret');
    await fill(user, form.getByRole('combobox', { name: 'Model' }), 'qwen2.5:7b');
    await user.click(form.getByRole('button', { name: 'Test' }));
    expect(await form.findByText(/^It works: answered in/)).toBeVisible();
    expect(form.getByText('مرحبًا بك')).toBeVisible();
    expect(form.getByText(/^It offers 2 models:/)).toHaveTextContent('جيس-13b');
    expect(called).toEqual([expect.objectContaining({ key: 'sk-quiet-secret', model: 'qwen2.5:7b' })]);
    expect((await savedChat(gateway))?.bot).toBeNull();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Chat: saved. It counts from the next call on.')).toBeVisible();
    expect((await savedChat(gateway))?.inForce).toMatchObject({ from: 'bot', hasKey: true });
    const list = screen.getByRole('list', { name: 'Servers: Chat' });
    expect(list).toHaveTextContent(/qwen2\.5:7b.*In use.*For this bot · with a key/);
    expect(container.innerHTML).not.toContain('sk-quiet-secret');
    // Its form opens without the key; left empty, the key stays.
    await user.click(screen.getByRole('button', { name: 'Change the server: Chat, For this bot' }));
    const change = within(await screen.findByRole('form', { name: 'Change the server: Chat' }));
    expect(change.getByLabelText('Key')).toHaveValue('');
    await user.click(change.getByRole('button', { name: 'Test' }));
    await change.findByText(/^It works/);
    expect(called.at(-1)?.key).toBe('sk-quiet-secret');
  });

  it('that fail say which side did and what to do, and what was written stays', async () => {
    const user = userEvent.setup();
    const fault = new GatewayFault('model-unknown', { purpose: 'chat', model: 'qwen3' });
    await openDashboard({ ...asOwnerOfAll(), ports: scripted([], fault) });
    await user.click(await screen.findByRole('button', { name: 'Set up a server: Chat' }));
    const form = within(await screen.findByRole('form', { name: 'New server: Chat' }));
    await fill(user, form.getByRole('textbox', { name: 'Address' }), CHAT.url);
    await fill(user, form.getByRole('combobox', { name: 'Model' }), 'qwen3');
    await user.click(form.getByRole('button', { name: 'Test' }));
    const told = await form.findByRole('alert');
    expect(told).toHaveTextContent(/It does not work yet/);
    expect(told).toHaveTextContent(/The server for chat has no model called qwen3/);
    expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue(CHAT.url);
    await user.click(within(told).getByRole('button', { name: 'Dismiss' }));
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('leave the focus where one goes on: at the opener, the outcome, the first field that is wrong', async () => {
    const user = userEvent.setup();
    await openDashboard({ ...asOwnerOfAll(), ports: scripted([]) });
    const setUp = () => screen.findByRole('button', { name: 'Set up a server: Chat' });
    await user.click(await setUp());
    expect(await screen.findByRole('form', { name: 'New server: Chat' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(await setUp()).toHaveFocus();

    await user.keyboard('{Enter}');
    const form = within(await screen.findByRole('form', { name: 'New server: Chat' }));
    const address = form.getByRole('textbox', { name: 'Address' });
    await fill(user, address, CHAT.url);
    await user.click(form.getByRole('button', { name: 'Save' }));
    const model = form.getByRole('combobox', { name: 'Model' });
    await waitFor(() => expect(model).toHaveFocus());
    // One key too many costs nothing that was written.
    await user.keyboard('{Escape}{Escape}');
    expect(address).toHaveValue(CHAT.url);
    await fill(user, model, CHAT.model);
    await user.click(form.getByRole('button', { name: 'Save' }));
    const outcome = async (words: RegExp) =>
      expect((await screen.findByText(words)).closest('[tabindex="-1"]')).toHaveFocus();
    await outcome(/^Chat: saved/u);

    const change = await screen.findByRole('button', { name: 'Change the server: Chat, For this bot' });
    await user.click(change);
    await screen.findByRole('form', { name: 'Change the server: Chat' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(change).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Switch off for this bot: Chat' }));
    await outcome(/^Chat: off/u);
  });

  it('that are refused say so where the focus is', async () => {
    const user = userEvent.setup();
    const { failNext } = await openDashboard({ ...asOwnerOfAll(CHAT), ports: scripted([]) });
    await user.click(await screen.findByRole('button', { name: 'Change the server: Chat, For this bot' }));
    const form = within(await screen.findByRole('form', { name: 'Change the server: Chat' }));
    await fill(user, form.getByLabelText('Key'), 'sk-new');
    failNext({ kind: 'fault', code: 'storage-full' }, '/api/Models/1/chat');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const alert = await form.findByRole('alert');
    expect(alert.closest('[tabindex="-1"]')).toHaveFocus();
  });

  it('keep a key for the server that it was given for', async () => {
    const user = userEvent.setup();
    await openDashboard(asOwnerOfAll({ ...CHAT, key: 'sk-of-this-server' }));
    await user.click(await screen.findByRole('button', { name: 'Change the server: Chat, For this bot' }));
    const form = within(await screen.findByRole('form', { name: 'Change the server: Chat' }));
    const address = form.getByRole('textbox', { name: 'Address' });
    await user.clear(address);
    await fill(user, address, 'https://elsewhere.example/v1');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^The server for chat has another address now/)).toBeVisible();
    expect(address).toHaveValue('https://elsewhere.example/v1');
    await user.click(form.getByRole('checkbox', { name: 'Take the saved key away' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Chat: saved/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'Servers: Chat' })).toHaveTextContent('without a key');
  });

  it('offer what somebody else saved meanwhile', async () => {
    const user = userEvent.setup();
    const { gateway } = await openDashboard(asOwnerOfAll(CHAT));
    await user.click(await screen.findByRole('button', { name: 'Change the server: Chat, For this bot' }));
    const form = within(await screen.findByRole('form', { name: 'Change the server: Chat' }));
    const model = form.getByRole('combobox', { name: 'Model' });
    await user.clear(model);
    await fill(user, model, 'mine');
    expect((await put(gateway, { ...CHAT, model: 'theirs' })).status).toBe(200);
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Somebody else set this server meanwhile')).toBeVisible();
    expect(model).toHaveValue('mine');
    expect((await savedChat(gateway))?.bot?.model).toBe('theirs');
    await user.click(form.getByRole('button', { name: 'Save mine over it' }));
    expect(await screen.findByText(/^Chat: saved/)).toBeVisible();
    expect((await savedChat(gateway))?.bot?.model).toBe('mine');
  });

  it('of all are switched off for this bot, and used again', async () => {
    const user = userEvent.setup();
    const { gateway } = await openDashboard(asOwnerOfAll({ ...CHAT, scope: 'all' }));
    await user.click(await screen.findByRole('button', { name: 'Switch off for this bot: Chat' }));
    expect(await screen.findByText('Chat: off for this bot.')).toBeVisible();
    expect(await savedChat(gateway)).toMatchObject({ inForce: null, all: { enabled: true } });
    await user.click(await screen.findByRole('button', { name: 'Use the other server again: Chat' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this server: Chat?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Chat: removed.')).toBeVisible();
    expect((await savedChat(gateway))?.inForce).toMatchObject({ from: 'all' });
  });

  it('of all are not changed by an owner of some bots', async () => {
    const { gateway, router } = await openDashboard({
      at: paths.settings(),
      prepare: async (gateway) => {
        await gateway.addKey(EVERY, { allBots: true });
        await put(gateway, { ...CHAT, scope: 'all' });
      },
    });
    expect(await screen.findByText('Set up: Chat.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Manage the model servers' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/models'));
    const row = within(await screen.findByRole('list', { name: 'Servers: Chat' }));
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Test']);
    await userEvent.click(screen.getByRole('button', { name: 'Set up a server: Chat' }));
    expect(await screen.findByRole('form', { name: 'New server: Chat' })).toHaveTextContent('For this bot');
    expect(screen.queryByRole('group', { name: 'For whom' })).toBeNull();
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('whose key was lost say what to do', async () => {
    await openDashboard({
      at: paths.modelServers(),
      connection: { key: EVERY },
      prepare: async (gateway) => {
        await gateway.addKey(EVERY, { allBots: true });
        await put(gateway, { ...CHAT, key: 'sk-lost' });
        await gateway.db.write.updateTable('model_server').set({ sealed_key: 'v1.AAAA.AAAA' }).execute();
        gateway.time.now = new Date(gateway.time.now.getTime() + 2000);
      },
    });
    const list = await screen.findByRole('list', { name: 'Servers: Chat' });
    expect(list).toHaveTextContent(/Change it and give the key again/);
    expect(list).not.toHaveTextContent(/In use/);
  });

  it('are for owners; others learn why not', async () => {
    await openDashboard({
      at: paths.modelServers(),
      connection: { key: 'fih_of-a-curator' },
      prepare: (gateway) => gateway.addKey('fih_of-a-curator', { role: 'curator' }),
    });
    expect(await screen.findByText('You cannot do this with your key')).toBeVisible();
  });

  it('are not told of by every gateway', async () => {
    await openDashboard({ at: paths.modelServers(), intercept: foreign() });
    expect(await screen.findByText('This gateway does not tell of its model servers')).toBeVisible();
  });

  it('are told of in the change log, by their purpose and without their key', async () => {
    const { container } = await openDashboard({
      ...asOwnerOfAll({ ...CHAT, scope: 'all', key: 'sk-quiet-secret' }),
      at: paths.audit({ kind: 'model' }),
    });
    expect(await screen.findByText(/^Set the model server for/)).toHaveTextContent('Chat (qwen2.5:7b)');
    expect(screen.getByRole('link', { name: 'Chat (qwen2.5:7b)' })).toHaveAttribute(
      'href',
      '/settings/models',
    );
    await userEvent.click(screen.getAllByRole('button', { name: /^Details of change/ })[0] as HTMLElement);
    const fields = within(await screen.findByRole('table', { name: 'What it changed' }));
    for (const row of ['For All bots', 'On a private address yes', 'Has an access key yes'])
      expect(fields.getByRole('row', { name: row })).toBeVisible();
    expect(container.innerHTML).not.toContain('sk-quiet-secret');
  });

  it('stand in Arabic, with a form open, for eyes and for assistive technology', async () => {
    const user = userEvent.setup();
    const called: ModelServer[] = [];
    const { container } = await openDashboard({
      ...asOwnerOfAll({ ...CHAT, key: 'sk-x' }),
      language: 'ar',
      ports: scripted(called),
    });
    const list = await screen.findByRole('list', { name: 'الخوادم: المحادثة' });
    expect(list).toHaveTextContent(/المستخدَم/);
    await user.click(within(list).getByRole('button', { name: /^جرّب الخادم/ }));
    expect(await screen.findByText(/^يعمل: أجاب خلال/)).toBeVisible();
    await user.click(within(list).getByRole('button', { name: /^عدّل الخادم/ }));
    await user.click(await screen.findByRole('button', { name: 'المُهل والحدود' }));
    await user.click(screen.getByRole('button', { name: 'أعدّ خادمًا: تحويل النص إلى كلام' }));
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
});
