import type { TFunction } from 'i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import {
  BadRequest,
  type GatewayError,
  TooLarge,
  UnsupportedType,
} from '#src/api/transport/gateway-errors.ts';
import type { Formats } from '#src/i18n/formats.ts';

/** Why a file is not sent at all, by the limits that the gateway announces. */
export type FileProblem =
  | { code: 'empty' }
  | { code: 'too-large'; limit: number }
  | { code: 'not-readable'; extension: string }
  | { code: 'not-accepted'; extension: string };

/** A file of an unknown name may be plain text, which the gateway takes; larger ones hardly are, and would be sent in vain. */
const UNKNOWN_TYPE_BYTES = 5_000_000;

/** Names under which programs export pages, tables and RTF: only the content tells them from old Office. */
const EXPORTED = new Set(['doc', 'xls', 'ppt']);

export function extensionOf(name: string): string {
  return /\.([^.\s]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

function normalizeExtension(extension: string): string {
  return extension.replace(/^\./u, '').toLowerCase();
}

/** Extensions a unit can be made of, as people write them. */
export function readableTypes(capabilities: Capabilities): string[] {
  return [
    ...new Set(
      capabilities.accepts
        .filter((type) => type.readable)
        .map((type) => normalizeExtension(type.extension).toUpperCase()),
    ),
  ];
}

/** Undefined when the file may be sent; a gateway that announces no capabilities checks by itself. */
export function checkFile(
  file: { name: string; size: number },
  capabilities: Capabilities | null | undefined,
): FileProblem | undefined {
  if (file.size === 0) return { code: 'empty' };
  if (!capabilities) return undefined;
  if (file.size > capabilities.limits.maxUploadBytes) {
    return { code: 'too-large', limit: capabilities.limits.maxUploadBytes };
  }
  const extension = extensionOf(file.name);
  const types = capabilities.accepts.filter((type) => normalizeExtension(type.extension) === extension);
  // The gateway decides by content: a name without an extension may well be readable.
  if (extension === '' || types.some((type) => type.readable)) return undefined;
  if (types.length === 0 && (file.size <= UNKNOWN_TYPE_BYTES || EXPORTED.has(extension))) return undefined;
  return { code: types.length > 0 ? 'not-readable' : 'not-accepted', extension };
}

/** Whether the gateway refuses the file itself: the same file is refused again. */
export function isFileRefusal(error: unknown): error is GatewayError {
  return error instanceof BadRequest || error instanceof TooLarge || error instanceof UnsupportedType;
}

/** Files that operating systems leave in folders. */
export function isSystemFile(file: { name: string; path?: string | undefined }): boolean {
  const parts = (file.path ?? file.name).split('/');
  return (
    /^(?:\.|~\$)/u.test(file.name) ||
    /^(?:thumbs\.db|desktop\.ini)$/iu.test(file.name) ||
    parts.includes('__MACOSX')
  );
}

/** A size limit as it was set: 200 MB stays 200 MB where a megabyte is 1,024 × 1,024 bytes. */
export function formatSizeLimit(bytes: number, formats: Formats): string {
  const binary = bytes / 1024 ** 2;
  return formats.bytes(Number.isInteger(binary) ? binary * 1_000_000 : bytes);
}

/** Why a file was not even sent. */
export function describeFileProblem(problem: FileProblem, t: TFunction<'add'>, formats: Formats): string {
  switch (problem.code) {
    case 'empty':
      return t('problem.empty');
    case 'too-large':
      return t('problem.tooLarge', { limit: formatSizeLimit(problem.limit, formats) });
    case 'not-readable':
      return t('problem.notReadable', { extension: problem.extension });
    default:
      return t('problem.notAccepted', { extension: problem.extension });
  }
}
