import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type EndpointId, ENDPOINTS } from '#contract/endpoints.ts';
import type { Role } from '#contract/session.ts';
import { ROLES } from '#contract/session.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { DALEEL } from '#tests/support/units.ts';

const PAGES = {
  Overview: paths.overview(),
  Knowledge: paths.knowledge(),
  'Add knowledge': paths.addKnowledge(),
  'دليل الإرجاع': paths.unit(1),
  Playground: paths.playground({ question: 'كم مهلة الإرجاع؟', index: ['دليل الإرجاع'] }),
  Usage: paths.usage(),
  Alerts: paths.alerts(),
  Settings: paths.settings(),
  Synonyms: paths.synonyms(),
  Keys: paths.keys(),
  Bots: paths.bots(),
  'Who did what': paths.audit(),
};
/** What ends the walk itself (a download is a move to another page here), and what says nothing of rights. */
const LEFT_OUT =
  /^(Account|Sign out|Download CSV|Export|Dark theme|Light theme|العربية|English|Western|Arabic-Indic)$/;

const fill = async (gateway: TestGateway) => {
  await gateway.addUnit('دليل الإرجاع', DALEEL);
  await gateway.indexAll();
  const post = (path: string, json: unknown) => gateway.call(path, { method: 'POST', json });
  await post('/api/Synonyms/1', { expressions: ['مهلة', 'مدة'], note: '' });
  await post('/api/Alerts/1/webhooks', { name: 'غرفة المناوبة', url: 'https://pager.example.com/' });
};

const openAs = async (role: Role, at: string = paths.overview()) => {
  const key = `fih_key-of-a-${role}-000`;
  const refused: string[] = [];
  let underWay = 0;
  const opened = await openDashboard({
    at,
    connection: { key },
    ports: () => ({ sender: { post: () => Promise.resolve({ status: 204 }) } }),
    prepare: async (gateway) => {
      await fill(gateway);
      await gateway.addKey(key, { role, bots: [1, 2], name: role });
    },
    intercept: async (request, pass) => {
      underWay += 1;
      try {
        const response = await pass();
        if (response.status === 403) refused.push(`${request.method} ${new URL(request.url).pathname}`);
        return response;
      } finally {
        underWay -= 1;
      }
    },
  });
  /** Waits until nothing has been asked for a while. */
  const rest = async () => {
    for (let quiet = 0; quiet < 3; ) {
      // oxlint-disable-next-line no-await-in-loop
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
      quiet = underWay === 0 ? quiet + 1 : 0;
    }
  };
  return { ...opened, refused, rest };
};

const nameOf = (element: HTMLElement) => (element.getAttribute('aria-label') ?? element.textContent).trim();
const buttonsIn = (part: HTMLElement) =>
  within(part)
    .queryAllByRole('button')
    .filter((button) => !(button as HTMLButtonElement).disabled && !LEFT_OUT.test(nameOf(button)));
/** Leaves what opened over the page: by Escape, or by the button that closes it. */
const leave = async () => {
  const open = screen.queryByRole('dialog') ?? screen.queryByRole('menu') ?? screen.queryByRole('listbox');
  if (open !== null) fireEvent.keyDown(open, { key: 'Escape', code: 'Escape' });
  const close = screen.queryAllByRole('button', { name: /^(?:Close|Cancel|Done)/ }).at(-1);
  if (screen.queryByRole('main') === null && close !== undefined) fireEvent.click(close);
  await screen.findByRole('main');
};

