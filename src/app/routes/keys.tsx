export { KeysPage as Component } from '#src/features/keys/keys-page.tsx';
