import { GatewayFault } from '#gateway/errors.ts';
import type { MediaFetcher } from '#gateway/ports.ts';
import { IMAGE_HEAD_BYTES, IMAGE_TYPES, type ImageType, imageTypeOf } from './image-type.ts';
import { toBase64 } from './to-base64.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of one image, and of all of a call. */
export interface ImageLimits {
  bytes: number;
  totalBytes: number;
}

/** An image as it was sent: its bytes in base64, checked, or an address that nobody has been to yet. */
export type SentImage = { type: ImageType; base64: string } | { url: string };

/** What was sent as images, checked as far as that can be without fetching. Positions in faults count from 1. */
export function checkImages(images: readonly string[], limits: ImageLimits): SentImage[] {
  let total = 0;
  return images.map((image, index) => {
    if (!/^data:/i.test(image)) return checkAddress(image, index);
    // Only the head is searched: the rest may be millions of characters.
    const head = /^data:[^,]{0,200};base64,/i.exec(image)?.[0];
    if (head === undefined) throw unreadable(index);
    const base64 = image.slice(head.length);
    const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
    total += bytes;
    if (bytes > limits.bytes || total > limits.totalBytes) throw tooLarge(index, limits);
    if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw unreadable(index);
    const type = imageTypeOf(atob(base64.slice(0, Math.ceil(IMAGE_HEAD_BYTES / 3) * 4)));
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
  images: readonly SentImage[],
  limits: ImageLimits,
  where: { signal: AbortSignal; allowedHosts: readonly string[] },
): Promise<string[]> {
  const uris: string[] = [];
  let left =
    limits.totalBytes -
    images.reduce((sum, image) => sum + ('base64' in image ? (image.base64.length * 3) / 4 : 0), 0);
  for (const [index, image] of images.entries()) {
    if ('base64' in image) {
      uris.push(printUri(image.type, image.base64));
      continue;
    }
    const maxBytes = Math.max(0, Math.min(limits.bytes, Math.floor(left)));
    const bytes = await fetchImage(media, image.url, { ...where, maxBytes }).catch((error: unknown) => {
      where.signal.throwIfAborted();
      throw codeOf(error) === 'too-large' ? tooLarge(index, limits) : notFetched(index, error);
    });
    left -= bytes.byteLength;
    const type = imageTypeOf(String.fromCharCode(...bytes.subarray(0, IMAGE_HEAD_BYTES)));
    if (!type) throw unreadable(index);
    uris.push(printUri(type, toBase64(bytes)));
  }
  return uris;
}

async function fetchImage(
  media: MediaFetcher,
  url: string,
  wanted: { maxBytes: number; signal: AbortSignal; allowedHosts: readonly string[] },
): Promise<Uint8Array> {
  const { bytes } = await media.fetch(url, { accept: IMAGE_TYPES, ...wanted });
  return bytes;
}

function checkAddress(address: string, index: number): SentImage {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) throw unreadable(index);
  return { url: address };
}

const printUri = (type: ImageType, base64: string): string => `data:${type};base64,${base64}`;

const at = (index: number) => ({ field: `Images[${index}]` });
const unreadable = (index: number) =>
  new GatewayFault('image-unreadable', { position: index + 1 }, at(index));
const tooLarge = (index: number, { bytes, totalBytes }: ImageLimits) =>
  new GatewayFault(
    'image-too-large',
    { position: index + 1, limitMegabytes: bytes / MEGABYTE, totalMegabytes: totalBytes / MEGABYTE },
    at(index),
  );

function notFetched(index: number, error: unknown): GatewayFault {
  const reason = codeOf(error);
  // What has no code is a failure of ours.
  if (reason === undefined) throw error;
  const parameters = { ...parametersOf(error), position: index + 1, reason };
  return new GatewayFault('image-not-fetched', parameters, { ...at(index), cause: error });
}

/** What its words need, such as the status or the host. */
function parametersOf(error: unknown): Record<string, string | number> {
  const has = error instanceof Error && 'parameters' in error && typeof error.parameters === 'object';
  return has ? (error.parameters as Record<string, string | number>) : {};
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
