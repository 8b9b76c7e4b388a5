/** One Lucide icon by its name, made from @iconify-json/lucide by the plugin in vite.config.ts. */
declare module 'virtual:lucide/*' {
  const icon: import('./create-icon.ts').Icon;
  export default icon;
}
