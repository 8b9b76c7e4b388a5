import { PostgresDialect, PostgresDriver } from 'kysely';

/** Whoever begins a transaction says so itself, in one message with its locks and limits. */
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
