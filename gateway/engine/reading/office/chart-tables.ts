import { Parser } from 'htmlparser2';
import { showNumber } from './number-text.ts';

/** The figures of a chart: a row for each category, a column for each series after the first. */
export interface ChartTable {
  /** Empty where the chart has none. */
  title: string;
  header: string[];
  rows: string[][];
}

/** Texts of points by their number. Categories may have several levels, the innermost first. */
type Points = Map<number, string>;

interface Series {
  name: string;
  categories: Points[];
  values: Points;
}

type Place = 'name' | 'categories' | 'values' | 'title';

const PLACES: Readonly<Record<string, Place>> = {
  tx: 'name',
  cat: 'categories',
  xVal: 'categories',
  val: 'values',
  yVal: 'values',
};
/** A chart of more points is no table that a person would read. */
const MAX_POINTS = 5_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** What a chart part shows, from the values that the program stored in it. Without rows where it stored none, or too many. */
export function readChart(xml: string): ChartTable {
  const all: Series[] = [];
  let title = '';
  let place: Place | undefined;
  let placeTag = '';
  let series: Series | undefined;
  let axes = 0;
  let point = 0;
  let points = 0;
  let code: string | undefined;
  let from1904 = false;
  let isUntitled = false;
  let text: string | undefined;
  const take = (value: string): void => {
    if (place === 'title') title += value;
    else if (!series || points > MAX_POINTS) return;
    else if (place === 'name') series.name += value;
    else {
      const target = place === 'values' ? series.values : (series.categories.at(-1) ?? new Map());
      if (place === 'categories' && series.categories.length === 0) series.categories.push(target);
      target.set(point, code === undefined ? value : showNumber(value, code, from1904));
      points++;
    }
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag);
        if (name.endsWith('Ax')) axes++;
        else if (name === 'autoTitleDeleted') isUntitled = attributes['val'] !== '0';
        else if (name === 'date1904') from1904 = attributes['val'] !== '0';
        else if (name === 'ser') all.push((series = { name: '', categories: [], values: new Map() }));
        else if (place === undefined && (series ? PLACES[name] : name === 'title' && axes === 0)) {
          place = series ? PLACES[name] : 'title';
          placeTag = name;
          code = undefined;
        } else if (name === 'lvl') series?.categories.push(new Map());
        else if (name === 'pt') point = Number(attributes['idx'] ?? 0);
        else if (name === 'v' || name === 't' || name === 'formatCode') text = '';
      },
      ontext(more) {
        if (text !== undefined) text += more;
      },
      onclosetag(tag) {
        const name = localName(tag);
        if (name.endsWith('Ax')) axes--;
        else if (name === 'ser') series = undefined;
        else if (name === placeTag) place = undefined;
        else if (name === 'formatCode') code = text ?? '';
        else if ((name === 'v' || name === 't') && place) take(text ?? '');
        else if (name === 'p' && place === 'title') title += ' ';
        if (name === 'v' || name === 't' || name === 'formatCode') text = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (points > MAX_POINTS) all.length = 0;
  // Programs head a chart of a single series with its name, unless a person took that away.
  if (title === '' && all.length === 1 && !isUntitled) title = all[0]?.name ?? '';
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    ...tabulate(all.filter(({ values }) => values.size > 0)),
  };
}

/** Series with other categories than those before get rows of their own. */
function tabulate(all: readonly Series[]): { header: string[]; rows: string[][] } {
  const header = ['', ...all.map(({ name }) => name.trim())];
  const rows = new Map<string, string[]>();
  all.forEach(({ categories, values }, column) => {
    for (const [number, value] of values) {
      const category = nameCategory(categories, number);
      // Two points of the same category are two rows.
      const key = `${number}\n${category}`;
      const row = rows.get(key) ?? [category, ...all.map(() => '')];
      row[column + 1] = value;
      rows.set(key, row);
    }
  });
  return { header, rows: [...rows.values()] };
}

/** An outer level names the points from its own number on. */
function nameCategory(levels: readonly Points[], number: number): string {
  const names = levels.map((level, depth) => {
    if (depth === 0) return level.get(number) ?? '';
    const starts = [...level.keys()].filter((start) => start <= number);
    return level.get(starts.reduce((last, start) => Math.max(last, start), 0)) ?? '';
  });
  return names.toReversed().filter(Boolean).join(' - ');
}
