/** A request to a database of the browser as a promise. */
export function toPromise<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

/** Opens a database with one object store, whose rows have the members of `keyPath`. */
export async function openObjectStore(
  name: string,
  storeName: string,
  keyPath: string[],
): Promise<(mode: IDBTransactionMode) => IDBObjectStore> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(storeName, { keyPath });
  });
  const database = await toPromise(request);
  return (mode) => database.transaction(storeName, mode).objectStore(storeName);
}
