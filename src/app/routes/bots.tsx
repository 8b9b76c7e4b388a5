export { BotsPage as Component } from '#src/features/bots/bots-page.tsx';
