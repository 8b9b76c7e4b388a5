import { describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';

const URL = 'https://bank.example.org/fees';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const page = (title: string, body: string, head = ''): Uint8Array =>
  utf8(
    `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`,
  );
const read = (bytes: Uint8Array, pageUrl = URL) => readDocument(bytes, 'html', { pageUrl });

const FORM = `<form method="post"><label>اسم المستخدم <input name="u"></label><label>كلمة المرور <input type="password" name="p"></label><p>هل نسيت كلمة المرور؟</p></form>`;
const FEES = 'رسوم إصدار البطاقة 75 ريالًا وتستلم خلال خمسة أيام عمل من أقرب فرع، ورسوم تجديدها 50 ريالًا. ';
const SCRIPT = '<script src="/app.js"></script>';

describe('a fetched page is refused as', () => {
  test.each<[string, Uint8Array, string?]>([
    ['Arabic', page('تسجيل الدخول', `<h1>تسجيل الدخول</h1>${FORM}`)],
    ['named in its title after the site', page('بنك الأمل | تسجيل الدخول', FORM)],
    ['English', page('Sign in to your account', '<p>Enter your details</p><input type="password">')],
    [
      'without a name, at its address',
      page('بنك الأمل', FORM),
      'https://sso.example.org/auth/login?next=/fees',
    ],
    ['without a name, with a forgotten password', page('بنك الأمل', FORM)],
    ['with the name alone at first', page('Log in', '<p>Email</p><input type="email" name="login">')],
  ])('a sign-in page: %s', async (_, bytes, url) => {
    await expect(read(bytes, url)).rejects.toMatchObject({ code: 'sign-in-page' });
  });

  test.each([
    [
      'Arabic',
      page(
        'الصفحة غير موجودة',
        '<h1>الصفحة غير موجودة</h1><p>عذرًا، الصفحة التي تبحث عنها غير موجودة أو تم نقلها. الخطأ 404.</p>',
      ),
    ],
    [
      'Arabic, beside the site',
      page('خطأ 404 - وزارة الخدمات', '<p>تحقق من العنوان أو عد إلى الرئيسية.</p>'),
    ],
    [
      'named in its heading',
      page('بنك الأمل', '<h2>عذرًا، لم يتم العثور على الصفحة</h2><p>عد إلى الرئيسية</p>'),
    ],
    ['English', page('404 Not Found', '<center><h1>404 Not Found</h1></center><hr>nginx')],
    [
      'English, in words',
      page('Hope Bank', '<h1>Sorry, the page you requested could not be found.</h1><p>Go home</p>'),
    ],
    ['a broken server', page('Internal Server Error', '<p>Try again later.</p>')],
    ['a site that is closed', page('الموقع تحت الصيانة', '<p>نعود قريبًا</p>')],
  ])('an error page: %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'error-page' });
  });

  test.each([
    ['a check of the browser', page('Just a moment...', '<p>Enable JavaScript and cookies to continue</p>')],
    [
      'a check without a name',
      page('bank.example.org', '<p>Verifying you are human. This may take a few seconds.</p>'),
    ],
    ['Arabic', page('بنك الأمل', '<h1>تحقق من أنك لست روبوتًا</h1><p>رقم الطلب 123456789</p>')],
    [
      'a refusal',
      page('Access Denied', "<p>You don't have permission to access this page. Reference #18.5a3</p>"),
    ],
    [
      'a firewall',
      page('Request Rejected', '<p>The requested URL was rejected. Your support ID is: 1234567890</p>'),
    ],
    [
      'a challenge by its script',
      page('example.org', '<p>انتظر لحظة</p><script>window._cf_chl_opt={}</script>'),
    ],
  ])('a wall: %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'blocked-page' });
  });

  test.each([
    ['a shell', page('بوابة الخدمات', `<div id="root"></div>${SCRIPT}`)],
    [
      'a shell that asks for scripts',
      page('App', `<p>You need to enable JavaScript to run this app.</p>${SCRIPT}`),
    ],
    ['a shell that loads', page('بوابة الخدمات', `<p>جاري التحميل...</p>${SCRIPT}`)],
    [
      'a page of frames',
      page('الخدمات', '<main><h1>الخدمات</h1><iframe src="/content.html"></iframe></main>'),
    ],
    ['a shell without a title', utf8(`<html><body>${SCRIPT}</body></html>`)],
  ])('a page without text: %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'page-without-text' });
  });
});

describe('a page is read all the same', () => {
  const help = 'أدخل رقم الهوية ثم كلمة المرور ثم رمز التحقق الذي يصلك على جوالك، ولا تشارك الرمز مع أحد. ';
  test.each<[string, Uint8Array, string?]>([
    ['with a sign-in form beside its text', page('رسوم البطاقات', `<form>${FORM}</form><p>${FEES}</p>`)],
    [
      'of a portal at a path of its sign-in',
      page('رسوم', `<p>${FEES.repeat(8)}</p>${FORM}`),
      'https://x.org/sso/fees',
    ],
    ['that explains how to sign in', page('تسجيل الدخول', `<h1>تسجيل الدخول</h1><ol><li>${help}</li></ol>`)],
    ['that explains it at length beside a form', page('تسجيل الدخول', `<p>${help.repeat(12)}</p>${FORM}`)],
    ['that explains an error', page('معنى الخطأ 404', `<p>${FEES}</p>`)],
    ['that explains an error by its name', page('حدث خطأ ما | مركز المساعدة', `<p>${help.repeat(3)}</p>`)],
    [
      'that explains an error at length',
      page('404 Not Found', `<p>${'The server says that nothing is here. '.repeat(20)}</p>`),
    ],
    ['that is short', page('ساعات العمل', `<p>من 8 صباحًا إلى 4 مساءً</p>${SCRIPT}`)],
    [
      'with a check in its contact form',
      page('اتصل بنا', `<p>${FEES}</p><label>أنا لست برنامج روبوت</label>`),
    ],
    [
      'behind a service that also checks browsers',
      page('رسوم', `<p>${FEES.repeat(2)}</p><script src="/_Incapsula_Resource?a"></script>`),
    ],
    [
      'that asks for scripts beside its text',
      page('رسوم', `<p>${FEES}</p><p>Please enable JavaScript</p>${SCRIPT}`),
    ],
    ['about access', page('الوصول إلى المبنى', `<p>${FEES}</p>`)],
    ['about signing in to a building', page('الدخول إلى المبنى', `<p>${FEES}</p>`)],
  ])('%s', async (_, bytes, url) => {
    const { blocks } = await read(bytes, url);
    expect(blocks.length).toBeGreaterThan(0);
  });

  test('when it was uploaded, or taken as it is', async () => {
    const { blocks } = await readDocument(page('تسجيل الدخول', `<h1>تسجيل الدخول</h1>${FORM}`), 'html');
    expect(blocks[0]).toMatchObject({ text: 'تسجيل الدخول' });
  });
});
