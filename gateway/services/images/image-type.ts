/** Types of images that chat models look at. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Bytes that tell the type. */
export const IMAGE_HEAD_BYTES = 12;

const BEGINNINGS: readonly [beginning: RegExp, type: ImageType][] = [
  // eslint-disable-next-line no-control-regex
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

/** What an image is by its first bytes, each a character; undefined when it is none that can be shown to a model. */
export function imageTypeOf(head: string): ImageType | undefined {
  return BEGINNINGS.find(([beginning]) => beginning.test(head))?.[1];
}
