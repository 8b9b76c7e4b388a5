import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { streamFile } from '#gateway/node/storage/disk/stream-file.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

interface Asset {
  file: string;
  size: number;
  type: string;
  etag: string;
  /** Precompressed siblings. */
  encodings: Map<string, number>;
}

/** `Accept-Encoding` names by the ending of the file that holds them, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Element of `index.html` that tells the page whether the server makes sign-in links. */
const SIGN_IN_LINKS = '<meta name="sign-in-links" content="yes" />';
/** Element of the page with the address of the upstream gateway. */
const UPSTREAM = '<meta name="upstream" content="" />';

interface PageOptions {
  connectTo: readonly string[];
  /** The gateway that this server passes calls on to; `npm run link` then makes no links for this server. */
  upstream?: string | undefined;
}

/** The page as it names an upstream, without a user or a query of its address. */
function withUpstream(html: string, upstream: string): string {
  const { origin, pathname } = new URL(upstream);
  const address = `${origin}${pathname.replace(/\/+$/, '')}`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
  return html
    .replace(SIGN_IN_LINKS, () => SIGN_IN_LINKS.replace('yes', 'no'))
    .replace(UPSTREAM, () => UPSTREAM.replace('""', () => `"${address}"`));
}

/**
 * The built dashboard: its assets, precompressed where they were, and its one page with a fresh nonce each time, for
 * every path that is a page of the app. Looks at the folder once.
 */
export async function createPages(
  folder: string,
  { connectTo, upstream }: PageOptions,
): Promise<(request: Request) => Promise<Response>> {
  const assets = await listAssets(folder);
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const page = upstream === undefined ? html : withUpstream(html, upstream);

  return async (request) => {
    const isHead = request.method === 'HEAD';
    if (request.method !== 'GET' && !isHead)
      return new Response(null, { status: 405, headers: { ...ASSET_HEADERS, Allow: 'GET, HEAD' } });
    const path = decodePath(new URL(request.url).pathname);
    const asset = path === undefined ? undefined : assets.get(path);
    if (asset) return sendAsset(asset, path?.startsWith('/assets/') ?? false, request, isHead);
    // A path with an extension is a missing file; every other path is a page of the app.
    if (path === undefined || extname(path) !== '' || path.startsWith('/assets/'))
      return new Response('Not found', {
        status: 404,
        headers: { ...ASSET_HEADERS, 'Cache-Control': 'no-store' },
      });
    const nonce = makeNonce();
    const headers = {
      ...PAGE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(nonce, connectTo),
      'Cache-Control': 'no-store',
    };
    return new Response(isHead ? null : page.replaceAll('__NONCE__', nonce), { headers });
  };
}

async function sendAsset(
  asset: Asset,
  isHashed: boolean,
  request: Request,
  isHead: boolean,
): Promise<Response> {
  const headers: Record<string, string> = {
    ...ASSET_HEADERS,
    'Content-Type': asset.type,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: asset.etag,
    Vary: 'Accept-Encoding',
  };
  if (request.headers.get('If-None-Match')?.includes(asset.etag))
    return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('Accept-Encoding') ?? '';
  const [encoding, ending] = ENCODINGS.find(
    ([name, suffix]) =>
      asset.encodings.has(suffix) && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\b)`).test(accepted),
  ) ?? ['', ''];
  if (encoding) headers['Content-Encoding'] = encoding;
  const size = asset.encodings.get(ending) ?? asset.size;
  headers['Content-Length'] = String(size);
  const body = isHead || size === 0 ? null : streamFile(await open(asset.file + ending), 0, size);
  return new Response(body, { headers });
}

async function listAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, await stat(file)] as const)));
  const assets = new Map<string, Asset>();
  for (const [file, { size, mtimeMs }] of sizes) {
    const name = relative(folder, file);
    const hidden = name.split(sep).some((part) => part.startsWith('.'));
    if (hidden || name === 'index.html' || /\.(?:br|gz)$/.test(name)) continue;
    const encodings = new Map<string, number>();
    for (const [, ending] of ENCODINGS) {
      const sibling = sizes.get(file + ending);
      if (sibling) encodings.set(ending, sibling.size);
    }
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
    assets.set(`/${name.split(sep).join('/')}`, { file, size, type, etag, encodings });
  }
  return assets;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A nonce for one response. */
function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Allows resources of this origin, and calls to this origin and to the gateways in the settings. */
function contentSecurityPolicy(nonce: string, connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every page beside the policy. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
};

/** Headers of assets: a browser that opens an asset by itself runs and embeds nothing. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};
