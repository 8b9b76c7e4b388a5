import { toBase64 } from '#gateway/core/base64.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { MediaFetcher } from '#gateway/core/fetchers.ts';
import { reasonOf } from '#gateway/core/reason.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of one image, and of all of a call. */
interface ImageLimits {
  bytes: number;
  totalBytes: number;
}

/** An image as it was sent: its bytes in base64, checked, or an address that nobody has been to yet. */
export type ImageInput = { type: ImageType; base64: string } | { url: string };

/** What was sent as images, checked as far as that can be without fetching. Positions in faults count from 1. */
export function checkImages(images: readonly string[], limits: ImageLimits): ImageInput[] {
  let total = 0;
  return images.map((image, index) => {
    if (!/^data:/i.test(image)) return checkAddress(image, index);
    // Only the head is searched: the rest may be millions of characters.
    const head = /^data:[^,]{0,200};base64,/i.exec(image)?.[0];
    if (head === undefined) throw unreadable(index);
    const base64 = image.slice(head.length);
    const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
    const digits = base64.slice(0, base64.length - padding);
    const bytes = Math.floor((digits.length * 3) / 4);
    total += bytes;
    if (bytes > limits.bytes || total > limits.totalBytes) throw tooLarge(index, limits);
    // One character is looked for: an expression that matches millions runs out of its stack.
    if (base64.length % 4 !== 0 || digits === '' || /[^A-Za-z0-9+/]/.test(digits)) throw unreadable(index);
    const type = imageTypeOf(atob(base64.slice(0, Math.ceil(IMAGE_SIGNATURE_BYTES / 3) * 4)));
    if (!type) throw unreadable(index);
    return { type, base64 };
  });
}

/**
 * The images as data URIs: those named by address are fetched, one after the other, so that all of them together stay
 * within the limit. A model server is never sent to an address.
 */
export async function fetchImages(
  media: MediaFetcher,
  images: readonly ImageInput[],
  limits: ImageLimits,
  where: { signal: AbortSignal; allowedHosts: readonly string[] },
): Promise<string[]> {
  const uris: string[] = [];
  let remaining =
    limits.totalBytes -
    images.reduce((sum, image) => sum + ('base64' in image ? (image.base64.length * 3) / 4 : 0), 0);
  for (const [index, image] of images.entries()) {
    if ('base64' in image) {
      uris.push(toDataUri(image.type, image.base64));
      continue;
    }
    const maxBytes = Math.max(0, Math.min(limits.bytes, Math.floor(remaining)));
    const options = { accept: IMAGE_TYPES, ...where, maxBytes };
    const { bytes } = await media.fetch(image.url, options).catch((error: unknown) => {
      where.signal.throwIfAborted();
      throw reasonOf(error)?.code === 'too-large' ? tooLarge(index, limits) : notFetched(index, error);
    });
    remaining -= bytes.byteLength;
    const type = imageTypeOf(String.fromCharCode(...bytes.subarray(0, IMAGE_SIGNATURE_BYTES)));
    if (!type) throw unreadable(index);
    uris.push(toDataUri(type, toBase64(bytes)));
  }
  return uris;
}

function checkAddress(address: string, index: number): ImageInput {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) throw unreadable(index);
  return { url: address };
}

const toDataUri = (type: ImageType, base64: string): string => `data:${type};base64,${base64}`;

const imageField = (index: number) => ({ field: `Images[${index}]` });
const unreadable = (index: number) =>
  new GatewayFault('image-unreadable', { position: index + 1 }, imageField(index));
const tooLarge = (index: number, { bytes, totalBytes }: ImageLimits) =>
  new GatewayFault(
    'image-too-large',
    { position: index + 1, limitMegabytes: bytes / MEGABYTE, totalMegabytes: totalBytes / MEGABYTE },
    imageField(index),
  );

function notFetched(index: number, error: unknown): GatewayFault {
  const reason = reasonOf(error);
  // What has no reason is a failure of ours.
  if (!reason) throw error;
  const parameters = { ...reason.parameters, position: index + 1, reason: reason.code };
  return new GatewayFault('image-not-fetched', parameters, { ...imageField(index), cause: error });
}

/** Types of images that chat models look at. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
type ImageType = (typeof IMAGE_TYPES)[number];

/** Bytes that tell the type. */
const IMAGE_SIGNATURE_BYTES = 12;

const SIGNATURES: readonly [beginning: RegExp, type: ImageType][] = [
  // oxlint-disable-next-line no-control-regex
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

/** What an image is by its first bytes, each a character; undefined when it is none that can be shown to a model. */
function imageTypeOf(head: string): ImageType | undefined {
  return SIGNATURES.find(([beginning]) => beginning.test(head))?.[1];
}
