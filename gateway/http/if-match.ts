/** The version that `If-Match` means: the current one when it fits, else one that nothing has; undefined: any will do. */
export function expectedVersion(
  { headers }: Pick<Request, 'headers'>,
  etag: string,
  version: number,
): number | undefined {
  const header = headers.get('If-Match')?.trim();
  if (!header || header === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) ? version : -1;
}
