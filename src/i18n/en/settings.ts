export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  language: 'Language',
  theme: 'Theme',
  themeLight: 'Light',
  themeDark: 'Dark',
  themeSystem: 'As the system',
  digits: 'Digits',
  digitsWestern: 'Western',
  digitsArabic: 'Arabic-Indic',
  digitsSample: 'Numbers look like this: {{number}}',
} as const;
