import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { captureSignInCode, clearSignInCode } from '#src/api/stores/sign-in-code.ts';
import { paths } from '#src/paths.ts';
import { TEST_KEY } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { createCode } from '#tests/support/sign-in-code.ts';
import { startUser, type User } from '#tests/support/user.ts';

afterEach(() => {
  clearSignInCode();
  history.replaceState(null, '', '/');
});

async function fill(user: User, values: Record<string, string>) {
  const unfold = await screen.findByRole('button', { name: /API key instead|استخدام مفتاح API/ });
  if (unfold.getAttribute('aria-expanded') === 'false') await user.click(unfold);
  for (const [label, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(label);
    // Keystrokes go to one field at a time.
    await user.clear(field);
    if (value !== '') await user.write(field, value);
  }
}
const tabConnections = () => sessionStorage.getItem('fihrist.connections') ?? '';
const keptInBrowser = () => localStorage.getItem('fihrist.connections') ?? '';

describe('Connect', () => {
  test('takes a right connection to the page that was asked for, its key in no address', async () => {
    const user = startUser();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { router, requests } = await openDashboard({
      strict: true,
      at: paths.knowledge({ search: 'x' }),
      signedIn: false,
      intercept: (_, pass) => answered.then(() => pass()),
    });
    await fill(user, { 'API key': TEST_KEY, Bot: '1' });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const busy = await screen.findByRole('button', { name: /Checking/u });
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    const tried = requests.length;
    await user.click(busy);
    await user.keyboard('{Enter}');
    expect(requests).toHaveLength(tried);
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    expect(busy).toHaveFocus();
    answer();
    expect(await screen.findByRole('heading', { name: 'Knowledge' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/knowledge', search: '?search=x' });
    expect(JSON.stringify(router.state.location)).not.toContain(TEST_KEY);
    expect(tabConnections()).toContain(TEST_KEY);
  });

  test.each([
    ['key', { 'API key': 'wrong', Bot: '1' }, 'API key not accepted'],
    ['bot', { 'API key': TEST_KEY, Bot: '2' }, 'This key has no access to the bot'],
  ])('says that the %s is wrong, and keeps nothing', async (_, values, words) => {
    const user = startUser();
    await openDashboard({ at: paths.connect(), signedIn: false });
    await fill(user, values);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(tabConnections()).not.toContain(values['API key']);
  });

  test.each([
    ['en', 'API key', 'With an API key and a bot of https://ai.example.com/gw'],
    ['ar', 'مفتاح API', 'بمفتاح API وروبوت من البوابة https://ai.example.com/gw'],
  ] as const)(
    'says whose key is asked for where the server passes calls on, %s',
    async (language, key, words) => {
      const metas = { 'sign-in-links': 'no', upstream: 'https://ai.example.com/gw' };
      const added = Object.entries(metas).map(([name, content]) => {
        const meta = Object.assign(document.createElement('meta'), { name, content });
        document.head.append(meta);
        return meta;
      });
      try {
        const { container } = await openDashboard({ at: paths.connect(), signedIn: false, language });
        expect(await screen.findByLabelText(key)).toBeVisible();
        const text = (container.textContent ?? '').replaceAll(/[\u2066-\u2069]/gu, '');
        expect(text).toContain(words);
        expect(text).not.toMatch(/instead|npm run link|تعرض هذه الصفحة/u);
        expect(screen.queryByRole('button', { expanded: true })).toBeNull();
      } finally {
        for (const meta of added) meta.remove();
      }
    },
  );

  test('says how long to wait once too many wrong keys were tried, in Arabic', async () => {
    const user = startUser();
    const { failNext } = await openDashboard({ at: paths.connect(), signedIn: false, language: 'ar' });
    await fill(user, { 'مفتاح API': 'wrong-for-the-ninth-time', الروبوت: '1' });
    failNext({ kind: 'fault', code: 'too-many-attempts', parameters: { seconds: 8 } }, '/api/Capabilities');
    await user.click(screen.getByRole('button', { name: 'اتصال' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/مفاتيح خاطئة كثيرة.* 8 /);
    expect(tabConnections()).not.toContain('wrong-for-the-ninth-time');
  });

  test('offers the model family that the gateway announces, in Arabic', async () => {
    const user = startUser();
    await openDashboard({ at: paths.connect(), signedIn: false, language: 'ar' });
    await fill(user, { 'مفتاح API': TEST_KEY, الروبوت: '1', 'عائلة النموذج': 'model' });
    await user.click(screen.getByRole('button', { name: 'اتصال' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('عائلة النموذج غير موجودة');
    await user.click(screen.getByRole('button', { name: /استخدام .?Model/ }));
    expect(await screen.findByRole('heading', { name: 'نظرة عامة' })).toBeVisible();
    expect(JSON.parse(tabConnections())).toMatchObject([{ modelFamily: 'Model' }]);
  });

  test('says what is missing before it asks anybody', async () => {
    const user = startUser();
    const { requests } = await openDashboard({ at: paths.connect(), signedIn: false });
    await fill(user, { 'Base URL': 'ftp://old.example', Bot: '1' });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('This field is required.')).toBeVisible();
    expect(screen.getByText(/begins with http/)).toBeVisible();
    expect(screen.getByLabelText('API key')).toHaveAttribute('aria-invalid', 'true');
    expect(requests).toHaveLength(0);
  });

  test('says that nothing answers, naming the address', async () => {
    const user = startUser();
    await openDashboard({ at: paths.connect(), signedIn: false, intercept: () => Response.error() });
    await fill(user, { 'Base URL': 'http://10.0.0.9:8787', 'API key': TEST_KEY, Bot: '1' });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('No response from this base URL');
    expect(alert).toHaveTextContent('http://10.0.0.9:8787');
    // What went wrong is worded by a part that came later; it follows the language all the same.
    await user.click(screen.getByRole('button', { name: 'العربية' }));
    await waitFor(() => expect(alert).toHaveTextContent('لا يستجيب'));
    expect(alert).toHaveTextContent('http://10.0.0.9:8787');
    expect(alert).not.toHaveTextContent('client.');
  });

  test('says that its own policy forbids the address, never that it is unreachable', async () => {
    const user = startUser();
    const intercept = (request: Request) => {
      const violation = Object.assign(new Event('securitypolicyviolation'), {
        blockedURI: request.url,
        effectiveDirective: 'connect-src',
      });
      // As a browser does: the call fails first, the reason comes after.
      setTimeout(() => document.dispatchEvent(violation), 5);
      return Response.error();
    };
    await openDashboard({ at: paths.connect(), signedIn: false, intercept });
    await fill(user, { 'Base URL': 'https://other.example/gateway/', 'API key': TEST_KEY, Bot: '1' });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The browser blocked requests to this base URL');
    expect(alert).toHaveTextContent('FIHRIST_CONNECT_TO');
    expect(alert).toHaveTextContent('https://other.example/gateway');
  });

  test('opens and forgets saved connections', async () => {
    const user = startUser();
    await openDashboard({ at: paths.connect(), connection: { name: 'متجر نخلة' } });
    await user.click(await screen.findByRole('button', { name: 'Open: متجر نخلة' }));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(tabConnections()).toContain('متجر نخلة');
  });

  test('forgets a connection together with its key', async () => {
    const user = startUser();
    await openDashboard({ at: paths.connect(), connection: { name: 'متجر نخلة' } });
    await user.click(await screen.findByRole('button', { name: 'Remove: متجر نخلة' }));
    await waitFor(() => expect(tabConnections()).not.toContain(TEST_KEY));
  });
});

/** As a link pasted into the open page: the code is taken when the hash changes, whether or not the page waits for it. */
function pasteLink(code: string): void {
  captureSignInCode();
  history.replaceState(null, '', `/#code=${code}`);
  act(() => void dispatchEvent(new Event('hashchange')));
}

describe('the printed link', () => {
  test('signs in at once, and leaves no code in the address bar', async () => {
    const { gateway, requests } = await openDashboard({
      at: '/',
      signedIn: false,
      prepare: async (testGateway) => {
        history.replaceState(null, '', `/#code=${await createCode(testGateway)}`);
        captureSignInCode();
        expect(location.hash).toBe('');
      },
    });
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(
      requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/api/Session')),
    ).toHaveLength(1);
    expect(JSON.parse(tabConnections())).toMatchObject([{ madeByCode: true, bot: '1' }]);
    expect(tabConnections()).not.toContain(TEST_KEY);
    expect(await gateway.ports.keys.list()).toHaveLength(2);
  });

  test.each([
    ['for 30 days', 'Stay signed in for 30 days', true],
    ['for this visit', 'This visit only', false],
  ])('asks once whether to keep the key, %s', async (_, answer, remember) => {
    const user = startUser();
    const connection = { madeByCode: true, undecided: true };
    const { router } = await openDashboard({ at: '/', shell: true, connection });
    await user.click(await screen.findByRole('button', { name: answer }));
    expect(JSON.parse(remember ? keptInBrowser() : tabConnections())).toMatchObject([
      { remember, undecided: false },
    ]);
    expect(screen.getByRole('main')).toHaveFocus();
    await router.navigate(paths.settings());
    await screen.findByRole('heading', { name: 'Settings' });
    expect(screen.queryByRole('button', { name: answer })).toBeNull();
  });

  test('replaces a key that was revoked, in this tab and in those that use it', async () => {
    await openDashboard({
      at: '/',
      connection: { key: 'ended', madeByCode: true, remember: true, bot: '1' },
      prepare: async (testGateway) => {
        history.replaceState(null, '', `/#code=${await createCode(testGateway)}`);
        captureSignInCode();
      },
    });
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    const [only, ...others] = JSON.parse(keptInBrowser());
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: 'دليل', remember: true, undecided: false });
    expect(only.key).not.toBe('ended');
  });

  test('leaves what is half typed in a tab whose key it replaces', async () => {
    const user = startUser();
    const { gateway, connections } = await openDashboard({
      at: paths.synonyms({ add: 'دوام' }),
      shell: true,
      connection: { madeByCode: true },
    });
    await user.write(await screen.findByRole('textbox', { name: 'Note' }), 'كما يسأل الناس');
    await user.write(screen.getByRole('textbox', { name: /Type an expression/ }), 'ساعات العمل{Enter}');
    for (const { id } of await gateway.ports.keys.list())
      await gateway.ports.keys.revoke(id, new Date(), { evenLast: true });
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    expect(await screen.findByText(/open a new sign-in link in another tab/)).toBeVisible();
    const signedIn = await gateway.call('/api/Session', {
      method: 'POST',
      json: { code: await createCode(gateway) },
    });
    const { key } = (await signedIn.json()).Response;
    const { id } = connections.current() ?? { id: '' };
    act(() => connections.update(id, { key }));
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('كما يسأل الناس');
    // What the old key was refused is refused no more: nothing leads to signing in again.
    expect(await screen.findByText(/units, .* passages/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    expect(await screen.findByText(/Group saved/)).toBeVisible();
  });

  test.each([
    ['a gateway that checks no codes for now', 'too-many-attempts', { seconds: 1 }, /Too many wrong keys/],
    ['a gateway that failed', 'internal', { requestId: 'r' }, /unexpected error/],
  ] as const)('keeps a link that was not checked: %s', async (_, code, parameters, words) => {
    const user = startUser();
    const { router, gateway, failNext } = await openDashboard({ at: paths.connect(), signedIn: false });
    failNext(
      { kind: 'fault', code, parameters, headers: code === 'internal' ? {} : { 'Retry-After': '1' } },
      '/api/Session',
    );
    pasteLink(await createCode(gateway));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    if (code === 'internal') await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.overview()));
  });

  test('says in Arabic that a link is spent, and how to print another', async () => {
    await openDashboard({
      at: '/',
      signedIn: false,
      language: 'ar',
      prepare: async () => {
        history.replaceState(null, '', `/#code=${'spent-code-'.repeat(3)}`);
        captureSignInCode();
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('رابط تسجيل الدخول غير مقبول');
    expect(alert).toHaveTextContent('احصل على رابط جديد');
    const help = screen.getByRole('region', { name: 'الحصول على رابط جديد' });
    expect(help).toHaveTextContent('npm run link');
    expect(screen.queryByLabelText('مفتاح API')).toBeNull();
  });

  test('says what to do to whoever comes back with a key that was revoked, and goes on from there', async () => {
    const { gateway, router } = await openDashboard({
      at: paths.unit(7),
      shell: true,
      connection: { key: 'revoked-meanwhile', madeByCode: true },
    });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('You were signed out');
    expect(screen.getByRole('region', { name: 'Get a new link' })).toHaveTextContent('npm run link');
    pasteLink(await createCode(gateway));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.unit(7)));
  });

  test('lets someone who is signed in pass with an old link', async () => {
    await openDashboard({
      at: '/',
      prepare: async () => {
        history.replaceState(null, '', `/#code=${'spent-code-'.repeat(3)}`);
        captureSignInCode();
      },
    });
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
  });
});
