/** Figures of one read. Names have no `fihrist_` before them. */
export interface GaugeReader<OfModule> {
  gauges: Readonly<Record<string, { help: string; labels?: readonly string[] }>>;
  /** Values by the names of `gauges`. `maxBots`: the most bots that are told apart. */
  read: (ports: OfModule, maxBots: number) => Promise<readonly GaugeValue[]>;
}

export interface GaugeValue {
  name: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}
