/** Expressions that questions may use one for the other. `keys`: how each is compared (`foldExpression`), in their order. */
export interface NewSynonymGroup {
  expressions: string[];
  keys: string[];
  note: string;
}

/** A group of expressions that count as one. */
export interface SynonymGroup extends NewSynonymGroup {
  botId: number;
  id: number;
  createdOn: Date;
  modifiedOn: Date;
  /** Grows with every change; its ETag. */
  version: number;
}
