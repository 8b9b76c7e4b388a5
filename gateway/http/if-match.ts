/** The version demanded by `If-Match`: the current version on a match, else an impossible version; undefined for any version. */
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
