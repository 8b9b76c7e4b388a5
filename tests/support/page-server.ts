/** A small web site on loopback, for units made from addresses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Delivery</title>
<script>document.title = 'changed by a script'</script></head><body>
<nav><a href="/">Home</a> <a href="/contact">Contact</a></nav>
<main><h1>Delivery and collection</h1>
<p>We deliver to every city of the kingdom, and orders are packed on the day on which they are paid for.</p>
<h2>Delivery times</h2>
<p>Parcels within Riyadh arrive in 2 working days. Parcels to other cities arrive in 4 working days, and the courier calls an hour before.</p>
<h2>رسوم التوصيل</h2>
<p dir="rtl">رسوم التوصيل داخل المدينة 18 ريالًا، ويُعفى منها كل طلب تتجاوز قيمته 300 ريال.</p>
<h2>Collecting an order yourself</h2>
<p>An order waits at the branch for 7 days. Bring the order number and an identity card.</p>
</main><footer>Cookies and terms</footer></body></html>`;

export interface PageServer {
  origin: string;
  /** `host:port`, for FIHRIST_ALLOW_PRIVATE_URLS. */
  host: string;
  /** Changes what `/delivery` says from now on. */
  edit(words: string, by: string): void;
  close(): Promise<void>;
}

/** Serves `/delivery` (a page), what `putPage` put, 404 otherwise (such as `/gone`), and at `/slow` no answer. */
export async function startPageServer(): Promise<PageServer> {
  const pages = new Map([['/delivery', PAGE]]);
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { url = '', method } = request;
    if (method === 'PUT') pages.set(url, await text(request));
    const page = pages.get(url);
    if (page !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    else if (url !== '/slow') response.writeHead(404, { 'content-type': 'text/plain' }).end('gone');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    edit: (words, by) => void pages.set('/delivery', pages.get('/delivery')?.replace(words, by) ?? ''),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Puts a page with this `main` at an address of a page server, which may be one of another process. */
export async function putPage(address: string, title: string, main: string): Promise<void> {
  const head = `<meta charset="utf-8"><title>${title}</title>`;
  const body = `<!doctype html><html lang="ar" dir="rtl"><head>${head}</head><body><main>${main}</main></body></html>`;
  const response = await fetch(address, { method: 'PUT', body });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.body?.cancel();
}
