/** Rows of synonyms. */
export interface SynonymsTables {
  synonym_group: {
    bot_id: number;
    id: number;
    /** Lists as JSON: as written, and as compared. */
    expressions: string;
    keys: string;
    note: string;
    /** Expressions and note as the list's search sees them. */
    folded: string;
    created_on: number;
    modified_on: number;
    version: number;
  };
}
