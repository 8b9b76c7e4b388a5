import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { BenchFailure } from './report.ts';

/** Puts text between the marks `<!-- name -->` and `<!-- /name -->` of a file, so that no figure is copied by hand. */
export function writeRegion(file: string, name: string, text: string): void {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const start = before.indexOf(opening);
  const end = before.indexOf(closing, start);
  if (start < 0 || end < 0) throw new BenchFailure(`${file} has no ${opening} with ${closing} after it.`);
  writeFileSync(file, `${before.slice(0, start + opening.length)}\n${text}\n${before.slice(end)}`);
}
