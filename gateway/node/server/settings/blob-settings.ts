import * as z from 'zod';
import type { BlobLocation } from '#gateway/node/storage/data/open-blobs.ts';
import { InvalidSettingsError } from './invalid-settings-error.ts';
import { explainSetTwice, readSettingFile } from './setting-fields.ts';

const BLOBS = 'must be s3://bucket or s3://bucket/prefix, of lower-case letters, digits, ".", "_" and "-"';
const ENDPOINT =
  'must be an http or https address without a user name, a password or a query, such as https://s3.example.com';
const REGION = 'must have 1 to 64 letters, digits, "_" and "-"';
const KEY = 'must have 1 to 256 visible ASCII characters';

/** `s3://bucket/prefix`: nothing in it needs to be encoded in an address or escaped in XML. */
const BUCKET_AND_PREFIX = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/+((?:[\w.-]+\/+)*[\w.-]+))?\/*$/;

const bucket = z.string().transform((text, context) => {
  const [, name, path = ''] = BUCKET_AND_PREFIX.exec(text) ?? [];
  const folders = path.split(/\/+/).filter(Boolean);
  // URL parsers remove the segments `.` and `..`.
  if (name !== undefined && !folders.some((folder) => folder === '.' || folder === '..'))
    return { bucket: name, prefix: folders.map((folder) => `${folder}/`).join('') };
  context.addIssue(BLOBS);
  return z.NEVER;
});

const endpoint = z.string().transform((text, context) => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  const isBare = url && !url.username && !url.password && !url.search && !url.hash;
  if (isBare) return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  context.addIssue(ENDPOINT);
  return z.NEVER;
});

const KEY_FORM = /^[\x21-\x7e]{1,256}$/;
const key = z.string().regex(KEY_FORM, KEY);

/** Where files are stored other than in the data folder, by the names of the environment variables. */
export const blobSettingsShape = {
  FIHRIST_BLOBS: bucket.optional(),
  FIHRIST_S3_ENDPOINT: endpoint.optional(),
  FIHRIST_S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, REGION)
    .optional(),
  FIHRIST_S3_ACCESS_KEY: key.optional(),
  FIHRIST_S3_ACCESS_KEY_FILE: z.string().min(1).optional(),
  FIHRIST_S3_SECRET_KEY: key.optional(),
  FIHRIST_S3_SECRET_KEY_FILE: z.string().min(1).optional(),
};
const shape = z.object(blobSettingsShape);
type BlobSettings = z.output<typeof shape>;

const KEYS = ['FIHRIST_S3_ACCESS_KEY', 'FIHRIST_S3_SECRET_KEY'] as const;

/** Problems of combinations of the settings of blobs. */
export function explainBlobSettings(settings: BlobSettings): { name: string; message: string }[] {
  if (settings.FIHRIST_BLOBS === undefined) {
    const set = (Object.keys(blobSettingsShape) as (keyof BlobSettings)[]).find(
      (name) => settings[name] !== undefined,
    );
    return set ? [{ name: 'FIHRIST_BLOBS', message: `is missing, although ${set} is set` }] : [];
  }
  const missing = [
    ...KEYS.filter((name) => settings[name] === undefined && settings[`${name}_FILE`] === undefined),
    ...(settings.FIHRIST_S3_ENDPOINT === undefined && settings.FIHRIST_S3_REGION === undefined
      ? ['FIHRIST_S3_ENDPOINT']
      : []),
  ];
  return [
    ...explainSetTwice(settings, KEYS),
    ...missing.map((name) => ({ name, message: 'is missing, although FIHRIST_BLOBS is set' })),
  ];
}

/** The bucket that the settings name, else the folder. Throws `InvalidSettingsError`. */
export async function blobLocationOf(
  settings: BlobSettings,
  { blobs, spool }: { blobs: string; spool: string },
): Promise<BlobLocation> {
  const { FIHRIST_BLOBS, FIHRIST_S3_REGION: region = 'us-east-1', FIHRIST_S3_ENDPOINT } = settings;
  if (FIHRIST_BLOBS === undefined) return { kind: 'disk', folder: blobs };
  return {
    kind: 's3',
    ...FIHRIST_BLOBS,
    region,
    endpoint: FIHRIST_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    accessKey: await readKey(settings, 'FIHRIST_S3_ACCESS_KEY'),
    secretKey: await readKey(settings, 'FIHRIST_S3_SECRET_KEY'),
    spoolFolder: spool,
  };
}

async function readKey(settings: BlobSettings, name: (typeof KEYS)[number]): Promise<string> {
  const file = settings[`${name}_FILE`];
  if (file === undefined) return settings[name] ?? '';
  const text = await readSettingFile(`${name}_FILE`, file);
  if (!KEY_FORM.test(text)) throw new InvalidSettingsError([`${name}_FILE: its content ${KEY}`]);
  return text;
}
