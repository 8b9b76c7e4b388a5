export { Playground as Component } from '#src/features/answers/playground.tsx';
