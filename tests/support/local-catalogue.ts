/** A unit that was registered in this browser without an id. */
export const WITHOUT_ID = {
  key: 'a',
  title: 'دليل الموظف',
  description: 'الإجازات والدوام',
  kind: 'file',
  registeredOn: '2026-11-20T09:41:00.000Z',
};

/** Leaves entries in the local catalogue of bot 1, as an earlier visit or another tab does. */
export function keepInCatalogue(...units: readonly object[]): void {
  localStorage.setItem(`fihrist.catalogue ${globalThis.location.origin} 1`, JSON.stringify(units));
  globalThis.dispatchEvent(new StorageEvent('storage'));
}
