import { PostgresDialect, PostgresDriver } from 'kysely';

/** Driver without a `begin` of its own: the writer sends `begin` in one message with locks and limits. */
class Driver extends PostgresDriver {
  override beginTransaction(): Promise<void> {
    return Promise.resolve();
  }
}

/** A dialect of that driver. */
export class UnbegunDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];
  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new Driver(this.#config);
  }
}
