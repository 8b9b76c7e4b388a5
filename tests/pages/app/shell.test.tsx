import { act, screen, waitFor, within } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import type { Right } from '#contract/rights.ts';
import { createConnectedLayout } from '#src/app/connected-layout.tsx';
import { useSetPreferences } from '#src/app/preferences-context.tsx';
import { RouteError } from '#src/app/route-error.tsx';
import { createAppRouter } from '#src/app/router.tsx';
import type { ShellState } from '#src/app/shell/shell-state-context.ts';
import type { Language } from '#src/i18n/languages.ts';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { renderRoutes } from '#tests/support/render-app.tsx';
import { startUser } from '#tests/support/user.ts';

const connected: ShellState = {
  connection: { name: 'المكتب', bot: '1', host: '127.0.0.1:8787' },
  gateway: 'connected',
  consumption: { used: 6_412_880, total: 10_000_000 },
  unitCount: 148,
};

function Breaking(): never {
  throw new Error('a page that breaks');
}

function Digits() {
  const { t } = useTranslation();
  const set = useSetPreferences();
  return (
    <PageFrame title="الأرقام" asOf={new Date(2026, 10, 21, 9, 41)}>
      <button type="button" onClick={() => set({ digits: 'arab' })}>
        {t('units', { count: 148 })}
      </button>
    </PageFrame>
  );
}

function routes(state: ShellState): RouteObject[] {
  return [
    {
      Component: createConnectedLayout({ hasConnection: () => true, useShellState: () => state }),
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { path: '/', element: <PageFrame title="First page">{null}</PageFrame> },
            { path: '/knowledge', element: <PageFrame title="دليل الوحدات">{null}</PageFrame> },
            { path: '/units/:id', element: <PageFrame title="One unit">{null}</PageFrame> },
            { path: '/playground', element: <PageFrame title="Playground">{null}</PageFrame> },
            { path: '/settings', Component: Digits },
            { path: '/breaking', Component: Breaking },
            { path: '*', element: <PageFrame title="No page">{null}</PageFrame> },
          ],
        },
      ],
    },
  ];
}

const open = (state: Partial<ShellState> = {}, path = '/', language: Language = 'en') =>
  renderRoutes(routes({ ...connected, ...state }), { at: path, language });

/** The rail; the phone's bar is in the document too and only hidden by CSS. */
const rail = () => screen.getAllByRole('navigation')[0] as HTMLElement;

/** The page has a header of its own, which in a browser lies within the main landmark. */
const topBar = () => screen.getAllByRole('banner')[0] as HTMLElement;

