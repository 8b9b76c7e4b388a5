import { screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { ModelServers } from '#contract/models.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ModelClient } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/ports.ts';
import { paths } from '#src/paths.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser, type User } from '#tests/support/user.ts';

const EVERY = 'fih_owner-of-every-bot';
const CHAT = { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen2.5:7b' };

const asOwnerOfAll = (...before: object[]) => ({
  at: paths.modelServers(),
  connection: { key: EVERY },
  prepare: async (gateway: TestGateway) => {
    await gateway.addKey(EVERY, { bots: [1, 2], allBots: true, name: 'الإدارة' });
    for (const change of before) {
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
const fill = async (user: User, field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
/** The first page of a run is compiled when it is opened. */
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('Model servers', () => {
  test('that are not there say what to set, each with an example to copy', async () => {
    await openDashboard(asOwnerOfAll());
    for (const name of ['Chat', 'Search by meaning', 'Speech to text', 'Text to speech']) {
      const part = await section(name);
      expect(part.getByRole('group', { name: `Example command: ${name}` })).toHaveTextContent(/FIHRIST_/);
      expect(part.getByRole('button', { name: `Copy example: ${name}` })).toBeVisible();
    }
  });

  test('are written, tried before they are saved, and saved without the key ever coming back', async () => {
    const user = startUser();
    const called: ModelServer[] = [];
    const { gateway, container } = await openDashboard({
      ...asOwnerOfAll(),
      strict: true,
      ports: scripted(called),
    });
    await user.click(await screen.findByRole('button', { name: 'Add server: Chat' }));
    const form = within(await screen.findByRole('form', { name: 'New server: Chat' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('must be a web address that begins with http:// or https://')).toBeVisible();
    await fill(user, form.getByRole('textbox', { name: 'Base URL' }), 'https://models.example/v1');
    await fill(user, form.getByLabelText('API key'), 'sk-quiet-secret');
    await fill(user, form.getByRole('combobox', { name: 'Model' }), 'qwen2.5:7b');
    await user.click(form.getByRole('button', { name: 'Test' }));
    expect(await form.findByText(/^Test passed in/)).toBeVisible();
    expect(form.getByText('مرحبًا بك')).toBeVisible();
    expect(form.getByText(/^2 models on the server:/)).toHaveTextContent('جيس-13b');
    expect(called).toEqual([expect.objectContaining({ key: 'sk-quiet-secret', model: 'qwen2.5:7b' })]);
    expect((await savedChat(gateway))?.bot).toBeNull();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Chat: saved. Changes apply from the next request.')).toBeVisible();
    expect((await savedChat(gateway))?.inForce).toMatchObject({ from: 'bot', hasKey: true });
    const list = screen.getByRole('list', { name: 'Servers: Chat' });
    expect(list).toHaveTextContent(/qwen2\.5:7b.*In use.*For this bot · With API key/);
    expect(container.innerHTML).not.toContain('sk-quiet-secret');
    // Its form opens without the key; left empty, the key stays.
    await user.click(screen.getByRole('button', { name: 'Edit: Chat, For this bot' }));
    const change = within(await screen.findByRole('form', { name: 'Edit server: Chat' }));
    expect(change.getByLabelText('API key')).toHaveValue('');
    await user.click(change.getByRole('button', { name: 'Test' }));
    await change.findByText(/^Test passed/);
    expect(called.at(-1)?.key).toBe('sk-quiet-secret');
  });

  test('that fail say which side did and what to do, and what was written stays', async () => {
    const user = startUser();
    const fault = new GatewayFault('model-unknown', { purpose: 'chat', model: 'qwen3' });
    await openDashboard({ ...asOwnerOfAll(), ports: scripted([], fault) });
    await user.click(await screen.findByRole('button', { name: 'Add server: Chat' }));
    const form = within(await screen.findByRole('form', { name: 'New server: Chat' }));
    await fill(user, form.getByRole('textbox', { name: 'Base URL' }), CHAT.url);
    await fill(user, form.getByRole('combobox', { name: 'Model' }), 'qwen3');
    await user.click(form.getByRole('button', { name: 'Test' }));
    const alert = await form.findByRole('alert');
    expect(alert).toHaveTextContent(/Test failed/);
    expect(alert).toHaveTextContent(/The chat server has no model called qwen3/);
    expect(form.getByRole('textbox', { name: 'Base URL' })).toHaveValue(CHAT.url);
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(form.queryByRole('alert')).toBeNull();
  });

  test('leave the focus where one goes on: at the opener, the outcome, the first field that is wrong', async () => {
    const user = startUser();
    await openDashboard({ ...asOwnerOfAll(), ports: scripted([]) });
    const setUp = () => screen.findByRole('button', { name: 'Add server: Chat' });
    await user.click(await setUp());
    expect(await screen.findByRole('form', { name: 'New server: Chat' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(await setUp()).toHaveFocus();

    await user.keyboard('{Enter}');
    const form = within(await screen.findByRole('form', { name: 'New server: Chat' }));
    const address = form.getByRole('textbox', { name: 'Base URL' });
    await fill(user, address, CHAT.url);
    await user.click(form.getByRole('button', { name: 'Save' }));
    const model = form.getByRole('combobox', { name: 'Model' });
    await waitFor(() => expect(model).toHaveFocus());
    // An extra Escape does not discard the entered text.
    await user.keyboard('{Escape}{Escape}');
    expect(address).toHaveValue(CHAT.url);
    await fill(user, model, CHAT.model);
    await user.click(form.getByRole('button', { name: 'Save' }));
    const outcome = async (words: RegExp) =>
      expect((await screen.findByText(words)).closest('[tabindex="-1"]')).toHaveFocus();
    await outcome(/^Chat: saved/u);

    const change = await screen.findByRole('button', { name: 'Edit: Chat, For this bot' });
    await user.click(change);
    await screen.findByRole('form', { name: 'Edit server: Chat' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(change).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Turn off for this bot: Chat' }));
    await outcome(/^Chat: turned off/u);
  });

  test('that are refused say so where the focus is', async () => {
    const user = startUser();
    const { failNext } = await openDashboard({ ...asOwnerOfAll(CHAT), ports: scripted([]) });
    await user.click(await screen.findByRole('button', { name: 'Edit: Chat, For this bot' }));
    const form = within(await screen.findByRole('form', { name: 'Edit server: Chat' }));
    await fill(user, form.getByLabelText('API key'), 'sk-new');
    failNext({ kind: 'fault', code: 'storage-full' }, '/api/Models/1/chat');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const alert = await form.findByRole('alert');
    expect(alert.closest('[tabindex="-1"]')).toHaveFocus();
  });

  test('keep a key for the server that it was given for', async () => {
    const user = startUser();
    await openDashboard(asOwnerOfAll({ ...CHAT, key: 'sk-of-this-server' }));
    await user.click(await screen.findByRole('button', { name: 'Edit: Chat, For this bot' }));
    const form = within(await screen.findByRole('form', { name: 'Edit server: Chat' }));
    const address = form.getByRole('textbox', { name: 'Base URL' });
    await user.clear(address);
    await fill(user, address, 'https://elsewhere.example/v1');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^The chat server has a new address/)).toBeVisible();
    expect(address).toHaveValue('https://elsewhere.example/v1');
    await user.click(form.getByRole('checkbox', { name: 'Delete the saved key' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Chat: saved/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'Servers: Chat' })).toHaveTextContent('No API key');
  });

  test('that are refused say so where the focus is, and offer what somebody else saved meanwhile', async () => {
    const user = startUser();
    const { gateway } = await openDashboard(asOwnerOfAll(CHAT));
    await user.click(await screen.findByRole('button', { name: 'Edit: Chat, For this bot' }));
    const form = within(await screen.findByRole('form', { name: 'Edit server: Chat' }));
    const model = form.getByRole('combobox', { name: 'Model' });
    await user.clear(model);
    await fill(user, model, 'mine');
    expect((await put(gateway, { ...CHAT, model: 'theirs' })).status).toBe(200);
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This server was changed by someone else')).toBeVisible();
    expect(model).toHaveValue('mine');
    expect((await savedChat(gateway))?.bot?.model).toBe('theirs');
    await user.click(form.getByRole('button', { name: 'Replace their version' }));
    expect(await screen.findByText(/^Chat: saved/)).toBeVisible();
    expect((await savedChat(gateway))?.bot?.model).toBe('mine');
  });

  test('of all are switched off for this bot, and used again', async () => {
    const user = startUser();
    const { gateway } = await openDashboard(asOwnerOfAll({ ...CHAT, scope: 'all' }));
    await user.click(await screen.findByRole('button', { name: 'Turn off for this bot: Chat' }));
    expect(await screen.findByText('Chat: turned off for this bot')).toBeVisible();
    expect(await savedChat(gateway)).toMatchObject({ inForce: null, all: { enabled: true } });
    await user.click(await screen.findByRole('button', { name: 'Use the server for all bots: Chat' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this server: Chat?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Chat: server removed')).toBeVisible();
    expect((await savedChat(gateway))?.inForce).toMatchObject({ from: 'all' });
  });

  test('of all are not changed by an owner of some bots', async () => {
    const { gateway, router } = await openDashboard({
      at: paths.settings(),
      prepare: async (gateway) => {
        await gateway.addKey(EVERY, { allBots: true });
        await put(gateway, { ...CHAT, scope: 'all' });
      },
    });
    expect(await screen.findByText('Set up: Chat')).toBeVisible();
    await startUser().click(screen.getByRole('link', { name: 'Model servers' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/models'));
    const row = within(await screen.findByRole('list', { name: 'Servers: Chat' }));
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Test']);
    await startUser().click(screen.getByRole('button', { name: 'Add server: Chat' }));
    expect(await screen.findByRole('form', { name: 'New server: Chat' })).toHaveTextContent('For this bot');
    expect(screen.queryByRole('group', { name: 'Applies to' })).toBeNull();
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('whose key was lost say what to do', async () => {
    await openDashboard({
      at: paths.modelServers(),
      connection: { key: EVERY },
      prepare: async (gateway) => {
        await gateway.addKey(EVERY, { allBots: true });
        await put(gateway, { ...CHAT, key: 'sk-lost' });
        await gateway.db.change({ bot: 1 }, (trx) =>
          trx.updateTable('model_server').set({ sealed_key: 'v1.AAAA.AAAA' }).execute(),
        );
        gateway.time.now = new Date(gateway.time.now.getTime() + 2000);
      },
    });
    const list = await screen.findByRole('list', { name: 'Servers: Chat' });
    expect(list).toHaveTextContent(/Edit the server and enter the key again/);
    expect(list).not.toHaveTextContent(/In use/);
  });

  test('are for owners; others learn why not', async () => {
    await openDashboard({
      at: paths.modelServers(),
      connection: { key: 'fih_of-a-curator' },
      prepare: (gateway) => gateway.addKey('fih_of-a-curator', { role: 'curator' }),
    });
    expect(await screen.findByText('Your key does not allow this')).toBeVisible();
  });

  test('are not offered by every gateway', async () => {
    await openDashboard({ at: paths.modelServers(), intercept: foreign() });
    expect(await screen.findByText('Model servers are managed elsewhere')).toBeVisible();
  });

  test('are listed in the audit log, by their purpose and without their key', async () => {
    const { container } = await openDashboard({
      ...asOwnerOfAll({ ...CHAT, scope: 'all', key: 'sk-quiet-secret' }),
      at: paths.audit({ kind: 'model' }),
    });
    expect(await screen.findByText(/^Set model server for/)).toHaveTextContent('Chat (qwen2.5:7b)');
    expect(screen.getByRole('link', { name: 'Chat (qwen2.5:7b)' })).toHaveAttribute(
      'href',
      '/settings/models',
    );
    await startUser().click(screen.getAllByRole('button', { name: /^Details of change/ })[0] as HTMLElement);
    const fields = within(await screen.findByRole('table', { name: 'Changed fields' }));
    for (const row of ['Applies to All bots', 'Private network yes', 'Has API key yes'])
      expect(fields.getByRole('row', { name: row })).toBeVisible();
    expect(container.innerHTML).not.toContain('sk-quiet-secret');
  });

  test('stand in Arabic, with a form open, for eyes and for assistive technology', async () => {
    const user = startUser();
    const called: ModelServer[] = [];
    const { container } = await openDashboard({
      ...asOwnerOfAll({ ...CHAT, key: 'sk-x' }),
      language: 'ar',
      ports: scripted(called),
    });
    const list = await screen.findByRole('list', { name: 'الخوادم: المحادثة' });
    expect(list).toHaveTextContent(/قيد الاستخدام/);
    await user.click(within(list).getByRole('button', { name: /^اختبار: / }));
    expect(await screen.findByText(/^نجح الاختبار خلال/)).toBeVisible();
    await user.click(within(list).getByRole('button', { name: /^تعديل: / }));
    await user.click(await screen.findByRole('button', { name: 'المهلات والحدود' }));
    await user.click(screen.getByRole('button', { name: 'إضافة خادم: تحويل النص إلى كلام' }));
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
});