describe('what a role is offered', () => {
  // An owner is refused nothing.
  const held = ROLES.filter((role) => role !== 'owner');
  it.each(held)('never ends in a refusal, on any page: %s', { timeout: 240_000 }, async (role) => {
    const { refused, rest, router } = await openAs(role);
    await screen.findByRole('heading', { level: 1 });
    const pressed: string[] = [];
    for (const [name, to] of Object.entries(PAGES)) {
      // oxlint-disable no-await-in-loop
      await act(() => router.navigate(to));
      await screen.findByRole('heading', { level: 1, name });
      await rest();
      const done = new Set<string>();
      for (let steps = 0; steps < 30; steps += 1) {
        const next = buttonsIn(screen.getByRole('main')).find((button) => !done.has(nameOf(button)));
        if (next === undefined) break;
        done.add(nameOf(next));
        pressed.push(`${name}: ${nameOf(next)}`);
        fireEvent.click(next);
        await rest();
        for (const item of screen.queryAllByRole('menuitem')) {
          if (item.tagName === 'A') continue;
          pressed.push(`${name}: ${nameOf(next)} > ${nameOf(item)}`);
          fireEvent.click(item);
          await rest();
        }
        for (const confirm of screen
          .queryAllByRole('dialog')
          .flatMap((dialog) => buttonsIn(dialog).slice(-1)))
          if (!/Revoke|Rotate/.test(nameOf(confirm))) fireEvent.click(confirm);
        await rest();
        await leave();
        if (router.state.location.pathname !== new URL(to, 'http://x').pathname) {
          await act(() => router.navigate(to));
          await rest();
        }
      }
      // oxlint-enable no-await-in-loop
    }
    expect(refused).toEqual([]);
    expect(pressed.length).toBeGreaterThan(10);
  });

  const rail = () => screen.getAllByRole('navigation', { name: 'Pages' })[0] as HTMLElement;
  const EXPECTED: Record<Role, { rail: string[]; found: string[]; add: boolean }> = {
    owner: {
      rail: ['Overview', 'Knowledge', 'Playground', 'Chat', 'Voice', 'Usage', 'Settings'],
      found: ['Synonyms', 'Alerts', 'Keys', 'Bots', 'Model servers', 'Who did what'],
      add: true,
    },
    curator: {
      rail: ['Overview', 'Knowledge', 'Playground', 'Chat', 'Voice', 'Usage', 'Settings'],
      found: ['Synonyms', 'Bots'],
      add: true,
    },
    tester: {
      rail: ['Overview', 'Knowledge', 'Playground', 'Chat', 'Voice', 'Usage', 'Settings'],
      found: ['Synonyms', 'Bots'],
      add: false,
    },
    monitor: {
      rail: ['Overview', 'Knowledge', 'Usage', 'Settings'],
      found: ['Synonyms', 'Alerts', 'Bots', 'Who did what'],
      add: false,
    },
  };
  it.each(ROLES)('is in the rail, in Ctrl K and on the overview: %s', async (role) => {
    const { rest } = await openAs(role);
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    await rest();
    const { rail: pages, found, add } = EXPECTED[role];
    await waitFor(() =>
      expect(
        within(rail())
          .getAllByRole('link')
          .slice(1)
          .map((link) => link.textContent.replace(/\d+$/, '')),
      ).toEqual(pages),
    );
    expect(screen.queryAllByRole('link', { name: 'Add knowledge' }).length > 0).toBe(add);
    fireEvent.keyDown(document, { code: 'KeyK', ctrlKey: true });
    await screen.findByRole('combobox');
    const offered = screen.getAllByRole('option').map((option) => option.textContent);
    expect(offered.toSorted()).toEqual([...pages, ...found].toSorted());
  });

  it('explains itself to whoever comes by an address', async () => {
    await openAs('monitor', paths.playground());
    expect(await screen.findByText('You cannot do this with your key')).toBeVisible();
    expect(screen.getByText(/Its role is .*Monitor/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
  });

  it('is what the registry allows: no page of the walk is left out of it', () => {
    const needed: EndpointId[] = ['answer', 'registerUnit', 'listKeys', 'listAlerts', 'listAudit'];
    for (const id of needed) expect(ENDPOINTS[id].roles.length).toBeLessThan(ROLES.length);
  });
});
