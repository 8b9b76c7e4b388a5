import { strToU8, zipSync } from 'fflate';

const NAMES = ['office', 'style', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
const LO = 'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"';

/** An OpenDocument text from the inner XML of its text, its automatic styles and its style sheet. */
export function makeOdt(body: string, automatic = '', styles = ''): Uint8Array {
  const root = (name: string, inner: string): string =>
    `<office:${name} ${NAMES} ${FO} ${LO} office:version="1.3">${inner}</office:${name}>`;
  return zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.text'),
    'META-INF/manifest.xml': strToU8(
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    ),
    'styles.xml': strToU8(root('document-styles', `<office:styles>${styles}</office:styles>`)),
    'content.xml': strToU8(
      root(
        'document-content',
        `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
      ),
    ),
  });
}
