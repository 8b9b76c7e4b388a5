import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tokens } from 'marked';
import { type Fetch, notFound } from '#gateway/node/server/http/server.ts';
import { ASSET_HEADERS } from '#gateway/node/server/http/static.ts';

/** The address that docs/api.md gives in its commands. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:8787';

/**
 * `/docs/api`: docs/api.md as a page, for everybody; 404 for all else under `/docs`. `origin` is that of the server.
 */
export function createDocs(origin: string): Fetch {
  let rendered: Promise<{ html: string; headers: Record<string, string> }> | undefined;
  return async (request) => {
    const isHead = request.method === 'HEAD';
    if (request.method !== 'GET' && !isHead)
      return new Response(null, { status: 405, headers: { ...ASSET_HEADERS, Allow: 'GET, HEAD' } });
    if (new URL(request.url).pathname !== '/docs/api') return notFound();
    const { html, headers } = await (rendered ??= renderPage(origin));
    return new Response(isHead ? null : html, { headers });
  };
}

async function renderPage(origin: string) {
  const readText = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  const files = ['../../../../docs/api.md', '../../../../src/common/page-base.css', 'docs-page.css'];
  const [text = '', ...styles] = await Promise.all(files.map(readText));
  const css = styles.join('');
  const { html, headings } = await renderMarkdown(text.replaceAll(EXAMPLE_ORIGIN, () => origin));
  const hash = createHash('sha256').update(css).digest('base64');
  return {
    html: `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fihrist API</title>
<link rel="icon" href="/favicon.svg">
<style>${css}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><strong>Fihrist API</strong> <a href="/api/openapi.json">OpenAPI document</a> <a href="/">Dashboard</a></header>
<div class="columns">
<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>${printContents(headings)}</nav>
<main id="content" tabindex="-1">
${html}</main>
</div>
</body>
</html>
`,
    headers: {
      ...ASSET_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-cache',
    },
  };
}

interface Heading {
  depth: number;
  id: string;
  html: string;
}

/** Markdown of our own as HTML, with its headings. Anchors are those that GitHub makes. */
async function renderMarkdown(text: string): Promise<{ html: string; headings: Heading[] }> {
  // Loaded when somebody reads the page, not at each start.
  const { Marked } = await import('marked');
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: plain }) {
        const slug = plain
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-');
        let id = slug;
        for (let count = 1; ids.has(id); count++) id = `${slug}-${count}`;
        ids.add(id);
        const html = this.parser.parseInline(tokens);
        headings.push({ depth, id, html });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      // Other pages of the documentation are in the repository only.
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        return href.startsWith('#') ? `<a href="${href}">${html}</a>` : html;
      },
      // Markers of generated parts.
      html: () => '',
      // Roles, since styles for narrow screens take them away.
      table({ header, rows }) {
        const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const print = (cells: Tokens.TableCell[]) =>
          cells
            .map(
              (cell, column) =>
                `<td role="cell" data-column="${header[column]?.text ?? ''}">${inline(cell)}</td>`,
            )
            .join('');
        return `<table role="table"><thead role="rowgroup"><tr role="row">${header
          .map((cell) => `<th role="columnheader" scope="col">${inline(cell)}</th>`)
          .join('')}</tr></thead><tbody role="rowgroup">${rows
          .map((cells) => `<tr role="row">${print(cells)}</tr>`)
          .join('\n')}</tbody></table>\n`;
      },
    },
  });
  return { html: marked.parse(text) as string, headings };
}

/** Prints chapters with their sections; the chapter of types has only its heading. */
function printContents(headings: readonly Heading[]): string {
  const chapters = headings.filter(({ depth }) => depth === 2);
  const print = ({ id, html }: Heading, inner = '') => `<li><a href="#${id}">${html}</a>${inner}</li>`;
  const sectionsOf = (chapter: Heading, next: Heading | undefined) =>
    headings
      .slice(headings.indexOf(chapter), next && headings.indexOf(next))
      .filter(({ depth }) => depth === 3)
      .map((section) => print(section))
      .join('');
  const items = chapters.map((chapter, index) => {
    const sections = chapter.id === 'types' ? '' : sectionsOf(chapter, chapters[index + 1]);
    return print(chapter, sections && `<ul>${sections}</ul>`);
  });
  return `<ul>${items.join('')}</ul>`;
}
