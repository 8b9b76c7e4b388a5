import { act, screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { expect, test } from 'vitest';
import { invitationSchema } from '#contract/persons.ts';
import { signInResponseSchema } from '#contract/session.ts';
import { INJECTED_FAULTS } from '#mocks/faults.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { responseOf } from '#tests/support/replies.ts';
import { DALEEL } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const OWNER = { key: 'fih_owner-of-all-bots' };
const addOwner = (gateway: TestGateway) =>
  gateway.addKey(OWNER.key, { allBots: true, bots: [], name: 'مالك' });
const invite = async (gateway: TestGateway, name: string, more: object = {}) => {
  const json = { name, role: 'curator', bots: [1], ...more };
  return invitationSchema.parse(
    await responseOf(await gateway.call('/api/Persons', { method: 'POST', json })),
  );
};
/** Signs the person in; the result is the key of the session. */
const signIn = async (gateway: TestGateway, code: string) => {
  const headers = { 'x-user-auth': null, 'x-bot': null };
  const reply = await gateway.call('/api/Session', { method: 'POST', json: { code }, headers });
  return signInResponseSchema.parse(await responseOf(reply)).key;
};
const give = async (gateway: TestGateway, unit: number, personId: string) =>
  responseOf(await gateway.call(`/api/AIKnowledge/1/${unit}/owner`, { method: 'PUT', json: { personId } }));
const row = (name: RegExp) => screen.findByRole('row', { name });
const choose = async (user: ReturnType<typeof startUser>, name: RegExp, action: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

test('an invitation shows its link once, and a name is needed', async () => {
  const user = startUser();
  const { gateway } = await openDashboard({
    strict: true,
    at: paths.people(),
    connection: OWNER,
    prepare: addOwner,
  });
  expect(await screen.findByRole('heading', { name: 'Nobody here yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const form = await screen.findByRole('form', { name: 'Invite' });
  await user.click(within(form).getByRole('radio', { name: /^Tester/ }));
  await user.click(within(form).getByRole('button', { name: 'Create link' }));
  expect(await within(form).findByText('Select at least one bot.')).toBeVisible();
  await user.write(within(form).getByRole('textbox', { name: 'Name' }), 'سارة القحطاني');
  await user.click(within(form).getByRole('radio', { name: /^All bots/ }));
  await user.click(within(form).getByRole('button', { name: 'Create link' }));
  const panel = await screen.findByRole('region', { name: /^Send this link to/ });
  const link = within(panel).getByRole('group', { name: 'Sign-in link' }).textContent;
  const [origin = '', code = ''] = link.split('/#code=');
  expect(origin).toBe(location.origin);
  const { violations } = await run(panel, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
  expect(await row(/سارة القحطاني/)).toHaveTextContent(/Tester.*All bots.*Not signed in yet/);
  const key = await signIn(gateway, code);
  const session = await gateway.call('/api/Session', { headers: { 'x-user-auth': key } });
  expect(await responseOf(session)).toMatchObject({ person: { name: 'سارة القحطاني' } });
  await user.click(within(panel).getByRole('button', { name: 'I sent it' }));
  await waitFor(() => expect(document.body.textContent).not.toContain(code));
});

test('what the gateway refuses stays in the form', async () => {
  const user = startUser();
  const { failNext } = await openDashboard({ at: paths.people(), connection: OWNER, prepare: addOwner });
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const form = await screen.findByRole('form', { name: 'Invite' });
  await user.write(within(form).getByRole('textbox', { name: 'Name' }), 'عمر');
  await user.click(within(form).getByRole('radio', { name: /^All bots/ }));
  failNext(INJECTED_FAULTS.internal, '/api/Persons');
  await user.click(within(form).getByRole('button', { name: 'Create link' }));
  expect(await within(form).findByRole('alert')).toBeVisible();
  expect(within(form).getByRole('textbox', { name: 'Name' })).toHaveValue('عمر');
});

test('a person is changed, gets another link, and is removed with the units going to a colleague', async () => {
  const user = startUser();
  let key = '';
  const { gateway } = await openDashboard({
    at: paths.people(),
    connection: OWNER,
    prepare: async (testGateway) => {
      await addOwner(testGateway);
      await invite(testGateway, 'عمر');
      const { code, person } = await invite(testGateway, 'سارة');
      key = await signIn(testGateway, code);
      await give(testGateway, await testGateway.addUnit('دليل سارة', DALEEL), person.id);
    },
  });
  await choose(user, /سارة/, 'Edit');
  const form = await screen.findByRole('form', { name: /^Edit .*سارة/ });
  await user.click(within(form).getByRole('radio', { name: /^Tester/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Saved/)).toBeVisible();
  await waitFor(async () => expect(await row(/سارة/)).toHaveTextContent('Tester'));
  await choose(user, /سارة/, 'New sign-in link');
  expect(await screen.findByRole('region', { name: /^Send this link to .*سارة/ })).toBeVisible();
  await choose(user, /سارة/, 'Remove');
  const dialog = await screen.findByRole('dialog', { name: 'Remove this person?' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Give their units to' }));
  await user.click(await screen.findByRole('option', { name: 'عمر' }));
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/removed and signed out everywhere/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /سارة/ })).toBeNull());
  expect(screen.queryByRole('region', { name: /^Send this link/ })).toBeNull();
  expect((await gateway.call('/api/Session', { headers: { 'x-user-auth': key } })).status).toBe(401);
  const units = await gateway.call('/api/AIKnowledge/1/states?ids=1');
  expect(await responseOf(units)).toMatchObject({ items: [{ owner: { name: 'عمر' } }] });
});

test('a key is given to a person on the page of keys', async () => {
  const user = startUser();
  await openDashboard({
    at: paths.keys(),
    connection: OWNER,
    prepare: async (testGateway) => {
      await addOwner(testGateway);
      await invite(testGateway, 'سارة');
      await testGateway.addKey('fih_script', { name: 'برنامج', role: 'tester' });
    },
  });
  await choose(user, /برنامج/, 'Edit');
  const form = await screen.findByRole('form', { name: /^Edit .*برنامج/ });
  await user.click(await within(form).findByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'سارة' }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Belongs to .*سارة/)).toBeVisible();
});

test('units show, filter by and change their owner, one by one and several at once', async () => {
  const user = startUser();
  const { gateway, router } = await openDashboard({
    at: paths.knowledge(),
    connection: { key: 'fih_session-of-sara' },
    prepare: async (testGateway) => {
      const { person } = await invite(testGateway, 'سارة');
      await invite(testGateway, 'عمر');
      await testGateway.addKey('fih_session-of-sara', {
        role: 'curator',
        person: { id: person.id, name: '' },
      });
      await give(testGateway, await testGateway.addUnit('دليل سارة', DALEEL), person.id);
      await testGateway.addUnit('بلا مسؤول', DALEEL);
      await testGateway.indexAll();
    },
  });
  const filter = async (option: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Owner' }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  expect(await screen.findByRole('row', { name: /دليل سارة.*سارة/ })).toBeVisible();
  await filter('Me');
  await waitFor(() => expect(screen.queryByText('بلا مسؤول')).toBeNull());
  expect(router.state.location.search).toBe('?owner=mine');
  await filter('Nobody');
  const unowned = await screen.findByRole('row', { name: /بلا مسؤول/ });
  await user.click(within(unowned).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Set owner' }));
  await user.click(await screen.findByRole('menuitem', { name: 'عمر' }));
  expect(await screen.findByText(/^Owner of .*1.* unit changed/)).toBeVisible();
  expect(await screen.findByText('No matching units')).toBeVisible();
  await filter('عمر');
  await user.click(await screen.findByRole('link', { name: 'بلا مسؤول' }));
  await user.click(await screen.findByRole('button', { name: /^Owner: .*عمر/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Nobody' }));
  const nobody = await screen.findByRole('button', { name: /^Owner: .*Nobody/ });
  await waitFor(() => expect(nobody).toHaveFocus());
  const states = await gateway.call('/api/AIKnowledge/1/states?ids=2');
  expect(await responseOf(states)).toMatchObject({ items: [{ owner: null }] });
});

test('a gateway without people shows neither the page nor owners', async () => {
  const { router, requests } = await openDashboard({
    at: paths.people(),
    intercept: deviate('noExtensions'),
    prepare: async (testGateway) => {
      const { person } = await invite(testGateway, 'سارة');
      await give(testGateway, await testGateway.addUnit('دليل سارة', DALEEL), person.id);
    },
  });
  expect(await screen.findByRole('heading', { name: 'People are managed elsewhere' })).toBeVisible();
  await act(() => router.navigate(`${paths.knowledge()}?owner=mine`));
  expect(await screen.findByRole('row', { name: /دليل سارة/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull();
  await act(() => router.navigate(paths.unit(1)));
  expect(await screen.findByRole('heading', { level: 1, name: /دليل سارة/ })).toBeVisible();
  expect(screen.queryByText(/^Owner/)).toBeNull();
  expect(requests.filter(({ url }) => /Persons|owner=/.test(url))).toEqual([]);
});
