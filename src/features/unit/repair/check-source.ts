import type { TFunction } from 'i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import { sourceUrlSchema } from '#contract/knowledge.ts';
import type { Formats } from '#src/i18n/formats.ts';

type T = TFunction<'repair'>;

const MEGABYTE = 1024 ** 2;

/** Why a file is not even sent; undefined where it may be. What its content is, the gateway sees. */
export function fileProblem(
  file: Pick<File, 'name' | 'size'> | undefined,
  capabilities: Capabilities | null | undefined,
  t: T,
  formats: Formats,
): string | undefined {
  if (file === undefined) return t('problem.noFile');
  if (file.size === 0) return t('problem.empty');
  if (!capabilities) return undefined;
  const { maxUploadBytes } = capabilities.limits;
  if (file.size > maxUploadBytes)
    return t('problem.tooLarge', {
      size: formats.bytes(file.size),
      limit: formats.bytes((maxUploadBytes / MEGABYTE) * 1_000_000),
    });
  const extension = /\.([^.\s]+)$/u.exec(file.name)?.[1]?.toLowerCase();
  const types = capabilities.accepts.filter(
    (type) => type.extension.replace('.', '').toLowerCase() === extension,
  );
  // Under an unknown name may be plain text, which the gateway takes.
  const mayBeReadable = types.length === 0 || types.some(({ readable }) => readable);
  return extension === undefined || mayBeReadable ? undefined : t('problem.unreadable', { extension });
}

/** Why an address will not do; undefined where it may. */
export function addressProblem(address: string, current: string | undefined, t: T): string | undefined {
  if (!sourceUrlSchema.safeParse(address).success) return t('problem.address');
  return address === current ? t('problem.sameAddress') : undefined;
}
