import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { i18n } from 'i18next';
import { describe, expect, test } from 'vitest';
import { OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import { hasRight } from '#contract/rights.ts';
import type { Role } from '#contract/session.ts';
import { ROLES } from '#contract/session.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { paths } from '#src/paths.ts';
import { isNight } from '#tests/support/full-counts.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { DALEEL, draftText } from '#tests/support/units.ts';

const TITLE = 'دليل الإرجاع';
const WEBHOOK = { name: 'غرفة المناوبة' };
const QUESTION = 'كم مهلة الإرجاع؟';
const SET = 'أسئلة الرسوم';
const GROUP = 'مهلة';
const KEY = { name: 'اختبار' };

type Control = [name: string, calls: OperationId];
type Page = { path: string; controls: Control[]; menu?: { opener: string; items: Control[] } };
/** Pages, and the controls on them that not every key may use: each with the operation that it calls. */
function pagesIn({ t }: i18n): Page[] {
  return [
    { path: paths.overview(), controls: [[t('overview:add'), 'registerUnit']] },
    {
      path: paths.knowledge(),
      // The button of wide screens and the button of narrow screens.
      controls: [[`${t('knowledge:add')}${t('knowledge:addShort')}`, 'registerUnit']],
      menu: {
        opener: t('knowledge:actionsFor', { title: TITLE }),
        items: [
          [t('knowledge:action.reindex'), 'reindexUnit'],
          [t('terms:availability.switchOff'), 'setUnitAvailability'],
          [t('knowledge:action.delete'), 'deleteUnit'],
        ],
      },
    },
    {
      path: paths.drafts(),
      controls: [
        [t('drafts:action.publishNamed', { title: TITLE }), 'publishDrafts'],
        [t('drafts:action.testNamed', { title: TITLE }), 'proveDrafts'],
        [t('drafts:action.discardNamed', { title: TITLE }), 'discardDrafts'],
      ],
    },
    { path: paths.addKnowledge(), controls: [[t('add:drop.chooseFiles'), 'registerUnit']] },
    {
      path: paths.unit(1),
      controls: [
        [t('unit:action.reindex'), 'reindexUnit'],
        [t('unit:ask.send'), 'answer'],
        [t('unit:edits.actions', { number: 1 }), 'addEdit'],
        [t('terms:history'), 'listVersions'],
        [t('terms:owner.of', { name: t('terms:owner.nobody') }), 'setUnitOwner'],
        [t('drafts:action.publish'), 'publishDrafts'],
      ],
      menu: {
        opener: t('unit:action.more'),
        items: [
          [t('unit:action.reindexAsDraft'), 'publishDrafts'],
          [t('unit:action.edit'), 'updateUnit'],
          [t('terms:availability.switchOff'), 'setUnitAvailability'],
          [t('unit:validity.edit'), 'setUnitAvailability'],
          [t('unit:action.delete'), 'deleteUnit'],
        ],
      },
    },
    {
      path: paths.unitVersions(1),
      controls: [
        [t('history:openNamed', { number: 1 }), 'versionChanges'],
        [t('history:audit'), 'listAudit'],
      ],
    },
    {
      path: paths.playground({ question: 'كم مهلة الإرجاع؟', index: [TITLE] }),
      controls: [[t('indexPicker:remove', { title: TITLE }), 'answer']],
    },
    { path: paths.chat(), controls: [[t('chat:newShort'), 'streamChat']] },
    { path: paths.voice(), controls: [[t('voice:settings.transcript'), 'transcribe']] },
    { path: paths.usage(), controls: [[t('usage:use.csv'), 'usageHistory']] },
    {
      path: paths.alerts(),
      controls: [
        [t('alerts:rules.add'), 'setAlertRules'],
        [t('alerts:webhooks.add'), 'addWebhook'],
        [t('alerts:webhooks.testNamed', WEBHOOK), 'testWebhook'],
        [t('alerts:webhooks.changeNamed', WEBHOOK), 'changeWebhook'],
        [t('alerts:webhooks.removeNamed', WEBHOOK), 'removeWebhook'],
      ],
    },
    {
      path: paths.tests(),
      controls: [
        [t('tests:new'), 'createTest'],
        [t('tests:askAll'), 'evaluate'],
        [t('tests:sets.add'), 'createTestSet'],
        [t('tests:sets.editNamed', { name: SET }), 'updateTestSet'],
        [t('tests:sets.deleteNamed', { name: SET }), 'deleteTestSet'],
      ],
    },
    {
      path: paths.inbox(),
      controls: [[t('inbox:action.closeNamed', { question: QUESTION }), 'closeReport']],
      menu: {
        opener: t('inbox:action.menu', { question: QUESTION }),
        items: [
          [t('inbox:action.synonym'), 'addSynonyms'],
          [t('inbox:action.knowledge'), 'registerUnit'],
          [t('inbox:action.test'), 'createTest'],
        ],
      },
    },
    {
      path: paths.settings(),
      controls: [
        [t('shell:people'), 'invitePerson'],
        [t('shell:keys'), 'listKeys'],
        [t('shell:bots'), 'listBots'],
        [t('shell:models'), 'listModels'],
        [t('shell:alerts'), 'listAlerts'],
        [t('shell:audit'), 'listAudit'],
      ],
    },
    {
      path: paths.synonyms(),
      controls: [
        [t('synonyms:add'), 'addSynonyms'],
        [t('synonyms:import.open'), 'importSynonyms'],
        [t('synonyms:effectNamed', { first: GROUP }), 'measureSynonyms'],
        [t('synonyms:editNamed', { first: GROUP }), 'changeSynonyms'],
        [t('synonyms:removeNamed', { first: GROUP }), 'removeSynonyms'],
        [t('terms:historyOf', { name: GROUP }), 'listAudit'],
      ],
    },
    {
      path: paths.keys(),
      controls: [
        [t('keys:create'), 'createKey'],
        [t('keys:actionsOf', KEY), 'changeKey'],
      ],
    },
    { path: paths.people(), controls: [[t('keys:people.invite'), 'invitePerson']] },
    {
      path: paths.bots(),
      controls: [[t('bots:create'), 'createBot']],
    },
    {
      path: paths.modelServers(),
      controls: [[t('models:addNamed', { name: t('terms:purpose.chat') }), 'setModel']],
    },
    {
      path: paths.audit(),
      controls: [
        [t('audit:export.open'), 'exportAudit'],
        [t('audit:details.showOf', { id: '1' }), 'listAudit'],
      ],
    },
  ];
}

const fill = async (gateway: TestGateway) => {
  await gateway.addUnit(TITLE, DALEEL);
  await gateway.indexAll();
  await draftText(gateway, 1, DALEEL.replace('14', '30'));
  const post = (path: string, json: unknown) => gateway.call(path, { method: 'POST', json });
  await post('/api/Tests/1/sets', { name: SET });
  await post('/api/Reports/1', { question: QUESTION, reason: 'unclear' });
  await post('/api/Synonyms/1', { expressions: [GROUP, 'مدة'], note: '' });
  await post('/api/Alerts/1/webhooks', { ...WEBHOOK, url: 'https://pager.example.com/' });
};

const openAs = async (role: Role, path: string = paths.overview(), shell = false) => {
  const key = `fih_key-of-a-${role}-000`;
  const refused: string[] = [];
  let underWay = 0;
  const opened = await openDashboard({
    shell,
    at: path,
    connection: { key },
    ports: () => ({ webhookSender: { post: () => Promise.resolve({ status: 204 }) } }),
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
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
      quiet = underWay === 0 ? quiet + 1 : 0;
    }
  };
  return { ...opened, refused, rest };
};

const bare = (name: string) => name.replaceAll(/[\u2066-\u2069]/gu, '').trim();
const nameOf = (element: Element) => bare(element.getAttribute('aria-label') ?? element.textContent);

/** Who may do everything and who may do least; at night everybody, as a table of rights is tested for everybody by day. */
const WALKED_ROLES: readonly Role[] = isNight ? ROLES : ['owner', 'monitor'];

describe('what a role is offered', () => {
  test.each(WALKED_ROLES)(
    'is what its key may call, on every page, and nothing that is refused: %s',
    async (role) => {
      const { refused, rest, router } = await openAs(role);
      const words = await createI18n('en', 'latn');
      const allowed = (controls: Control[]) =>
        controls
          .filter(([, id]) => hasRight(role, OPERATIONS[id].right))
          .map(([name]) => bare(name))
          .toSorted();
      const offered = (controls: Control[], elements: Iterable<Element>) => {
        const names = new Set(controls.map(([name]) => bare(name)));
        return [...new Set(Array.from(elements, nameOf).filter((name) => names.has(name)))].toSorted();
      };
      for (const { path, controls, menu } of pagesIn(words)) {
        await act(() => router.navigate(path));
        await screen.findByRole('heading', { level: 1 });
        await rest();
        const all = () => [...screen.getByRole('main').querySelectorAll('button, a, [role="button"]')];
        await waitFor(() => expect([path, offered(controls, all())]).toEqual([path, allowed(controls)]));
        if (menu === undefined) continue;
        const opener = all().find((element) => nameOf(element) === bare(menu.opener));
        if (opener !== undefined) fireEvent.click(opener);
        const items = opener === undefined ? [] : await screen.findAllByRole('menuitem');
        expect([path, offered(menu.items, items)]).toEqual([path, allowed(menu.items)]);
        if (opener !== undefined) fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
      }
      expect(refused).toEqual([]);
    },
  );

  const rail = () => screen.getAllByRole('navigation', { name: 'Pages' })[0] as HTMLElement;
  const PAGES_TO_ASK = [
    'Overview',
    'Knowledge',
    'Synonyms',
    'Playground',
    'Chat',
    'Voice',
    'Tests',
    'Judge questions',
    'Inbox',
    'Usage',
    'Settings',
  ];
  const EXPECTED: Record<Role, { rail: string[]; searchable: string[]; actions: string[]; add: boolean }> = {
    owner: {
      rail: [
        'Overview',
        'Knowledge',
        'Drafts',
        'Synonyms',
        'Playground',
        'Chat',
        'Voice',
        'Tests',
        'Judge questions',
        'Inbox',
        'Usage',
        'Alerts',
        'Settings',
      ],
      searchable: ['People', 'Keys', 'Bots', 'Model servers', 'Background work', 'Audit log'],
      actions: ['Add knowledge', 'New conversation', 'Create API key'],
      add: true,
    },
    curator: {
      rail: PAGES_TO_ASK.toSpliced(2, 0, 'Drafts'),
      searchable: ['Bots', 'Audit log'],
      actions: ['Add knowledge', 'New conversation'],
      add: true,
    },
    tester: {
      rail: PAGES_TO_ASK,
      searchable: ['Bots'],
      actions: ['New conversation'],
      add: false,
    },
    monitor: {
      rail: ['Overview', 'Knowledge', 'Synonyms', 'Usage', 'Alerts', 'Settings'],
      searchable: ['Bots', 'Background work', 'Audit log'],
      actions: [],
      add: false,
    },
  };
  test.each(ROLES)('is in the rail, in Ctrl K and on the overview: %s', async (role) => {
    const { rest } = await openAs(role, paths.overview(), true);
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    await rest();
    const { rail: pages, searchable, actions, add } = EXPECTED[role];
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
    const offered = (group: string) =>
      within(screen.getByRole('group', { name: group }))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(offered('Pages').toSorted()).toEqual([...pages, ...searchable].toSorted());
    const general = /^(?:Switch to .*|Sign out)$/u;
    expect(offered('Actions').filter((name) => !general.test(name))).toEqual(actions);
  });

  test('explains itself to whoever comes by an address', async () => {
    await openAs('monitor', paths.playground());
    expect(await screen.findByText('Your key does not allow this')).toBeVisible();
    expect(screen.getByText(/Its role is .*Monitor/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
  });
});
