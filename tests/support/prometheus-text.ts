/** Reads the text format of Prometheus, strictly: what is no sample, comment or empty line is an error. */
export interface Figures {
  text: string;
  series: { name: string; labels: Record<string, string>; value: number }[];
  /** The sample with this name and exactly these labels. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;

export function parseFigures(text: string): Figures {
  const series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# HELP ') && !line.startsWith('# TYPE '))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) throw new Error(`no sample: ${line}`);
      return { name, labels: parseLabels(labels), value: value === '+Inf' ? Infinity : Number(value) };
    });
  return {
    text,
    series,
    value(name, labels = {}) {
      const wanted = Object.entries(labels);
      return series.find(
        (sample) =>
          sample.name === name &&
          Object.keys(sample.labels).length === wanted.length &&
          wanted.every(([label, of]) => sample.labels[label] === of),
      )?.value;
    },
  };
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no labels: ${text}`);
    labels[name] = value;
  }
  return labels;
}
