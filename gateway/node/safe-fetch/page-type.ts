/** Types whose text can be read, with the ones that servers send when they do not know. */
const READABLE =
  /^(?:text\/(?!css|javascript|calendar|vcard)[\w.+-]+|application\/(?:xhtml\+xml|pdf|rtf|epub\+zip|octet-stream|force-download|x-download|vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.oasis\.opendocument\.text|vnd\.ms-(?:word|excel|powerpoint)\.[\w.-]+|zip))$/;

/** Type and character set of a `Content-Type` header; an absent one says nothing, so the content will. */
export function parseContentType(header: string | undefined): { mime: string; charset: string | null } {
  const [mime = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const charset = parameters
    .map((part) => /^charset\s*=\s*"?([\w.:-]{1,40})"?$/i.exec(part)?.[1])
    .find(Boolean);
  return { mime: mime.toLowerCase() || 'application/octet-stream', charset: charset ?? null };
}

export function isReadablePage(mime: string): boolean {
  return READABLE.test(mime);
}

/** Whether a type is one of those, `audio/*` being all sound. What a server does not know may be any. */
export function isOneOfTypes(mime: string, accept: readonly string[]): boolean {
  if (mime === 'application/octet-stream' || mime === 'binary/octet-stream') return true;
  return accept.some((one) => (one.endsWith('/*') ? mime.startsWith(one.slice(0, -1)) : mime === one));
}
