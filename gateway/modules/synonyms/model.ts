/**
 * A group of interchangeable expressions. `keys`: the expressions folded for comparison (`foldExpression`), in order.
 */
export interface NewSynonymGroup {
  expressions: string[];
  keys: string[];
  note: string;
}

/** A stored group of interchangeable expressions. */
export interface SynonymGroup extends NewSynonymGroup {
  botId: number;
  id: number;
  createdOn: Date;
  modifiedOn: Date;
  /** Grows with every change; part of the ETag. */
  version: number;
}
