import { readFileSync } from 'node:fs';

/** A whole HTML file around a body: it loads no resource and runs no script. */
export function framePage(language: string, title: string, body: string): string {
  const css = ['../../src/common/page-base.css', 'report-page.css']
    .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
    .join('');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title>
<style>${css}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as content or attribute of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
