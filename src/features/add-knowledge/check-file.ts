import type { Capabilities } from '#contract/capabilities.ts';

/** Why a file is not sent at all; the gateway's own limits, so that nobody waits for a refusal. */
export type FileProblem =
  | { code: 'empty' }
  | { code: 'too-large'; limit: number }
  | { code: 'old-office'; extension: string; saveAs: string }
  | { code: 'not-readable'; extension: string }
  | { code: 'not-accepted'; extension: string };

const SAVE_AS: Readonly<Record<string, string>> = { doc: 'DOCX', xls: 'XLSX', ppt: 'PPTX' };

export function extensionOf(name: string): string {
  return /\.([^.\s]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

function plain(extension: string): string {
  return extension.replace(/^\./u, '').toLowerCase();
}

/** Extensions a unit can be made of, as people write them. */
export function readableTypes(capabilities: Capabilities): string[] {
  return [
    ...new Set(
      capabilities.accepts.filter((type) => type.readable).map((type) => plain(type.extension).toUpperCase()),
    ),
  ];
}

/** Undefined when the file may be sent; a gateway without Capabilities says for itself. */
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
  const types = capabilities.accepts.filter((type) => plain(type.extension) === extension);
  const saveAs = SAVE_AS[extension];
  if (saveAs !== undefined && types.length === 0) return { code: 'old-office', extension, saveAs };
  // The gateway decides by content: a name without an extension may well be readable.
  if (extension === '' || types.some((type) => type.readable)) return undefined;
  return { code: types.length > 0 ? 'not-readable' : 'not-accepted', extension };
}

/** Files that systems leave in folders and nobody means. */
export function isLitter(file: { name: string; path?: string | undefined }): boolean {
  const parts = (file.path ?? file.name).split('/');
  return (
    /^(?:\.|~\$)/u.test(file.name) ||
    /^(?:thumbs\.db|desktop\.ini)$/iu.test(file.name) ||
    parts.includes('__MACOSX')
  );
}
