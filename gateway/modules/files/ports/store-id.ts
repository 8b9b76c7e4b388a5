/** The id that a database shares with its blob store, so that a gateway refuses the blob store of another database. */
export interface StoreId {
  id: string;
  /** False until the blob store holds the id too. */
  isMarked: boolean;
}

/** The id of the blob store that belongs to this database; the blob store holds the same id. */
export interface StoreIdStore {
  find(): Promise<StoreId | undefined>;
  /** Stores `id` when there is no id, or when the stored id is `abandoned` and not marked; returns the stored id. */
  claim(id: string, abandoned?: string): Promise<StoreId>;
  /** Records the id as held by the blob store. */
  setMarked(id: string): Promise<void>;
  /** Replaces the id: for another blob store, or to claim the present blob store for this database alone. */
  replace(id: string): Promise<void>;
}
