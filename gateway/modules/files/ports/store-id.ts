/** The id that a database and its blob store share, so that neither is served with another's. */
export interface StoreId {
  id: string;
  /** False until the blob store holds the id too. */
  isMarked: boolean;
}

/** Which blob store a database belongs to: by an id that the store holds too, so that no two databases share one. */
export interface StoreIdStore {
  find(): Promise<StoreId | undefined>;
  /** Keeps `id` where there is none, or where there is `abandoned` that is not marked; what there is then. */
  claim(id: string, abandoned?: string): Promise<StoreId>;
  /** The store holds this id. */
  setMarked(id: string): Promise<void>;
  /** Another store, or the same one from now on for this database alone. */
  replace(id: string): Promise<void>;
}
