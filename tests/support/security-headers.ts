/** The headers by which a server tells a browser what to keep it from, by the kind of answer. */

const NAMES = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'server',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
];

/** Those of an answer, in one order; a nonce and a file's name differ each time. */
export function securityHeaders(headers: Record<string, string>): Record<string, string> {
  const present = NAMES.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  );
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      value.replace(/'nonce-[\w+/=]+'/u, "'nonce'").replace(/^attachment; .*$/u, 'attachment'),
    ]),
  );
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const PAGE = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const ASSET = { 'content-security-policy': NOTHING, ...PAGE };
const BARE = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export const SECURITY: Record<
  'page' | 'asset' | 'missing' | 'refusedPage' | 'api' | 'bare' | 'file',
  Record<string, string>
> = {
  page: {
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce'; img-src 'self' blob: data:; font-src 'self'; " +
      "media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'",
    ...PAGE,
  },
  asset: { 'cache-control': 'public, max-age=31536000, immutable', ...ASSET },
  missing: { 'cache-control': 'no-store', ...ASSET },
  refusedPage: ASSET,
  api: BARE,
  bare: BARE,
  file: {
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
};