describe('the frame', () => {
  test('marks the page that is open, and a unit as part of Knowledge', async () => {
    await open({}, '/units/7');
    expect(within(rail()).getByRole('link', { name: /Knowledge/u })).toHaveAttribute('aria-current', 'page');
    expect(within(rail()).getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current');
  });

  test.each([
    ['/knowledge/nonsense/7', ['Knowledge']],
    ['/units/7/nonsense', ['Knowledge']],
    ['/settings/keys/nonsense', ['Settings']],
    ['/nonsense', []],
  ])('marks the nearest section above an address without a page: %s', async (path, names) => {
    await open({ unitCount: undefined }, path);
    const marked = within(rail()).queryAllByRole('link', { current: 'page' });
    expect(marked.map(({ textContent }) => textContent)).toEqual(names);
  });

  test('shows the bot above, the connection and the gateway at the foot, and the number of units', async () => {
    await open({ bots: [{ id: 1, name: 'خدمة العملاء' }] });
    const top = within(topBar());
    expect(top.getByText('خدمة العملاء')).toHaveAttribute('dir', 'auto');
    expect(top.queryByText('127.0.0.1:8787')).toBeNull();
    expect(within(rail()).getByText('المكتب')).toHaveAttribute('dir', 'auto');
    expect(within(rail()).getByText('127.0.0.1:8787')).toHaveAttribute('dir', 'ltr');
    expect(screen.getByText('Gateway connected')).toBeVisible();
    expect(within(rail()).getByText('148')).toBeVisible();
  });

  test('names a bot that nobody named in the language of the page', async () => {
    await open({ bots: [{ id: 1, name: 'Bot 1' }] }, '/', 'ar');
    expect(within(topBar()).getByText(/الروبوت/)).toHaveTextContent(/الروبوت .?1/);
  });

  test('shows the pages that the gateway offers below their own, those of Settings while it is open', async () => {
    const extensions = ['listSynonyms', 'listKeys', 'listAlerts'];
    await open({ extensions });
    const links = () =>
      within(rail())
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect(links()).toEqual([
      'Fihrist',
      'Overview',
      'Knowledge148',
      'Synonyms',
      'Playground',
      'Chat',
      'Voice',
      'Usage',
      'Alerts',
      'Settings',
    ]);
    const user = startUser();
    await user.click(within(rail()).getByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(links().slice(-2)).toEqual(['Settings', 'Keys']));
  });

  test('says that the gateway does not answer', async () => {
    await open({ gateway: 'unreachable' });
    expect(screen.getByText('Gateway not responding')).toBeVisible();
  });

  test('gives the quota to the eye on focus and to assistive technology always', async () => {
    await open();
    const figure = '6,412,880 of 10,000,000 tokens, 64.1%';
    expect(screen.getByRole('meter', { name: 'Text quota' })).toHaveAttribute('aria-valuetext', figure);
    const link = screen.getByRole('link', { name: 'Text quota: View usage' });
    expect(link).toHaveAttribute('href', '/usage');
    act(() => link.focus());
    expect(await screen.findByRole('tooltip')).toHaveTextContent(figure);
  });

  test.each([
    ['en', 'bot', 'Text quota used up', 'Text quota', 'Used up: 980 of 1,000 tokens, 98%'],
    ['ar', 'bot', 'نفدت حصة النصوص', 'حصة النصوص', 'نفدت: 980 من 1,000 رمز، 98‎%‎'],
    ['en', 'key', 'Cap used up', 'Cap of your key', 'Used up: 980 of 1,000 tokens, 98%'],
  ] as const)(
    'says in words that no call fits any more (%s, %s)',
    async (language, of, words, name, figure) => {
      await open({ consumption: { used: 980, total: 1000, usedUp: true, of } }, '/', language);
      expect(within(topBar()).getByText(words)).toBeVisible();
      expect(screen.getByRole('meter', { name })).toHaveAttribute('aria-valuetext', figure);
    },
  );

  test('has no quota meter before any response has reported one', async () => {
    await open({ consumption: undefined });
    expect(screen.queryByRole('meter')).toBeNull();
  });

  test('moves focus to the new heading, announces it and names the document', async () => {
    const user = startUser();
    await open();
    expect(document.body).toHaveFocus();
    await waitFor(() => expect(document.title).toBe('First page · Fihrist'));
    await user.click(within(rail()).getByRole('link', { name: /Knowledge/u }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'دليل الوحدات' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toContain('دليل الوحدات');
    expect(screen.getByText('دليل الوحدات', { selector: '[aria-live]' })).toBeInTheDocument();
  });

  test('skips to the content', async () => {
    const user = startUser();
    await open();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('signs out from the account menu', async () => {
    const user = startUser();
    const signOut = vi.fn<() => void>();
    await open({ signOut });
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  test('keeps the frame when a page breaks, and says so', async () => {
    // React reports what a boundary caught; here that is the very thing under test.
    await open({}, '/breaking');
    expect(await screen.findByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Everything you saved is safe.');
    expect(screen.getByText('a page that breaks')).toBeInTheDocument();
    expect(rail()).toBeInTheDocument();
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });
});

describe('preferences', () => {
  test('switch the language without a reload: words, direction, language, digits', async () => {
    const user = startUser();
    await open();
    await user.click(screen.getByRole('button', { name: 'العربية' }));
    expect(await within(rail()).findByRole('link', { name: 'نظرة عامة' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    await user.click(screen.getByRole('button', { name: 'English' }));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'ltr'));
    expect(within(rail()).getByRole('link', { name: 'Overview' })).toBeVisible();
  });

  test('are remembered for the next visit', async () => {
    const user = startUser();
    const { unmount } = await open();
    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement.style.colorScheme).toBe('dark');
    unmount();
    await open();
    expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  });

  test('write every number of the page in the chosen digits', async () => {
    const user = startUser();
    await open({}, '/settings', 'ar');
    await user.click(screen.getByRole('button', { name: '148 وحدة' }));
    expect(await within(rail()).findByText('١٤٨')).toBeVisible();
    expect(screen.getByRole('button', { name: '١٤٨ وحدة' })).toBeVisible();
    expect(screen.getByText('البيانات حتى ٠٩:٤١')).toBeVisible();
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).not.toMatch(/[0-9]/u);
  });
});

describe('the palette', () => {
  const show = async (user: ReturnType<typeof startUser>) => {
    await user.keyboard('{Control>}[KeyK]{/Control}');
    return screen.findByRole('combobox', { name: /Search or run an action|بحث أو تنفيذ إجراء/ });
  };
  const options = () => screen.getAllByRole('option').map((option) => option.textContent);

  test('opens with Ctrl K on an Arabic keyboard too, finds units through the gateway and goes there', async () => {
    const user = startUser();
    const searchUnits = vi.fn<NonNullable<ShellState['searchUnits']>>(async () => [
      { id: 7, title: 'سياسة الإرجاع' },
    ]);
    const { router } = await open({ searchUnits });
    await user.write(await show(user), 'الإرجاع');
    expect(await screen.findByRole('option', { name: 'سياسة الإرجاع' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(searchUnits).toHaveBeenLastCalledWith('الإرجاع', expect.any(AbortSignal));
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/units/7');
  });

  test('opens the run of a request id, where the gateway keeps runs', async () => {
    const user = startUser();
    const { router } = await open({ extensions: ['getRun'] });
    const id = '7d0c5b1e-3a52-4f0e-9a53-0f6c2f0b8a11';
    await user.write(await show(user), id.toUpperCase());
    await user.click(await screen.findByRole('option', { name: /^Open run / }));
    expect(router.state.location.pathname).toBe(`/runs/${id}`);
  });

  test('walks the results with the arrows and names the current one', async () => {
    const user = startUser();
    const { router } = await open();
    const input = await show(user);
    await user.write(input, 'knowledge');
    expect(options()).toEqual(['Knowledge', 'Add knowledge', expect.stringMatching(/^Ask .*knowledge/u)]);
    await user.keyboard('{ArrowDown}');
    const chosen = screen.getByRole('option', { selected: true });
    expect(chosen).toHaveTextContent('Add knowledge');
    expect(input).toHaveAttribute('aria-activedescendant', chosen.id);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^Ask/u);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/knowledge'));
  });

  test('runs actions, by other words for them too', async () => {
    const user = startUser();
    const switchBot = vi.fn<(id: number) => void>();
    const bots = [
      { id: 1, name: 'Bot 1' },
      { id: 2, name: 'دعم العملاء' },
    ];
    await open({ switchBot, bots });
    await user.write(await show(user), 'night mode{Enter}');
    expect(document.documentElement.style.colorScheme).toBe('dark');
    await user.write(await show(user), 'للعملاء{Enter}');
    expect(switchBot).toHaveBeenCalledWith(2);
    await user.write(await show(user), 'arabic{Enter}');
    await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'));
    await user.write(await show(user), 'الانجليزيه');
    expect(options()[0]).toContain('English');
  });

  test('offers what the key may do, and nothing else', async () => {
    const user = startUser();
    const hasPermission = (right: Right) => right !== 'ask' && right !== 'manageKeys';
    await open({ hasPermission, extensions: ['createKey', 'listKeys'] });
    await show(user);
    expect(options()).toContain('Add knowledge');
    expect(options()).not.toContain('Create API key');
    expect(options()).not.toContain('New conversation');
    expect(options()).not.toContain('Ask a question');
  });

  test('always offers to ask what was typed, last, and waits for what is still looked for', async () => {
    const user = startUser();
    const results = Promise.withResolvers<readonly []>();
    const { router } = await open({ searchUnits: () => results.promise });
    await user.write(await show(user), 'رسوم التحويل{Enter}');
    expect(options()).toEqual([expect.stringContaining('رسوم التحويل')]);
    expect(router.state.location.pathname).toBe('/');
    results.resolve([]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/playground'));
    expect(new URLSearchParams(router.state.location.search).get('question')).toBe('رسوم التحويل');
    expect(router.state.location.state).toEqual({ ask: true });
  });

  test('shows the passages nearest to what is typed, and Enter opens the first', async () => {
    const user = startUser();
    const searchPassages = vi.fn<NonNullable<ShellState['searchPassages']>>(async () => [
      {
        unitId: 7,
        ordinal: 3,
        title: 'دليل الخدمات › الرسوم',
        text: 'تبلغ رسوم التحويل الدولي 50.75 ريالًا.',
      },
    ]);
    const { router } = await open({ searchPassages, extensions: ['explainAnswer'] });
    await user.write(await show(user), 'رسوم التحويل');
    const passage = await screen.findByRole('option', { name: /دليل الخدمات › الرسوم.*50\.75/u });
    expect(within(screen.getByRole('group', { name: 'Passages' })).getByRole('option')).toBe(passage);
    expect(searchPassages).toHaveBeenCalledExactlyOnceWith('رسوم التحويل', expect.any(AbortSignal));
    expect(screen.getByRole('option', { selected: true })).toBe(passage);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/units/7'));
    expect(router.state.location.search).toBe('?passage=3');
    // Enter before the results arrive waits for them.
    await act(() => router.navigate('/'));
    await user.write(await show(user), 'رسوم{Enter}');
    expect(router.state.location.pathname).toBe('/');
    await waitFor(() => expect(router.state.location.search).toBe('?passage=3'));
    // A question is asked, and nothing is waited for.
    await user.write(await show(user), 'ما رسوم التحويل؟{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/playground'));
    // A person who chose the question before the results arrived stays there.
    await act(() => router.navigate('/'));
    await user.write(await show(user), 'knowledge{ArrowUp}');
    expect(options()).toHaveLength(3);
    await screen.findByRole('option', { name: /50\.75/u });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/playground'));
  });
});

describe('the router', () => {
  const useShellState = () => connected;

  test('leads to Connect without a connection and remembers where to return', async () => {
    const router = createAppRouter({ hasConnection: () => false, useShellState }, ['/units/7?section=2']);
    await waitFor(() => expect(router.state.location.pathname).toBe('/connect'));
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe('/units/7?section=2');
  });

  test('says that a page does not exist, inside the frame', async () => {
    const router = createAppRouter({ hasConnection: () => true, useShellState }, ['/nowhere']);
    await renderRoutes(router.routes, { at: '/nowhere' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Overview' })).toHaveAttribute('href', '/');
    expect(rail()).toBeInTheDocument();
  });
});
